-- breaking
create table artifact (
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
  checked_at integer not null,              -- when it was last known to lie on disk, ms
  unique (path, inside, ecosystem)
) strict;

create index artifact_checked on artifact (checked_at);

create table skill (
  id integer primary key,                   -- artifact << 10 | ordinal, ordinal from 1
  contents text not null                    -- JSON object: listing, files with their digests, headings, notes; no body
) strict;

-- rowid = artifact << 10 | ordinal; ordinal 0 is the library itself, others are the row of skill with that id.
-- Every column holds the output of core's words(), joined with spaces.
create virtual table search using fts5 (
  name, description, when_to_use, headings, library,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
);

insert into sqlite_sequence (name, seq) values ('artifact', (random() & 65535) << 20);
