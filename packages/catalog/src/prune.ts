import { statSync } from 'node:fs';
import { type Catalog, sessionOf } from './catalog.ts';
import { DAY, POLICY } from './policy.ts';
import { forgetArtifact, type HeldArtifact } from './write-artifacts.ts';

export interface Pruned {
  readonly artifacts: number;
  readonly scans: number;
}

/**
 * Drops some of what is no longer of use: artifacts that are gone from disk, scans nobody asked for in 90 days.
 * Bounded work, meant to run now and then after an answer was given. Does nothing while another process writes.
 */
export function prune(catalog: Catalog, now: number = Date.now()): Pruned {
  const session = sessionOf(catalog);
  const due = session.read<readonly Due[]>([], (connection) =>
    connection.all<Due>(DUE, now - POLICY.artifactDays * DAY, POLICY.artifactsPerPrune),
  );
  const gone = new Set(due.filter(({ path }) => isGone(path)));
  const pruned = session.tend((connection) => {
    for (const artifact of due) {
      if (gone.has(artifact)) forgetArtifact(connection, artifact);
      else connection.run(SEEN, now, artifact.number);
    }
    const scans = connection.all(STALE, now - POLICY.scanDays * DAY, POLICY.scans);
    connection.exec(`pragma incremental_vacuum(${POLICY.pagesPerPrune})`);
    return { artifacts: gone.size, scans: scans.length };
  });
  return pruned ?? { artifacts: 0, scans: 0 };
}

interface Due extends HeldArtifact {
  readonly path: string;
}

const DUE = 'select number, skills, path from artifact where checked_at < ? order by checked_at limit ?';

const SEEN = 'update artifact set checked_at = ? where number = ?';

const STALE = `
  delete from project where seen_at < ? or number not in (select number from project order by seen_at desc limit ?)
  returning number`;

/** Only when the system says so: a place that cannot be looked at now may be there again later. */
function isGone(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
