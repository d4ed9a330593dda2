-- A manifest of thousands of rows: what they are is read at once, and nothing is copied for each of them.

-- What agents are, without the text of any skill; names that are not there are left out.
create function skillscope.agents_named(in_names text[]) returns table (name text, agent jsonb)
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
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
    from skillscope.agents a
      join skillscope.agent_versions v on v.tenant = a.tenant and v.agent = a.name and v.version = a.version
      join skillscope.policies p on p.tenant = a.tenant and p.agent = a.name
    where a.tenant = skillscope.current_tenant() and a.name = any (in_names);
end $$;

create or replace function skillscope.read_agent(in_name text) returns jsonb
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_agent(in_name);
  return (select a.agent from skillscope.agents_named(array[in_name]) as a);
end $$;

-- How the functions below name a row in an object.
create function skillscope.item_key(in_kind text, in_name text) returns text
  language sql immutable as $$ select in_kind || ' ' || coalesce(in_name, '') $$;

-- What rows are, each as one hash under its key: a row with another hash than its plugin left was edited since.
-- `in_items` are objects with a kind and a name; those that are not there are left out.
create function skillscope.states_of(in_items jsonb) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
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
        from skillscope.tool_servers t where t.tenant = the_tenant and t.name = any (the_servers)
      union all
      select 'skill', s.name::text, jsonb_build_object('digest', v.digest, 'category', s.category, 'tags', s.tags, 'requires', array(
            select r.server::text from skillscope.required_servers r
            where r.tenant = s.tenant and r.skill = s.name order by r.server))
        from skillscope.skills s join skillscope.skill_versions v
          on v.tenant = s.tenant and v.skill = s.name and v.version = s.version
        where s.tenant = the_tenant and s.name = any (the_skills)
      union all
      select 'agent', a.name, a.agent - 'version' from skillscope.agents_named(the_agents) as a) as s);
end $$;

-- As before. What the rows were is read before the first is written, and what they are after the last: writing one item
-- of a manifest changes no other. Of a manifest with more than 10,000 items, or 64 MiB, nothing is written: the rows
-- that it writes are held, and whoever waits for them too, until all are.
create or replace function skillscope.apply_plugin(in_manifest jsonb, in_force boolean default false) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_plugin text;
  the_version text;
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
  perform skillscope.refuse_unknown_keys(in_manifest, array['name', 'version', 'servers', 'skills', 'agents'], 'A manifest');
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
  perform from skillscope.plugins p where p.tenant = the_tenant and p.name = the_plugin for update;

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

  for the_item in select m.kind, m.spec from skillscope.manifest_items(in_manifest) m order by m.place loop
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
  insert into skillscope.plugin_items as i (tenant, kind, name, plugin, state)
    select the_tenant, m.kind, m.name, the_plugin, new_states ->> skillscope.item_key(m.kind, m.name)
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
  update skillscope.plugins p set version = the_version, applied_at = now(), applied_by = skillscope.current_principal()
    where p.tenant = the_tenant and p.name = the_plugin and (is_changed or p.version is distinct from the_version);
  return jsonb_build_object('plugin', the_plugin, 'status', case when found then 'applied' else 'unchanged' end,
    'items', the_results, 'removed', the_gone);
end $$;

drop function skillscope.state_of(text, text);
drop function skillscope.write_item(text, jsonb);
drop function skillscope.remove_item(text, text);
drop function skillscope.carried_skills(text);
