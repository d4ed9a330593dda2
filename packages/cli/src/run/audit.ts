import { audit } from '../commands/audit.ts';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printAudit } from '../print/audit.ts';
import { printJson } from '../print/json.ts';
import { withLookup } from './with-lookup.ts';

/** Gives the exit code: `undecided` when a person has to decide something, or what they decided cannot be read. */
export async function runAudit(run: Run, { sarif }: { readonly sarif?: boolean }): Promise<number> {
  return withLookup(run, async (lookup) => {
    const answer = await audit(lookup);
    if (sarif) {
      const { toSarif } = await import('../trust/sarif.ts');
      run.surroundings.out(`${printJson(toSarif(answer))}\n`);
    } else run.answer(answer, printAudit);
    return answer.counts.open === 0 && answer.isSound ? EXIT.answered : EXIT.undecided;
  });
}
