import { type Note, SkillscopeError } from '@skillscope/core';
import type { Encoder } from '@skillscope/models';
import { chooseEncoder, type EncoderChoice } from './choose-encoder.ts';

/** What meanings are compared with, as an answer says it. */
export interface EncoderAnswer {
  /** As the environment calls it. */
  readonly chosen: string;
  /** What answers: the chosen one, `table` in its place, or `words` alone. */
  readonly used: string;
  /** What runs a sentence model. */
  readonly engine?: string;
  /** Why another one is used than was chosen. */
  readonly reason?: string;
}

/** Where the encoder itself answered. */
export function answering({ name }: EncoderChoice, { engine }: Encoder): EncoderAnswer {
  return { chosen: name, used: name, ...(name === 'minilm' ? { engine } : {}) };
}

/**
 * What a search would use, without a search: a sentence model is not loaded and an endpoint not asked.
 * @returns with `encoder-slow` where every search takes its time
 */
export async function expectedEncoder(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly encoder: EncoderAnswer; readonly notes: readonly Note[] }> {
  const choice = chooseEncoder(environment);
  const { name } = choice;
  try {
    const engine = await choice.check();
    const encoder = { chosen: name, used: name, ...(engine === undefined ? {} : { engine }) };
    return { encoder, notes: engine === 'onnxruntime-web' ? [SLOW] : [] };
  } catch (error) {
    if (!(error instanceof SkillscopeError)) throw error;
    return { encoder: { chosen: name, used: 'table', reason: whyNot(error) }, notes: [] };
  }
}

const SLOW: Note = {
  code: 'encoder-slow',
  message:
    'onnxruntime-web loads the sentence model anew for every search by the command, some five seconds of processor time; onnxruntime-node takes half a second, and `skillscope mcp` loads it once.',
};

/** A message and its hint as sentences. */
export function whyNot({ message, hint }: SkillscopeError): string {
  const sentences = [message, hint ?? ''].map((text) => text.replace(/[.:]$/, '')).filter((text) => text !== '');
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}
