import { audit } from '../commands/audit.ts';
import { EXIT } from '../exit-codes.ts';
import type { Run } from '../main.ts';
import { printAudit } from '../print/audit.ts';
import { printJson } from '../print/json.ts';
import { withLookup } from './with-lookup.ts';

/**
 * Gives the exit code: `undecided` when a person has to decide something, or what they decided cannot be read; `nothing`
 * when nothing is installed that could be looked through.
 */
export async function runAudit(run: Run, { sarif }: { readonly sarif?: boolean }): Promise<number> {
  return withLookup(run, async (lookup) => {
    const answer = await audit(lookup);
    if (sarif) {
      const { toSarif } = await import('../trust/sarif.ts');
      run.surroundings.out(`${printJson(toSarif(answer))}\n`);
    } else run.answer(answer, printAudit);
    if (answer.counts.open === 0 && answer.isSound) return EXIT.answered;
    return answer.counts.skills === 0 && answer.isUnseen ? EXIT.nothing : EXIT.undecided;
  });
}
