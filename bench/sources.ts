import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freshDirectory } from './cached-directory.ts';
import { report, type Scale } from './report.ts';
import { BIN } from './skillscope.ts';

interface Listed {
  readonly counts: { readonly libraries: number; readonly direct: number; readonly transitive: number };
  readonly libraries: readonly { readonly name: string; readonly version: string }[];
}

/** What share of a build's libraries has its sources on the machine, before and after `skillscope sbom`. */
export function measureSources(scale: Scale): string {
  const root = freshDirectory('sources');
  const project = join(root, 'project');
  const repository = join(root, 'repository');
  mkdirSync(repository);
  cpSync(join(import.meta.dirname, 'projects', 'ktor'), project, { recursive: true });
  const environment = {
    ...process.env,
    MAVEN_OPTS: `${process.env['MAVEN_OPTS'] ?? ''} -Dmaven.repo.local=${repository}`,
    SKILLSCOPE_CACHE: join(root, 'cache'),
  };
  const run = (program: string, args: readonly string[]) =>
    execFileSync(program, args, {
      cwd: project,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  run('mvn', ['-q', '-B', 'dependency:resolve']);
  const copy = join(root, 'before');
  cpSync(repository, copy, { recursive: true });
  run(process.execPath, [BIN, 'sbom']);
  const { counts, libraries } = JSON.parse(run(process.execPath, [BIN, 'list', '--all', '--json'])) as Listed;
  const withSources = (place: string) => libraries.filter((library) => existsSync(sourcesOf(place, library))).length;
  return report('sources', 'Sources of a JVM build, before and after skillscope sbom', { ...scale, rounds: 1 }, [
    'A Ktor server (`bench/projects/ktor`) built by Maven with an empty local repository. A build fetches no sources by itself; without them nothing of a library can be read that its authors keep beside the code.',
    [
      '|                                       |     |',
      '| ------------------------------------- | --- |',
      `| libraries in scope                    | ${counts.libraries} |`,
      `| of them declared                      | ${counts.direct} |`,
      `| of them transitive                    | ${counts.transitive} |`,
      `| with sources after the build          | ${withSources(copy)} |`,
      `| with sources after \`skillscope sbom\`  | ${withSources(repository)} |`,
    ].join('\n'),
  ]);
}

function sourcesOf(repository: string, { name, version }: Listed['libraries'][number]): string {
  const [group = '', artifact = ''] = name.split(':');
  return join(repository, ...group.split('.'), artifact, version, `${artifact}-${version}-sources.jar`);
}
