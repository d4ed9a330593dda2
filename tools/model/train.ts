import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TokenTable, writeTable } from '../../packages/models/src/static-table/table-file.ts';
import { quantise } from '../../packages/models/src/vector-math.ts';
import { STATIC_DIRECTORY } from '../../packages/models/src/vocabulary.ts';
import { createWordPiece } from '../../packages/models/src/word-piece.ts';
import { modelCache } from './cache.ts';
import { fitTable } from './fit-table.ts';
import { harvest } from './harvest.ts';
import { type Pinned, packed } from './packed.ts';
import { openTeacher, TEACHER_DIMENSION } from './teacher.ts';
import { MINI_LM, readVocabulary } from './weights.ts';

/**
 * Makes the table that ships with the models package, in three stages: texts from pinned packages, a vector of the
 * sentence model for each, and the table fitted to them. The first two are kept in the cache; equal results of the
 * second give an equal file, byte for byte. With `--check` the file is only compared with the one that ships.
 */
const TEXTS = join(import.meta.dirname, 'texts.json');
const DIMENSION = 128;
const EPOCHS = 5;
const SEED = 20_240_607;
/** Texts taught between two lines of progress. */
const CHUNK = 8_192;

const vocabulary = readVocabulary(packed(MINI_LM, modelCache('packages')));
const tokenize = createWordPiece(vocabulary);
const texts = harvestAll();
const key = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
console.log(`${texts.length} texts, ${key}`);

const taught = join(modelCache('results'), `teacher-${key}.f32`);
if (!existsSync(taught)) await teach(taught);
const vectors = readNumbers(taught);
const tokens = vocabulary.length * TEACHER_DIMENSION;
const fitted = fitTable({
  texts: texts.map(tokenize),
  tokenVectors: vectors.subarray(0, tokens),
  textVectors: vectors.subarray(tokens),
  size: TEACHER_DIMENSION,
  dimension: DIMENSION,
  epochs: EPOCHS,
  seed: SEED,
  onEpoch: (epoch, loss) => console.log(`epoch ${epoch + 1}: mean of 1 − cosine ${loss.toFixed(4)}`),
});
writeOrCheck(writeTable(quantisedTable(fitted)), vocabulary.join('\n'));

function harvestAll(): string[] {
  const { packages } = JSON.parse(readFileSync(TEXTS, 'utf8')) as { readonly packages: readonly Pinned[] };
  const found = packages.flatMap((pinned) => harvest(pinned.name, packed(pinned, modelCache('packages'))));
  return [...new Set(found)];
}

/** Writes the vectors of every token of the vocabulary, then of every text. */
async function teach(path: string): Promise<void> {
  const model = await openTeacher(tokenize);
  const sequences = [...vocabulary.keys()].map((token) => [token]).concat(texts.map(tokenize));
  const results = new Float32Array(sequences.length * TEACHER_DIMENSION);
  const start = performance.now();
  for (let first = 0; first < sequences.length; first += CHUNK) {
    const encoded = await model.encodeTokens(sequences.slice(first, first + CHUNK));
    for (const [index, vector] of encoded.entries()) results.set(vector, (first + index) * TEACHER_DIMENSION);
    const seconds = Math.round((performance.now() - start) / 1_000);
    console.log(`${first + encoded.length} of ${sequences.length}, ${seconds} s`);
  }
  await model.close();
  writeFileSync(`${path}.part`, new Uint8Array(results.buffer));
  renameSync(`${path}.part`, path);
}

function quantisedTable(numbers: Float32Array): TokenTable {
  const scales = new Float32Array(vocabulary.length);
  const rows = new Int8Array(numbers.length);
  for (let token = 0; token < vocabulary.length; token += 1) {
    const { values, scale } = quantise(numbers.subarray(token * DIMENSION, (token + 1) * DIMENSION));
    scales[token] = scale;
    rows.set(values, token * DIMENSION);
  }
  const hash = createHash('sha256').update(vocabulary.join('\n'));
  for (const part of [scales, rows]) hash.update(new Uint8Array(part.buffer));
  return { id: 'minilm-table', revision: hash.digest('hex').slice(0, 12), dimension: DIMENSION, scales, rows };
}

function writeOrCheck(table: Uint8Array, list: string): void {
  const files = [
    ['table.bin', Buffer.from(table)],
    ['vocabulary.txt', Buffer.from(list)],
  ] as const;
  for (const [name, bytes] of files) {
    const path = join(STATIC_DIRECTORY, name);
    const same = existsSync(path) && readFileSync(path).equals(bytes);
    console.log(
      `${name}: ${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}${same ? ', as it ships' : ''}`,
    );
    if (process.argv.includes('--check')) process.exitCode = same ? process.exitCode : 1;
    else writeFileSync(path, bytes);
  }
}

function readNumbers(path: string): Float32Array {
  const bytes = readFileSync(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
