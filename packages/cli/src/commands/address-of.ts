import type { Skill } from '@skillscope/core';
import type { Library } from '@skillscope/ecosystems';

/** The shortest address that finds this skill in its library again: by name, or by path where names repeat. */
export function addressOf({ name, skills }: Library, skill: Skill): string {
  if (skills.length === 1) return name;
  const unique = skills.filter((other) => other.name === skill.name).length === 1;
  return `${name}#${unique ? skill.name : skill.path}`;
}
