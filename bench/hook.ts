import { join } from 'node:path';
import { type CostRow, costTable, summarise } from './cost-table.ts';
import { interleave, type Program, run } from './measured-process.ts';
import { anAddress } from './read.ts';
import { report, type Scale } from './report.ts';
import { table } from './search/table.ts';
import { bareNode, firstEver, warm } from './skillscope.ts';
import { plantTree } from './tree.ts';

/** `skillscope hook` as a whole process, beside bare Node and the answer that it stands on. */
export function measureHook(scale: Scale): string {
  const { directory, packages, skills } = plantTree('npm', scale.packages);
  const library = anAddress(directory).split('#')[0] ?? '';
  const edited = join(directory, 'src/edited.ts');
  const imports = `import { a } from '${library}';\n${CODE.repeat(200)}`;
  const listed = { ...warm('skillscope list', ['list'], directory), before: () => undefined };
  const hook = (name: string, session: string | undefined, fields: object): Program => {
    const input = JSON.stringify({ session_id: session, cwd: directory, ...fields });
    const program = { ...warm(name, ['hook'], directory), input };
    const before = () => {
      run(listed);
      run({ ...program, before: () => undefined });
    };
    return { ...program, before };
  };
  const edit = (content: string, file_path = edited) => ({
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path, content },
  });
  const start = { hook_event_name: 'SessionStart', source: 'startup' };
  const programs = [
    bareNode(directory),
    hook(TOLD, undefined, edit(imports)),
    hook('hook: the same again in one session', 'again', edit(imports)),
    hook('hook: an edit that imports none', 'none', edit(CODE.repeat(200))),
    hook('hook: a file of no known language', 'other', edit('x', `${edited}.md`)),
    hook(STARTED, 'start', start),
    { ...hook(STARTED_FIRST, 'ever', start), ...first(directory) },
    warm('skillscope list', ['list'], directory),
  ];
  for (const program of programs) checkSaid(program);
  const costs = interleave(programs, scale.rounds);
  const rows = programs.map(({ name }): CostRow => ({ name, costs: costs.get(name) ?? [] }));
  const [bare, told] = rows.map(summarise);
  const ratio = ((told?.wall ?? Number.NaN) / (bare?.wall ?? Number.NaN)).toFixed(2);
  return report('hook', 'skillscope hook', scale, [
    `What an agent waits for at an edit and at the start of a session: whole processes, run in turn, in a generated project of ${packages} packages with ${skills} skills laid out as npm does. The edit writes a file of ${Math.round(imports.length / 1000)} KB.`,
    `- an edit that is told of a skill, as a multiple of bare node: ${ratio} in wall time`,
    costTable(rows, { '× bare node': 'node -e 0' }),
    '## How large the index at the start of a session is',
    'At most 8,192 bytes. Descriptions get shorter until every skill is named; those that are not even then are counted at the end.',
    table(['packages', 'skills in scope', 'skills named', 'with some description', 'bytes'], INDEXED.map(indexOf)),
  ]);
}

/** Sizes of the projects whose index is weighed. */
const INDEXED = [60, 250, 1_000, 3_000];

function indexOf(packages: number): readonly string[] {
  const { directory, skills } = plantTree('npm', packages);
  const input = JSON.stringify({ cwd: directory, hook_event_name: 'SessionStart', source: 'startup' });
  const { out } = run({ ...firstEver('', ['hook'], directory), input });
  const { additionalContext: index } = JSON.parse(out).hookSpecificOutput as { readonly additionalContext: string };
  const named = index.split('\n').filter((line) => line.startsWith('- '));
  const described = named.filter((line) => line.includes(': '));
  return [packages, skills, named.length, described.length, Buffer.byteLength(index)].map(String);
}

const TOLD = 'hook: an edit that imports a library with a skill';
const STARTED = 'hook: the start of a session';
const STARTED_FIRST = 'hook: the start of a session, first ever';

const CODE = "export function one(a: string): string {\n  return a.replace(/[/]/g, `x`); // don't\n}\n";

function first(directory: string): Pick<Program, 'environment' | 'before'> {
  const { environment, before } = firstEver('', ['hook'], directory);
  return { ...(environment ? { environment } : {}), ...(before ? { before } : {}) };
}

/** A hook that is silent where it should speak would look fast. */
function checkSaid(program: Program): void {
  if (program.input === undefined) return;
  const isTold = [TOLD, STARTED, STARTED_FIRST].includes(program.name);
  if ((run(program).out !== '') !== isTold)
    throw new Error(`${program.name} said ${isTold ? 'nothing' : 'something'}.`);
}
