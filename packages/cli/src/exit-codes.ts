import type { ErrorCode } from '@skillscope/core';

/** Exit codes of the command. Documented in docs/output.md; changing one breaks scripts. */
export const EXIT = {
  /** The question was answered, also when the answer is "none". */
  answered: 0,
  /** A fault in skillscope itself. */
  fault: 1,
  /** The command line was not understood. */
  usage: 2,
  /** There is nothing to answer from: no project, no such library, skill or file. */
  nothing: 3,
  /** The text exists and is not handed out. */
  withheld: 4,
  /** A build tool that was started ended with a fault. */
  build: 5,
  /** Something about trust waits for a person's decision. */
  undecided: 6,
  /** The rules of a registry refuse it. */
  refused: 7,
} as const;

export function exitCodeOf(code: ErrorCode): number {
  switch (code) {
    case 'usage':
    case 'unknown-page':
      return EXIT.usage;
    case 'unservable-file':
    case 'not-trusted':
    case 'not-approved':
      return EXIT.withheld;
    case 'build-failed':
      return EXIT.build;
    case 'not-a-project':
    case 'out-of-scope':
    case 'ambiguous-library':
    case 'not-installed':
    case 'no-skill':
    case 'unknown-skill':
    case 'ambiguous-skill':
    case 'unknown-file':
    case 'unreadable':
    case 'not-cleared':
    case 'model-missing':
    case 'model-damaged':
    case 'model-unavailable':
    case 'model-mismatch':
      return EXIT.nothing;
  }
}
