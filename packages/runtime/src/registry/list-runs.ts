import { pageSize } from './list-skills.ts';
import type { Registry } from './registry.ts';
import { RegistryError } from './registry-error.ts';
import { type Decision, readDecisions } from './runs.ts';

export interface RunCard {
  readonly id: string;
  readonly agent: string;
  readonly agentVersion: number;
  readonly thread: string;
  readonly branch: string;
  readonly openedAt: Date;
  readonly openedBy?: string;
  /** Absent while the run is open. */
  readonly closedAt?: Date;
}

export interface RunRecord extends RunCard {
  readonly bands: readonly unknown[];
  readonly counters: Readonly<Record<string, unknown>>;
  /** The versions whose body it used, in the order they came. */
  readonly used: readonly {
    readonly skill: string;
    readonly version: number;
    readonly digest: string;
    readonly mode: 'always' | 'match' | 'request' | 'sticky';
    readonly turn: number;
  }[];
  readonly decisions: readonly (Decision & { readonly turn: number })[];
}

export interface RunPage {
  readonly runs: readonly RunCard[];
  /** The `after` of the next page; absent on the last. */
  readonly next?: string;
}

const COLUMNS = 'r.id, r.agent, r.agent_version, r.thread, r.branch, r.opened_at, r.opened_by, r.closed_at';

/** The newest first. */
export async function listRuns(
  registry: Registry,
  options: { readonly agent?: string; readonly thread?: string; readonly after?: string; readonly limit?: number } = {},
): Promise<RunPage> {
  const limit = pageSize(options.limit);
  if (options.after !== undefined) checkId(options.after);
  const rows = await registry.read((database) =>
    database.query<RunRow>(
      `select ${COLUMNS} from skillscope.runs r
       where ($1::text is null or r.agent = $1) and ($4::text is null or r.thread = $4) and ($2::uuid is null or (r.opened_at, r.id) < (
         select b.opened_at, b.id from skillscope.runs b where b.id = $2))
       order by r.opened_at desc, r.id desc limit $3`,
      [options.agent ?? null, options.after ?? null, limit + 1, options.thread ?? null],
    ),
  );
  const runs = rows.slice(0, limit).map(cardOf);
  const last = runs.at(-1);
  return { runs, ...(rows.length > limit && last ? { next: last.id } : {}) };
}

/** Everything that was recorded of one run. Throws `unknown-run`. */
export async function readRun(registry: Registry, id: string): Promise<RunRecord> {
  checkId(id);
  const found = await registry.read(async (database) => {
    const [row] = await database.query<
      RunRow & { readonly bands: readonly unknown[]; readonly counters: Readonly<Record<string, unknown>> }
    >(`select ${COLUMNS}, r.bands, r.counters from skillscope.runs r where r.id = $1`, [id]);
    if (row === undefined) throw unknown(id);
    const used = await database.query<RunRecord['used'][number]>(
      `select u.skill, u.version, u.digest, u.mode, u.turn from skillscope.run_skills u
       where u.run = $1 order by u.turn, u.skill, u.version`,
      [id],
    );
    return { ...cardOf(row), bands: row.bands, counters: row.counters, used };
  });
  return { ...found, decisions: await readDecisions(registry, id) };
}

interface RunRow {
  readonly id: string;
  readonly agent: string;
  readonly agent_version: number;
  readonly thread: string;
  readonly branch: string;
  readonly opened_at: Date;
  readonly opened_by: string | null;
  readonly closed_at: Date | null;
}

function cardOf(row: RunRow): RunCard {
  return {
    id: row.id,
    agent: row.agent,
    agentVersion: row.agent_version,
    thread: row.thread,
    branch: row.branch,
    openedAt: row.opened_at,
    ...(row.opened_by === null ? {} : { openedBy: row.opened_by }),
    ...(row.closed_at === null ? {} : { closedAt: row.closed_at }),
  };
}

function checkId(id: string): void {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) throw unknown(id);
}

function unknown(id: string): RegistryError {
  return new RegistryError('unknown-run', `There is no run "${id.slice(0, 80)}".`, {
    ways: ['Name a run by the id that it was opened with.'],
  });
}
