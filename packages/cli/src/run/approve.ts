import { type ApproveAnswer, planApprove } from '../commands/approve.ts';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printApproval, printApproved } from '../print/approve.ts';
import { withLookup } from './with-lookup.ts';

export interface ApproveFlags {
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Shows what an approval would be given to, and gives it: with `--yes`, or when somebody at a terminal says so. Elsewhere
 * nothing is asked, nothing is written, and the exit code says that a decision is missing.
 */
export async function runApprove(run: Run, libraries: readonly string[], flags: ApproveFlags): Promise<number> {
  return withLookup(run, async (lookup) => {
    const { surroundings, terminal, options } = run;
    const { answer, apply } = await planApprove(lookup, { libraries, all: flags.all ?? false });
    const isNew = answer.added + answer.removed > 0;
    const finish = (done: ApproveAnswer, isRefused = false) => {
      run.answer(done, (value) => {
        const shown = isAsked ? '' : `${printApproval(value, terminal)}\n\n`;
        return `${shown}${printApproved(value, isRefused)}`.trimStart();
      });
      return done.applied || !isNew || flags.dryRun ? EXIT.answered : EXIT.undecided;
    };
    const isAsked = isNew && !flags.dryRun && !flags.yes && !options.json && surroundings.ask !== undefined;
    if (flags.dryRun || !isNew) return finish(answer);
    if (flags.yes) return finish(await apply());
    if (!isAsked || surroundings.ask === undefined) return finish(answer);
    surroundings.out(`${printApproval(answer, terminal)}\n\n`);
    const said = await surroundings.ask(
      `Approve ${answer.skills.length === 1 ? 'this text' : `these ${answer.skills.length} texts`}? [y/N] `,
    );
    return /^y(es)?$/i.test(said.trim()) ? finish(await apply()) : finish(answer, true);
  });
}
