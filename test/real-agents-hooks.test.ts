import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BIN } from './helpers/client.ts';
import { type ModelServer, serveModel } from './helpers/model-server.ts';
import { agentFolder, installAgent, QUIET } from './helpers/real-agent.ts';
import { manifest, plant } from './helpers/tree.ts';

interface HookedAgent {
  /** As `init --agent` takes it. */
  readonly id: string;
  readonly spec: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: (url: string) => Readonly<Record<string, string>>;
  /** Its tool that writes a file, as its model calls it. */
  readonly tool: string;
  readonly input: (path: string, text: string) => object;
  /** Files in the home that say the project is trusted. `PROJECT` stands for its path. */
  readonly trust?: Readonly<Record<string, string>>;
}

/** Published agents that work with any model, so that one of ours can say what they told it. */
const HOOKED_AGENTS: readonly HookedAgent[] = [
  {
    id: 'copilot',
    spec: '@github/copilot@1.0.102',
    program: 'copilot',
    args: ['-p', 'Write it.', '--allow-all-tools'],
    environment: (url) => ({ COPILOT_OFFLINE: 'true', COPILOT_PROVIDER_BASE_URL: url, COPILOT_MODEL: 'tiny' }),
    tool: 'create',
    input: (path, text) => ({ path, file_text: text }),
    trust: { '.copilot/config.json': '{"trustedFolders":["PROJECT"]}' },
  },
  {
    id: 'qwen',
    spec: '@qwen-code/qwen-code@0.24.4',
    program: 'qwen',
    args: ['-p', 'Write it.', '--yolo', '--auth-type', 'openai'],
    environment: (url) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: url, OPENAI_MODEL: 'tiny' }),
    tool: 'write_file',
    input: (path, text) => ({ file_path: path, content: text }),
  },
];

let model: ModelServer | undefined;
beforeAll(async () => {
  for (const { spec } of HOOKED_AGENTS) await installAgent(spec);
}, 900_000);
afterEach(() => model?.close());

const SKILL = '---\nname: cart\ndescription: How to pay with it.\n---\nText.\n';

describe.each(HOOKED_AGENTS)('$spec', ({ id, spec, program, args, environment, tool, input, trust = {} }) => {
  it.each(['project', 'user'] as const)(
    'tells its model of the skills in scope, and again of those of an edited file, by the hooks that init wrote in %s scope',
    async (scope) => {
      const home = plant({});
      const project = plant({
        '.git/HEAD': 'ref: refs/heads/main\n',
        'package.json': manifest('shop', '1.0.0', { dependencies: { cart: '1.0.0' } }),
        'node_modules/cart/package.json': manifest('cart', '1.0.0'),
        'node_modules/cart/skills/cart/SKILL.md': SKILL,
      });
      for (const [file, text] of Object.entries(trust)) {
        mkdirSync(dirname(join(home, file)), { recursive: true });
        writeFileSync(join(home, file), text.replace('PROJECT', project));
      }
      model = await serveModel({ name: tool, input: input(join(project, 'pay.ts'), "import { pay } from 'cart';\n") });
      const env = { ...QUIET, HOME: home, PATH: process.env['PATH'], SKILLSCOPE_CACHE: plant({}) };
      const setUp = spawnSync(
        process.execPath,
        [BIN, 'init', '--agent', id, '--hooks', '--no-mcp', '--no-skill', '--scope', scope, '--apply'],
        { cwd: project, env },
      );
      expect(setUp.status).toBe(0);

      const running = promisify(execFile)(join(agentFolder(spec), 'node_modules/.bin', program), args, {
        cwd: project,
        env: { ...env, ...environment(model.url) },
        timeout: 100_000,
      });
      running.child.stdin?.end();
      await running;

      const turns = model.heard.map((messages) =>
        messages.map(({ text }) => text.match(/How to pay with it\./g)?.length ?? 0),
      );
      const told = turns.map((counts) => counts.reduce((sum, count) => sum + count, 0));
      expect([told.at(0), told.at(-1)]).toEqual([1, 2]);
    },
    120_000,
  );
});
