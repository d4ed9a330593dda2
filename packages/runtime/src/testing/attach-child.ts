import { writeSync } from 'node:fs';
import { attachSkill } from '../registry/agents.ts';
import { openRegistry } from '../registry/registry.ts';

/* A process of its own: `attach-child <url> <agent> <skill>…`. Says one character for each skill that is attached. */
const [url = '', agent = '', ...skills] = process.argv.slice(2);
const registry = await openRegistry({ url });
for (const skill of skills) {
  await attachSkill(registry, agent, skill);
  writeSync(1, '.');
}
await registry.close();
