import { basename } from 'node:path';
import { cleanLine, type Note, type Skill, steersBehind } from '@skillscope/core';

/** Stands for a description that may not be shown. */
export const LISTING_WITHHELD = 'The description is withheld.';

/**
 * A skill of a library as it may be listed behind that library's name: a sentence may go on from the one to the other, and
 * where it would steer an agent the skill is withheld, as it is where its own words do.
 */
export function withoutSplitPhrase(skill: Omit<Skill, 'id'>, library: string): Omit<Skill, 'id'> {
  const { whenToUse, ...rest } = skill;
  const { name, description, headings, path, trust, notes } = rest;
  if (trust === 'withheld' || !steersBehind(library, `${name} ${description}`)) return skill;
  const folder = cleanLine(basename(path));
  return {
    ...rest,
    name: steersBehind(library, folder) ? NAME_WITHHELD : folder,
    description: LISTING_WITHHELD,
    headings: [],
    trust: 'withheld',
    notes: [...notes.map((note) => withoutName(note, name)), SPLIT],
    withheld: { name, description, headings, ...(whenToUse === undefined ? {} : { whenToUse }) },
  };
}

/** Some notes quote the name. */
function withoutName(note: Note, name: string): Note {
  return name !== '' && note.message.includes(name) ? { ...note, message: 'What it is about is withheld.' } : note;
}

const NAME_WITHHELD = 'withheld';

const SPLIT: Note = {
  code: 'instruction-override',
  message: "Behind the library's name, its own name or description would steer an agent.",
};
