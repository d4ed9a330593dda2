import type { Dependency } from '../dependency.ts';
import type { Skill } from '../skill.ts';
import { words } from './words.ts';

/** The searched parts of a listing. */
export const LISTING_FIELDS = ['name', 'description', 'whenToUse', 'headings', 'library'] as const;

export type ListingField = (typeof LISTING_FIELDS)[number];

/** What describes itself to search: a skill, or a library. The two kinds are ranked apart. */
export interface ListingDocument {
  /** Identity: a skill's id or a library's purl. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly whenToUse?: string;
  readonly headings?: readonly string[];
  /** Name of the library a skill belongs to, so that a need which names the product finds its skills. */
  readonly library?: string;
}

/** A skill as search sees it. */
export function skillDocument(skill: Skill, library: string): ListingDocument {
  return {
    id: skill.id,
    name: skill.name,
    description: skill.description,
    ...(skill.whenToUse === undefined ? {} : { whenToUse: skill.whenToUse }),
    headings: skill.headings,
    library,
  };
}

/** A library as search sees it: its name and its own one-line description. */
export function libraryDocument(dependency: Pick<Dependency, 'purl' | 'name' | 'summary'>): ListingDocument {
  return { id: dependency.purl, name: dependency.name, description: dependency.summary ?? '' };
}

/** The words of each field joined with spaces: the columns of a full-text index. */
export type ListingWords = Readonly<Record<ListingField, string>>;

/** A listing whose words were taken before, for ranking without reading its texts again. */
export interface IndexedListing {
  readonly id: string;
  readonly words: ListingWords;
}

export function indexListing(document: ListingDocument): IndexedListing {
  return {
    id: document.id,
    words: {
      name: join(document.name),
      description: join(document.description),
      whenToUse: join(document.whenToUse ?? ''),
      headings: (document.headings ?? []).map(join).filter(Boolean).join(' '),
      library: join(document.library ?? ''),
    },
  };
}

function join(text: string): string {
  return words(text).join(' ');
}
