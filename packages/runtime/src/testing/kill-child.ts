import { writeSync } from 'node:fs';
import { openRegistry, type RegistryPlace } from '../registry/registry.ts';
import { KILL_WORK, type KillWork } from './kill-work.ts';

/*
 * A process of its own: `kill-child <place as JSON> <work> [check]`. Says which step it finds, a line `found <step>`, or
 * `broken <why>` for what no step leaves behind. Then, without `check`, takes step after step until it is killed and
 * says `begun <step>` and `done <step>`.
 */
const [place = '', name = '', check] = process.argv.slice(2);
const registry = await openRegistry(JSON.parse(place) as RegistryPlace);
const work: KillWork = KILL_WORK[name === 'apply' ? 'apply' : 'attach'];

try {
  await untilAlone();
  const found = await work.find(registry);
  writeSync(1, `found ${found}\n`);
  for (let step = found + 1; check === undefined; step += 1) {
    writeSync(1, `begun ${step}\n`);
    await work.take(registry, step);
    writeSync(1, `done ${step}\n`);
  }
} catch (error) {
  writeSync(1, `broken ${error instanceof Error ? error.message : 'by something that is no error'}\n`);
}
await registry.close();

/** The server may still be ending what the killed process before this one had begun. */
async function untilAlone(): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const [row] = await registry.read((database) =>
      database.query<{ readonly others: number }>(
        `select count(*)::integer as others from pg_stat_activity
         where datname = current_database() and usename is not null and pid <> pg_backend_pid()`,
      ),
    );
    if (row?.others === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('Another process holds the database.');
}
