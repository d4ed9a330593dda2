import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDirectory } from './cached-directory.ts';
import { type CostRow, costTable } from './cost-table.ts';
import { interleave, type Program, run } from './measured-process.ts';
import { report, type Scale } from './report.ts';
import { bareNode, firstEver, warm } from './skillscope.ts';
import { type MonorepoMembers, monorepoEnvironment, writeMonorepo } from './tree/monorepo.ts';

const SIZES = [50, 200, 400];
/** Raise when the same size gives another repository. */
const REVISION = 1;

/** `skillscope list` in one repository in which five managers have their members. */
export function measureMonorepo(scale: Scale): string {
  const sections = SIZES.map((size) => section(size, scale.rounds));
  return report('monorepo', 'skillscope list in a monorepo', scale, [
    'One repository with npm workspaces (60 % of the members), a uv workspace (15 %), a Cargo workspace (10 %), go.work (10 %) and a Maven build (5 %). Each member uses 6 of the 60 libraries that its ecosystem shares, and up to two other members. Whole processes, run in turn.',
    ...sections,
  ]);
}

function section(size: number, rounds: number): string {
  const { root, members } = plant(size);
  const environment = monorepoEnvironment(root);
  const member = (path: string | undefined) => join(root, path ?? '');
  const asked: readonly (readonly [string, string])[] = [
    ['root', root],
    ['npm member', member(members.npm.at(-1))],
    ['npm and Cargo member', member(members.npm[0])],
    ['uv member', member(members.pypi.at(-1))],
    ['Cargo member', member(members.cargo.at(-1))],
    ['Go member', member(members.golang.at(-1))],
    ['Maven member', member(members.maven.at(-1))],
  ];
  const programs = asked.flatMap(([name, directory]) => [
    firstEver(`${name}, first ever`, ['list'], directory, environment),
    warm(`${name}, warm`, ['list'], directory, environment),
  ]);
  const scopes = new Map(programs.map((program) => [program.name, scopeOf(program)]));
  const all = [bareNode(root), ...programs];
  const costs = interleave(all, rounds);
  const rows = all.map(({ name }): CostRow => ({ name, costs: costs.get(name) ?? [], remark: scopes.get(name) ?? '' }));
  return [`## ${size} members`, costTable(rows, { '× bare node': 'node -e 0' }, 'libraries / skills')].join('\n\n');
}

function scopeOf(program: Program): string {
  const { counts } = JSON.parse(run({ ...program, args: [...program.args, '--json'] }).out) as {
    readonly counts: { readonly libraries: number; readonly skills: number };
  };
  return `${counts.libraries} / ${counts.skills}`;
}

function plant(size: number): { readonly root: string; readonly members: MonorepoMembers } {
  const root = cachedDirectory(`monorepo-${size}-${REVISION}`, (directory) => {
    writeFileSync(join(directory, 'members.json'), JSON.stringify(writeMonorepo(directory, size)));
  });
  return { root, members: JSON.parse(readFileSync(join(root, 'members.json'), 'utf8')) as MonorepoMembers };
}
