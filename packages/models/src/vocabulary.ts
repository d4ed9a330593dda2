import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SkillscopeError } from '@skillscope/core';
import { createWordPiece, type Tokenizer } from './word-piece.ts';

/** Where the files lie that ship with this package. */
export const STATIC_DIRECTORY: string = join(import.meta.dirname, '../static');

/** The tokenizer of BERT's uncased models, from the list of its tokens. */
export function openTokenizer(directory: string): Tokenizer {
  return createWordPiece(readVocabulary(directory));
}

/** @throws SkillscopeError `model-missing` */
export function readVocabulary(directory: string): readonly string[] {
  const path = join(directory, 'vocabulary.txt');
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (cause) {
    throw new SkillscopeError('model-missing', `The list of tokens cannot be read: ${path}`, {
      hint: 'Install skillscope again: this file is part of it.',
      cause,
    });
  }
}
