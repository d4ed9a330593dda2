import { openRegistry, type RegistryPlace, searchSkills } from '../../packages/runtime/src/index.ts';

/* A process of its own: `open-child <place as JSON> <tenant>`. Says what opening took and what it holds after a search. */
const [place = '', tenant = ''] = process.argv.slice(2);
const start = performance.now();
const registry = await openRegistry({ ...(JSON.parse(place) as RegistryPlace), tenant });
const opened = performance.now() - start;
await searchSkills(registry, 'anything at all');
console.log(JSON.stringify({ opened, bytes: process.memoryUsage.rss() }));
await registry.close();
