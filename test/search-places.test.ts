import { describe, expect, it } from 'vitest';
import { command } from './helpers/command.ts';
import { manifest, plant } from './helpers/tree.ts';

const skillText = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n`;

const RETRY = 'Retry a failed request with growing pauses.';

/** Two versions of a library, the newer one for the project itself, and a text that two libraries ship. */
function shop() {
  const directory = plant({
    'package.json': manifest('shop', '1.0.0', { dependencies: { calls: '2.0.0', old: '1.0.0', tool: '1.0.0' } }),
    'node_modules/calls/package.json': manifest('calls', '2.0.0', { description: 'Calls over the network' }),
    'node_modules/calls/skills/retry/SKILL.md': skillText('retry', RETRY),
    'node_modules/calls/skills/batch/SKILL.md': skillText('batch', 'Send several calls in one batch.'),
    'node_modules/old/package.json': manifest('old', '1.0.0', { dependencies: { calls: '1.0.0' } }),
    'node_modules/old/node_modules/calls/package.json': manifest('calls', '1.0.0', {
      description: 'Calls over the network',
    }),
    'node_modules/old/node_modules/calls/skills/again/SKILL.md': skillText('retry', RETRY),
    'node_modules/tool/package.json': manifest('tool', '1.0.0', { dependencies: { 'a-core': '1.0.0' } }),
    'node_modules/tool/skills/paint/SKILL.md': skillText('paint', 'Paint walls with a brush.'),
    'node_modules/a-core/package.json': manifest('a-core', '1.0.0'),
    'node_modules/a-core/skills/paint/SKILL.md': skillText('paint', 'Paint walls with a brush.'),
    'node_modules/a-core/skills/varnish/SKILL.md': skillText('varnish', 'Varnish walls with a brush.'),
  });
  return { directory, cache: plant({}) };
}

describe('the places of an answer', () => {
  it('A-29 one for a skill of several versions, the direct one, with addresses that read takes', async () => {
    const here = shop();
    const { skills } = JSON.parse((await command(['search', 'retry a failed request', '--json'], here)).out);
    expect(skills).toMatchObject([
      {
        version: '2.0.0',
        relation: 'direct',
        address: 'pkg:npm/calls@2.0.0#retry',
        alsoIn: ['pkg:npm/calls@1.0.0'],
      },
    ]);
    for (const address of [skills[0].address, ...skills[0].alsoIn]) {
      const { out, code } = await command(['read', address, '--json'], here);
      expect([code, JSON.parse(out).skill]).toEqual([0, 'retry']);
    }
  });

  it('one for a text that several libraries ship word for word, the direct one', async () => {
    const { skills } = JSON.parse((await command(['search', 'paint walls', '--json'], shop())).out);
    expect(skills[0]).toMatchObject({ address: 'tool', alsoIn: ['a-core#paint'] });
    expect(skills.filter(({ name }: { name: string }) => name === 'paint')).toHaveLength(1);
  });

  it('one for a library of several versions', async () => {
    const { libraries } = JSON.parse((await command(['search', 'calls over the network', '--json'], shop())).out);
    expect(libraries).toMatchObject([{ purl: 'pkg:npm/calls@2.0.0', alsoIn: ['pkg:npm/calls@1.0.0'] }]);
  });
});
