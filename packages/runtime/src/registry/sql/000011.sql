-- What became of a plugin follows from what became of its items, and a skill under `always` says why it stays.

-- As before, but what force wrote over counts as a change.
create or replace function skillscope.apply_plugin(in_manifest jsonb, in_force boolean default false) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_plugin text;
  the_version text;
  the_section text;
  the_item record;
  the_owner skillscope.plugin_items;
  the_state text;
  old_states jsonb := '{}';
  old_state text;
  is_bound boolean := false;
  the_items jsonb := '[]';
  the_removed jsonb := '[]';
  is_changed boolean := false;
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
  end loop;
  if exists (select from skillscope.manifest_items(in_manifest) m group by m.kind, m.name having count(*) > 1) then
    perform skillscope.refuse('bad-value', format('The manifest of "%s" names something twice.', the_plugin), array['Name it once.']);
  end if;
  insert into skillscope.plugins (tenant, name, version, applied_by)
    values (the_tenant, the_plugin, the_version, skillscope.current_principal()) on conflict do nothing;
  is_changed := found;
  perform from skillscope.plugins p where p.tenant = the_tenant and p.name = the_plugin for update;

  for the_item in select * from skillscope.manifest_items(in_manifest) m order by m.place loop
    perform skillscope.refuse_bad_name(the_item.name, 'a ' || the_item.kind);
    if the_item.spec ? 'expected_version' then
      perform skillscope.refuse('unknown-key', 'A manifest expects no versions.', array['Leave out `expected_version`.']);
    end if;
    the_state := skillscope.state_of(the_item.kind, the_item.name);
    select * into the_owner from skillscope.plugin_items i
      where i.tenant = the_tenant and i.kind = the_item.kind and i.name = the_item.name;
    if found and the_owner.plugin <> the_plugin then
      perform skillscope.refuse('owned-by-plugin', format('The %s "%s" belongs to plugin "%s".', the_item.kind, the_item.name, the_owner.plugin),
        array[format('Apply "%s" with a manifest that does not name it.', the_owner.plugin), 'Use another name.'],
        jsonb_build_object('plugin', the_owner.plugin, 'kind', the_item.kind, 'name', the_item.name));
    elsif the_owner.name is null and the_state is not null and not in_force then
      perform skillscope.refuse('not-owned', format('There is a %s "%s" that no plugin owns.', the_item.kind, the_item.name),
        array['Use another name.', 'Apply by force to take it over.'],
        jsonb_build_object('kind', the_item.kind, 'name', the_item.name));
    elsif the_owner.name is not null and the_state is distinct from the_owner.state and not in_force then
      perform skillscope.refuse('edited-since', format('The %s "%s" was edited since plugin "%s" was applied.', the_item.kind, the_item.name, the_plugin),
        array['Put the edit into the manifest.', 'Apply by force to write over it.'],
        jsonb_build_object('kind', the_item.kind, 'name', the_item.name));
    end if;
    old_states := old_states || jsonb_build_object(the_item.kind || ' ' || the_item.name, the_state);
  end loop;

  for the_item in select * from skillscope.manifest_items(in_manifest) m order by m.place loop
    if the_item.kind = 'skill' and not is_bound then
      perform skillscope.bind_first(in_manifest);
      is_bound := true;
    end if;
    perform skillscope.write_item(the_item.kind, the_item.spec);
    old_state := old_states ->> (the_item.kind || ' ' || the_item.name);
    the_state := skillscope.state_of(the_item.kind, the_item.name);
    the_items := the_items || jsonb_build_object('kind', the_item.kind, 'name', the_item.name, 'status',
      case when old_state is null then 'created' when old_state = the_state then 'unchanged' else 'updated' end);
    insert into skillscope.plugin_items as i (tenant, kind, name, plugin, state)
      values (the_tenant, the_item.kind, the_item.name, the_plugin, the_state)
      on conflict (tenant, kind, name) do update set state = excluded.state where i.state <> excluded.state;
    is_changed := is_changed or found or old_state is distinct from the_state;
  end loop;

  for the_item in select i.kind, i.name, i.state from skillscope.plugin_items i
      where i.tenant = the_tenant and i.plugin = the_plugin and not exists (
        select from skillscope.manifest_items(in_manifest) m where m.kind = i.kind and m.name = i.name)
      order by case i.kind when 'agent' then 1 when 'skill' then 2 else 3 end, i.name loop
    the_state := skillscope.state_of(the_item.kind, the_item.name);
    if the_state is not null and the_state <> the_item.state and not in_force then
      perform skillscope.refuse('edited-since', format('The %s "%s" was edited since plugin "%s" was applied.', the_item.kind, the_item.name, the_plugin),
        array['Keep it in the manifest.', 'Apply by force to remove it.'],
        jsonb_build_object('kind', the_item.kind, 'name', the_item.name));
    end if;
    delete from skillscope.plugin_items i where i.tenant = the_tenant and i.kind = the_item.kind and i.name = the_item.name;
    if the_state is not null then perform skillscope.remove_item(the_item.kind, the_item.name); end if;
    the_removed := the_removed || jsonb_build_object('kind', the_item.kind, 'name', the_item.name);
    is_changed := true;
  end loop;

  if not exists (select from skillscope.plugin_items i where i.tenant = the_tenant and i.plugin = the_plugin) then
    delete from skillscope.plugins p where p.tenant = the_tenant and p.name = the_plugin;
    return jsonb_build_object('plugin', the_plugin, 'status', case when the_removed = '[]' then 'unchanged' else 'removed' end,
      'items', the_items, 'removed', the_removed);
  end if;
  update skillscope.plugins p set version = the_version, applied_at = now(), applied_by = skillscope.current_principal()
    where p.tenant = the_tenant and p.name = the_plugin and (is_changed or p.version is distinct from the_version);
  return jsonb_build_object('plugin', the_plugin, 'status', case when found then 'applied' else 'unchanged' end,
    'items', the_items, 'removed', the_removed);
end $$;

-- Gives {status: detached | absent}. Refused while the skill is under `always`.
create or replace function skillscope.detach_skill(in_agent text, in_skill text) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
begin
  perform skillscope.lock_agent(in_agent);
  if exists (select from skillscope.always w where w.tenant = the_tenant and w.agent = in_agent and w.skill = in_skill) then
    perform skillscope.refuse('always-not-attached', format('Agent "%s" has "%s" under `always`, so it must carry it.', in_agent, in_skill),
      array['Put the agent with an `always` that leaves the skill out, then detach it.'], jsonb_build_object('skill', in_skill));
  end if;
  delete from skillscope.attachments a where a.tenant = the_tenant and a.agent = in_agent and a.skill = in_skill;
  if not found then return jsonb_build_object('status', 'absent'); end if;
  update skillscope.agents a set updated_at = now() where a.tenant = the_tenant and a.name = in_agent;
  return jsonb_build_object('status', 'detached');
end $$;
