import { writeSync } from 'node:fs';
import { putSkill } from '../registry/put-skill.ts';
import { openRegistry } from '../registry/registry.ts';

/* A process of its own: `put-child <dir>`. Puts skills for ever and says the name of each that is committed. */
const registry = await openRegistry({ dir: process.argv[2] ?? '' });
for (let number = 0; ; number += 1) {
  const name = `skill-${String(number).padStart(3, '0')}`;
  await putSkill(registry, { text: `---\nname: ${name}\ndescription: Use ${name}.\n---\nbody\n` });
  writeSync(1, `${name}\n`);
}
