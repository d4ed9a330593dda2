/** A path that a scan looked at, and the stamp it had. */
export type ScanObservation = readonly [path: string, stamp: string];

/** A scan, and what it takes for it to hold. */
export interface StoredScan {
  /** The result holds while every stamp is the same. */
  readonly observations: readonly ScanObservation[];
  /** Anything JSON can carry; read back it has been through JSON once. */
  readonly result: unknown;
}
