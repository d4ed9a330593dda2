import { sbom } from '../commands/sbom.ts';
import { EXIT } from '../exit-codes.ts';
import { catalogFor, openLookup } from '../lookup.ts';
import type { Run } from '../main.ts';
import { printPlan, printSbom } from '../print/sbom.ts';
import { openProgress } from '../progress.ts';

/** The words of the build tool go to standard error: standard output holds the answer alone. */
export async function runSbom(run: Run, { offline }: { readonly offline?: boolean }): Promise<number> {
  const { surroundings, request } = run;
  const catalog = catalogFor(request);
  const progress = openProgress(surroundings);
  try {
    const answer = await sbom({
      environment: surroundings.environment,
      ...(offline === undefined ? {} : { offline }),
      announce: (plan) => surroundings.err(`${printPlan(plan)}\n`),
      output: surroundings.err,
      lookup: async (directory) => {
        const lookup = await openLookup(
          { ...request, start: directory ?? request.start, only: ['maven'], onProgress: progress.show },
          catalog,
        );
        progress.clear();
        return lookup;
      },
    });
    run.answer(answer, printSbom);
    return answer.exitCode === 0 && answer.missing.length === 0 ? EXIT.answered : EXIT.build;
  } finally {
    progress.clear();
    catalog.close();
  }
}
