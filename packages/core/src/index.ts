export type { Artifact, Dependency, Evidence, Relation, Source } from './dependency.ts';
export { ERROR_CODES, type ErrorCode, SkillscopeError } from './errors.ts';
export { type ParsedSkill, type ParseOptions, parseSkill, type SkillReading } from './format/parse-skill.ts';
export { sha256, skillDigest } from './format/skill-digest.ts';
export { type SkillFlags, skillFlags } from './format/skill-flags.ts';
export { type Found, type Note, SKIP_REASONS, type Skipped, type SkipReason } from './found.ts';
export { LIMITS } from './limits.ts';
export { type PurlParts, parsePurl, toPurl } from './purl.ts';
export type { Skill, SkillFile, SkillFileKind, Standing, Trust } from './skill.ts';
