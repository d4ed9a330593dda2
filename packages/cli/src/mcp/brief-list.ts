import type { LibraryAnswer, ListAnswer, SkillAnswer } from '../commands/list.ts';

/** A list as a client gets it beside the text. */
export interface BriefList extends Omit<ListAnswer, 'libraries'> {
  readonly libraries: readonly BriefLibrary[];
}

interface BriefLibrary extends Omit<LibraryAnswer, 'skills'> {
  readonly skills: readonly BriefSkill[];
}

type BriefSkill = Omit<SkillAnswer, 'id' | 'digest' | 'files' | 'notes'> & Partial<Pick<SkillAnswer, 'notes'>>;

/** Things named as skipped; a client that asks this way pays for every word. */
const SKIPPED_SHOWN = 20;

/**
 * What serves to choose a skill, without what comes with the skill itself: ids, digests, files and empty notes took four
 * fifths of a long list. What was skipped stands on the first page.
 */
export function briefList({ libraries, skipped, ...answer }: ListAnswer): BriefList {
  return {
    ...answer,
    libraries: libraries.map(({ skills, ...library }) => ({ ...library, skills: skills.map(briefSkill) })),
    skipped: answer.page === 1 ? skipped.slice(0, SKIPPED_SHOWN) : [],
  };
}

function briefSkill({ id: _, digest: __, files: ___, notes, ...skill }: SkillAnswer): BriefSkill {
  return notes.length > 0 ? { ...skill, notes } : skill;
}
