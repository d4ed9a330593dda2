import { describe, expect, test } from 'vitest';
import { type CommandFacts, mcpCommand } from './mcp-command.ts';

const BASE: CommandFacts = {
  scope: 'project',
  platform: 'linux',
  needsCmdOnWindows: false,
  isDependency: false,
  isOnPath: false,
  execPath: '/usr/bin/node',
  binPath: '/opt/skillscope/bin/skillscope.js',
};

const NPX = { command: 'npx', args: ['--no-install', 'skillscope', 'mcp'] };
const BY_NAME = { command: 'skillscope', args: ['mcp'] };
const ABSOLUTE = { command: '/usr/bin/node', args: ['/opt/skillscope/bin/skillscope.js', 'mcp'] };

const CASES: readonly [name: string, facts: Partial<CommandFacts>, command: object, notes: readonly string[]][] = [
  ['a dependency of the project', { isDependency: true }, NPX, []],
  ['a dependency that is on PATH too', { isDependency: true, isOnPath: true }, NPX, []],
  ['on PATH, for a project', { isOnPath: true }, BY_NAME, ['needs-path']],
  ['on PATH, for a person', { scope: 'user', isOnPath: true }, BY_NAME, []],
  ['a dependency, for a person', { scope: 'user', isDependency: true }, ABSOLUTE, ['bound-to-this-installation']],
  ['neither, for a project', {}, ABSOLUTE, ['bound-to-this-machine']],
  ['neither, for a person', { scope: 'user' }, ABSOLUTE, ['bound-to-this-installation']],
  [
    'run by npx from its cache',
    { scope: 'user', binPath: '/home/ada/.npm/_npx/3f/node_modules/skillscope/bin/skillscope.js' },
    {
      command: '/usr/bin/node',
      args: ['/home/ada/.npm/_npx/3f/node_modules/skillscope/bin/skillscope.js', 'mcp'],
    },
    ['bound-to-this-installation', 'temporary-installation'],
  ],
  ['Windows, a host that finds .cmd files', { platform: 'win32', isDependency: true }, NPX, []],
  [
    'Windows, a host that does not, for a project',
    { platform: 'win32', needsCmdOnWindows: true, isDependency: true },
    { command: 'cmd', args: ['/c', 'npx', '--no-install', 'skillscope', 'mcp'] },
    ['windows-only'],
  ],
  [
    'Windows, a host that does not, for a person',
    { platform: 'win32', needsCmdOnWindows: true, scope: 'user', isOnPath: true },
    { command: 'cmd', args: ['/c', 'skillscope', 'mcp'] },
    [],
  ],
  [
    'Windows, by absolute path: node.exe needs no shell',
    {
      platform: 'win32',
      needsCmdOnWindows: true,
      scope: 'user',
      execPath: 'C:\\Program Files\\nodejs\\node.exe',
      binPath: 'C:\\Users\\Ada\\skillscope\\bin\\skillscope.js',
    },
    {
      command: 'C:\\Program Files\\nodejs\\node.exe',
      args: ['C:\\Users\\Ada\\skillscope\\bin\\skillscope.js', 'mcp'],
    },
    ['bound-to-this-installation'],
  ],
  ['macOS needs no cmd', { platform: 'darwin', needsCmdOnWindows: true, isOnPath: true }, BY_NAME, ['needs-path']],
];

describe('mcpCommand (A-20, A-39)', () => {
  test.each(CASES)('%s', (_name, facts, command, notes) => {
    const chosen = mcpCommand({ ...BASE, ...facts });
    expect(chosen.command).toEqual(command);
    expect(chosen.notes.map(({ code }) => code)).toEqual(notes);
  });

  test('never lets npx download', () => {
    for (const scope of ['project', 'user'] as const) {
      for (const platform of ['linux', 'darwin', 'win32'] as const) {
        for (const needsCmdOnWindows of [true, false]) {
          for (const isDependency of [true, false]) {
            for (const isOnPath of [true, false]) {
              const facts = { ...BASE, scope, platform, needsCmdOnWindows, isDependency, isOnPath };
              const { command, args } = mcpCommand(facts).command;
              const words = [command, ...args];
              expect(words.includes('npx')).toBe(words.includes('--no-install'));
              expect(words).not.toContain('-y');
            }
          }
        }
      }
    }
  });
});
