-- breaking
-- What happened: threads, branches, runs, the skills each run used, and every decision.

create table skillscope.threads (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  id skillscope.identifier not null,
  created_at timestamptz not null default now(),
  primary key (tenant, id)
);

create table skillscope.branches (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  thread skillscope.identifier not null,
  id skillscope.identifier not null,
  parent skillscope.identifier,
  created_at timestamptz not null default now(),
  primary key (tenant, thread, id),
  foreign key (tenant, thread) references skillscope.threads (tenant, id) on delete cascade,
  foreign key (tenant, thread, parent) references skillscope.branches (tenant, thread, id),
  check (parent <> id)
);

create table skillscope.runs (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  id uuid not null default gen_random_uuid(),
  agent skillscope.identifier not null,
  agent_version integer not null,
  thread skillscope.identifier not null,
  branch skillscope.identifier not null,
  opened_at timestamptz not null default now(),
  opened_by text,
  closed_at timestamptz,
  bands jsonb not null default '[]' check (jsonb_typeof(bands) = 'array'),
  counters jsonb not null default '{}' check (jsonb_typeof(counters) = 'object'),
  primary key (tenant, id),
  constraint run_agent foreign key (tenant, agent, agent_version)
    references skillscope.agent_versions (tenant, agent, version),
  foreign key (tenant, thread, branch) references skillscope.branches (tenant, thread, id)
);
create index on skillscope.runs (tenant, agent);
create index on skillscope.runs (tenant, thread, branch);
comment on table skillscope.runs is 'One call of an agent. An agent with runs cannot be removed';
comment on column skillscope.runs.bands is 'Hashes of the prompt''s parts, in order';
comment on column skillscope.runs.counters is 'What the provider said of tokens and its cache';

create table skillscope.run_skills (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  run uuid not null,
  skill skillscope.identifier not null,
  version integer not null,
  digest skillscope.digest not null,
  mode text not null check (mode in ('always', 'match', 'request', 'sticky')),
  turn integer not null check (turn > 0),
  primary key (tenant, run, skill, version),
  foreign key (tenant, run) references skillscope.runs (tenant, id) on delete cascade,
  constraint run_skill foreign key (tenant, skill, version)
    references skillscope.skill_versions (tenant, skill, version)
);
create index on skillscope.run_skills (tenant, skill);
comment on table skillscope.run_skills is 'The versions whose body a run used. A version that a run used cannot be removed';

create table skillscope.decisions (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  run uuid not null,
  turn integer not null check (turn > 0),
  position integer not null check (position > 0),
  skill text collate "C" not null check (char_length(skill) between 1 and 200),
  version integer,
  outcome text not null
    check (outcome in ('always', 'match', 'list', 'request', 'sticky', 'loaded', 'dropped', 'refused')),
  rule text,
  reason text check (char_length(reason) <= 2000),
  score real,
  primary key (tenant, run, turn, position),
  foreign key (tenant, run) references skillscope.runs (tenant, id) on delete cascade
);
comment on table skillscope.decisions is 'What happened to one skill on one turn and why. A refused name need not exist';

call skillscope.isolate('threads');
call skillscope.isolate('branches');
call skillscope.isolate('runs');
call skillscope.isolate('run_skills');
call skillscope.isolate('decisions');

-- The listing of every skill at its newest version. It has no way to a body.
create view skillscope.skill_index with (security_invoker = true) as
  select s.tenant, s.name, s.version, v.description, v.when_to_use, v.listing, v.license, v.digest, v.body_characters,
    v.origin, v.findings, s.category, s.tags, i.plugin, s.updated_at,
    v.withheld and not exists (
      select from skillscope.approvals a where a.tenant = s.tenant and a.skill = s.name and a.digest = v.digest
    ) as withheld,
    array(select r.server::text from skillscope.required_servers r
      where r.tenant = s.tenant and r.skill = s.name order by r.server) as requires
  from skillscope.skills s
    join skillscope.skill_versions v on v.tenant = s.tenant and v.skill = s.name and v.version = s.version
    left join skillscope.plugin_items i on i.tenant = s.tenant and i.kind = 'skill' and i.name = s.name;
