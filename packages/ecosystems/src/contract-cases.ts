import type { Dependency } from '@skillscope/core';

/** Where a case builds its project: fresh for every test, and gone after it. All directories are absolute real paths. */
export interface Sandbox {
  /** The project; exists and is empty. */
  readonly directory: string;
  /** The user's home; exists and is empty. Caches and stores of package managers belong below it. */
  readonly home: string;
  /** Belongs to neither: nothing in it may be reached. Exists and is empty. */
  readonly elsewhere: string;
  /** Writes a file with the folders it needs. Relative paths are below `directory`. */
  write(path: string, content: string | Uint8Array): void;
}

/** What every case tells about the project it built. */
export interface Built {
  /** Directory to ask from, relative to the project. Default: the project itself. */
  readonly ask?: string;
  /** Environment variables; those the ecosystem does not name are withheld, as the runner does. Default: none. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A file of the ordinary case that is then damaged in every way, one at a time. */
export interface Damageable {
  /** Relative to the project. */
  readonly path: string;
  /** Damage that this format cannot notice, each with the reason. Default: none, every damage must be reported. */
  readonly unnoticed?: Readonly<Partial<Record<Damage, string>>>;
}

export type Damage = 'empty' | 'truncated' | 'prose' | 'wrong type' | 'binary' | 'merge conflict' | 'directory';

/** Builds one project; or the reason, as a sentence, why this ecosystem has no such thing. */
export type Case<Told extends Built, Given extends readonly unknown[] = []> =
  | ((sandbox: Sandbox, ...given: Given) => Told)
  | string;

/**
 * One small project for every behaviour the contract asks for. A case writes files and says what must be found;
 * it asserts nothing itself.
 */
export interface EcosystemCases {
  /** Base names that must not mark a project, e.g. other spellings and neighbouring ecosystems' files. */
  readonly unwanted: readonly string[];
  /** One direct and one transitive dependency at least, declared, locked and installed, each with a summary. */
  readonly ordinary: (sandbox: Sandbox) => Built & {
    readonly direct: readonly string[];
    readonly transitive: readonly string[];
    /** The reason, as a sentence, why libraries of this ecosystem have no summary. Default: they have one. */
    readonly unsummarised?: string;
    readonly damageable: readonly Damageable[];
  };
  /** Dependencies declared, with no lockfile and nothing installed. */
  readonly unlocked: Case<Built & { readonly name: string }>;
  /** Dependencies locked, with nothing installed. */
  readonly notInstalled: Case<Built & { readonly name: string; readonly version: string }>;
  /** The same dependency written down more than once. */
  readonly duplicate: Case<Built & { readonly name: string }>;
  /** Two versions of one package, both used. */
  readonly twoVersions: Case<Built & { readonly name: string; readonly versions: readonly [string, string] }>;
  /** A dependency from a git repository. */
  readonly git: Case<Built & { readonly name: string }>;
  /** A dependency that lies in a directory outside the workspace, used in place. */
  readonly path: Case<Built & { readonly name: string }>;
  /** One workspace member that uses another. */
  readonly workspace: Case<Built & { readonly name: string }>;
  /** A workspace of at least two members; `only` is used by another member than the one named. */
  readonly member: Case<
    Built & { readonly member: string; readonly uses: string; readonly only: string; readonly others: string }
  >;
  /** The given text, which holds control characters, as the name of a dependency wherever a name may stand. */
  readonly hostileName: Case<Built, [name: string]>;
  /** The given text, which climbs out by `..`, as a name and as a version; it would lead to a package in `elsewhere`. */
  readonly traversal: Case<Built, [climb: string]>;
  /** Addresses that carry the given user and password, wherever an address may stand. */
  readonly credentials: Case<Built, [userinfo: string]>;
  /** At least that many locked dependencies. */
  readonly many: Case<Built, [count: number]>;
  /** Everything the ecosystem's own tools would run, each creating the marker file if it is run. */
  readonly traps: Case<Built & Partial<Pick<Dependency, 'name'>>, [marker: string]>;
}
