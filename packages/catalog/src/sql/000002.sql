-- All versions of a library that lie on this machine are found by its package URL up to the version.
create index artifact_purl on artifact (purl);

-- How far the stores of each ecosystem, which belong to no one project, have been looked through.
create table walk (
  ecosystem text primary key,
  walked_at integer not null,               -- when a process last set out, ms
  finished_at integer not null,             -- when one last came to the end, ms; 0: never
  shelf text,                               -- directory it was cut in; null: it was not
  after text not null,                      -- last thing done in that directory
  libraries integer not null                -- come across since the beginning
) strict;
