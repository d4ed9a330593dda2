/** What the catalog allows itself. Sizes are bytes. */
export const POLICY = {
  /**
   * Waiting for another process's lock. An answer comes without the cache rather than late: what is not stored now is
   * stored by the next one.
   */
  busyMilliseconds: 800,
  /** A cache that was in use by others is tried again after this, by a process that lives on. */
  retryMilliseconds: 10_000,
  /** Artifacts in one transaction: about 20 ms of holding the write lock. */
  artifactsPerTransaction: 200,
  /** A write-ahead log is cut back to this after a checkpoint. */
  logBytes: 16_777_216,
  /** Damaged files kept for whoever wants to look at one. */
  damagedKept: 1,
  /** A larger file is not copied into memory when it cannot be written: the process starts with an empty catalog. */
  memoryCopyBytes: 67_108_864,
  /** Scans that one process holds in memory. */
  scansHeld: 8,
  /** Scans on one machine. */
  scans: 500,
  /** Scans on one machine together: about a hundred of large projects. */
  scanBytes: 134_217_728,
  /** Scans whose artifacts wait to be searched; what is found after them is made searchable at once. */
  queueFiles: 16,
  /** What waits to be searched together: it is all read when a project is scanned. */
  queueBytes: 8_388_608,
  /** A scan that nobody asked for is dropped after this. */
  scanDays: 90,
  /** Vectors of an encoder that is not in use any more are dropped after this. */
  vectorDays: 30,
  /** An artifact is looked for on disk again after this. */
  artifactDays: 7,
  /** Artifacts looked for in one run of `prune`. */
  artifactsPerPrune: 500,
  /** Pages given back to the file system in one run of `prune`. */
  pagesPerPrune: 1_024,
} as const;

export const DAY = 86_400_000;
