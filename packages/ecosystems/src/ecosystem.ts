import type { Artifact, Dependency, Note, Skipped, Standing } from '@skillscope/core';
import type { Files } from './files.ts';
import type { Tree } from './tree.ts';

/**
 * What one package-URL type must be able to do. The folder of an ecosystem carries its id as its name and
 * default-exports one of these from `index.ts`; the runner in `scan.ts` does everything else: it finds the project,
 * opens and caps files, indexes artifacts, collects what was skipped. An ecosystem compares names and turns text
 * into results. It never throws on foreign input, runs nothing, downloads nothing, and reads only through `Files`.
 */
export interface Ecosystem {
  /** The package-URL type, and the name of the folder. */
  readonly id: string;
  /** Raise when the output for the same input changes: cached rows made by an older version are dropped. */
  readonly version: number;
  /** Base names that mark a directory as a project of this ecosystem. Compared exactly, never globbed. */
  readonly manifests: readonly string[];
  /** Names of the environment variables it looks at; it is given no others, and they are part of the cache key. */
  readonly variables: readonly string[];
  /** What `project.directory` depends on, with the best evidence present, and where each version lies. */
  read(project: Project): Promise<Reading>;
  /**
   * Where skills lie in one artifact of this ecosystem, which `tree` shows. Order is irrelevant; one place may be named
   * twice.
   */
  places(tree: Tree, artifact?: Artifact): Promise<Places>;
  /** What lies on this machine whether or not the project at hand uses it. */
  readonly outside: Outside;
  /** How source code says which libraries it uses; absent where it does not. */
  readonly imports?: Imports;
}

/** From a source file to the libraries it uses, without running or compiling anything. */
export interface Imports {
  /** Ends of the names of source files, with the dot, lower case. */
  readonly extensions: readonly string[];
  /**
   * What a text imports, each once, in the order of the text. The text may be a part of a file. Linear time, never throws.
   *
   * @param extension one of `extensions`
   */
  read(text: string, extension: string): Promise<readonly string[]>;
  /** Those of the shipping libraries that the names are from, in their order. */
  match<L extends Dependency>(request: ImportRequest<L>): Promise<readonly L[]>;
}

export interface ImportRequest<L> {
  /** As `read` gave them. */
  readonly names: readonly string[];
  /** Libraries of this ecosystem that ship a skill. */
  readonly shipping: readonly L[];
  /** All libraries of this ecosystem in scope. Costs some time, so it is asked only when one of `shipping` fits. */
  readonly all: () => readonly L[];
  /** Opens a library's artifact; `undefined` where that cannot be done. The callee closes it. */
  readonly open: (artifact: Artifact) => Promise<Tree | undefined>;
}

/** The stores that managers of this ecosystem share between projects. */
export interface Outside {
  /** Names of the environment variables that say where stores lie; it is given no others. */
  readonly variables: readonly string[];
  /** Every shelf that is there. Finding them looks at a handful of directories; looking through one comes later. */
  shelves(machine: Machine): Promise<readonly Shelf[]>;
}

/** What the runner hands to `shelves`. */
export interface Machine {
  readonly files: Files;
  /** The variables named in `variables`, where set. */
  readonly environment: Readonly<Record<string, string>>;
  /** The user's home directory. */
  readonly home: string;
  /** Absolute path of the program that runs this process: global npm packages lie beside it unless something says else. */
  readonly program: string;
  /** Absolute directories in which scans of projects have found artifacts of this ecosystem. */
  readonly known: readonly string[];
}

/** One directory full of libraries. */
export interface Shelf {
  /** Absolute; no two shelves of an ecosystem have the same. */
  readonly path: string;
  /** True where a project may have put there what it likes: nothing there answers for its name elsewhere. Default: false. */
  readonly ofProject?: boolean;
  /**
   * What lies there, a step at a time, in the order of `key`: segments between `/`, each by UTF-16 code unit, a folder
   * before what is in it. Steps up to and including `after` are left out; `''` leaves out none. Of several versions of a
   * library that lie together only the newest is a step. Bounded by `LIMITS.outsideFolders`; follows no link that leads
   * out of the shelf.
   */
  find(after: string, files: Files): Iterable<Step>;
}

/** A library, or a folder that was entered on the way: a walk can be cut after any step and taken up there. */
export interface Step {
  readonly key: string;
  /** Where the library's artifact is filed, where that place never holds another version. It is not read again then. */
  readonly place?: { readonly path: string; readonly inside: string };
  /** Looks at the library; `undefined` for what is none after all. Absent for a folder. */
  read?(files: Files): OutsideLibrary | undefined;
}

/** One library as a shelf holds it. */
export interface OutsideLibrary {
  /** Package URL. A version is always in it. */
  readonly purl: string;
  /** As the registry spells it. */
  readonly name: string;
  readonly version: string;
  /** The library's own one-line description, cleaned. */
  readonly summary?: string;
  /** At least one. */
  readonly artifacts: readonly Artifact[];
  /** Opens the only artifact, where it is neither a directory nor an archive. */
  readonly open?: () => Tree;
}

/** What the runner hands to `read`. */
export interface Project {
  /** Absolute real path of the directory with the manifest, as asked for. */
  readonly directory: string;
  readonly files: Files;
  /** The variables named in `variables`, where set. */
  readonly environment: Readonly<Record<string, string>>;
  /** The user's home directory. */
  readonly home: string;
  /** Gives the event loop a turn, so that progress is shown and a cancelled call ends. Throws when cancelled. */
  breathe(): Promise<void>;
  /** Says, before anything is announced, how many artifacts may be: for a few, no second thread is started. */
  expect(artifacts: number): void;
  /**
   * Says of an artifact, as soon as it is found, that a dependency lies there: it can be looked into while the rest is
   * read. Worth saying where reading takes as long as looking into everything.
   */
  announce(artifact: Artifact): void;
}

/** What an ecosystem learned about a project. */
export interface Reading {
  /** Absolute path of the workspace root, or of the project itself where there is no workspace. */
  readonly root: string;
  /** Path of the member asked from, relative to `root`; absent when the root itself was asked. */
  readonly member?: string;
  /** The members below the root, relative to it, sorted; empty where there are none. The root itself is not among them. */
  readonly members: readonly string[];
  /** Any order, at most one per purl and artifact: the runner sorts. */
  readonly dependencies: readonly Dependency[];
  /** Files that said what is declared, locked and installed, absolute; for `status`. */
  readonly evidence: {
    readonly declared: readonly string[];
    readonly locked: readonly string[];
    readonly installed: readonly string[];
  };
  readonly skipped: readonly Skipped[];
  /** About the project: nothing installed yet, lockfile and disk differ, two lockfiles … */
  readonly notes: readonly Note[];
}

/** One place where a skill lies, before it is read. */
export interface Place {
  /** Path of the file that holds frontmatter and body, below the artifact's root, `/` separators. */
  readonly entry: string;
  /** `directory`: the entry's folder is the skill. `file`: the entry alone is. `root`: the artifact's root is, with the standard subfolders only. */
  readonly extent: 'directory' | 'file' | 'root';
  readonly standing: Standing;
  /** The convention that led here, for `notes` of an unusual place, e.g. `dist/skills`. */
  readonly convention: string;
  /** What the skill goes by when its file has no frontmatter; default: such a file is no skill. */
  readonly label?: Label;
}

/** Stands in for frontmatter where a convention has none. As foreign as the text it is made from. */
export interface Label {
  readonly name: string;
  readonly description: string;
}

export interface Places {
  readonly places: readonly Place[];
  readonly skipped: readonly Omit<Skipped, 'purl'>[];
}
