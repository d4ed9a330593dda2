import { homedir } from 'node:os';
import { join } from 'node:path';
import { type CostRow, costTable, summarise } from './cost-table.ts';
import {
  goProject,
  type InstalledProject,
  javaProject,
  pythonProject,
  pythonTools,
  rustProject,
} from './ecosystem-projects.ts';
import { interleave, type Program, run } from './measured-process.ts';
import { countObserved } from './observed.ts';
import type { Found } from './peers.ts';
import { installRealTree } from './real-tree.ts';
import { report, type Scale } from './report.ts';
import { bareNode, firstEver, warm } from './skillscope.ts';

interface Other extends Program {
  /** What its output says that it found; absent for a manager, which only lists packages. */
  readonly found?: (out: string) => Found;
  /** True for what takes seconds and is run once. */
  readonly slow?: boolean;
}

interface Measured {
  readonly title: string;
  readonly project: InstalledProject;
  readonly others: readonly Other[];
}

const FIRST = 'skillscope list, first ever';
const WARM = 'skillscope list, warm';
const JSON_ROW = 'skillscope list --json, warm';

/** `skillscope list` in a project of each ecosystem, installed by its own manager, beside what else can list it. */
export async function measureEcosystems(scale: Scale): Promise<string> {
  const measured = [python(), rust(), go(), java(), npm()];
  const rows: string[] = [];
  for (const { title, project, others } of measured) rows.push(await section(title, project, others, scale.rounds));
  return report('ecosystems', 'skillscope list in each ecosystem', scale, [
    'Each project is installed by its own manager from a pinned list of direct dependencies (`bench/projects`). Each row is one whole process, run in turn with the others. "First": nothing cached by the tool itself; the files are in the memory of the system.',
    NOTES,
    ...rows,
  ]);
}

const NOTES = [
  '- "Places remembered" is how many files and folders a warm answer looks at to know that nothing has changed.',
  '- `library-skills` looks at direct dependencies, and at all with `--all`; `skilly` looks at direct ones. Neither reads a lockfile, inspects what it finds or has a cache.',
  "- `cargo metadata`, `go list -m all` and `mvn dependency:list` find no skills: they are how the managers themselves list a project's packages, for scale. `cargo` and `go` answer from what they have cached.",
  '- Not measured: Symposium, which looks into crates and has to be compiled; `skilly` on jars, which looks for those that the pom itself gives a version, in the home directory alone; SkillsJars, which runs inside a build.',
].join('\n');

async function section(
  title: string,
  { directory, environment }: InstalledProject,
  others: readonly Other[],
  rounds: number,
): Promise<string> {
  const json = warm(JSON_ROW, ['list', '--json'], directory, environment);
  const own = [firstEver(FIRST, ['list'], directory, environment), warm(WARM, ['list'], directory, environment), json];
  const programs = [bareNode(directory), ...own, ...others.filter(({ slow }) => !slow)];
  const { counts } = JSON.parse(run(json).out) as {
    readonly counts: { readonly libraries: number; readonly withSkills: number; readonly skills: number };
  };
  const observed = await countObserved(directory, environment);
  const costs = interleave(programs, rounds);
  for (const slow of others.filter((other) => other.slow)) costs.set(slow.name, [run(slow).cost]);
  const found = new Map(
    others.flatMap((other) => (other.found ? [[other.name, other.found(run(other).out)] as const] : [])),
  );
  const rows = [...programs, ...others.filter(({ slow }) => slow)].map(({ name }): CostRow => {
    const isOurs = own.some((program) => program.name === name);
    const { packages, skills } = isOurs
      ? { packages: counts.withSkills, skills: counts.skills }
      : (found.get(name) ?? {});
    return { name, costs: costs.get(name) ?? [], remark: packages === undefined ? '' : `${packages} / ${skills}` };
  });
  const bases = { '× bare node': 'node -e 0', '× first ever': FIRST };
  return [
    `## ${title}: ${counts.libraries} packages, ${counts.withSkills} of them with ${counts.skills} skills`,
    againstTargets(rows, observed),
    costTable(rows, bases, 'packages / skills found'),
  ].join('\n\n');
}

/** Rows: bare Node, three of ours, then the others. */
function againstTargets(rows: readonly CostRow[], observed: number): string {
  const [bare, first, again, json, ...others] = rows.map((row) => ({ ...summarise(row), row }));
  if (!bare || !first || !again || !json) return '';
  const faster = others.filter(({ row, cpu }) => row.remark && cpu < first.cpu).map(({ row }) => row.name);
  const memory = Math.max(first.memory, again.memory, json.memory);
  return [
    `- first ever: ${first.wall.toFixed(0)} ms, ${first.cpu.toFixed(0)} ms of them CPU time (target: 1,000)${others.some(({ row }) => row.remark) ? `; peers that take less CPU time: ${faster.join('; ') || 'none'}` : ''}`,
    `- warm, as a multiple of bare node: ${(again.cpu / bare.cpu).toFixed(2)} in CPU time, ${(again.wall / bare.wall).toFixed(2)} in wall time (target: 2)`,
    `- memory: ${memory.toFixed(0)} MB (target: 120)`,
    `- places remembered: ${observed}`,
  ].join('\n');
}

function python(): Measured {
  const project = pythonProject();
  const own = join(pythonTools(), 'bin', 'python');
  const peer = (name: string, args: readonly string[], found?: Other['found']): Other => ({
    name: `library-skills 0.0.19: ${name}`,
    program: own,
    args: ['-m', 'library_skills', ...args],
    directory: project.directory,
    ...(found ? { found } : {}),
  });
  const others = [
    peer('scan --json', ['scan', '--json'], foundByLibrarySkills),
    peer('scan --json --all', ['scan', '--json', '--all'], foundByLibrarySkills),
    skilly(project.directory),
  ];
  return { title: 'Python, installed by uv', project, others };
}

/** Its command by the function behind it: the script in `bin` carries another path. */
function skilly(directory: string): Other {
  const args = ['-c', 'from skilly._cli import main; main()', 'scan'];
  return {
    name: 'skilly 0.0.38: scan',
    program: join(pythonTools(), 'bin', 'python'),
    args,
    directory,
    found: foundBySkilly,
  };
}

/** One line a skill: `name [package@version] [list] [state]`. */
function foundBySkilly(out: string): Found {
  const names = [...out.matchAll(/^\S+ \[(\S+?)(?:==|@)[^@\]]*\]/gm)].map(([, name]) => name);
  return { packages: new Set(names).size, skills: names.length };
}

function foundByLibrarySkills(out: string): Found {
  const { skills } = JSON.parse(out) as { readonly skills: readonly { readonly package: string }[] };
  return { packages: new Set(skills.map((skill) => skill.package)).size, skills: skills.length };
}

function rust(): Measured {
  const project = rustProject();
  const args = ['metadata', '--format-version', '1', '--locked', '--offline'];
  return { title: 'Rust, fetched by cargo', project, others: [manager('cargo', args, project)] };
}

function go(): Measured {
  const project = goProject();
  return { title: 'Go, fetched by go mod', project, others: [manager('go', ['list', '-m', 'all'], project)] };
}

/** `skillscope sbom` has brought it along, so that it runs without a network. */
const DEPENDENCY = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1';

function java(): Measured {
  const project = javaProject();
  const args = ['--offline', '--quiet', `${DEPENDENCY}:list`];
  return {
    title: 'Java, reported by skillscope sbom through Maven',
    project,
    others: [{ ...manager('mvn', args, project), name: 'mvn --offline dependency:list', slow: true }],
  };
}

function npm(): Measured {
  const directory = installRealTree();
  return {
    title: 'JavaScript, installed by npm (more peers: see list.md)',
    project: { directory, environment: {} },
    others: [skilly(directory)],
  };
}

/** A manager's own listing. The toolchain that runs here is the one that installed the project. */
function manager(program: string, args: readonly string[], { directory, environment }: InstalledProject): Other {
  const toolchain = { ...pick('RUSTUP_HOME', '.rustup'), GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' };
  return {
    name: `${program} ${args.join(' ')}`,
    program,
    args,
    directory,
    environment: { ...toolchain, ...environment },
  };
}

/** Rustup finds toolchains by the home directory, which is another one here. */
function pick(variable: string, folder: string): Readonly<Record<string, string>> {
  return { [variable]: process.env[variable] ?? join(homedir(), folder) };
}
