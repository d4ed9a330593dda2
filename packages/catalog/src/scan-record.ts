/** A path that a scan looked at, and the stamp it had. */
export type ScanObservation = readonly [path: string, stamp: string];

/** A scan as it is handed over. */
export interface ScanRecord {
  /** Everything it looked at. */
  readonly observations: readonly ScanObservation[];
  /** Anything JSON can carry. */
  readonly result: unknown;
  /** The part of the result that few answers need; anything JSON can carry. Default `null`. */
  readonly details?: unknown;
}

/** A scan as it was kept. */
export interface StoredScan {
  /** When it was made, ms. */
  readonly at: number;
  /** What was handed over, after a round through JSON. */
  readonly result: unknown;
  /** What was handed over as details, read when it is asked for. */
  details(): unknown;
  /** True while every path looked at has the stamp it had. Asks for no more after the first that has not. */
  holds(stampOf: (path: string) => string): boolean;
}
