import { GRADLE_INIT_SCRIPT } from '../build/gradle-init-script.generated.ts';
import { sbom } from '../commands/sbom.ts';
import { EXIT } from '../exit-codes.ts';
import { catalogFor, openLookup } from '../lookup.ts';
import type { Run } from '../main.ts';
import { printPlan, printSbom } from '../print/sbom.ts';
import { openProgress } from '../progress.ts';

interface SbomOptions {
  readonly offline?: boolean;
  /** Print what Gradle is given, and run nothing. */
  readonly script?: boolean;
}

/** The words of the build tool go to standard error: standard output holds the answer alone. */
export async function runSbom(run: Run, { offline, script }: SbomOptions): Promise<number> {
  const { surroundings, request } = run;
  if (script) {
    surroundings.out(GRADLE_INIT_SCRIPT);
    return EXIT.answered;
  }
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
