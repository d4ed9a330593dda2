import type { GeneratedFile } from './generate-sql.ts';

const HEAD = `-- What the registry's migrations make together. Made by \`npm run generate\`; change sql/, then run it.
--
-- Layout: skills has one row a skill, skill_versions one a version with its listing, skill_bodies its text and resources
-- its files, so that no listing can load a body. agents and agent_versions are alike; attachments says what an agent
-- carries, bindings which tool servers it may call, needed_bindings holds the two together. plugins own rows through
-- plugin_items. threads, branches, runs, run_skills and decisions say what happened.
--
-- Who may do what: everything belongs to skillscope_owner, which nobody logs in as. skillscope_app and skillscope_reader
-- may select from every table but skill_bodies and resources, and write none: they call the functions below. A
-- transaction sees the rows of the tenant in \`skillscope.tenant\` only, and so do the functions.
`;

/** Loads the registry only when it is called, so that it sees migrations written before. */
export async function generateRegistrySchema(): Promise<GeneratedFile> {
  const { openRegistry } = await import('../packages/runtime/src/index.ts');
  const { describeSchema } = await import('../packages/runtime/src/testing/describe-schema.ts');
  const registry = await openRegistry({ memory: true });
  const text = await registry.read(describeSchema);
  await registry.close();
  return { path: 'packages/runtime/src/registry/schema.txt', text: HEAD + text };
}
