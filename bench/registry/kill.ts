import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'rolldown';
import { type KillRounds, killRounds } from '../../packages/runtime/src/testing/kill-rounds.ts';
import { asAdministrator, startServer } from '../../packages/runtime/src/testing/servers.ts';

/*
 * What processes leave behind that are killed in the middle of their work, on a server and in a directory. Run with
 * `tsx bench/registry/kill.ts`; `--rounds 200`, `--minutes 120` after which fewer will do, `--no-write`. Needs Debian's PostgreSQL.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '120' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const ROOT = join(import.meta.dirname, '../..');
/** As the command has it: most of a round would be compiling otherwise. */
const SOON = '--wasm-tiering-budget=2147483647';
const WORK = { attach: '`attachSkill` of a new skill', apply: '`applyPlugin` of a changed manifest' } as const;

const scratch = mkdtempSync(join(tmpdir(), 'skillscope-bench-kill-'));
const server = await startServer();
try {
  const program = [SOON, await bundle()];
  const end = performance.now() + Number(values.minutes) * 60_000;
  const combinations = (['server', 'directory'] as const).flatMap((store) =>
    (['attach', 'apply'] as const).map((work) => ({ store, work })),
  );
  const rows = await Promise.all(
    combinations.map(async ({ store, work }) => {
      // Steps are counted from an empty tenant, so each kind of work has a store of its own.
      const place = store === 'directory' ? { dir: join(scratch, `registry-${work}`) } : await databaseOf(work);
      const isEnough = () => performance.now() > end;
      return row(store, work, await killRounds(place, work, Number(values.rounds), { program, isEnough }));
    }),
  );
  const text = `${[
    '# Killed in the middle',
    `Written by \`tsx bench/registry/kill.ts\`. Node ${process.versions.node}, ${process.platform} ${process.arch}, ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)} at the end.`,
    'Each round is a process that opens the registry, says what it finds, takes step after step, and is killed with `SIGKILL`, most often inside a transaction. The next one must open it and find exactly what some step leaves: no step less than was said to be done, no part of another.',
    `| store | work | rounds | steps done | killed inside a step | of those, committed | lost or half done |\n|---|---|---:|---:|---:|---:|---:|\n${rows.join('\n')}`,
  ].join('\n\n')}\n`;
  process.stdout.write(text);
  if (values.write) {
    mkdirSync(join(import.meta.dirname, '../results'), { recursive: true });
    writeFileSync(join(import.meta.dirname, '../results/registry-kill.md'), text);
  }
} finally {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}

function row(store: string, work: 'attach' | 'apply', result: KillRounds): string {
  for (const failure of result.failures) process.stderr.write(`${store} ${work}: ${failure}\n`);
  const { rounds, done, midway, committedMidway, failures } = result;
  return `| ${[store, WORK[work], rounds, done, midway, committedMidway, failures.length].join(' | ')} |`;
}

async function databaseOf(work: string) {
  await asAdministrator(server.url, `create database ${work}`);
  return { url: server.url.replace(/postgres$/, work), connections: 1 };
}

/** One file instead of many sources: most of a round would be their translation. */
async function bundle(): Promise<string> {
  symlinkSync(join(ROOT, 'node_modules'), join(scratch, 'node_modules'));
  await build({
    input: join(ROOT, 'packages/runtime/src/testing/kill-child.ts'),
    platform: 'node',
    external: ['@photostructure/sqlite', '@electric-sql/pglite', '@electric-sql/pglite-pgvector', 'pg'],
    output: { file: join(scratch, 'kill-child.mjs'), format: 'esm', codeSplitting: false },
  });
  return join(scratch, 'kill-child.mjs');
}
