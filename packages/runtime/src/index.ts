export { importArchive } from './import/import-archive.ts';
export {
  MANIFEST_NOTE_CODES,
  type ManifestNote,
  type ManifestNoteCode,
  type ManifestReading,
  type MarketplaceReading,
} from './manifest/manifest-reading.ts';
export { readAgentFile, readManifest } from './manifest/read-manifest.ts';
export { readMarketplace } from './manifest/read-marketplace.ts';
export {
  type Agent,
  type AgentChange,
  type AgentPage,
  type AttachOptions,
  attachSkill,
  detachSkill,
  listAgents,
  type MatchPolicy,
  type Policy,
  type PutAgent,
  putAgent,
  readAgent,
  removeAgent,
} from './registry/agents.ts';
export { dumpRegistry, restoreInto, restoreRegistry } from './registry/dump.ts';
export type { DirectoryOptions } from './registry/embedded-store.ts';
export { type ExportOptions, exportSkill } from './registry/export-skill.ts';
export type { ImportedSkill } from './registry/import-each.ts';
export { listPlugins, type PluginCard, type PluginPage, readPlugin } from './registry/list-plugins.ts';
export { listRuns, type RunCard, type RunPage, type RunRecord, readRun } from './registry/list-runs.ts';
export {
  type ListSkillsOptions,
  listSkills,
  type SkillListing,
  type SkillPage,
} from './registry/list-skills.ts';
export { approveSkill, removeLabel, revokeApproval, setLabel } from './registry/mark-skill.ts';
export { type RegistryOverview, readOverview } from './registry/overview.ts';
export {
  type AppliedPlugin,
  type ApplyOptions,
  applyPlugin,
  type PluginItem,
  type PluginManifest,
  type PluginPlan,
  planPlugin,
} from './registry/plugins.ts';
export { type PutSkill, type PutSkillOptions, putSkill, removeSkill } from './registry/put-skill.ts';
export {
  listVersions,
  type Resource,
  type ResourceEntry,
  readResource,
  readSkill,
  type SkillText,
  type SkillVersion,
  type VersionChoice,
} from './registry/read-skill.ts';
export {
  type Capabilities,
  type OpenOptions,
  openRegistry,
  type Registry,
  type RegistryPlace,
  type RegistryScope,
} from './registry/registry.ts';
export { REGISTRY_ERROR_CODES, RegistryError, type RegistryErrorCode } from './registry/registry-error.ts';
export {
  branchSkills,
  closeRun,
  type Decision,
  type OpenedRun,
  openRun,
  type RunPlace,
  readDecisions,
  recordTurn,
  type Turn,
  type UsedSkill,
} from './registry/runs.ts';
export {
  type Embedding,
  putEmbedding,
  type SearchSkillsOptions,
  type SkillMatch,
  searchSkills,
  searchSkillVectors,
  type VectorQuery,
} from './registry/search-skills.ts';
export type { ServerOptions } from './registry/server-store.ts';
export { readSkillCard, type SkillCard } from './registry/skill-card.ts';
export { importSkills, readSkillDirectory } from './registry/skill-directories.ts';
export type { ResourceSource, SkillSource } from './registry/skill-source.ts';
export {
  bindServer,
  listToolServers,
  putToolServer,
  removeToolServer,
  type ToolServer,
  unbindServer,
} from './registry/tool-servers.ts';
