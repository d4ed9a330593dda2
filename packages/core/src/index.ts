export { type Address, matchLibraries, matchSkills, nearOnes, parseAddress, similarNames } from './address.ts';
export { artifactOf, artifactsOf } from './artifact-of.ts';
export type { Artifact, Dependency, Evidence, Relation, Source } from './dependency.ts';
export { type EnvelopeJson, envelopeJson } from './envelope/envelope-json.ts';
export type { EnvelopeFields } from './envelope/fields.ts';
export { newBoundary } from './envelope/new-boundary.ts';
export { renderEnvelope } from './envelope/render-envelope.ts';
export { NOTICE } from './envelope/words-of.ts';
export { ERROR_CODES, type ErrorCode, SkillscopeError } from './errors.ts';
export { headingsOf } from './format/headings.ts';
export { isUnfilled } from './format/is-unfilled.ts';
export { type ParsedSkill, type ParseOptions, parseSkill, type SkillReading } from './format/parse-skill.ts';
export { parseYaml } from './format/parse-yaml.ts';
export { sha256, skillDigest } from './format/skill-digest.ts';
export { type SkillFlags, skillFlags } from './format/skill-flags.ts';
export { validateSkill } from './format/validate-skill.ts';
export { type Host, type VendorNote, vendorNotes } from './format/vendor-notes.ts';
export { type Found, type Note, SKIP_REASONS, type Skipped, type SkipReason } from './found.ts';
export { LIMITS } from './limits.ts';
export { type PurlParts, parsePurl, toPurl } from './purl.ts';
export type { Statistics } from './rank/count-words.ts';
export { toFtsQuery } from './rank/fts-query.ts';
export { type FoundBy, type Fused, type FuseOptions, fuseListings } from './rank/fuse-listings.ts';
export {
  type EncoderWeights,
  FUSE_WEIGHTS,
  type FuseWeights,
  type NearnessSpread,
  OUTSIDE_FUSE_WEIGHTS,
  SENTENCE_WEIGHTS,
  standardised,
  TABLE_WEIGHTS,
  UNTUNED_WEIGHTS,
} from './rank/fuse-weights.ts';
export {
  headingWords,
  type IndexedListing,
  indexListing,
  type ListingDocument,
  type ListingKind,
  type ListingWords,
  libraryDocument,
  skillDocument,
} from './rank/listing.ts';
export { limitQuery, type Query, queryWords } from './rank/query.ts';
export { type Ranked, type RankOptions, rankListings } from './rank/rank-listings.ts';
export { LISTING_WEIGHTS, type ListingWeights } from './rank/weights.ts';
export { words } from './rank/words.ts';
export type { Listing, Skill, SkillFile, SkillFileKind, SkillOrigin, Standing, Trust } from './skill.ts';
export { plainAddress, sourcePlace } from './source-place.ts';
export { cleanLine } from './text/clean-line.ts';
export { type CleanedText, cleanText } from './text/clean-text.ts';
export { type Ask, findAsks } from './text/find-asks.ts';
export {
  FINDING_ACTIONS,
  type Finding,
  type FindingCode,
  inspectText,
  maySteer,
  steers,
  steersBehind,
  withholds,
} from './text/inspect-text.ts';
export { paginate } from './text/paginate.ts';
export { safeRelativePath } from './text/safe-relative-path.ts';
export { shortenMiddle } from './text/shorten-middle.ts';
