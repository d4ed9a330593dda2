-- breaking
-- Agents, what they carry, the tool servers they are bound to, and who owns which row.

create table skillscope.agents (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  name skillscope.identifier not null,
  version integer not null check (version > 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant, name)
);
comment on column skillscope.agents.version is 'Rises when the agent''s own text changes; attaching a skill does not change it';

create table skillscope.agent_versions (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  agent skillscope.identifier not null,
  version integer not null check (version > 0),
  description text check (char_length(description) <= 1024),
  system_prompt text not null check (octet_length(system_prompt) <= 1048576),
  output_schema jsonb,
  created_at timestamptz not null default now(),
  created_by text,
  primary key (tenant, agent, version),
  foreign key (tenant, agent) references skillscope.agents (tenant, name) on delete cascade
    deferrable initially deferred
);
comment on table skillscope.agent_versions is 'One immutable row a version of an agent''s own text';

alter table skillscope.agents add foreign key (tenant, name, version)
  references skillscope.agent_versions (tenant, agent, version) deferrable initially deferred;

create trigger immutable before update on skillscope.agent_versions
  for each row execute function skillscope.keep_immutable();

create table skillscope.tool_servers (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  name skillscope.identifier not null,
  description text check (char_length(description) <= 1024),
  config jsonb not null default '{}' check (jsonb_typeof(config) = 'object'),
  updated_at timestamptz not null default now(),
  primary key (tenant, name)
);
comment on column skillscope.tool_servers.config is 'How to reach it. No place for secrets: name the variable that holds one';

create table skillscope.bindings (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  agent skillscope.identifier not null,
  server skillscope.identifier not null,
  tools text[] check (cardinality(tools) between 1 and 1000),
  primary key (tenant, agent, server),
  foreign key (tenant, agent) references skillscope.agents (tenant, name) on delete cascade,
  constraint binding_server foreign key (tenant, server) references skillscope.tool_servers (tenant, name)
);
comment on table skillscope.bindings is 'The tool servers an agent may call. A bound server cannot be removed';
comment on column skillscope.bindings.tools is 'The tools allowed; null allows every tool of the server';

create table skillscope.attachments (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  agent skillscope.identifier not null,
  skill skillscope.identifier not null,
  position integer not null check (position > 0),
  attached_at timestamptz not null default now(),
  attached_by text,
  primary key (tenant, agent, skill),
  constraint attachment_position unique (tenant, agent, position) deferrable initially immediate,
  foreign key (tenant, agent) references skillscope.agents (tenant, name) on delete cascade,
  constraint attachment_skill foreign key (tenant, skill) references skillscope.skills (tenant, name)
);
create index on skillscope.attachments (tenant, skill);
comment on table skillscope.attachments is 'The skills an agent carries, in the order of its prompt. A carried skill cannot be removed';

-- One row for each server that an attached skill needs. The references make it impossible, for any client, to attach a
-- skill without its servers or to unbind a server that an attached skill needs.
create table skillscope.needed_bindings (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  agent skillscope.identifier not null,
  skill skillscope.identifier not null,
  server skillscope.identifier not null,
  primary key (tenant, agent, skill, server),
  foreign key (tenant, agent, skill) references skillscope.attachments on delete cascade,
  foreign key (tenant, skill, server) references skillscope.required_servers on delete cascade,
  constraint needed_binding foreign key (tenant, agent, server) references skillscope.bindings (tenant, agent, server)
    deferrable initially deferred
);
create index on skillscope.needed_bindings (tenant, agent, server);
comment on table skillscope.needed_bindings is 'Kept by triggers: which binding each attached skill relies on';

create function skillscope.need_on_attach() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into skillscope.needed_bindings (tenant, agent, skill, server)
    select new.tenant, new.agent, new.skill, r.server from skillscope.required_servers r
    where r.tenant = new.tenant and r.skill = new.skill;
  return null;
end $$;
create trigger needs after insert on skillscope.attachments
  for each row execute function skillscope.need_on_attach();

create function skillscope.need_on_require() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into skillscope.needed_bindings (tenant, agent, skill, server)
    select new.tenant, a.agent, new.skill, new.server from skillscope.attachments a
    where a.tenant = new.tenant and a.skill = new.skill;
  return null;
end $$;
create trigger needs after insert on skillscope.required_servers
  for each row execute function skillscope.need_on_require();

create table skillscope.policies (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  agent skillscope.identifier not null,
  match boolean not null default true,
  top_k integer not null default 2 check (top_k between 0 and 100),
  min_score real check (min_score between 0 and 1),
  max_chars integer not null default 12000 check (max_chars between 0 and 1000000),
  scope text not null default 'attached' check (scope in ('attached', 'tenant')),
  listing_weight real not null default 1 check (listing_weight between 0 and 1),
  body_weight real not null default 0 check (body_weight between 0 and 1),
  list text not null default 'attached' check (list in ('attached', 'none')),
  sticky boolean not null default true,
  request boolean not null default true,
  discover boolean not null default false,
  primary key (tenant, agent),
  foreign key (tenant, agent) references skillscope.agents (tenant, name) on delete cascade
);
comment on table skillscope.policies is 'How the skills of an agent come into its prompt; one row an agent';
comment on column skillscope.policies.min_score is 'Least score that expands a match; null for the default of the matcher in use';
comment on column skillscope.policies.scope is 'What is ranked: the attached skills, or every skill of the tenant';
comment on column skillscope.policies.discover is 'Whether the model may search beyond what is attached';

create table skillscope.always (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  agent skillscope.identifier not null,
  skill skillscope.identifier not null,
  position integer not null check (position > 0),
  primary key (tenant, agent, skill),
  constraint always_position unique (tenant, agent, position) deferrable initially immediate,
  foreign key (tenant, agent) references skillscope.policies (tenant, agent) on delete cascade,
  constraint always_attached foreign key (tenant, agent, skill) references skillscope.attachments (tenant, agent, skill)
    deferrable initially deferred
);
comment on table skillscope.always is 'Skills whose body is in every prompt of the agent. Each must be attached';

create table skillscope.plugins (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  name skillscope.identifier not null,
  version text check (char_length(version) between 1 and 200),
  applied_at timestamptz not null default now(),
  applied_by text,
  primary key (tenant, name)
);

create table skillscope.plugin_items (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  kind text not null check (kind in ('server', 'skill', 'agent')),
  name skillscope.identifier not null,
  plugin skillscope.identifier not null,
  state text not null,
  primary key (tenant, kind, name),
  foreign key (tenant, plugin) references skillscope.plugins (tenant, name)
);
create index on skillscope.plugin_items (tenant, plugin);
comment on table skillscope.plugin_items is 'Which plugin owns which row; a row has one owner at most';
comment on column skillscope.plugin_items.state is 'Hash of the row as the plugin left it: a row with another hash was edited since';

call skillscope.isolate('agents');
call skillscope.isolate('agent_versions');
call skillscope.isolate('tool_servers');
call skillscope.isolate('bindings');
call skillscope.isolate('attachments');
call skillscope.isolate('needed_bindings');
call skillscope.isolate('policies');
call skillscope.isolate('always');
call skillscope.isolate('plugins');
call skillscope.isolate('plugin_items');
