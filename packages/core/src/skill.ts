import type { Note } from './found.ts';

/** What may be done with one file of a skill. Only `text` is ever served. */
export type SkillFileKind = 'text' | 'script' | 'binary' | 'too-large';

export interface SkillFile {
  /** Relative to the skill's directory, `/` separators. */
  readonly path: string;
  /** Bytes on disk. */
  readonly size: number;
  readonly kind: SkillFileKind;
  /** `sha256:<hex>` of the bytes; absent for `too-large`, which is not read. */
  readonly digest?: string;
}

/** `usual`: a place the field agrees on. `unusual`: found, but marked, since few look there. */
export type Standing = 'usual' | 'unusual';

/**
 * `readable`: may be read. `withheld`: something about the text was noticed, and it is not handed out until it is
 * approved. `unapproved`: the project asks for approval and has none for this text; what its authors say of it is not
 * shown either.
 */
export type Trust = 'readable' | 'withheld' | 'unapproved';

/** Which artifact of a dependency holds a skill. */
export interface SkillOrigin {
  /** 0 is the dependency's `artifact`, n the nth of its `companions`. */
  readonly artifact: number;
  /** From 1: the place among all skills of that artifact. */
  readonly ordinal: number;
}

/** What a skill says of itself, for listings and for search. */
export type Listing = Pick<Skill, 'name' | 'description' | 'whenToUse' | 'headings'>;

/** A skill in one artifact, without its body: bodies are read from the artifact when asked for. */
export interface Skill {
  /** `<purl>#<path>`; the identity. A root skill has the bare purl and `#.`. */
  readonly id: string;
  /** Directory of the skill below the artifact's root (`.` for the root), or the file itself where one file is one skill. */
  readonly path: string;
  /** The markdown file that holds frontmatter and body, relative to `path`; usually `SKILL.md`. Empty where `path` is the file itself. */
  readonly entry: string;
  /** A label, not an identity. Cleaned. */
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
  /** `sha256:<hex>` over all files of the skill, see `skillDigest`. */
  readonly digest: string;
  readonly standing: Standing;
  readonly trust: Trust;
  /** The entry first, then by code point. */
  readonly files: readonly SkillFile[];
  /** Headings of the body, cleaned, for search. */
  readonly headings: readonly string[];
  /** Every frontmatter field as written, unknown ones too. */
  readonly frontmatter: Readonly<Record<string, unknown>>;
  readonly notes: readonly Note[];
  /** What it says of itself where that is withheld, cleaned. Shown to whoever approves it, and once it is approved. */
  readonly withheld?: Listing;
  /** Absent where a dependency has one artifact: then all its skills are that artifact's, in order. */
  readonly origin?: SkillOrigin;
}
