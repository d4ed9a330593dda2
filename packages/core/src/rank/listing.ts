import type { Dependency } from '../dependency.ts';
import type { Skill } from '../skill.ts';
import { words } from './words.ts';

export type ListingKind = 'skill' | 'library';

/** The searched parts of a listing. */
export const LISTING_FIELDS = ['name', 'description', 'whenToUse', 'headings', 'library'] as const;

export type ListingField = (typeof LISTING_FIELDS)[number];

/** What describes itself to search: a skill, or a library. */
export interface ListingDocument {
  /** Identity: a skill's id or a library's purl. */
  readonly id: string;
  readonly kind: ListingKind;
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
  readonly headings?: readonly string[];
  /** Name of the library a skill belongs to, so that a need which names the product finds its skills. */
  readonly library?: string;
}

/**
 * The words of each field, as `words` gives them, joined with spaces, and headings with line breaks: the columns of a
 * full-text index.
 */
export type ListingWords = Readonly<Record<ListingField, string>>;

/** A listing whose words were taken before, e.g. read from the index. */
export interface IndexedListing {
  readonly id: string;
  readonly kind: ListingKind;
  readonly words: ListingWords;
}

/** A skill as search sees it. */
export function skillDocument(skill: Skill, library: string): ListingDocument {
  return {
    id: skill.id,
    kind: 'skill',
    name: skill.name,
    description: skill.description,
    ...(skill.whenToUse === undefined ? {} : { whenToUse: skill.whenToUse }),
    headings: skill.headings,
    library,
  };
}

/** A library as search sees it: its name and its own one-line description. */
export function libraryDocument(dependency: Pick<Dependency, 'purl' | 'name' | 'summary'>): ListingDocument {
  return { id: dependency.purl, kind: 'library', name: dependency.name, description: dependency.summary ?? '' };
}

/** Takes the words of a listing once, where it is ranked more than once. */
export function indexListing(document: ListingDocument): IndexedListing {
  return {
    id: document.id,
    kind: document.kind,
    words: {
      name: joinedWords(document.name),
      description: joinedWords(document.description),
      whenToUse: joinedWords(document.whenToUse ?? ''),
      headings: headingWords(document.headings ?? [], joinedWords),
      library: joinedWords(document.library ?? ''),
    },
  };
}

/** A line for each heading that has words. `joined` gives the words of a text, joined with spaces. */
export function headingWords(headings: readonly string[], joined: (text: string) => string): string {
  return headings
    .map(joined)
    .filter((line) => line !== '')
    .join('\n');
}

function joinedWords(text: string): string {
  return words(text).join(' ');
}
