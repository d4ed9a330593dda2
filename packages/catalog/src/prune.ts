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
 * Bounded work, meant to run now and then after an answer was given. Does nothing to the database while another process
 * writes, or when this one had no need of it.
 */
export function prune(catalog: Catalog, now: number = Date.now()): Pruned {
  const session = sessionOf(catalog);
  session.queue.prune(now);
  if (!session.isOpen) return { artifacts: 0, scans: session.scans.prune(now) };
  const due = session.read<readonly Due[]>([], (connection) =>
    connection.all<Due>(DUE, now - POLICY.artifactDays * DAY, POLICY.artifactsPerPrune),
  );
  const gone = new Set(due.filter(({ path }) => isGone(path)));
  const artifacts = session.tend((connection) => {
    for (const artifact of due) {
      if (gone.has(artifact)) forgetArtifact(connection, artifact);
      else connection.run(SEEN, now, artifact.number);
    }
    connection.exec(`pragma incremental_vacuum(${POLICY.pagesPerPrune})`);
    return gone.size;
  });
  return { artifacts: artifacts ?? 0, scans: session.scans.prune(now) };
}

interface Due extends HeldArtifact {
  readonly path: string;
}

const DUE = 'select number, skills, path from artifact where checked_at < ? order by checked_at limit ?';

const SEEN = 'update artifact set checked_at = ? where number = ?';

/** Only when the system says so: a place that cannot be looked at now may be there again later. */
function isGone(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
