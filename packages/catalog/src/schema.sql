-- What the migrations in sql/ make together; a test compares. Change sql/, then this file.
--
-- Layout: migration records what was applied. artifact, skill and search hold what was found in artifacts; a row of
-- skill and its row of search share one number, and the artifact's number is its upper bits. walk says how far this
-- machine's stores have been looked through. Finished scans are files beside it. All of it can be lost at any time: it
-- is found again.
--
-- Who may read it: only the functions of this package. Every table is private and may change with any version.
--
-- The full-text index keeps its words in tables of its own (search_data, search_idx, search_content, search_docsize,
-- search_config), which are SQLite's.

CREATE TABLE migration (
  number integer primary key,
  breaking integer not null,                -- 1: a program that does not know this number must not use the file
  applied_at integer not null               -- ms
) strict;

CREATE TABLE artifact (
  number integer primary key autoincrement, -- never reused, starts at random: a stale number finds nothing
  path text not null,                       -- absolute real path of the directory or archive
  inside text not null,                     -- folder inside an archive, else ''
  ecosystem text not null,
  fingerprint text not null,                -- stamp of the manifest or archive when it was indexed
  indexer integer not null,                 -- version of the ecosystem's indexer
  purl text not null,
  name text not null,
  summary text,                             -- the library's own description
  skills integer not null,                  -- how many rows of skill belong to it
  skipped text not null,                    -- JSON array
  checked_at integer not null, vouched integer not null default 0,              -- when it was last known to lie on disk, ms
  unique (path, inside, ecosystem)
) strict;

CREATE INDEX artifact_checked on artifact (checked_at);

CREATE TABLE skill (
  id integer primary key,                   -- artifact << 10 | ordinal, ordinal from 1
  contents text not null                    -- JSON object: listing, files with their digests, headings, notes; no body
) strict;

CREATE VIRTUAL TABLE search using fts5 (
  name, description, when_to_use, headings, library,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);

CREATE INDEX artifact_purl on artifact (purl);

CREATE TABLE walk (
  ecosystem text primary key,
  walked_at integer not null,               -- when a process last set out, ms
  finished_at integer not null,             -- when one last came to the end, ms; 0: never
  shelf text,                               -- directory it was cut in; null: it was not
  after text not null,                      -- last thing done in that directory
  libraries integer not null                -- come across since the beginning
) strict;
