-- Plugins of thousands of agents, and two plugins of one name.

alter table skillscope.plugins add column source jsonb check (jsonb_typeof(source) = 'object');
comment on column skillscope.plugins.source is 'What its manifest was: its format, and the marketplace that listed it; null where nobody said';
alter table skillscope.plugin_items add column spec text;
comment on column skillscope.plugin_items.spec is 'Hash of the words that the plugin last wrote the row by';

create function skillscope.spec_hash(in_spec jsonb) returns text
  language sql immutable as $$ select encode(sha256(convert_to(in_spec::text, 'UTF8')), 'hex') $$;

-- What a manifest is, for a message.
create function skillscope.source_words(in_source jsonb, in_key text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when in_key = 'marketplace' then format('one of marketplace "%s"', left(in_source ->> 'marketplace', 80))
    when in_source ->> 'format' = 'claude-plugin' then 'a plugin of Claude Code'
    when in_source ->> 'format' = 'skillscope' then 'a manifest of skillscope'
    else format('a "%s"', left(in_source ->> 'format', 80)) end
$$;

-- Two plugins may have one name by chance, and the second would take away all that the first brought.
create function skillscope.refuse_other_source(in_plugin text, in_old jsonb, in_new jsonb) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_key text;
begin
  select k.key into the_key from unnest(array['format', 'marketplace']) with ordinality as k(key, n)
    where in_old ->> k.key <> in_new ->> k.key order by k.n limit 1;
  if not found then return; end if;
  perform skillscope.refuse('other-source', format('Plugin "%s" is %s, and this is %s.', in_plugin,
      skillscope.source_words(in_old, the_key), skillscope.source_words(in_new, the_key)),
    array['Give one of the two another name.', 'Apply by force to put this one in its place.'],
    jsonb_build_object('plugin', in_plugin, 'applied', in_old, 'given', in_new));
end $$;

-- As before, each row by its key: what is planned while the tables are empty is kept for thousands of rows later on.
create or replace function skillscope.agents_named(in_names text[]) returns table (name text, agent jsonb)
  language plpgsql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
begin
  return query select a.name::text, jsonb_build_object('name', a.name, 'version', a.version, 'description', v.description,
      'system_prompt', v.system_prompt, 'output_schema', v.output_schema,
      'skills', to_jsonb(array(select c.skill::text from skillscope.attachments c
        where c.tenant = a.tenant and c.agent = a.name order by c.position)),
      'servers', (select coalesce(jsonb_object_agg(b.server, to_jsonb(b.tools)), '{}') from skillscope.bindings b
        where b.tenant = a.tenant and b.agent = a.name),
      'policy', jsonb_build_object('always', (select coalesce(jsonb_agg(w.skill order by w.position), '[]')
          from skillscope.always w where w.tenant = a.tenant and w.agent = a.name),
        'match', case when p.match then jsonb_build_object('top_k', p.top_k, 'min_score', p.min_score, 'max_chars', p.max_chars,
          'scope', p.scope, 'fields', jsonb_build_object('listing', p.listing_weight, 'body', p.body_weight)) else 'false'::jsonb end,
        'list', p.list, 'sticky', p.sticky, 'request', p.request, 'discover', p.discover))
    from (select distinct n from unnest(in_names) as n) as names,
      lateral (select * from skillscope.agents s where s.tenant = skillscope.current_tenant() and s.name = names.n limit 1) as a,
      lateral (select * from skillscope.agent_versions o
        where o.tenant = a.tenant and o.agent = a.name and o.version = a.version limit 1) as v,
      lateral (select * from skillscope.policies o where o.tenant = a.tenant and o.agent = a.name limit 1) as p;
end $$;

create or replace function skillscope.states_of(in_items jsonb) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_servers text[] := array(select i ->> 'name' from jsonb_array_elements(in_items) as i where i ->> 'kind' = 'server');
  the_skills text[] := array(select i ->> 'name' from jsonb_array_elements(in_items) as i where i ->> 'kind' = 'skill');
  the_agents text[] := array(select i ->> 'name' from jsonb_array_elements(in_items) as i where i ->> 'kind' = 'agent');
begin
  return (select coalesce(jsonb_object_agg(skillscope.item_key(s.kind, s.name),
      encode(sha256(convert_to(s.state::text, 'UTF8')), 'hex')), '{}')
    from (
      select 'server' as kind, t.name::text, jsonb_build_object('description', t.description, 'config', t.config) as state
        from (select distinct n from unnest(the_servers) as n) as names,
          lateral (select * from skillscope.tool_servers o where o.tenant = the_tenant and o.name = names.n limit 1) as t
      union all
      select 'skill', s.name::text, jsonb_build_object('digest', v.digest, 'category', s.category, 'tags', s.tags, 'requires', array(
            select r.server::text from skillscope.required_servers r
            where r.tenant = s.tenant and r.skill = s.name order by r.server))
        from (select distinct n from unnest(the_skills) as n) as names,
          lateral (select * from skillscope.skills o where o.tenant = the_tenant and o.name = names.n limit 1) as s,
          lateral (select * from skillscope.skill_versions o
            where o.tenant = s.tenant and o.skill = s.name and o.version = s.version limit 1) as v
      union all
      select 'agent', a.name, a.agent - 'version' from skillscope.agents_named(the_agents) as a) as s);
end $$;

-- As before. A new agent has nothing that would have to go.
create or replace function skillscope.upsert_agent(in_spec jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_name text;
  the_row skillscope.agents;
  old_version skillscope.agent_versions;
  new_version skillscope.agent_versions;
  is_new boolean;
  is_changed boolean := false;
  the_skills text[];
  gone_servers text[];
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_keys(in_spec, array['name', 'description', 'system_prompt', 'output_schema', 'skills',
    'servers', 'policy', 'expected_version'], 'An agent');
  the_name := skillscope.text_at(in_spec, 'name');
  perform skillscope.refuse_bad_name(the_name, 'an agent');
  insert into skillscope.agents (tenant, name, version) values (the_tenant, the_name, 1) on conflict do nothing
    returning * into the_row;
  is_new := found;
  if not is_new then
    select * into strict the_row from skillscope.agents a where a.tenant = the_tenant and a.name = the_name for update;
  end if;
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
  the_skills := skillscope.texts_at(in_spec, 'skills');
  if the_skills is not null and not (is_new and the_skills = '{}') then
    is_changed := skillscope.carry_skills(the_name, the_skills) or is_changed;
  end if;
  if in_spec ?| array['skills', 'policy'] and not (is_new and coalesce(in_spec #> '{policy,always}', '[]') = '[]') then
    perform skillscope.refuse_always_uncarried(the_name);
  end if;
  if in_spec ? 'servers' and not is_new then
    gone_servers := array(select b.server::text from skillscope.bindings b
      where b.tenant = the_tenant and b.agent = the_name and not in_spec -> 'servers' ? b.server);
    is_changed := skillscope.unbind_servers(the_name, gone_servers) or is_changed;
  end if;
  if is_changed and not is_new then
    update skillscope.agents a set version = the_row.version, updated_at = now()
      where a.tenant = the_tenant and a.name = the_name;
  end if;
  return jsonb_build_object('name', the_name, 'version', the_row.version,
    'status', case when is_new then 'created' when is_changed then 'updated' else 'unchanged' end);
end $$;

-- As before. What is left by the same words is not written again, and a manifest that is another plugin's is refused.
create or replace function skillscope.apply_plugin(in_manifest jsonb, in_force boolean default false) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_plugin text;
  the_version text;
  the_source jsonb := in_manifest -> 'source';
  old_source jsonb;
  the_section text;
  the_count integer := 0;
  the_items jsonb;
  the_keys jsonb;
  the_item record;
  old_state text;
  old_states jsonb;
  new_states jsonb;
  is_bound boolean := false;
  the_results jsonb;
  the_gone jsonb;
  is_changed boolean := false;
  is_written boolean;
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_keys(in_manifest, array['name', 'version', 'source', 'servers', 'skills', 'agents'], 'A manifest');
  if the_source is not null then perform skillscope.refuse_unknown_keys(the_source, array['format', 'marketplace'], 'The source of a manifest'); end if;
  the_plugin := skillscope.text_at(in_manifest, 'name');
  the_version := skillscope.text_at(in_manifest, 'version');
  perform skillscope.refuse_bad_name(the_plugin, 'a plugin');
  foreach the_section in array array['servers', 'skills', 'agents'] loop
    if jsonb_typeof(in_manifest -> the_section) <> 'array' then
      perform skillscope.refuse('bad-value', format('"%s" must be a list.', the_section), array['Give a list.']);
    end if;
    the_count := the_count + coalesce(jsonb_array_length(in_manifest -> the_section), 0);
  end loop;
  if the_count > 10000 then
    perform skillscope.refuse('manifest-too-large', format('The manifest of "%s" names %s servers, skills and agents; 10,000 are allowed.',
      the_plugin, the_count), array['Divide it among several plugins.'], jsonb_build_object('items', the_count));
  end if;
  if pg_column_size(in_manifest) > 67108864 then
    perform skillscope.refuse('manifest-too-large', format('The manifest of "%s" has more than 67,108,864 bytes, with files in base64.',
      the_plugin), array['Divide it among several plugins.']);
  end if;
  select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'name', m.name) order by m.place), '[]'),
      coalesce(jsonb_object_agg(skillscope.item_key(m.kind, m.name), true), '{}')
    into the_items, the_keys from skillscope.manifest_items(in_manifest) m;
  if (select count(*) from jsonb_object_keys(the_keys)) < the_count then
    perform skillscope.refuse('bad-value', format('The manifest of "%s" names something twice.', the_plugin), array['Name it once.']);
  end if;
  insert into skillscope.plugins (tenant, name, version, applied_by)
    values (the_tenant, the_plugin, the_version, skillscope.current_principal()) on conflict do nothing;
  is_changed := found;
  select p.source into old_source from skillscope.plugins p where p.tenant = the_tenant and p.name = the_plugin for update;
  if not in_force then perform skillscope.refuse_other_source(the_plugin, old_source, the_source); end if;

  old_states := skillscope.states_of(the_items);
  for the_item in select m.kind, m.name, m.spec, i.plugin as owner, i.state as owned_state
      from skillscope.manifest_items(in_manifest) m
        left join skillscope.plugin_items i on i.tenant = the_tenant and i.kind = m.kind and i.name = m.name
      order by m.place loop
    perform skillscope.refuse_bad_name(the_item.name, 'a ' || the_item.kind);
    if the_item.spec ? 'expected_version' then
      perform skillscope.refuse('unknown-key', 'A manifest expects no versions.', array['Leave out `expected_version`.']);
    end if;
    old_state := old_states ->> skillscope.item_key(the_item.kind, the_item.name);
    if the_item.owner <> the_plugin then
      perform skillscope.refuse('owned-by-plugin', format('The %s "%s" belongs to plugin "%s".', the_item.kind, the_item.name, the_item.owner),
        array[format('Apply "%s" with a manifest that does not name it.', the_item.owner), 'Use another name.'],
        jsonb_build_object('plugin', the_item.owner, 'kind', the_item.kind, 'name', the_item.name));
    elsif the_item.owner is null and old_state is not null and not in_force then
      perform skillscope.refuse('not-owned', format('There is a %s "%s" that no plugin owns.', the_item.kind, the_item.name),
        array['Use another name.', 'Apply by force to take it over.'],
        jsonb_build_object('kind', the_item.kind, 'name', the_item.name));
    elsif the_item.owner is not null and old_state is distinct from the_item.owned_state and not in_force then
      perform skillscope.refuse('edited-since', format('The %s "%s" was edited since plugin "%s" was applied.', the_item.kind, the_item.name, the_plugin),
        array['Put the edit into the manifest.', 'Apply by force to write over it.'],
        jsonb_build_object('kind', the_item.kind, 'name', the_item.name));
    end if;
  end loop;

  for the_item in select m.kind, m.name, m.spec from skillscope.manifest_items(in_manifest) m
      -- What a plugin left by the same words, and nobody edited, is as these words would leave it.
      where not exists (select from skillscope.plugin_items i where i.tenant = the_tenant and i.kind = m.kind and i.name = m.name
        and i.spec = skillscope.spec_hash(m.spec) and i.state = old_states ->> skillscope.item_key(m.kind, m.name))
      order by m.place loop
    if the_item.kind = 'skill' and not is_bound then
      perform skillscope.bind_first(in_manifest);
      is_bound := true;
    end if;
    case the_item.kind
      when 'server' then perform skillscope.upsert_tool_server(the_item.spec);
      when 'skill' then perform skillscope.upsert_skill(the_item.spec);
      when 'agent' then perform skillscope.upsert_agent(the_item.spec);
    end case;
  end loop;
  new_states := skillscope.states_of(the_items);
  update skillscope.plugin_items i set spec = skillscope.spec_hash(m.spec) from skillscope.manifest_items(in_manifest) m
    where i.tenant = the_tenant and i.kind = m.kind and i.name = m.name and i.spec is distinct from skillscope.spec_hash(m.spec);
  insert into skillscope.plugin_items as i (tenant, kind, name, plugin, state, spec)
    select the_tenant, m.kind, m.name, the_plugin, new_states ->> skillscope.item_key(m.kind, m.name), skillscope.spec_hash(m.spec)
      from skillscope.manifest_items(in_manifest) m order by m.place
    on conflict (tenant, kind, name) do update set state = excluded.state where i.state <> excluded.state;
  is_written := found;
  is_changed := is_changed or is_written or old_states <> new_states;
  the_results := (select coalesce(jsonb_agg(m.item || jsonb_build_object('status',
      case when old_states -> m.key is null then 'created' when old_states -> m.key = new_states -> m.key then 'unchanged' else 'updated' end)
      order by m.place), '[]')
    from (select i.item, i.place, skillscope.item_key(i.item ->> 'kind', i.item ->> 'name') as key
      from jsonb_array_elements(the_items) with ordinality as i(item, place)) as m);

  the_gone := (select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'name', i.name)
      order by case i.kind when 'agent' then 1 when 'skill' then 2 else 3 end, i.name), '[]')
    from skillscope.plugin_items i
    where i.tenant = the_tenant and i.plugin = the_plugin and not the_keys ? skillscope.item_key(i.kind, i.name));
  old_states := skillscope.states_of(the_gone);
  for the_item in select g.item ->> 'kind' as kind, g.item ->> 'name' as name, g.place
      from jsonb_array_elements(the_gone) with ordinality as g(item, place) order by g.place loop
    old_state := old_states ->> skillscope.item_key(the_item.kind, the_item.name);
    if old_state <> (select i.state from skillscope.plugin_items i
        where i.tenant = the_tenant and i.kind = the_item.kind and i.name = the_item.name) and not in_force then
      perform skillscope.refuse('edited-since', format('The %s "%s" was edited since plugin "%s" was applied.', the_item.kind, the_item.name, the_plugin),
        array['Keep it in the manifest.', 'Apply by force to remove it.'],
        jsonb_build_object('kind', the_item.kind, 'name', the_item.name));
    end if;
    delete from skillscope.plugin_items i where i.tenant = the_tenant and i.kind = the_item.kind and i.name = the_item.name;
    if old_state is not null then
      case the_item.kind
        when 'server' then perform skillscope.remove_tool_server(the_item.name);
        when 'skill' then perform skillscope.remove_skill(the_item.name);
        when 'agent' then perform skillscope.remove_agent(the_item.name);
      end case;
    end if;
    is_changed := true;
  end loop;

  if not exists (select from skillscope.plugin_items i where i.tenant = the_tenant and i.plugin = the_plugin) then
    delete from skillscope.plugins p where p.tenant = the_tenant and p.name = the_plugin;
    return jsonb_build_object('plugin', the_plugin, 'status', case when the_gone = '[]' then 'unchanged' else 'removed' end,
      'items', the_results, 'removed', the_gone);
  end if;
  update skillscope.plugins p set source = the_source
    where p.tenant = the_tenant and p.name = the_plugin and the_source is not null and p.source is distinct from the_source;
  update skillscope.plugins p set version = the_version, applied_at = now(), applied_by = skillscope.current_principal()
    where p.tenant = the_tenant and p.name = the_plugin and (is_changed or p.version is distinct from the_version);
  return jsonb_build_object('plugin', the_plugin, 'status', case when found then 'applied' else 'unchanged' end,
    'items', the_results, 'removed', the_gone);
end $$;
