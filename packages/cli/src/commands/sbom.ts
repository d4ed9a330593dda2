import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { cleanLine, SkillscopeError } from '@skillscope/core';
import type { ScannedEcosystem } from '@skillscope/ecosystems';
import { adoptReport, freshReportName } from '../build/adopt-report.ts';
import { GRADLE_INIT_SCRIPT } from '../build/gradle-init-script.generated.ts';
import { type Faults, listenForFaults } from '../build/maven-faults.ts';
import { type BuildTool, type Plan, planBuild } from '../build/plan.ts';
import { readReports, stampReports } from '../build/reports.ts';
import { runProgram } from '../build/run-program.ts';
import type { Lookup } from '../lookup.ts';
import { type ListAnswer, list } from './list.ts';

export interface SbomRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The build tool downloads nothing. Default: it fetches what it lacks. */
  readonly offline?: boolean;
  /** Told what will be run, before it is. */
  readonly announce: (plan: Plan) => void;
  /** Told everything that the build tool prints. */
  readonly output: (text: string) => void;
  /** The scope of the Java project; asked again after the build. */
  readonly lookup: (directory?: string) => Promise<Lookup>;
}

export interface SbomAnswer {
  readonly tool: BuildTool;
  /** Absolute path of the build's root, where it was run. */
  readonly directory: string;
  readonly command: readonly string[];
  /** As the build tool gave it; Maven is told to go on after a fault, and gives 0. */
  readonly exitCode: number;
  /** SBOMs that this run wrote, relative to `directory`. */
  readonly reports: readonly string[];
  /** Modules that it wrote none for, relative to `directory`. */
  readonly missing: readonly string[];
  /** What the build could not find, as it says it. */
  readonly unresolved: readonly string[];
  /** What is in scope now, seen from the root. */
  readonly counts: ListAnswer['counts'];
  readonly notes: ListAnswer['notes'];
}

/**
 * Has a project's own build tool report what the project uses and fetch the sources. The build's files stay as they
 * are; it writes below `build/skillscope` or `target/skillscope` of each module.
 *
 * @throws SkillscopeError `not-a-project`; `build-failed` when there is no build tool, or nothing was reported
 */
export async function sbom(request: SbomRequest): Promise<SbomAnswer> {
  const before = javaIn(await request.lookup());
  const directory = before.root;
  const tool = GRADLE_FILES.some((name) => existsSync(join(directory, name))) ? 'gradle' : 'maven';
  const folder = mkdtempSync(join(tmpdir(), 'skillscope-'));
  const stamps = stampReports(before.evidence.locked);
  try {
    const initScript = join(folder, 'skillscope.gradle');
    const { environment, offline = false } = request;
    const isBuildOfMany = before.members.length > 0;
    const reportName = freshReportName();
    const plan = planBuild({ tool, directory, environment, offline, isBuildOfMany, initScript, reportName });
    if (tool === 'gradle') writeFileSync(initScript, GRADLE_INIT_SCRIPT);
    request.announce(plan);
    const faults = tool === 'maven' ? listenForFaults() : undefined;
    const output = (text: string) => {
      faults?.hear(text);
      request.output(text);
    };
    const exitCode = await runProgram(plan, { environment, output });
    if (tool === 'maven')
      for (const member of new Set(['.', ...before.members])) adoptReport(join(directory, member), reportName);
    return answer({ plan, exitCode, stamps, faults }, await request.lookup(directory));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const GRADLE_FILES = ['settings.gradle', 'settings.gradle.kts', 'build.gradle', 'build.gradle.kts'];

interface Outcome {
  readonly plan: Plan;
  readonly exitCode: number;
  /** The reports there were before. */
  readonly stamps: ReadonlyMap<string, string>;
  /** Maven's only: Gradle's are in its reports. */
  readonly faults: Faults | undefined;
}

function answer({ plan, exitCode, stamps, faults }: Outcome, lookup: Lookup): SbomAnswer {
  const { tool, directory, program, parameters } = plan;
  const { evidence, members } = javaIn(lookup);
  const reports = readReports(evidence.locked, stamps);
  if (reports.length === 0) {
    const first = faults?.first();
    const reason = first === undefined ? '.' : `: ${first}`;
    throw new SkillscopeError(
      'build-failed',
      `${NAME[tool]} ended with exit code ${exitCode} and reported nothing${reason}`,
      { hint: 'Its own words above say why; a project that cannot be built cannot be reported.' },
    );
  }
  const written = reports.map(({ path }) => relative(directory, path));
  const said = reports.flatMap(({ unresolved }) => unresolved.map((text) => cleanLine(text)));
  const modules = members.length === 0 ? ['.'] : members;
  const { counts, notes } = list(lookup);
  return {
    tool,
    directory,
    command: [program, ...parameters],
    exitCode,
    reports: written,
    missing: modules.filter((module) => !written.some((path) => join(path, '../../..') === join(module))),
    unresolved: [...new Set([...said, ...(faults?.unresolved() ?? [])])].sort(),
    counts,
    notes,
  };
}

const NAME: Readonly<Record<BuildTool, string>> = { gradle: 'Gradle', maven: 'Maven' };

function javaIn({ scan }: Lookup): ScannedEcosystem {
  const found = scan.ecosystems.find(({ id }) => id === 'maven');
  if (found) return found;
  throw new SkillscopeError('not-a-project', `"${scan.directory}" has no build file of Gradle or Maven.`);
}
