export type { ArtifactContents, ArtifactKey, ArtifactLibrary, StoredArtifact } from './artifact.ts';
export { type Catalog, type CatalogOptions, openCatalog } from './catalog.ts';
export { type ClearedCatalog, clearCatalog } from './clear-catalog.ts';
export { type CatalogDescription, describeCatalog } from './describe-catalog.ts';
export { knownArtifacts } from './known-artifacts.ts';
export { findArtifacts, type KnownLibrary, readLibraries } from './libraries.ts';
export type { CatalogNoteCode } from './notes.ts';
export { type Pruned, prune } from './prune.ts';
export { indexQueued, queueArtifacts } from './queue-artifacts.ts';
export { readArtifact } from './read-artifact.ts';
export { readListings, type StoredListing } from './read-listings.ts';
export { readScan } from './read-scan.ts';
export { readVersions } from './read-versions.ts';
export { placeOfRow, type RowKind, rowOf } from './rows.ts';
export type { ScanObservation, ScanRecord, StoredScan } from './scan-record.ts';
export { type Candidate, type CandidateFields, readCandidates } from './search-rows.ts';
export {
  type CandidateQuery,
  type DocumentFrequencies,
  searchWords,
  type Where,
  type WordQuery,
  type WordSearch,
} from './search-words.ts';
export {
  type ListingText,
  type ListingTexts,
  newestArtifact,
  presentArtifacts,
  readListingTexts,
} from './vector-rows.ts';
export type { ArtifactRange, VectorBlock, VectorSpace } from './vector-segment.ts';
export {
  dropVectors,
  type KeptVectors,
  listVectors,
  readVectors,
  vectorStoreId,
  writeVectors,
} from './vector-store.ts';
export { type VouchedArtifact, vouchFor } from './vouch-for.ts';
export { vouchedRows } from './vouched-rows.ts';
export { beginWalk, type HeldPlace, readPlaces, readWalk, type StoredWalk, writeWalk } from './walks.ts';
export { type ArtifactRecord, type WriteArtifactsOptions, writeArtifacts } from './write-artifacts.ts';
export { forgetScan, writeScan } from './write-scan.ts';
