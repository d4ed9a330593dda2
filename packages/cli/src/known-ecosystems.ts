import { SkillscopeError } from '@skillscope/core';
import { ECOSYSTEM_IDS } from '@skillscope/ecosystems';
import { SETTINGS } from './settings.ts';

/**
 * The same ids, all of them known.
 * @throws SkillscopeError `usage` for one that is not
 */
export function knownEcosystems(ids: readonly string[]): readonly string[] {
  const unknown = ids.find((id) => !ECOSYSTEM_IDS.includes(id));
  if (unknown === undefined) return ids;
  throw new SkillscopeError('usage', `"${unknown}" is no ecosystem that skillscope knows. It knows:`, {
    candidates: ECOSYSTEM_IDS,
    hint: `They are known by other names too: ${Object.keys(SETTINGS.ecosystem.aliases).join(', ')}.`,
  });
}
