import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Scale } from './report.ts';
import { demandBuild } from './skillscope.ts';

/** `tsx bench/run.ts [name…]`: measures, prints, and writes `results/<name>.md`. See README.md. */

const MEASUREMENTS: Readonly<Record<string, (scale: Scale) => Promise<string>>> = {
  list: async (scale) => (await import('./list.ts')).measureList(scale),
  mcp: async (scale) => (await import('./mcp.ts')).measureMcp(scale),
  hook: async (scale) => (await import('./hook.ts')).measureHook(scale),
  read: async (scale) => (await import('./read.ts')).measureRead(scale),
  ecosystems: async (scale) => (await import('./ecosystems.ts')).measureEcosystems(scale),
  monorepo: async (scale) => (await import('./monorepo.ts')).measureMonorepo(scale),
  sources: async (scale) => (await import('./sources.ts')).measureSources(scale),
  outside: async (scale) => (await import('./outside.ts')).measureOutside(scale),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    packages: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '15' },
    calls: { type: 'string', default: '300' },
    write: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const scale = { packages: Number(values.packages), rounds: Number(values.rounds), calls: Number(values.calls) };
const unknown = positionals.filter((name) => !(name in MEASUREMENTS));

if (unknown.length > 0) {
  console.error(`No measurement is called ${unknown.join(', ')}. There are: ${Object.keys(MEASUREMENTS).join(', ')}.`);
  process.exitCode = 2;
} else {
  demandBuild();
  const results = join(import.meta.dirname, 'results');
  mkdirSync(results, { recursive: true });
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const text = await measure(scale);
    if (values.write) writeFileSync(join(results, `${name}.md`), text);
    process.stdout.write(text);
  }
}
