export type { Artifact, Dependency, Evidence, Relation, Source } from './dependency.ts';
export { ERROR_CODES, type ErrorCode, SkillscopeError } from './errors.ts';
export { type Found, type Note, SKIP_REASONS, type Skipped, type SkipReason } from './found.ts';
export { LIMITS } from './limits.ts';
export { type PurlParts, parsePurl, toPurl } from './purl.ts';
export type { Skill, SkillFile, SkillFileKind, Standing, Trust } from './skill.ts';
