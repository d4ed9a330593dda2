import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS, SkillscopeError } from '@skillscope/core';
import type { Encoder } from '../encoder.ts';
import { toUnitLength } from '../vector-math.ts';
import { openTokenizer, STATIC_DIRECTORY } from '../vocabulary.ts';
import type { Tokenizer } from '../word-piece.ts';
import { readTable, type TokenTable } from './table-file.ts';

export interface StaticTable extends Encoder {
  /** `encode` for one text, at once. */
  encodeNow(text: string): Float32Array;
}

/**
 * Opens the encoder that ships with skillscope and needs nothing but Node: a text is the sum of its tokens' rows, at
 * length 1. Order of words is lost. Reads 4 MB; takes some 20 ms.
 * @param directory where `table.bin` and `vocabulary.txt` lie; that of this package by default
 * @throws SkillscopeError `model-missing`, `model-damaged`
 */
export function openStaticTable(directory: string = STATIC_DIRECTORY): StaticTable {
  const path = join(directory, 'table.bin');
  const table = readTable(readBytes(path), path);
  const tokenize = openTokenizer(directory);
  const encodeNow = (text: string) => sumOfRows(table, tokenize, text);
  return {
    id: table.id,
    revision: table.revision,
    dimension: table.dimension,
    prefixes: { query: '', document: '' },
    normalised: true,
    engine: 'javascript',
    encodeNow,
    encode: async (texts, _kind, { signal } = {}) => {
      signal?.throwIfAborted();
      return texts.map(encodeNow);
    },
    close: async () => {},
  };
}

function sumOfRows({ dimension, scales, rows }: TokenTable, tokenize: Tokenizer, text: string): Float32Array {
  const sum = new Float32Array(dimension);
  for (const token of tokenize(text).slice(0, LIMITS.encodedTokens)) {
    const scale = scales[token] ?? 0;
    const first = token * dimension;
    for (let place = 0; place < dimension; place += 1) {
      sum[place] = (sum[place] ?? 0) + scale * (rows[first + place] ?? 0);
    }
  }
  return toUnitLength(sum);
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new SkillscopeError('model-missing', `The table of tokens cannot be read: ${path}`, {
      hint: 'Install skillscope again: this file is part of it.',
      cause,
    });
  }
}
