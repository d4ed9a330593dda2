import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SkillscopeError } from '@skillscope/core';

export type BuildTool = 'gradle' | 'maven';

/** What will be run. */
export interface Plan {
  readonly tool: BuildTool;
  /** The root of the build; where it is run. */
  readonly directory: string;
  /** Absolute path of the project's wrapper, or of the tool that is installed. */
  readonly program: string;
  readonly parameters: readonly string[];
}

export interface PlanRequest {
  readonly tool: BuildTool;
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly offline: boolean;
  /** True when modules of the build may use each other. */
  readonly isBuildOfMany: boolean;
  /** Absolute path of the init script; Gradle's only. */
  readonly initScript: string;
  /** Name, without suffix, of the file that each module's report is written to; Maven's only. */
  readonly reportName: string;
}

/**
 * The command line that has a build report itself: the project's wrapper where it has one, else the tool on the path.
 * Nothing of it depends on what the project's files say.
 *
 * @throws SkillscopeError `build-failed` when there is neither
 */
export function planBuild(request: PlanRequest): Plan {
  const { tool, directory, environment } = request;
  const { wrapper, installed } = NAMES[tool];
  const program = executable(join(directory, wrapper)) ?? onPath(installed, environment);
  if (program === undefined)
    throw new SkillscopeError(
      'build-failed',
      `There is no ${wrapper} in "${directory}", and no ${installed} on the path.`,
      {
        hint: `Install ${installed}, or ask where the project can be built.`,
      },
    );
  return { tool, directory, program, parameters: tool === 'gradle' ? gradle(request) : maven(request) };
}

const IS_WINDOWS = process.platform === 'win32';

const NAMES: Readonly<Record<BuildTool, { readonly wrapper: string; readonly installed: string }>> = IS_WINDOWS
  ? {
      gradle: { wrapper: 'gradlew.bat', installed: 'gradle.bat' },
      maven: { wrapper: 'mvnw.cmd', installed: 'mvn.cmd' },
    }
  : { gradle: { wrapper: 'gradlew', installed: 'gradle' }, maven: { wrapper: 'mvnw', installed: 'mvn' } };

/** Switches are given as properties where they are newer than the oldest Gradle that is supported. */
function gradle({ initScript, offline }: PlanRequest): readonly string[] {
  return [
    '--init-script',
    initScript,
    '--continue',
    ...(offline ? ['--offline'] : []),
    // The task looks at the build while it runs, and at all of its projects.
    '-Dorg.gradle.configuration-cache=false',
    '-Dorg.gradle.unsafe.configuration-cache=false',
    '-Dorg.gradle.unsafe.isolated-projects=false',
    '-Dorg.gradle.configureondemand=false',
    'skillscopeSbom',
  ];
}

const CYCLONEDX = 'org.cyclonedx:cyclonedx-maven-plugin:2.9.3';
const DEPENDENCY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';

/**
 * One module that fails keeps none of the others from reporting; what is missing afterwards is noticed. The goal of
 * CycloneDX refuses to run without a connection, so there the tree of libraries is asked for in its place.
 */
function maven({ offline, isBuildOfMany, reportName }: PlanRequest): readonly string[] {
  return [
    '--batch-mode',
    '--fail-never',
    ...(offline ? ['--offline'] : []),
    // Only in this phase does Maven know a module that has not been built; nothing is compiled or copied.
    ...(isBuildOfMany ? ['compile', '-Dmaven.main.skip=true', '-Dmaven.resources.skip=true'] : []),
    ...(offline ? treeGoal(reportName) : cyclonedxGoal(reportName)),
    `${DEPENDENCY}:sources`,
    // Says where the local repository is.
    `${DEPENDENCY}:build-classpath`,
    `-Dmdep.outputFile=${FOLDER}/${reportName}.paths`,
  ];
}

/** Each module's own: Maven takes a relative path from there. A variable of Maven's would be one of the shell's for Maven 4. */
const FOLDER = 'target/skillscope';

function cyclonedxGoal(reportName: string): readonly string[] {
  return [
    `${CYCLONEDX}:makeBom`,
    '-DoutputFormat=json',
    `-DoutputName=${reportName}`,
    `-DoutputDirectory=${FOLDER}`,
    '-DincludeTestScope=true',
    '-DincludeRuntimeScope=false',
    '-DskipNotDeployed=false',
    '-Dcyclonedx.skipAttach=true',
  ];
}

function treeGoal(reportName: string): readonly string[] {
  return [
    `${DEPENDENCY}:tree`,
    '-DoutputType=text',
    '-Dtokens=whitespace',
    `-DoutputFile=${FOLDER}/${reportName}.tree`,
    // The goal that fetches sources writes into the same file.
    '-DappendOutput=true',
  ];
}

function onPath(name: string, environment: PlanRequest['environment']): string | undefined {
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter((folder) => folder !== '');
  for (const folder of folders) {
    const found = executable(join(folder, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

function executable(path: string): string | undefined {
  try {
    if (!IS_WINDOWS) accessSync(path, constants.X_OK);
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
