import { attachSkill, putAgent, readAgent } from '../registry/agents.ts';
import { listSkills } from '../registry/list-skills.ts';
import { applyPlugin, type PluginManifest, planPlugin } from '../registry/plugins.ts';
import { readSkill } from '../registry/read-skill.ts';
import type { Registry } from '../registry/registry.ts';

/** Steps that each are one transaction; what a process left is always what one of them leaves. */
export interface KillWork {
  /** The last step that was taken, 0 before the first. Throws where the rows are those of no step. */
  find(registry: Registry): Promise<number>;
  take(registry: Registry, step: number): Promise<void>;
}

export const KILL_WORK: { readonly attach: KillWork; readonly apply: KillWork } = {
  attach: { find: findAttached, take: attach },
  apply: { find: findApplied, take: apply },
};

const AGENT = 'carrier';

/** Step n puts skill n and attaches it. */
async function attach(registry: Registry, step: number): Promise<void> {
  if (step === 1) await putAgent(registry, { name: AGENT });
  const text = `---\nname: skill-${step}\ndescription: Use in step ${step}.\n---\nbody of ${step}\n`;
  await attachSkill(registry, AGENT, `skill-${step}`, { source: { text } });
}

async function findAttached(registry: Registry): Promise<number> {
  const known = await registry.read((database) =>
    database.query<{ readonly name: string }>('select name from skillscope.skills'),
  );
  const agents = await registry.read((database) => database.query('select from skillscope.agents'));
  if (agents.length === 0) return same('skills without their agent', known.length, 0);
  const { skills } = await readAgent(registry, AGENT);
  const expected = skills.map((_, index) => `skill-${index + 1}`);
  same('the order of what is carried', skills.join(), expected.join());
  same('skills that are there and skills that are carried', known.length, skills.length);
  const positions = await registry.read((database) =>
    database.query<{ readonly position: number }>('select position from skillscope.attachments order by position'),
  );
  same('positions', positions.map(({ position }) => position).join(), skills.map((_, index) => index + 1).join());
  const last = skills.length;
  if (last > 0) same('the last body', (await readSkill(registry, `skill-${last}`)).body, `body of ${last}\n`);
  return last;
}

/** Step n makes the plugin's rows those of manifest n: every text changes, one skill comes and one goes. */
async function apply(registry: Registry, step: number): Promise<void> {
  await applyPlugin(registry, manifest(step));
}

async function findApplied(registry: Registry): Promise<number> {
  const [plugin] = await registry.read((database) =>
    database.query<{ readonly version: string }>('select version from skillscope.plugins'),
  );
  const { skills } = await listSkills(registry, { limit: 1000 });
  if (plugin === undefined) return same('skills without their plugin', skills.length, 0);
  const step = Number(plugin.version);
  const made = manifest(step);
  const plan = await planPlugin(registry, made);
  same('applying the same again', plan.ok ? plan.status : plan.refusal.message, 'unchanged');
  same(
    'skills',
    skills.map(({ name }) => name).join(),
    (made.skills ?? [])
      .map((_, index) => nameAt(step, index))
      .sort()
      .join(),
  );
  for (const { name } of skills) same(`the body of ${name}`, (await readSkill(registry, name)).body, `step ${step}\n`);
  same('the prompt of the agent', (await readAgent(registry, AGENT)).systemPrompt, `step ${step}`);
  return step;
}

function manifest(step: number): PluginManifest {
  const names = [0, 1, 2, 3].map((index) => nameAt(step, index));
  return {
    name: 'plugin',
    version: String(step),
    servers: [{ name: 'db', description: `step ${step}` }],
    skills: names.map((name) => ({
      source: { text: `---\nname: ${name}\ndescription: Use ${name}.\n---\nstep ${step}\n` },
      requires: ['db'],
    })),
    agents: [
      {
        name: AGENT,
        systemPrompt: `step ${step}`,
        servers: { db: null },
        skills: step % 2 ? names : names.toReversed(),
      },
    ],
  };
}

function nameAt(step: number, index: number): string {
  return index === 3 ? `only-in-${step}` : `always-${index}`;
}

function same<Value extends string | number>(what: string, actual: Value, expected: Value): Value {
  if (actual !== expected) throw new Error(`${what}: ${actual}, not ${expected}`);
  return actual;
}
