/** How sure we are of a version: what a manifest asks for, what a lockfile fixes, what lies on disk. */
export type Evidence = 'declared' | 'locked' | 'installed';

/** `direct` when the project, or the member asked from, names the dependency in its own manifest. */
export type Relation = 'direct' | 'transitive';

/**
 * Where a version came from. Only `registry` claims the identity of the public package of that name;
 * every other source carries a qualifier in its purl that says what it really is. `bundled`: it came packed inside
 * another library's package, whose name is the qualifier `bundled_in`.
 */
export type Source = 'registry' | 'git' | 'url' | 'path' | 'workspace' | 'bundled';

/** Where one version of a library lies on this machine. */
export interface Artifact {
  readonly kind: 'directory' | 'archive';
  /** Absolute real path of the directory, or of the archive file. */
  readonly path: string;
  /**
   * A folder, with `/` separators and no trailing slash. In an archive it is the library's root; default the archive's.
   * In a directory it is where the library keeps the list of its own files, because others lie there too; default
   * none: the whole directory is the library's.
   */
  readonly inside?: string;
  /** The file whose stamp stands for the whole artifact while it is immutable, relative to the root, e.g. `package.json`. */
  readonly manifest: string;
  /** True for linked, path, git-checkout and editable artifacts: their content is checked again on every scan. */
  readonly mutable: boolean;
  /** False when its manifest was read and says nothing about skills, so that it need not be read for them again. */
  readonly namesSkills?: false;
}

/** One library at one version, as one project (or one workspace member) uses it. */
export interface Dependency {
  /** Package URL; the identity. */
  readonly purl: string;
  /** The package-URL type, e.g. `npm`. */
  readonly ecosystem: string;
  /** Name as the registry spells it, e.g. `@tanstack/db`. Cleaned. */
  readonly name: string;
  readonly version: string;
  readonly relation: Relation;
  /** Names from the direct dependency down to the parent, shortest chain. Empty for a direct dependency, and where nothing on this machine says it. */
  readonly via: readonly string[];
  readonly evidence: Evidence;
  readonly source: Source;
  /** True when a lockfile fixes this very version as one of a registry, not as one that came packed in another package. */
  readonly pinned?: true;
  /** The version in the lockfile, when it differs from the installed one answered for. */
  readonly lockedVersion?: string;
  /** The name the project imports it by, when that is not `name`. */
  readonly alias?: string;
  /** Workspace members that use it, as paths below the workspace root; only when a whole workspace was asked for. */
  readonly members?: readonly string[];
  /** Absent when the version is known but nothing of it lies on this machine. */
  readonly artifact?: Artifact;
  /** More artifacts of the same version, such as the sources published beside a jar; only where there is an `artifact`, which goes first. */
  readonly companions?: readonly Artifact[];
  /** Who published the artifact, when that is not the authors of the skills in it. Cleaned. */
  readonly republisher?: string;
  /** The library's own one-line description, cleaned. */
  readonly summary?: string;
}
