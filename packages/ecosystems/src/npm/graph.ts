import type { Artifact } from '@skillscope/core';

/** One package of a Plug'n'Play install. */
export interface PnpPackage {
  readonly name: string;
  /** As the package's own manifest says it, or as the locator does where the manifest is out of reach. */
  readonly version: string;
  readonly artifact: Artifact;
  /** Name it is imported by → locator of what that is. Peers that resolved are among them; those that did not are absent. */
  readonly dependencies: ReadonlyMap<string, string>;
}

/** What a Plug'n'Play data file says, read as data and never run. */
export interface PnpGraph {
  /** By locator; a workspace member is one too. */
  readonly packages: ReadonlyMap<string, PnpPackage>;
  /** Path of a member below the root (`.` for the root) → the name it imports by → locator. */
  readonly importers: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Absolute path of the file it was read from. */
  readonly installedFile: string;
}
