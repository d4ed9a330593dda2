import { openRegistry } from '../registry/registry.ts';

/* A process of its own: `timers-child <dir>`. Says why a registry does not open, and what keeps the process from its end. */
const told = await openRegistry({ dir: process.argv[2] ?? '', migrate: false }).then(
  () => 'opened',
  (error: Error) => error.message,
);
const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
process.stdout.write(JSON.stringify([told, timers]), () => process.exit());
