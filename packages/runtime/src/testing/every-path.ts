import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import {
  applyPlugin,
  approveSkill,
  attachSkill,
  bindServer,
  branchSkills,
  closeRun,
  detachSkill,
  dumpRegistry,
  exportSkill,
  importArchive,
  importSkills,
  listAgents,
  listPlugins,
  listRuns,
  listSkills,
  listToolServers,
  listVersions,
  openRun,
  planPlugin,
  putAgent,
  putEmbedding,
  putSkill,
  putToolServer,
  type Registry,
  readAgent,
  readDecisions,
  readOverview,
  readPlugin,
  readResource,
  readRun,
  readSkill,
  readSkillCard,
  recordTurn,
  removeAgent,
  removeLabel,
  removeSkill,
  removeToolServer,
  restoreRegistry,
  revokeApproval,
  searchSkills,
  searchSkillVectors,
  setLabel,
  unbindServer,
} from '../index.ts';

/** What a tenant has that no other may learn of. */
export interface Secrets {
  readonly run: string;
  readonly digest: string;
}

type Calls = (registry: Registry, secrets: Secrets) => readonly (() => Promise<unknown>)[];

const SOURCE = {
  text: '---\nname: secret-skill\ndescription: Use for the secret wombat.\n---\nsecret wombat body\n',
  files: [{ path: 'secret.md', content: Buffer.from('secret') }],
};
const MANIFEST = { name: 'secret-plugin', version: '1', servers: [{ name: 'plugin-server' }] };

/** Gives a tenant at least one row in every table. */
export async function fillWithSecrets(registry: Registry): Promise<Secrets> {
  await putToolServer(registry, { name: 'secret-server' });
  const { digest } = await putSkill(registry, SOURCE, { requires: ['secret-server'] });
  await setLabel(registry, 'secret-skill', 'stable', 1);
  await approveSkill(registry, 'secret-skill', digest);
  await putEmbedding(registry, { skill: 'secret-skill', version: 1, model: 'm', vector: [1, 0] });
  const policy = { always: ['secret-skill'] };
  await putAgent(registry, {
    name: 'secret-agent',
    servers: { 'secret-server': null },
    skills: ['secret-skill'],
    policy,
  });
  const { id } = await openRun(registry, { agent: 'secret-agent', thread: 'secret-thread' });
  const decisions = [{ skill: 'secret-skill', version: 1, outcome: 'always' as const }];
  await recordTurn(registry, id, { turn: 1, decisions, used: [{ skill: 'secret-skill', version: 1, mode: 'always' }] });
  await applyPlugin(registry, MANIFEST);
  return { run: id, digest };
}

/**
 * Every exported function that works on a registry, called with names that only the other tenant has: first what reads
 * or is refused, then what makes rows of these names for the caller.
 */
export const EXPORTED_PATHS: Readonly<Record<string, Calls>> = {
  listSkills: (registry) => [
    () => listSkills(registry),
    () => listSkills(registry, { agent: 'secret-agent' }),
    () => listSkills(registry, { plugin: 'secret-plugin' }),
    () => listSkills(registry, { after: 'secret-skilk' }),
  ],
  listAgents: (registry) => [() => listAgents(registry), () => listAgents(registry, { after: 'secret-agenr' })],
  listToolServers: (registry) => [() => listToolServers(registry)],
  listVersions: (registry) => [() => listVersions(registry, 'secret-skill')],
  readSkill: (registry) => [
    () => readSkill(registry, 'secret-skill'),
    () => readSkill(registry, 'secret-skill', { review: true }),
    () => readSkill(registry, 'secret-skill', { label: 'stable' }),
    () => readSkill(registry, 'secret-skill', { version: 1 }),
    () => readSkill(registry, 'secret-skilk'),
  ],
  readSkillCard: (registry) => [() => readSkillCard(registry, 'secret-skill')],
  listPlugins: (registry) => [() => listPlugins(registry), () => listPlugins(registry, { after: 'secret-plugim' })],
  readPlugin: (registry) => [() => readPlugin(registry, 'secret-plugin')],
  listRuns: (registry) => [
    () => listRuns(registry),
    () => listRuns(registry, { agent: 'secret-agent' }),
    () => listRuns(registry, { thread: 'secret-thread' }),
  ],
  readRun: (registry, { run }) => [() => readRun(registry, run)],
  readOverview: (registry) => [() => readOverview(registry)],
  readResource: (registry) => [
    () => readResource(registry, 'secret-skill', 'secret.md'),
    () => readResource(registry, 'secret-skill', 'secret.md', { review: true }),
  ],
  searchSkills: (registry) => [
    () => searchSkills(registry, 'secret wombat'),
    () => searchSkills(registry, 'secret wombat', { fields: { listing: 0.5, body: 0.5 } }),
    () => searchSkills(registry, 'wombat', { agent: 'secret-agent' }),
  ],
  searchSkillVectors: (registry) => [
    () => searchSkillVectors(registry, { model: 'm', vector: [1, 0] }),
    () => searchSkillVectors(registry, { model: 'm', vector: [1, 0] }, { agent: 'secret-agent' }),
  ],
  readAgent: (registry) => [() => readAgent(registry, 'secret-agent'), () => readAgent(registry, 'secret-agenr')],
  branchSkills: (registry) => [() => branchSkills(registry, 'secret-thread')],
  readDecisions: (registry, { run }) => [() => readDecisions(registry, run)],
  dumpRegistry: (registry) => [
    async () => {
      const lines: string[] = [];
      await dumpRegistry(registry, (line) => {
        lines.push(line);
      });
      return lines;
    },
  ],
  exportSkill: (registry) => [
    () => inScratch((directory) => exportSkill(registry, 'secret-skill', join(directory, 'out'))),
  ],
  attachSkill: (registry) => [() => attachSkill(registry, 'secret-agent', 'secret-skill')],
  detachSkill: (registry) => [() => detachSkill(registry, 'secret-agent', 'secret-skill')],
  bindServer: (registry) => [() => bindServer(registry, 'secret-agent', 'secret-server')],
  unbindServer: (registry) => [() => unbindServer(registry, 'secret-agent', 'secret-server')],
  removeAgent: (registry) => [() => removeAgent(registry, 'secret-agent')],
  removeSkill: (registry) => [() => removeSkill(registry, 'secret-skill')],
  removeToolServer: (registry) => [() => removeToolServer(registry, 'secret-server')],
  setLabel: (registry) => [() => setLabel(registry, 'secret-skill', 'mine', 1)],
  removeLabel: (registry) => [() => removeLabel(registry, 'secret-skill', 'stable')],
  approveSkill: (registry, { digest }) => [() => approveSkill(registry, 'secret-skill', digest)],
  revokeApproval: (registry, { digest }) => [() => revokeApproval(registry, 'secret-skill', digest)],
  putEmbedding: (registry) => [
    () => putEmbedding(registry, { skill: 'secret-skill', version: 1, model: 'm', vector: [1, 0] }),
  ],
  recordTurn: (registry, { run }) => [() => recordTurn(registry, run, { turn: 1, decisions: [], used: [] })],
  closeRun: (registry, { run }) => [() => closeRun(registry, run)],
  planPlugin: (registry) => [
    () => planPlugin(registry, MANIFEST),
    () => planPlugin(registry, { name: 'secret-plugin' }),
    () => planPlugin(registry, { name: 'p', agents: [{ name: 'secret-agent', skills: ['secret-skill'] }] }),
    () => planPlugin(registry, { name: 'p', skills: [{ source: SOURCE, requires: ['secret-server'] }] }),
  ],
  restoreRegistry: (registry) => [
    () => restoreRegistry(registry, ['{"format":"skillscope-registry","schema":1}', '{"rows":0}']),
  ],
  putAgent: (registry) => [
    () => putAgent(registry, { name: 'mine', skills: ['secret-skill'] }),
    () => putAgent(registry, { name: 'mine', servers: { 'secret-server': null } }),
    () => putAgent(registry, { name: 'mine', policy: { always: ['secret-skill'] } }),
    () => putAgent(registry, { name: 'secret-agent', expectedVersion: 1 }),
    () => putAgent(registry, { name: 'secret-agent', expectedVersion: 0 }),
  ],
  openRun: (registry) => [
    () => openRun(registry, { agent: 'none', thread: 'secret-thread' }),
    () => openRun(registry, { agent: 'secret-agent', thread: 'secret-thread', branch: 'b', parent: 'main' }),
    () => openRun(registry, { agent: 'secret-agent', thread: 'secret-thread' }),
  ],
  applyPlugin: (registry) => [() => applyPlugin(registry, MANIFEST)],
  putToolServer: (registry) => [() => putToolServer(registry, { name: 'secret-server' })],
  putSkill: (registry) => [
    () => putSkill(registry, SOURCE, { expectedVersion: 1 }),
    () => putSkill(registry, SOURCE, { requires: ['secret-server'] }),
  ],
  importSkills: (registry) => [
    () =>
      inScratch((directory) => {
        mkdirSync(join(directory, 'secret-skill'));
        writeFileSync(join(directory, 'secret-skill', 'SKILL.md'), SOURCE.text);
        return importSkills(registry, directory);
      }),
  ],
  importArchive: (registry) => [
    () =>
      inScratch(async (directory) => {
        const archive = pack();
        archive.entry({ name: 'secret-skill/SKILL.md' }, SOURCE.text);
        archive.finalize();
        writeFileSync(join(directory, 'skills.tgz'), gzipSync(await buffer(archive)));
        return importArchive(registry, join(directory, 'skills.tgz'));
      }),
  ],
};

const SQL_SKILL = `'{"name":"secret-skill","description":"Use.","body":""}'`;

/** Every function of the schema that an application may call, in SQL, with names that only the other tenant has. */
export const SQL_PATHS: Readonly<Record<string, (secrets: Secrets) => readonly string[]>> = {
  current_principal: () => ['select skillscope.current_principal()'],
  current_tenant: () => ['select length(skillscope.current_tenant())'],
  vector_schema: () => ['select skillscope.vector_schema()'],
  read_body: () => [
    `select skillscope.read_body('secret-skill')`,
    `select skillscope.read_body('secret-skill', 1)`,
    `select skillscope.read_body('secret-skill', null, 'stable')`,
  ],
  review_body: () => [`select skillscope.review_body('secret-skill')`],
  read_resource: () => [`select * from skillscope.read_resource('secret-skill', 'secret.md')`],
  review_resource: () => [`select * from skillscope.review_resource('secret-skill', 'secret.md')`],
  read_agent: () => [`select skillscope.read_agent('secret-agent')`],
  search_words: () => [
    `select * from skillscope.search_words('secret wombat', null, 10, 1, 0)`,
    `select * from skillscope.search_words('secret wombat', null, 10, 0.5, 0.5)`,
    `select * from skillscope.search_words('secret wombat', 'secret-agent', 10, 1, 0)`,
  ],
  search_vector: () => [
    `select * from skillscope.search_vector('m', '{1,0}', 'listing', null, 10)`,
    `select * from skillscope.search_vector('m', '{1,0}', 'listing', 'secret-agent', 10)`,
  ],
  branch_skills: () => [`select * from skillscope.branch_skills('secret-thread', 'main')`],
  attach_skill: () => [
    `select skillscope.attach_skill('secret-agent', 'secret-skill')`,
    `select skillscope.attach_skill('secret-agent', 'secret-skill', ${SQL_SKILL})`,
  ],
  detach_skill: () => [`select skillscope.detach_skill('secret-agent', 'secret-skill')`],
  bind_server: () => [`select skillscope.bind_server('secret-agent', 'secret-server')`],
  unbind_server: () => [`select skillscope.unbind_server('secret-agent', 'secret-server')`],
  remove_agent: () => [`select skillscope.remove_agent('secret-agent')`],
  remove_skill: () => [`select skillscope.remove_skill('secret-skill')`],
  remove_tool_server: () => [`select skillscope.remove_tool_server('secret-server')`],
  set_label: () => [`select skillscope.set_label('secret-skill', 'mine', 1)`],
  remove_label: () => [`select skillscope.remove_label('secret-skill', 'stable')`],
  approve_skill: ({ digest }) => [`select skillscope.approve_skill('secret-skill', '${digest}')`],
  revoke_approval: ({ digest }) => [`select skillscope.revoke_approval('secret-skill', '${digest}')`],
  put_embedding: () => [`select skillscope.put_embedding('secret-skill', 1, 'listing', 'm', '{1,0}')`],
  record_turn: ({ run }) => [`select skillscope.record_turn('${run}', 1, '[]', '[]')`],
  close_run: ({ run }) => [`select skillscope.close_run('${run}')`],
  apply_plugin: () => [
    `select skillscope.apply_plugin('{"name":"secret-plugin"}')`,
    `select skillscope.apply_plugin('{"name":"p","agents":[{"name":"secret-agent","skills":["secret-skill"]}]}')`,
  ],
  upsert_agent: () => [
    `select skillscope.upsert_agent('{"name":"mine","skills":["secret-skill"]}')`,
    `select skillscope.upsert_agent('{"name":"secret-agent","expected_version":1}')`,
  ],
  open_run: () => [`select skillscope.open_run('secret-agent', 'secret-thread')`],
  upsert_tool_server: () => [`select skillscope.upsert_tool_server('{"name":"secret-server"}')`],
  upsert_skill: () => [`select skillscope.upsert_skill(${SQL_SKILL})`],
};

async function inScratch<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'skillscope-paths-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
