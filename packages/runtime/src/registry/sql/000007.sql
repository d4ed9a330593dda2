-- breaking
-- How agents and tool servers are written.

create function skillscope.refuse_unknown_agent(in_name text) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.agents a where a.tenant = skillscope.current_tenant() and a.name = in_name) then return; end if;
  perform skillscope.refuse('unknown-agent', format('There is no agent "%s".', left(in_name, 80)),
    array['Create the agent first, or use the name of one that exists.'],
    jsonb_build_object('candidates', (select coalesce(jsonb_agg(n.name), '[]') from (
      select a.name from skillscope.agents a where a.tenant = skillscope.current_tenant()
      order by (left(a.name, 3) = left(in_name, 3)) desc, a.name limit 5) as n)));
end $$;

create function skillscope.refuse_unknown_server(in_name text) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.tool_servers t where t.tenant = skillscope.current_tenant() and t.name = in_name) then return; end if;
  perform skillscope.refuse('unknown-server', format('There is no tool server "%s".', left(in_name, 80)),
    array['Register the server first, or use the name of one that exists.'],
    jsonb_build_object('candidates', (select coalesce(jsonb_agg(n.name), '[]') from (
      select t.name from skillscope.tool_servers t where t.tenant = skillscope.current_tenant()
      order by (left(t.name, 3) = left(in_name, 3)) desc, t.name limit 5) as n)));
end $$;

-- Registers a tool server or changes what the keys name. Keys: name, description, config.
create function skillscope.upsert_tool_server(in_spec jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_name text;
  old_row skillscope.tool_servers;
  is_new boolean;
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_keys(in_spec, array['name', 'description', 'config'], 'A tool server');
  the_name := skillscope.text_at(in_spec, 'name');
  perform skillscope.refuse_bad_name(the_name, 'a tool server');
  if jsonb_typeof(in_spec -> 'config') <> 'object' then
    perform skillscope.refuse('bad-value', '"config" must be an object.', array['Give a JSON object.']);
  end if;
  insert into skillscope.tool_servers (tenant, name) values (the_tenant, the_name) on conflict do nothing;
  is_new := found;
  select * into strict old_row from skillscope.tool_servers t where t.tenant = the_tenant and t.name = the_name for update;
  update skillscope.tool_servers t set updated_at = now(),
      description = case when in_spec ? 'description' then skillscope.text_at(in_spec, 'description') else t.description end,
      config = coalesce(in_spec -> 'config', t.config)
    where t.tenant = the_tenant and t.name = the_name and (is_new
      or (in_spec ? 'description' and in_spec ->> 'description' is distinct from t.description)
      or (in_spec ? 'config' and in_spec -> 'config' <> t.config));
  return jsonb_build_object('name', the_name, 'status',
    case when is_new then 'created' when found then 'updated' else 'unchanged' end);
end $$;

create function skillscope.remove_tool_server(in_name text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_agents text[];
begin
  perform skillscope.refuse_without_tenant();
  perform from skillscope.tool_servers t where t.tenant = skillscope.current_tenant() and t.name = in_name for update;
  perform skillscope.refuse_unknown_server(in_name);
  perform skillscope.refuse_owned('server', in_name);
  the_agents := array(select b.agent::text from skillscope.bindings b
    where b.tenant = skillscope.current_tenant() and b.server = in_name order by b.agent limit 5);
  if cardinality(the_agents) > 0 then
    perform skillscope.refuse('server-in-use', format('Tool server "%s" is bound by agent "%s".', in_name, array_to_string(the_agents, '", "')),
      array['Unbind it first.'], jsonb_build_object('agents', to_jsonb(the_agents)));
  end if;
  delete from skillscope.tool_servers t where t.tenant = skillscope.current_tenant() and t.name = in_name;
end $$;

-- Refuses what an agent may not carry: a skill that is not there, lacks a server, or is withheld.
-- The skill is held, so that what it needs cannot change before the attachment is there.
create function skillscope.refuse_uncarriable(in_agent text, in_skill text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_version integer;
  the_server text;
begin
  select s.version into the_version from skillscope.skills s
    where s.tenant = skillscope.current_tenant() and s.name = in_skill for key share;
  if not found then perform skillscope.refuse_unknown_skill(in_skill); end if;
  select r.server into the_server from skillscope.required_servers r
    where r.tenant = skillscope.current_tenant() and r.skill = in_skill and not exists (
      select from skillscope.bindings b where b.tenant = r.tenant and b.agent = in_agent and b.server = r.server)
    order by r.server limit 1;
  if found then perform skillscope.refuse_unbound(in_agent, in_skill, the_server); end if;
  perform skillscope.refuse_unapproved(in_skill, the_version);
end $$;

-- Makes the list of carried skills the given one, in its order; rows that stay are kept.
create function skillscope.carry_skills(in_agent text, in_skills text[]) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_skill text;
  the_rows integer;
  is_changed boolean := false;
begin
  for the_skill in select n from unnest(in_skills) as n where not exists (
      select from skillscope.attachments a where a.tenant = the_tenant and a.agent = in_agent and a.skill = n) loop
    perform skillscope.refuse_uncarriable(in_agent, the_skill);
  end loop;
  delete from skillscope.attachments a where a.tenant = the_tenant and a.agent = in_agent and a.skill <> all (in_skills);
  get diagnostics the_rows = row_count;
  is_changed := the_rows > 0;
  update skillscope.attachments a set position = n.position
    from unnest(in_skills) with ordinality as n(skill, position)
    where a.tenant = the_tenant and a.agent = in_agent and a.skill = n.skill and a.position <> n.position;
  get diagnostics the_rows = row_count;
  is_changed := is_changed or the_rows > 0;
  insert into skillscope.attachments (tenant, agent, skill, position, attached_by)
    select the_tenant, in_agent, n.skill, n.position, skillscope.current_principal()
    from unnest(in_skills) with ordinality as n(skill, position)
    where not exists (select from skillscope.attachments a
      where a.tenant = the_tenant and a.agent = in_agent and a.skill = n.skill);
  get diagnostics the_rows = row_count;
  return is_changed or the_rows > 0;
end $$;

create function skillscope.tools_at(in_servers jsonb, in_server text) returns text[]
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if jsonb_typeof(in_servers -> in_server) = 'null' then return null; end if;
  if jsonb_typeof(in_servers -> in_server) <> 'array' or jsonb_array_length(in_servers -> in_server) = 0 then
    perform skillscope.refuse('bad-value', format('The tools of "%s" must be a list of names, or null for all.', left(in_server, 80)),
      array['Name the tools allowed.', 'Give null to allow every tool of the server.']);
  end if;
  return skillscope.texts_at(in_servers, in_server);
end $$;

create function skillscope.bind_servers(in_agent text, in_servers jsonb) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_server text;
  the_tools text[];
  is_changed boolean := false;
begin
  for the_server in select key from jsonb_object_keys(in_servers) as key order by key collate "C" loop
    the_tools := skillscope.tools_at(in_servers, the_server);
    perform skillscope.refuse_unknown_server(the_server);
    insert into skillscope.bindings as b (tenant, agent, server, tools)
      values (skillscope.current_tenant(), in_agent, the_server, the_tools)
      on conflict (tenant, agent, server) do update set tools = excluded.tools where b.tools is distinct from excluded.tools;
    is_changed := is_changed or found;
  end loop;
  return is_changed;
end $$;

create function skillscope.unbind_servers(in_agent text, in_servers text[]) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_need skillscope.needed_bindings;
begin
  select * into the_need from skillscope.needed_bindings n
    where n.tenant = skillscope.current_tenant() and n.agent = in_agent and n.server = any (in_servers)
    order by n.server, n.skill limit 1;
  if found then perform skillscope.refuse_unbound(in_agent, the_need.skill, the_need.server); end if;
  delete from skillscope.bindings b
    where b.tenant = skillscope.current_tenant() and b.agent = in_agent and b.server = any (in_servers);
  return found;
end $$;

-- Writes the keys of a policy that are there. Keys: always, match (false, true, or {top_k, min_score, max_chars, scope,
-- fields: {listing, body}}), list, sticky, request, discover.
create function skillscope.write_policy(in_agent text, in_policy jsonb) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_match jsonb := in_policy -> 'match';
  the_fields jsonb;
  the_key text;
  old_row skillscope.policies;
  new_row skillscope.policies;
  the_always text[];
  old_always text[];
begin
  perform skillscope.refuse_unknown_keys(in_policy, array['always', 'match', 'list', 'sticky', 'request', 'discover'], 'A policy');
  foreach the_key in array array['sticky', 'request', 'discover'] loop
    if jsonb_typeof(in_policy -> the_key) <> 'boolean' then
      perform skillscope.refuse('bad-value', format('"%s" must be true or false.', the_key), array['Give true or false.']);
    end if;
  end loop;
  select * into strict old_row from skillscope.policies p where p.tenant = the_tenant and p.agent = in_agent;
  new_row := old_row;
  if jsonb_typeof(the_match) = 'boolean' then
    new_row.match := the_match::boolean;
  elsif the_match is not null then
    perform skillscope.refuse_unknown_keys(the_match, array['top_k', 'min_score', 'max_chars', 'scope', 'fields'], 'A match policy');
    the_fields := the_match -> 'fields';
    new_row.match := true;
    if the_fields is not null then
      perform skillscope.refuse_unknown_keys(the_fields, array['listing', 'body'], 'The fields of a match policy');
      new_row.listing_weight := coalesce(skillscope.share_at(the_fields, 'listing'), 0);
      new_row.body_weight := coalesce(skillscope.share_at(the_fields, 'body'), 0);
    end if;
    new_row.top_k := coalesce(skillscope.integer_at(the_match, 'top_k'), old_row.top_k);
    new_row.max_chars := coalesce(skillscope.integer_at(the_match, 'max_chars'), old_row.max_chars);
    if the_match ? 'min_score' then new_row.min_score := skillscope.share_at(the_match, 'min_score'); end if;
    new_row.scope := coalesce(skillscope.text_at(the_match, 'scope'), old_row.scope);
  end if;
  new_row.list := coalesce(skillscope.text_at(in_policy, 'list'), old_row.list);
  new_row.sticky := coalesce((in_policy -> 'sticky')::boolean, old_row.sticky);
  new_row.request := coalesce((in_policy -> 'request')::boolean, old_row.request);
  new_row.discover := coalesce((in_policy -> 'discover')::boolean, old_row.discover);
  if new_row.scope not in ('attached', 'tenant') or new_row.list not in ('attached', 'none')
    or new_row.top_k > 100 or new_row.max_chars > 1000000 then
    perform skillscope.refuse('bad-value', 'A value of the policy is out of its range.',
      array['scope: attached or tenant; list: attached or none; top_k: 0 to 100; max_chars: 0 to 1,000,000.']);
  end if;
  if new_row is distinct from old_row then
    update skillscope.policies p set match = new_row.match, top_k = new_row.top_k, min_score = new_row.min_score,
        max_chars = new_row.max_chars, scope = new_row.scope, listing_weight = new_row.listing_weight,
        body_weight = new_row.body_weight, list = new_row.list, sticky = new_row.sticky, request = new_row.request,
        discover = new_row.discover
      where p.tenant = the_tenant and p.agent = in_agent;
  end if;
  if in_policy ? 'always' then
    the_always := skillscope.texts_at(in_policy, 'always');
    old_always := array(select w.skill::text from skillscope.always w
      where w.tenant = the_tenant and w.agent = in_agent order by w.position);
    if the_always <> old_always then
      delete from skillscope.always w where w.tenant = the_tenant and w.agent = in_agent;
      insert into skillscope.always (tenant, agent, skill, position)
        select the_tenant, in_agent, n.skill, n.position from unnest(the_always) with ordinality as n(skill, position);
      return true;
    end if;
  end if;
  return new_row is distinct from old_row;
end $$;

create function skillscope.share_at(in_spec jsonb, in_key text) returns real
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if in_spec -> in_key is null or jsonb_typeof(in_spec -> in_key) = 'null' then return null; end if;
  if jsonb_typeof(in_spec -> in_key) = 'number' then
    if (in_spec ->> in_key)::numeric between 0 and 1 then return (in_spec ->> in_key)::real; end if;
  end if;
  perform skillscope.refuse('bad-value', format('"%s" must be a number from 0 to 1.', in_key), array['Give a number from 0 to 1.']);
  return null;
end $$;

-- Every name under `always` must be carried: a name that is not would vanish without a word.
create function skillscope.refuse_always_uncarried(in_agent text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_skill text;
begin
  select w.skill into the_skill from skillscope.always w
    where w.tenant = skillscope.current_tenant() and w.agent = in_agent and not exists (
      select from skillscope.attachments a where a.tenant = w.tenant and a.agent = w.agent and a.skill = w.skill)
    order by w.position limit 1;
  if not found then return; end if;
  if not exists (select from skillscope.skills s where s.tenant = skillscope.current_tenant() and s.name = the_skill) then
    perform skillscope.refuse_unknown_skill(the_skill);
  end if;
  perform skillscope.refuse('always-not-attached', format('Agent "%s" has "%s" under `always` but does not carry it.', in_agent, the_skill),
    array[format('Attach "%s".', the_skill), format('Leave "%s" out of `always`.', the_skill)],
    jsonb_build_object('skill', the_skill));
end $$;

-- Creates an agent or changes what the keys name; what is left out stays.
-- Keys: name, description, system_prompt, output_schema, skills [names in order], servers {name: [tools] or null for
-- all}, policy, expected_version (0: must be new). Gives {name, version, status, skills}.
create function skillscope.upsert_agent(in_spec jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_name text;
  the_row skillscope.agents;
  old_version skillscope.agent_versions;
  new_version skillscope.agent_versions;
  is_new boolean;
  is_changed boolean := false;
  gone_servers text[];
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_keys(in_spec, array['name', 'description', 'system_prompt', 'output_schema', 'skills',
    'servers', 'policy', 'expected_version'], 'An agent');
  the_name := skillscope.text_at(in_spec, 'name');
  perform skillscope.refuse_bad_name(the_name, 'an agent');
  insert into skillscope.agents (tenant, name, version) values (the_tenant, the_name, 1) on conflict do nothing;
  is_new := found;
  select * into strict the_row from skillscope.agents a where a.tenant = the_tenant and a.name = the_name for update;
  perform skillscope.refuse_conflict('Agent', the_name, skillscope.integer_at(in_spec, 'expected_version'),
    case when is_new then 0 else the_row.version end);
  if not is_new then
    select * into strict old_version from skillscope.agent_versions v
      where v.tenant = the_tenant and v.agent = the_name and v.version = the_row.version;
  end if;

  new_version := old_version;
  if in_spec ? 'description' then new_version.description := skillscope.text_at(in_spec, 'description'); end if;
  if in_spec ? 'output_schema' then new_version.output_schema := nullif(in_spec -> 'output_schema', 'null'); end if;
  new_version.system_prompt := coalesce(skillscope.text_at(in_spec, 'system_prompt'), old_version.system_prompt, '');
  if char_length(new_version.description) > 1024 or octet_length(new_version.system_prompt) > 1048576 then
    perform skillscope.refuse('agent-too-long', format('A text of agent "%s" is too long.', the_name),
      array['A description may have 1,024 characters, a system prompt 1,048,576 bytes.']);
  end if;
  if is_new or new_version is distinct from old_version then
    is_changed := true;
    the_row.version := case when is_new then 1 else the_row.version + 1 end;
    insert into skillscope.agent_versions (tenant, agent, version, description, system_prompt, output_schema, created_by)
      values (the_tenant, the_name, the_row.version, new_version.description, new_version.system_prompt,
        new_version.output_schema, skillscope.current_principal());
    insert into skillscope.policies (tenant, agent) values (the_tenant, the_name) on conflict do nothing;
  end if;

  if in_spec ? 'servers' then
    if jsonb_typeof(in_spec -> 'servers') <> 'object' then
      perform skillscope.refuse('bad-value', '"servers" must be an object.', array['Give {"name": ["tool"]}, or null for every tool.']);
    end if;
    is_changed := skillscope.bind_servers(the_name, in_spec -> 'servers') or is_changed;
  end if;
  if in_spec ? 'policy' then is_changed := skillscope.write_policy(the_name, in_spec -> 'policy') or is_changed; end if;
  if in_spec ? 'skills' then
    is_changed := skillscope.carry_skills(the_name, skillscope.texts_at(in_spec, 'skills')) or is_changed;
  end if;
  if in_spec ?| array['skills', 'policy'] then perform skillscope.refuse_always_uncarried(the_name); end if;
  if in_spec ? 'servers' then
    gone_servers := array(select b.server::text from skillscope.bindings b
      where b.tenant = the_tenant and b.agent = the_name and not in_spec -> 'servers' ? b.server);
    is_changed := skillscope.unbind_servers(the_name, gone_servers) or is_changed;
  end if;
  if is_changed then
    update skillscope.agents a set version = the_row.version, updated_at = now()
      where a.tenant = the_tenant and a.name = the_name;
  end if;
  return jsonb_build_object('name', the_name, 'version', the_row.version,
    'status', case when is_new then 'created' when is_changed then 'updated' else 'unchanged' end);
end $$;

create function skillscope.carried_skills(in_agent text) returns text[]
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select array(select a.skill::text from skillscope.attachments a
    where a.tenant = skillscope.current_tenant() and a.agent = in_agent order by a.position)
$$;

create function skillscope.lock_agent(in_name text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse_without_tenant();
  perform from skillscope.agents a where a.tenant = skillscope.current_tenant() and a.name = in_name for update;
  if not found then perform skillscope.refuse_unknown_agent(in_name); end if;
end $$;

-- Adds a skill at the end of what an agent carries; of two at once both land, since the agent is held meanwhile. With a
-- spec, puts the skill first. Gives {status: attached | already}.
create function skillscope.attach_skill(in_agent text, in_skill text, in_spec jsonb default null) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
begin
  perform skillscope.lock_agent(in_agent);
  if in_spec is not null then
    if in_spec ->> 'name' is distinct from in_skill then
      perform skillscope.refuse('name-mismatch', format('The skill to attach is "%s", but its spec is named "%s".', in_skill,
        left(in_spec ->> 'name', 80)), array['Give both the same name.']);
    end if;
    perform skillscope.upsert_skill(in_spec);
  end if;
  if exists (select from skillscope.attachments a
      where a.tenant = the_tenant and a.agent = in_agent and a.skill = in_skill) then
    return jsonb_build_object('status', 'already');
  end if;
  perform skillscope.refuse_uncarriable(in_agent, in_skill);
  insert into skillscope.attachments (tenant, agent, skill, position, attached_by)
    values (the_tenant, in_agent, in_skill, (select coalesce(max(a.position), 0) + 1 from skillscope.attachments a
      where a.tenant = the_tenant and a.agent = in_agent), skillscope.current_principal());
  update skillscope.agents a set updated_at = now() where a.tenant = the_tenant and a.name = in_agent;
  return jsonb_build_object('status', 'attached');
end $$;

-- Gives {status: detached | absent}. Refused while the skill is under `always`.
create function skillscope.detach_skill(in_agent text, in_skill text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
begin
  perform skillscope.lock_agent(in_agent);
  delete from skillscope.attachments a where a.tenant = the_tenant and a.agent = in_agent and a.skill = in_skill;
  if not found then return jsonb_build_object('status', 'absent'); end if;
  perform skillscope.refuse_always_uncarried(in_agent);
  update skillscope.agents a set updated_at = now() where a.tenant = the_tenant and a.name = in_agent;
  return jsonb_build_object('status', 'detached');
end $$;

-- Lets an agent call the named tools of a server, or all of them where none are named. Gives {status}.
create function skillscope.bind_server(in_agent text, in_server text, in_tools text[] default null) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.lock_agent(in_agent);
  return jsonb_build_object('status', case when skillscope.bind_servers(in_agent,
    jsonb_build_object(in_server, to_jsonb(in_tools))) then 'bound' else 'already' end);
end $$;

-- Refused while an attached skill requires the server. Gives {status: unbound | absent}.
create function skillscope.unbind_server(in_agent text, in_server text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.lock_agent(in_agent);
  return jsonb_build_object('status', case when skillscope.unbind_servers(in_agent, array[in_server]) then 'unbound' else 'absent' end);
end $$;

-- Refused while there are runs of the agent.
create function skillscope.remove_agent(in_name text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_runs bigint;
begin
  perform skillscope.lock_agent(in_name);
  perform skillscope.refuse_owned('agent', in_name);
  select count(*) into the_runs from skillscope.runs r where r.tenant = skillscope.current_tenant() and r.agent = in_name;
  if the_runs > 0 then
    perform skillscope.refuse('agent-has-runs', format('Agent "%s" has %s runs, which could not be explained without it.', in_name, the_runs),
      array['Leave it, and detach its skills.']);
  end if;
  delete from skillscope.agents a where a.tenant = skillscope.current_tenant() and a.name = in_name;
end $$;

-- What an agent is, without the text of any skill.
create function skillscope.read_agent(in_name text) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_agent(in_name);
  return (select jsonb_build_object('name', a.name, 'version', a.version, 'description', v.description,
      'system_prompt', v.system_prompt, 'output_schema', v.output_schema,
      'skills', to_jsonb(skillscope.carried_skills(in_name)),
      'servers', (select coalesce(jsonb_object_agg(b.server, to_jsonb(b.tools)), '{}') from skillscope.bindings b
        where b.tenant = a.tenant and b.agent = a.name),
      'policy', jsonb_build_object('always', (select coalesce(jsonb_agg(w.skill order by w.position), '[]')
          from skillscope.always w where w.tenant = a.tenant and w.agent = a.name),
        'match', case when p.match then jsonb_build_object('top_k', p.top_k, 'min_score', p.min_score, 'max_chars', p.max_chars,
          'scope', p.scope, 'fields', jsonb_build_object('listing', p.listing_weight, 'body', p.body_weight)) else 'false'::jsonb end,
        'list', p.list, 'sticky', p.sticky, 'request', p.request, 'discover', p.discover))
    from skillscope.agents a
      join skillscope.agent_versions v on v.tenant = a.tenant and v.agent = a.name and v.version = a.version
      join skillscope.policies p on p.tenant = a.tenant and p.agent = a.name
    where a.tenant = skillscope.current_tenant() and a.name = in_name);
end $$;
