import { shortenMiddle } from './text/shorten-middle.ts';

/** Codes of failures that a person can cause and mend. Stable; printed with the message and in `--json`. */
export const ERROR_CODES = [
  'usage',
  'not-a-project',
  'ambiguous-library',
  'out-of-scope',
  'not-installed',
  'no-skill',
  'unknown-skill',
  'ambiguous-skill',
  'unknown-file',
  'unservable-file',
  'unknown-page',
  'unreadable',
  'not-trusted',
  'not-approved',
  'build-failed',
  'model-missing',
  'model-damaged',
  'model-unavailable',
  'model-mismatch',
  'not-cleared',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface SkillscopeErrorOptions {
  /** What to do next, one sentence. */
  readonly hint?: string;
  /** The same for an agent that asked through a tool. Default: `hint`. */
  readonly toolHint?: string;
  /** What exists instead, for "not found" and "ambiguous". */
  readonly candidates?: readonly string[];
  readonly cause?: unknown;
}

/**
 * An expected failure: the message says what failed, quoting the value and the place; the hint says what to do.
 * Each of its texts has at most `LIMITS.errorCharacters`. It is printed without a stack. A fault of our own is a plain `Error` and keeps its stack.
 */
export class SkillscopeError extends Error {
  override readonly name = 'SkillscopeError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly toolHint: string | undefined;
  readonly candidates: readonly string[];

  constructor(code: ErrorCode, message: string, options: SkillscopeErrorOptions = {}) {
    super(shortenMiddle(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint === undefined ? undefined : shortenMiddle(options.hint);
    this.toolHint = options.toolHint === undefined ? this.hint : shortenMiddle(options.toolHint);
    this.candidates = (options.candidates ?? []).map((candidate) => shortenMiddle(candidate));
  }
}
