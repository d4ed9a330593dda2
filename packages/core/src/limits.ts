/**
 * Every limit on foreign input, in one place. Sizes are bytes, depths count directories below the start.
 * Measured on 105 published skills: median 10.7 KB, largest 53.5 KB, deepest 3 folders, so each limit
 * leaves an order of magnitude for honest use.
 */
export const LIMITS = {
  /** A SKILL.md, or any text file of a skill that may be served. */
  skillFileBytes: 1_048_576,
  /** A manifest such as package.json or Cargo.toml. */
  manifestBytes: 4_194_304,
  /** An agent's own settings: Claude Code keeps its history in the same file, which grows to tens of megabytes. */
  agentConfigBytes: 67_108_864,
  /**
   * A lockfile. The largest public ones have some 5 MB. Reading 30 MB, with 55,000 packages, takes 5 s and 420 MB; where
   * there is more, what is installed answers alone.
   */
  lockfileBytes: 33_554_432,
  /** Folders on the way to a package as a lockfile names it; ten packages inside one another are 30. */
  nestedFolders: 100,
  /** The list of files of one installed distribution; the largest have some 50,000 files at about 130 bytes each. */
  fileListBytes: 33_554_432,
  /** Files of one skill; the MCP Skills extension allows 512. */
  filesPerSkill: 512,
  /** All files of one skill together; the MCP Skills extension allows 16 MiB. */
  bytesPerSkill: 16_777_216,
  /** Skills of one artifact; atmos, the largest known, ships about 50. */
  skillsPerArtifact: 512,
  /** Directories looked into per artifact when searching for skills. */
  directoriesPerArtifact: 2_000,
  /** Places of one artifact named as left out before the rest is only counted. */
  skippedPerArtifact: 64,
  /** Depth below a `skills` folder. */
  skillDepth: 8,
  /** Dependencies of one project. */
  dependencies: 100_000,
  /** Versions of one name in a lockfile; those that differ by platform or extra stay below 10. */
  lockedVersions: 100,
  /** Names in the chain that explains a transitive dependency; real chains stay below 20, and longer ones end there. */
  viaNames: 32,
  /** Members of one workspace; the largest public ones have some hundreds. */
  workspaceMembers: 5_000,
  /** Directories looked into to find the members that one glob matches. */
  workspaceDirectories: 20_000,
  /** Frontmatter, from fence to fence: eight times the largest measured. Reading YAML costs far more a byte than anything else. */
  frontmatterBytes: 32_768,
  /** Notes of one kind about one frontmatter; whoever mends that many finds the rest. */
  frontmatterNotes: 50,
  /** Values quoted on behalf of the author in one nested block; each costs a reading of that block. */
  frontmatterRepairs: 8,
  /** Invisible characters named one by one when an author checks a skill. */
  invisibleNotes: 20,
  /** Headings kept of one skill for search; the largest of the 105 has under 100. */
  headings: 200,
  /** Characters kept of one heading. */
  headingCharacters: 200,
  /** Nesting of a foreign YAML, TOML or JSON value. */
  valueDepth: 64,
  /** Entries in an archive. */
  archiveEntries: 200_000,
  /** Uncompressed to compressed size of one archive entry: above it the entry is a bomb. */
  archiveRatio: 200,
  /** Folders on the way to an archive entry. */
  archiveDepth: 64,
  /** What an archive that is read from its start to its end may unpack to; the largest packages known have some 300 MB. */
  archiveBytes: 536_870_912,
  /** All files of all skills of one artifact together: what indexing one library may read. */
  skillBytesPerArtifact: 67_108_864,
  /** The same for all plugins of one marketplace, which are read together; the largest known have some 20 MB. */
  marketplaceBytes: 268_435_456,
  /** Characters on one page of an answer: about 6,000 tokens, below the answer caps of the known agents. */
  pageCharacters: 24_000,
  /** Characters of a description in a one-line listing. */
  listingCharacters: 1_536,
  /** Characters of a need given to search; longer text is cut, with a note. */
  needCharacters: 2_000,
  /** Names a caller may give beside a need; a model asked for a few gives three to six. */
  termsPerQuery: 32,
  /** Characters of one such name; the longest names of real interfaces stay below 100. */
  termCharacters: 200,
  /** Characters of one word as search compares it: nobody asks for longer ones, and a stemmer's time grows with them. */
  wordCharacters: 128,
  /** A message of an error, which repeats what a caller gave; past it the middle is left out. */
  errorCharacters: 1_000,
  /** What is printed of a command line that was not understood, the help included: help has some 2,000. */
  usageCharacters: 8_000,
  /** A file address a caller gives; the longest below a published skill has 60. */
  pathCharacters: 1_024,
  /** Characters of one text given to an encoder: about 2,000 tokens, eight times what the models here read. */
  encodedCharacters: 8_000,
  /** Tokens of one text that an encoder reads; the sentence models were trained on 128 to 256. */
  encodedTokens: 256,
  /** Milliseconds that a search may spend on vectors that nobody made yet: some ten thousand listings. */
  encodingMilliseconds: 500,
  /** Milliseconds that a search may spend on the listings in scope, which matter most, where an encoder is slow: some hundreds. */
  scopeEncodingMilliseconds: 5_000,
  /** Numbers in one vector: the largest models in use give 4,096. */
  vectorDimension: 8_192,
  /** One file of vectors: 50,000 entries with two vectors of 1,024 numbers take 103 MB. */
  vectorFileBytes: 268_435_456,
  /** One answer of an embedding endpoint: 256 vectors of 4,096 numbers as JSON take 25 MB. */
  endpointAnswerBytes: 67_108_864,
  /** Milliseconds that a search may spend on libraries outside the project before it answers: what nobody minds waiting. */
  outsideMilliseconds: 400,
  /** Milliseconds between two such walks: stores change when somebody installs, and many searches come in a row. */
  outsideInterval: 180_000,
  /** Libraries of one ecosystem looked at in one walk from end to end; full caches of long use hold some 10,000. */
  outsideLibraries: 50_000,
  /** Folders of one shelf listed in one go; the largest local repositories have some 20,000. */
  outsideFolders: 100_000,
  /** Depth of a library below its shelf; the longest module paths have 8 segments. */
  outsideDepth: 16,
  /** Skills named with one library outside the project: enough to see what it is good for. */
  outsideSkills: 3,
  /** Patterns in one list of a policy: past a few dozen nobody can say what it allows. */
  policyPatterns: 1_000,
  /** Characters of one such pattern: room for the longest name of a package with the path of a skill. */
  patternCharacters: 512,
  /** Hosts, or programs, named of one text; a page of links has some dozens. */
  asksPerCode: 50,
  /** Remarks of one kind about one text; after that many the rest adds nothing. */
  findingsPerCode: 20,
  /** One line of a dump of a registry: the largest file of a skill takes twice its 16 MiB there. */
  dumpLineBytes: 67_108_864,
  /** A plugin as it goes to the database, its files in base64: one inside the process takes 25 times that memory. */
  pluginBytes: 67_108_864,
} as const;
