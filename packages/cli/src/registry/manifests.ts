import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import { type ManifestNote, type ManifestReading, readManifest, readMarketplace } from '@skillscope/runtime';

export interface ManifestFlags {
  readonly force?: boolean;
  /** Of a marketplace: only these plugins. */
  readonly plugin?: readonly string[];
  /** Of a marketplace: every plugin. */
  readonly all?: boolean;
}

/**
 * Reads one manifest, or those of a marketplace's plugins that were asked for. Throws `usage` where a marketplace is
 * named and none of its plugins is.
 */
export async function readManifests(
  named: string,
  { plugin, all }: ManifestFlags,
): Promise<{ readonly readings: readonly ManifestReading[]; readonly notes: readonly ManifestNote[] }> {
  const path = marketplaceIn(named, plugin !== undefined || all === true) ?? named;
  if (basename(path) !== 'marketplace.json') {
    if (plugin || all)
      throw new SkillscopeError('usage', '--plugin and --all choose from a marketplace.', {
        hint: 'Name a marketplace.json, or the directory with .claude-plugin/marketplace.json.',
      });
    const reading = await readManifest(path);
    return { readings: [reading], notes: reading.notes };
  }
  const { readings, notes } = await readMarketplace(path);
  const names = readings.map(({ manifest }) => manifest.name);
  const unknown = plugin?.find((name) => !names.includes(name));
  if ((plugin === undefined) !== (all === true) || unknown !== undefined)
    throw new SkillscopeError(
      'usage',
      unknown === undefined
        ? 'A marketplace lists plugins; it is not said which.'
        : `The marketplace has no plugin "${unknown}" that can be read here.`,
      { hint: 'Name plugins with --plugin, or take every one with --all.', candidates: names },
    );
  const wanted = readings.filter(({ manifest }) => all || plugin?.includes(manifest.name));
  // What else a marketplace lists is of no matter to who names a plugin; the largest lists hundreds.
  return { readings: wanted, notes: [...wanted.flatMap((reading) => reading.notes), ...(all ? notes : [])] };
}

/** The marketplace of a directory that is nothing else, or is asked as one: a plugin's may list the plugin too. */
function marketplaceIn(directory: string, isChosenFrom: boolean): string | undefined {
  const file = join(directory, '.claude-plugin/marketplace.json');
  if (!existsSync(file)) return undefined;
  return isChosenFrom || !existsSync(join(directory, '.claude-plugin/plugin.json')) ? file : undefined;
}
