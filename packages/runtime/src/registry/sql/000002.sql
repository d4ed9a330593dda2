-- breaking
-- Skills, and the text of each version apart from its listing.

create table skillscope.skills (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  name skillscope.identifier not null,
  version integer not null check (version > 0),
  category text collate "C" check (char_length(category) between 1 and 200),
  tags text[] not null default '{}' check (cardinality(tags) <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant, name)
);
comment on table skillscope.skills is 'One row a skill: its name and what may change without a new version';
comment on column skillscope.skills.version is 'The newest version; rises when a text changes and never else';

create table skillscope.skill_versions (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  version integer not null check (version > 0),
  description text not null,
  when_to_use text,
  listing text not null generated always as
    (description || case when when_to_use is null then '' else E'\n' || when_to_use end) stored,
  words tsvector not null generated always as (
    setweight(to_tsvector('pg_catalog.english', translate(skill, '-_./', '    ')), 'A')
    || setweight(to_tsvector('pg_catalog.english', description), 'B')
    || setweight(to_tsvector('pg_catalog.english', coalesce(when_to_use, '')), 'B')) stored,
  frontmatter jsonb not null default '{}' check (jsonb_typeof(frontmatter) = 'object'),
  license text,
  origin jsonb not null default '{}' check (jsonb_typeof(origin) = 'object'),
  findings jsonb not null default '[]' check (jsonb_typeof(findings) = 'array'),
  withheld boolean not null default false,
  body_characters integer not null check (body_characters >= 0),
  digest skillscope.digest not null,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant, skill, version),
  foreign key (tenant, skill) references skillscope.skills (tenant, name) on delete cascade
    deferrable initially deferred,
  constraint description_length check (char_length(description) between 1 and 1024),
  constraint listing_length check (char_length(description) + coalesce(char_length(when_to_use), 0) <= 1536)
);
comment on table skillscope.skill_versions is 'One immutable row a version: the listing, never the body';
comment on column skillscope.skill_versions.listing is 'What may always be shown, and the only text that is embedded by default';
comment on column skillscope.skill_versions.words is 'For full-text search; made from the base columns';
comment on column skillscope.skill_versions.withheld is 'Something about the text was noticed: it is handed out only once its digest is approved';
comment on column skillscope.skill_versions.digest is 'Over all files of the version; the same skill has the same digest everywhere';

alter table skillscope.skills add foreign key (tenant, name, version)
  references skillscope.skill_versions (tenant, skill, version) deferrable initially deferred;

create table skillscope.skill_bodies (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  version integer not null,
  entry text not null default 'SKILL.md' check (char_length(entry) between 1 and 1024),
  head text not null check (octet_length(head) <= 65536),
  body text not null check (octet_length(body) <= 1048576),
  words tsvector not null generated always as
    (to_tsvector('pg_catalog.english', left(body, 200000))) stored,
  primary key (tenant, skill, version),
  foreign key (tenant, skill, version) references skillscope.skill_versions on delete cascade
);
comment on table skillscope.skill_bodies is 'The text of a version. Only functions read it, so that no listing can load it by mistake';
comment on column skillscope.skill_bodies.entry is 'Name of the file that holds both, relative to the skill';
comment on column skillscope.skill_bodies.head is 'Everything before the body as its author wrote it, fences included: head and body are the file';

create table skillscope.resources (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  version integer not null,
  path text collate "C" not null check (
    char_length(path) between 1 and 1024 and path !~ '(^|/)\.{0,2}(/|$)' and path !~ '[\\:[:cntrl:]]'),
  content bytea not null check (octet_length(content) <= 16777216),
  size integer not null generated always as (octet_length(content)) stored,
  kind text not null check (kind in ('text', 'script', 'binary')),
  digest skillscope.digest not null,
  primary key (tenant, skill, version, path),
  foreign key (tenant, skill, version) references skillscope.skill_versions on delete cascade,
  constraint digest_of_content check (digest = 'sha256:' || encode(sha256(content), 'hex'))
);
comment on table skillscope.resources is 'Every other file of a version, byte for byte';

create table skillscope.labels (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  label skillscope.identifier not null check (label <> 'latest'),
  version integer not null,
  moved_at timestamptz not null default now(),
  primary key (tenant, skill, label),
  foreign key (tenant, skill) references skillscope.skills (tenant, name) on delete cascade,
  foreign key (tenant, skill, version) references skillscope.skill_versions on delete cascade
);
comment on table skillscope.labels is 'Names for versions, such as "stable". Moving one makes no version';

create table skillscope.required_servers (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  server skillscope.identifier not null,
  primary key (tenant, skill, server),
  foreign key (tenant, skill) references skillscope.skills (tenant, name) on delete cascade
);
comment on table skillscope.required_servers is 'Tool servers that an agent must have bound to carry the skill. A dependency, not a permission';

create table skillscope.approvals (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  digest skillscope.digest not null,
  note text,
  approved_at timestamptz not null default now(),
  approved_by text,
  primary key (tenant, skill, digest),
  foreign key (tenant, skill) references skillscope.skills (tenant, name) on delete cascade
);
comment on table skillscope.approvals is 'Somebody has read this very text. Another text has another digest and needs its own approval';

create table skillscope.embeddings (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  version integer not null,
  face text not null check (face in ('listing', 'body')),
  model text not null check (char_length(model) between 1 and 200),
  vector real[] not null check (cardinality(vector) between 1 and 8192),
  primary key (tenant, skill, version, face, model),
  foreign key (tenant, skill, version) references skillscope.skill_versions on delete cascade
);
comment on table skillscope.embeddings is 'Vectors of unit length, joined by version. Those of different models are never compared';

create trigger immutable before update on skillscope.skill_versions
  for each row execute function skillscope.keep_immutable();
create trigger immutable before update on skillscope.skill_bodies
  for each row execute function skillscope.keep_immutable();
create trigger immutable before update on skillscope.resources
  for each row execute function skillscope.keep_immutable();

-- A version goes only with its skill.
create function skillscope.keep_versions() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.skills s where s.tenant = old.tenant and s.name = old.skill) then
    perform skillscope.refuse('immutable', format('Version %s of "%s" stays.', old.version, old.skill),
      array['Remove the whole skill, or put a new version.']);
  end if;
  return old;
end $$;
create trigger stays before delete on skillscope.skill_versions
  for each row execute function skillscope.keep_versions();

-- Bodies and resources go only with their version, and none is added to a version later.
create function skillscope.keep_parts() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.skill_versions v
      where v.tenant = old.tenant and v.skill = old.skill and v.version = old.version) then
    perform skillscope.refuse('immutable', format('Version %s of "%s" stays whole.', old.version, old.skill),
      array['Remove the whole skill, or put a new version.']);
  end if;
  return old;
end $$;
create trigger stays before delete on skillscope.skill_bodies
  for each row execute function skillscope.keep_parts();
create trigger stays before delete on skillscope.resources
  for each row execute function skillscope.keep_parts();

call skillscope.isolate('skills');
call skillscope.isolate('skill_versions');
call skillscope.isolate('skill_bodies');
call skillscope.isolate('resources');
call skillscope.isolate('labels');
call skillscope.isolate('required_servers');
call skillscope.isolate('approvals');
call skillscope.isolate('embeddings');
