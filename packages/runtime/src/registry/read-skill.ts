import { call, integer, text } from './call.ts';
import type { Registry } from './registry.ts';

export interface VersionChoice {
  /** Default: what `label` names, else the newest. */
  readonly version?: number;
  readonly label?: string;
  /** For those who decide about approval: gives withheld texts too. Default: false, and they are `not-approved`. */
  readonly review?: boolean;
}

export interface SkillText {
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  readonly body: string;
  /** Everything before the body, as written; with the body it is the file `entry`. */
  readonly head: string;
  readonly entry: string;
  readonly origin: Readonly<Record<string, unknown>>;
  readonly findings: readonly unknown[];
  readonly files: readonly ResourceEntry[];
}

export interface ResourceEntry {
  readonly path: string;
  readonly size: number;
  readonly kind: 'text' | 'script' | 'binary';
  readonly digest: string;
}

/** The text of one version and the names of its files. */
export function readSkill(registry: Registry, name: string, choice: VersionChoice = {}): Promise<SkillText> {
  return registry.read((database) =>
    call<SkillText>(database, choice.review ? 'review_body' : 'read_body', [
      text(name),
      integer(choice.version),
      text(choice.label),
    ]),
  );
}

export interface Resource {
  readonly path: string;
  readonly kind: 'text' | 'script' | 'binary';
  readonly digest: string;
  readonly content: Uint8Array;
}

/** One file of one version, byte for byte. */
export async function readResource(
  registry: Registry,
  name: string,
  path: string,
  choice: VersionChoice = {},
): Promise<Resource> {
  const [row] = await registry.read((database) =>
    database.query<Resource>(
      `select path, content, kind, digest
       from skillscope.${choice.review ? 'review_resource' : 'read_resource'}($1, $2, $3, $4)`,
      [name, path, choice.version ?? null, choice.label ?? null],
    ),
  );
  if (row === undefined) throw new Error('The database gave no file.');
  return row;
}

export interface SkillVersion {
  readonly version: number;
  readonly digest: string;
  readonly createdAt: Date;
  readonly createdBy?: string;
  readonly labels: readonly string[];
}

/** All versions of a skill, the newest first. Empty for a name that does not exist. */
export async function listVersions(registry: Registry, name: string): Promise<readonly SkillVersion[]> {
  const rows = await registry.read((database) =>
    database.query<{
      readonly version: number;
      readonly digest: string;
      readonly created_at: Date;
      readonly created_by: string | null;
      readonly labels: readonly string[];
    }>(
      `select v.version, v.digest, v.created_at, v.created_by, array(select l.label::text from skillscope.labels l
         where l.skill = v.skill and l.version = v.version order by l.label) as labels
       from skillscope.skill_versions v where v.skill = $1 order by v.version desc`,
      [name],
    ),
  );
  return rows.map(({ version, digest, created_at, created_by, labels }) => ({
    version,
    digest,
    createdAt: created_at,
    ...(created_by === null ? {} : { createdBy: created_by }),
    labels,
  }));
}
