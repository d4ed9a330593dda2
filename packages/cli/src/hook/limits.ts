/** What a hook may cost: it stands between the agent and its work. */
export const HOOK_LIMITS = {
  /** Milliseconds after which nothing is said at an edit. The first scan of 1,000 packages takes under a second. */
  milliseconds: 1_500,
  /** The same at the start of a session, which comes once and makes later answers fast. */
  startMilliseconds: 5_000,
  /** What a host hands over: a whole file that is about to be written, at most. */
  inputBytes: 16_777_216,
  /** What is read of a file for its imports: they stand at its head. */
  sourceBytes: 262_144,
  /** Files of one edit that are looked at; a patch can hold many. */
  files: 16,
  /** Projects that one edit is asked about. */
  projects: 4,
  /** The index at the start of a session, and in an instruction file: some 2,000 tokens. */
  indexBytes: 8_192,
  /** The listing before an edit. */
  editBytes: 4_096,
  /** A notebook that is about to be edited. */
  notebookBytes: 4_194_304,
  /** What one session has been told. */
  memoryBytes: 1_048_576,
  /** Milliseconds after which a session that was not heard of is forgotten: seven days. */
  memoryAge: 604_800_000,
  /** Files looked at for their age at the start of one session. */
  memoryFiles: 1_000,
} as const;
