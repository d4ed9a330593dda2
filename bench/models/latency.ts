import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Encoder,
  encoderKey,
  openPlainKernel,
  openSimdKernel,
  openVectorScan,
  readVectorFile,
  writeVectorFile,
} from '../../packages/models/src/index.ts';
import { table } from '../search/table.ts';
import { openRandom } from '../tree/random.ts';
import { nameOf, openEncoders } from './encoders.ts';

/**
 * Measures what encoding and searching cost, and writes latency.md. Files of 500 entries each, one face; the best 50 are
 * asked for. SKILLSCOPE_MODELS names the directory of the sentence model.
 */
const SIZES = [100, 10_000, 50_000];
const PER_FILE = 500;
const REPEATS = 25;
const ROOT = mkdtempSync(join(tmpdir(), 'skillscope-bench-models-'));
const NEED =
  'Filters and page number of our listing should sit in the URL after the question mark so links can be shared.';

const directory = process.env['SKILLSCOPE_MODELS'];
const opened = await timed(() => openEncoders(undefined));
const encoders = directory === undefined ? opened.result : await openEncoders(directory);
const [shipped] = opened.result;
if (shipped === undefined) throw new Error('There is no table');

const sections = [
  '# Encoders: cost',
  `Milliseconds, median of ${REPEATS} (first: once, in this process) on ${cpus()[0]?.model ?? 'an unknown processor'}. The table that ships opened in ${format(opened.milliseconds)}, ${format(opened.processor)} of them on the processor.`,
  '## One need, and 1,000 descriptions',
  table(['encoder', 'first need', 'further needs', '1,000 descriptions, processor'], await encoding(encoders)),
  '## Search in the vectors of the listings',
  'First: files read, checked and put into memory, then one search, in processor time. Warm: one search in memory. Size: all files.',
  table(['listings', 'numbers a vector', 'kernel', 'size', 'first', 'warm'], searching(shipped)),
  '',
];
for (const encoder of encoders) await encoder.close();
rmSync(ROOT, { recursive: true });
const text = sections.join('\n\n');
writeFileSync(join(import.meta.dirname, 'latency.md'), text);
process.stdout.write(text);

async function encoding(measured: readonly Encoder[]): Promise<string[][]> {
  const descriptions = Array.from({ length: 1_000 }, (_, index) => `Number ${index}: ${NEED}`);
  const rows: string[][] = [];
  for (const encoder of measured) {
    const first = await timed(() => encoder.encode([NEED], 'query'));
    const further: number[] = [];
    for (let index = 0; index < REPEATS; index += 1) {
      further.push((await timed(() => encoder.encode([`${NEED} ${index}`], 'query'))).milliseconds);
    }
    const many = await timed(() => encoder.encode(descriptions, 'document'));
    rows.push([nameOf(encoder), format(first.milliseconds), format(median(further)), format(many.processor)]);
  }
  return rows;
}

function searching(encoder: Encoder): string[][] {
  const random = openRandom(11);
  const rows: string[][] = [];
  for (const dimension of [encoder.dimension, 384]) {
    const identity = { ...encoder, dimension };
    const vector = () => Float32Array.from({ length: dimension }, () => random.whole(-1_000, 1_000) / 1_000);
    for (const size of SIZES) {
      const paths = Array.from({ length: Math.ceil(size / PER_FILE) }, (_, index) => {
        const path = join(ROOT, `${dimension}-${size}-${index}`);
        const vectors = Array.from({ length: Math.min(PER_FILE, size) }, vector);
        const faces = new Map([['description', vectors]]);
        writeFileSync(path, writeVectorFile({ encoder: encoderKey(identity), engine: 'none', dimension, faces }));
        return path;
      });
      const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
      for (const kernelOf of [openSimdKernel, openPlainKernel]) {
        const query = { encoder: encoderKey(identity), vector: vector(), limit: 50 };
        const start = process.cpuUsage();
        const scan = openVectorScan(query.encoder, dimension, (stride) => kernelOf(stride) ?? openPlainKernel(stride));
        for (const path of paths) {
          const reading = readVectorFile(readFileSync(path));
          if (!reading.ok) throw new Error(reading.message);
          scan.add(reading.file, 'description');
        }
        scan.search(query);
        const first = processorSince(start);
        const warm = Array.from({ length: REPEATS }, () => {
          const from = performance.now();
          scan.search(query);
          return performance.now() - from;
        });
        const megabytes = `${(bytes / 1e6).toFixed(2)} MB`;
        rows.push([
          size.toLocaleString('en'),
          String(dimension),
          scan.kernel,
          megabytes,
          format(first),
          format(median(warm)),
        ]);
      }
    }
  }
  return rows;
}

interface Timed<T> {
  readonly result: T;
  readonly milliseconds: number;
  /** Milliseconds of processor time. */
  readonly processor: number;
}

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const [start, used] = [performance.now(), process.cpuUsage()];
  const result = await work();
  return { result, milliseconds: performance.now() - start, processor: processorSince(used) };
}

function processorSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function format(milliseconds: number): string {
  return milliseconds.toFixed(milliseconds < 10 ? 2 : 0);
}
