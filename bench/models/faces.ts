import type { ListingDocument } from '@skillscope/core';

/** One way of turning a listing into the texts that are encoded; a listing's score is that of its best text. */
export interface Face {
  readonly name: string;
  readonly texts: (document: ListingDocument) => readonly string[];
}

export const FACES: readonly Face[] = [
  { name: 'description', texts: ({ description }) => [description] },
  { name: 'name and description', texts: (document) => [named(document)] },
  {
    name: 'library, name and description',
    texts: (document) => [`${words(document.library ?? '')} ${named(document)}`],
  },
  { name: 'headings', texts: ({ headings = [] }) => [headings.join('. ')] },
  {
    name: 'best sentence',
    texts: (document) =>
      sentences(document.description, document.whenToUse).map((text) => `${words(document.name)}: ${text}`),
  },
  {
    name: 'best of whole and sentences',
    texts: (document) => [named(document), ...sentences(document.description, document.whenToUse)],
  },
  { name: 'best of whole and headings', texts: (document) => [named(document), ...(document.headings ?? [])] },
];

/** What a listing says of itself: the words of its name, its description, when to use it. */
function named({ name, description, whenToUse = '' }: ListingDocument): string {
  return `${words(name)}: ${description} ${whenToUse}`.trim();
}

/** A name's words, whatever joins them. */
function words(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

function sentences(...texts: readonly (string | undefined)[]): string[] {
  return texts.flatMap((text = '') => text.split(/(?<=[.!?])\s+/)).filter((text) => text !== '');
}
