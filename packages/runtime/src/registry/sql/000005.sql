-- breaking
-- How skills are written. Each function refuses with words where the tables would refuse with a constraint's name.

-- Names near one that does not exist: those that hold it or that it holds, else the first few.
create function skillscope.similar_skills(in_name text) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(name order by name), '[]') from (
    select s.name::text collate "C" as name from skillscope.skills s
    where s.tenant = skillscope.current_tenant()
    order by (strpos(s.name, in_name) > 0 or strpos(in_name, s.name) > 0 or left(s.name, 3) = left(in_name, 3)) desc, s.name
    limit 5) as near
$$;

create function skillscope.refuse_unknown_skill(in_name text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse('unknown-skill', format('There is no skill "%s".', left(in_name, 80)),
    array['Put the skill first, or use the name of one that exists.'],
    jsonb_build_object('candidates', skillscope.similar_skills(in_name)));
end $$;

-- The head of a skill that was written as a row: JSON strings are YAML as well.
create function skillscope.head_of(in_name text, in_description text, in_when_to_use text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select E'---\nname: ' || to_json(in_name) || E'\ndescription: ' || to_json(in_description)
    || coalesce(E'\nwhen_to_use: ' || to_json(in_when_to_use), '') || E'\n---\n'
$$;

create function skillscope.file_line(in_path text, in_digest text) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select in_digest || ' ' || to_json(in_path) || E'\n'
$$;

create function skillscope.digest_of(in_content bytea) returns text
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select 'sha256:' || encode(sha256(in_content), 'hex')
$$;

create function skillscope.text_at(in_spec jsonb, in_key text) returns text
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if in_spec -> in_key is not null and jsonb_typeof(in_spec -> in_key) not in ('string', 'null') then
    perform skillscope.refuse('bad-value', format('"%s" must be text.', in_key), array['Give a text.']);
  end if;
  return in_spec ->> in_key;
end $$;

create function skillscope.integer_at(in_spec jsonb, in_key text) returns integer
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if in_spec -> in_key is null or jsonb_typeof(in_spec -> in_key) = 'null' then return null; end if;
  if jsonb_typeof(in_spec -> in_key) <> 'number' or in_spec ->> in_key !~ '^[0-9]{1,9}$' then
    perform skillscope.refuse('bad-value', format('"%s" must be a whole number.', in_key), array['Give a whole number.']);
  end if;
  return (in_spec ->> in_key)::integer;
end $$;

-- A list of texts, in its order; null where the key is absent.
create function skillscope.texts_at(in_spec jsonb, in_key text) returns text[]
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  the_value jsonb := in_spec -> in_key;
begin
  if the_value is null then return null; end if;
  if jsonb_typeof(the_value) <> 'array'
    or exists (select from jsonb_array_elements(the_value) as e where jsonb_typeof(e) <> 'string') then
    perform skillscope.refuse('bad-value', format('"%s" must be a list of texts.', in_key), array['Give a list of texts.']);
  end if;
  if exists (select from jsonb_array_elements_text(the_value) as e group by e having count(*) > 1) then
    perform skillscope.refuse('bad-value', format('"%s" names something twice.', in_key), array['Name it once.']);
  end if;
  return array(select e from jsonb_array_elements_text(the_value) with ordinality as t(e, n) order by n);
end $$;

create function skillscope.refuse_conflict(in_what text, in_name text, in_expected integer, in_actual integer)
  returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if in_expected is null or in_expected = in_actual then return; end if;
  perform skillscope.refuse('version-conflict',
    format('%s "%s" is at version %s, not at %s as expected.', in_what, in_name, in_actual, in_expected),
    array[format('Read version %s, merge, and write again.', in_actual), 'Leave out the expected version to write over it.'],
    jsonb_build_object('expected', in_expected, 'actual', in_actual));
end $$;

create function skillscope.refuse_bad_listing(in_name text, in_description text, in_when_to_use text)
  returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_total integer := char_length(in_description) + coalesce(char_length(in_when_to_use), 0);
begin
  if coalesce(in_description, '') = '' then
    perform skillscope.refuse('no-description', format('"%s" has no description, so nothing says when it applies.', in_name),
      array['Write a description of at most 1,024 characters that says when to use the skill.']);
  end if;
  if char_length(in_description) > 1024 then
    perform skillscope.refuse('description-too-long',
      format('The description of "%s" has %s characters; 1,024 are allowed.', in_name, char_length(in_description)),
      array['Shorten it. It is never cut here: a cut description stops a skill from being chosen, and nobody sees why.',
        'Move the rest to `when_to_use`, or to the body.']);
  end if;
  if the_total > 1536 then
    perform skillscope.refuse('listing-too-long',
      format('Description and when_to_use of "%s" have %s characters together; 1,536 are allowed.', in_name, the_total),
      array['Shorten them: both enter the prompt of every agent that carries the skill, used or not.',
        'Move the rest to the body.']);
  end if;
end $$;

create function skillscope.require_servers(in_skill text, in_servers text[]) returns boolean
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_server text;
  the_agents text[];
  the_changes integer;
  the_removals integer;
begin
  foreach the_server in array in_servers loop
    perform skillscope.refuse_bad_name(the_server, 'a tool server');
    the_agents := array(select a.agent::text from skillscope.attachments a
      where a.tenant = the_tenant and a.skill = in_skill and not exists (
        select from skillscope.bindings b where b.tenant = a.tenant and b.agent = a.agent and b.server = the_server)
      order by a.agent limit 5);
    if cardinality(the_agents) > 0 then
      perform skillscope.refuse_unbound(the_agents[1], in_skill, the_server);
    end if;
  end loop;
  delete from skillscope.required_servers r
    where r.tenant = the_tenant and r.skill = in_skill and r.server <> all (in_servers);
  get diagnostics the_removals = row_count;
  insert into skillscope.required_servers (tenant, skill, server)
    select the_tenant, in_skill, unnest(in_servers) on conflict do nothing;
  get diagnostics the_changes = row_count;
  return the_changes + the_removals > 0;
end $$;

-- One wording for every path on which a skill and an agent meet without the server between them.
create function skillscope.refuse_unbound(in_agent text, in_skill text, in_server text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse('server-not-bound',
    format('Skill "%s" requires tool server "%s", which agent "%s" has not bound.', in_skill, in_server, in_agent),
    array[format('Bind "%s" to agent "%s".', in_server, in_agent),
      format('Detach "%s" from agent "%s".', in_skill, in_agent),
      format('Put "%s" without requiring "%s".', in_skill, in_server)],
    jsonb_build_object('agent', in_agent, 'skill', in_skill, 'server', in_server));
end $$;

-- Creates a skill or changes what the keys name; what is left out stays. A text that changes makes a new version.
-- Keys: name, description, when_to_use, body, entry, head, frontmatter, files [{path, content (base64), kind}], license,
-- origin, findings, withheld, category, tags, requires, expected_version (0: must be new).
-- Gives {name, version, digest, status: created | updated | unchanged, withheld}.
create function skillscope.upsert_skill(in_spec jsonb) returns jsonb
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_name text;
  the_row skillscope.skills;
  old_version skillscope.skill_versions;
  old_body skillscope.skill_bodies;
  is_new boolean;
  is_changed boolean := false;
  the_description text;
  the_when text;
  the_body text;
  the_entry text;
  the_head text;
  the_lines text;
  the_digest text;
  the_version integer;
  the_tags text[];
  the_file jsonb;
  the_count integer;
  the_size bigint;
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_keys(in_spec, array['name', 'description', 'when_to_use', 'body', 'entry', 'head',
    'frontmatter', 'files', 'license', 'origin', 'findings', 'withheld', 'category', 'tags', 'requires',
    'expected_version'], 'A skill');
  the_name := skillscope.text_at(in_spec, 'name');
  perform skillscope.refuse_bad_name(the_name, 'a skill');

  insert into skillscope.skills (tenant, name, version) values (the_tenant, the_name, 1) on conflict do nothing;
  is_new := found;
  select * into strict the_row from skillscope.skills s where s.tenant = the_tenant and s.name = the_name for update;
  perform skillscope.refuse_conflict('Skill', the_name, skillscope.integer_at(in_spec, 'expected_version'),
    case when is_new then 0 else the_row.version end);
  if not is_new then
    select * into strict old_version from skillscope.skill_versions v
      where v.tenant = the_tenant and v.skill = the_name and v.version = the_row.version;
    select * into strict old_body from skillscope.skill_bodies b
      where b.tenant = the_tenant and b.skill = the_name and b.version = the_row.version;
  end if;

  the_description := case when in_spec ? 'description' then skillscope.text_at(in_spec, 'description') else old_version.description end;
  the_when := case when in_spec ? 'when_to_use' then nullif(skillscope.text_at(in_spec, 'when_to_use'), '') else old_version.when_to_use end;
  the_body := case when in_spec ? 'body' then skillscope.text_at(in_spec, 'body') else old_body.body end;
  the_entry := coalesce(skillscope.text_at(in_spec, 'entry'), old_body.entry, 'SKILL.md');
  perform skillscope.refuse_bad_listing(the_name, the_description, the_when);
  if the_body is null then
    perform skillscope.refuse('no-body', format('"%s" has no body.', the_name), array['Give a `body`; it may be empty.']);
  end if;
  if octet_length(the_body) > 1048576 then
    perform skillscope.refuse('body-too-long', format('The body of "%s" has %s bytes; 1,048,576 are allowed.', the_name,
      octet_length(the_body)), array['Move parts of it to files that the body names.']);
  end if;
  the_head := case
    when in_spec ? 'head' then skillscope.text_at(in_spec, 'head')
    when is_new or the_description is distinct from old_version.description or the_when is distinct from old_version.when_to_use
      then skillscope.head_of(the_name, the_description, the_when)
    else old_body.head end;

  if in_spec ? 'files' then
    if jsonb_typeof(in_spec -> 'files') <> 'array' then
      perform skillscope.refuse('bad-value', '"files" must be a list.', array['Give a list of {path, content, kind}.']);
    end if;
    select count(*), coalesce(sum(length(f ->> 'content')), 0) * 3 / 4 into the_count, the_size
      from jsonb_array_elements(in_spec -> 'files') as f;
    if the_count > 511 or the_size > 16777216 then
      perform skillscope.refuse('too-many-files', format('"%s" has %s other files with %s bytes; 511 files and 16,777,216 bytes are allowed.',
        the_name, the_count, the_size), array['Leave out what the skill can do without.']);
    end if;
    for the_file in select jsonb_array_elements(in_spec -> 'files') loop
      perform skillscope.refuse_unknown_keys(the_file, array['path', 'content', 'kind'], 'A file');
      if coalesce(the_file ->> 'path', '') ~ '^$|(^|/)\.{0,2}(/|$)|[\\:[:cntrl:]]' or the_file ->> 'path' = the_entry
        or char_length(the_file ->> 'path') > 1024 or coalesce(the_file ->> 'kind', 'text') not in ('text', 'script', 'binary')
        or the_file ->> 'content' is null then
        perform skillscope.refuse('bad-file', format('"%s" is no file of a skill.', left(the_file ->> 'path', 200)),
          array['Give a relative path with "/" and without "..", the content in base64, and text, script or binary as kind.']);
      end if;
    end loop;
    if exists (select from jsonb_array_elements(in_spec -> 'files') as f group by f ->> 'path' having count(*) > 1) then
      perform skillscope.refuse('bad-file', format('A file of "%s" is given twice.', the_name), array['Give each path once.']);
    end if;
    select string_agg(l.line, '' order by l.path collate "C") into the_lines from (
      select the_entry as path, skillscope.file_line(the_entry, skillscope.digest_of(convert_to(the_head || the_body, 'UTF8'))) as line
      union all select f ->> 'path', skillscope.file_line(f ->> 'path', skillscope.digest_of(decode(f ->> 'content', 'base64')))
        from jsonb_array_elements(in_spec -> 'files') as f) as l;
  else
    select string_agg(l.line, '' order by l.path collate "C") into the_lines from (
      select the_entry as path, skillscope.file_line(the_entry, skillscope.digest_of(convert_to(the_head || the_body, 'UTF8'))) as line
      union all select r.path, skillscope.file_line(r.path, r.digest) from skillscope.resources r
        where r.tenant = the_tenant and r.skill = the_name and r.version = old_version.version) as l;
  end if;
  the_digest := skillscope.digest_of(convert_to(the_lines, 'UTF8'));

  the_version := the_row.version;
  if is_new or the_digest <> old_version.digest then
    is_changed := true;
    if not is_new then the_version := the_row.version + 1; end if;
    insert into skillscope.skill_versions (tenant, skill, version, description, when_to_use, frontmatter, license, origin,
        findings, withheld, body_characters, digest, created_by)
      values (the_tenant, the_name, the_version, the_description, the_when,
        coalesce(in_spec -> 'frontmatter', old_version.frontmatter, '{}'),
        case when in_spec ? 'license' then skillscope.text_at(in_spec, 'license') else old_version.license end,
        coalesce(in_spec -> 'origin', old_version.origin, '{}'),
        coalesce(in_spec -> 'findings', '[]'), coalesce((in_spec ->> 'withheld')::boolean, false),
        char_length(the_body), the_digest, skillscope.current_principal());
    insert into skillscope.skill_bodies (tenant, skill, version, entry, head, body)
      values (the_tenant, the_name, the_version, the_entry, the_head, the_body);
    if in_spec ? 'files' then
      insert into skillscope.resources (tenant, skill, version, path, content, kind, digest)
        select the_tenant, the_name, the_version, f ->> 'path', c.content, coalesce(f ->> 'kind', 'text'), skillscope.digest_of(c.content)
        from jsonb_array_elements(in_spec -> 'files') as f, lateral (select decode(f ->> 'content', 'base64') as content) as c;
    elsif not is_new then
      insert into skillscope.resources (tenant, skill, version, path, content, kind, digest)
        select r.tenant, r.skill, the_version, r.path, r.content, r.kind, r.digest from skillscope.resources r
        where r.tenant = the_tenant and r.skill = the_name and r.version = old_version.version;
    end if;
  end if;

  the_tags := coalesce(skillscope.texts_at(in_spec, 'tags'), the_row.tags);
  if the_version <> the_row.version or the_tags <> the_row.tags
    or (in_spec ? 'category' and skillscope.text_at(in_spec, 'category') is distinct from the_row.category) then
    is_changed := true;
    update skillscope.skills s set version = the_version, tags = the_tags,
        category = case when in_spec ? 'category' then in_spec ->> 'category' else s.category end, updated_at = now()
      where s.tenant = the_tenant and s.name = the_name;
  end if;
  if in_spec ? 'requires' then
    is_changed := skillscope.require_servers(the_name, skillscope.texts_at(in_spec, 'requires')) or is_changed;
  end if;
  return jsonb_build_object('name', the_name, 'version', the_version, 'digest', the_digest,
    'status', case when is_new then 'created' when is_changed then 'updated' else 'unchanged' end,
    'withheld', (select i.withheld from skillscope.skill_index i where i.tenant = the_tenant and i.name = the_name));
end $$;

create function skillscope.refuse_owned(in_kind text, in_name text) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_plugin text;
begin
  select i.plugin into the_plugin from skillscope.plugin_items i
    where i.tenant = skillscope.current_tenant() and i.kind = in_kind and i.name = in_name;
  if found then
    perform skillscope.refuse('owned-by-plugin', format('The %s "%s" belongs to plugin "%s".', in_kind, in_name, the_plugin),
      array[format('Apply "%s" with a manifest that does not name it.', the_plugin)], jsonb_build_object('plugin', the_plugin));
  end if;
end $$;

-- Removes a skill with all its versions. Refused while an agent carries it or a run used it.
create function skillscope.remove_skill(in_name text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_agents text[];
  the_runs bigint;
begin
  perform skillscope.refuse_without_tenant();
  perform from skillscope.skills s where s.tenant = the_tenant and s.name = in_name for update;
  if not found then perform skillscope.refuse_unknown_skill(in_name); end if;
  perform skillscope.refuse_owned('skill', in_name);
  the_agents := array(select a.agent::text from skillscope.attachments a
    where a.tenant = the_tenant and a.skill = in_name order by a.agent limit 5);
  if cardinality(the_agents) > 0 then
    perform skillscope.refuse('skill-in-use', format('Skill "%s" is carried by agent "%s".', in_name, array_to_string(the_agents, '", "')),
      array['Detach it first.'], jsonb_build_object('agents', to_jsonb(the_agents)));
  end if;
  select count(*) into the_runs from skillscope.run_skills r where r.tenant = the_tenant and r.skill = in_name;
  if the_runs > 0 then
    perform skillscope.refuse('skill-recorded', format('Skill "%s" was used by %s recorded runs, which could not be explained without it.', in_name, the_runs),
      array['Leave it: a skill that no agent carries is offered to none.']);
  end if;
  delete from skillscope.skills s where s.tenant = the_tenant and s.name = in_name;
end $$;

-- Points a label at a version; gives whether it moved.
create function skillscope.set_label(in_skill text, in_label text, in_version integer) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_bad_name(in_label, 'a label');
  if in_label = 'latest' then
    perform skillscope.refuse('reserved-label', 'The label "latest" always means the newest version.', array['Use another label.']);
  end if;
  perform skillscope.refuse_unknown_version(in_skill, in_version);
  insert into skillscope.labels as l (tenant, skill, label, version) values (the_tenant, in_skill, in_label, in_version)
    on conflict (tenant, skill, label) do update set version = excluded.version, moved_at = now()
    where l.version <> excluded.version;
  return found;
end $$;

create function skillscope.remove_label(in_skill text, in_label text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse_without_tenant();
  delete from skillscope.labels l
    where l.tenant = skillscope.current_tenant() and l.skill = in_skill and l.label = in_label;
  return found;
end $$;

create function skillscope.refuse_unknown_version(in_skill text, in_version integer) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_newest integer;
begin
  select s.version into the_newest from skillscope.skills s
    where s.tenant = skillscope.current_tenant() and s.name = in_skill;
  if not found then perform skillscope.refuse_unknown_skill(in_skill); end if;
  if in_version is null or in_version < 1 or in_version > the_newest then
    perform skillscope.refuse('unknown-version', format('Skill "%s" has no version %s.', in_skill, coalesce(in_version::text, '(none)')),
      array[format('Its versions are 1 to %s.', the_newest)]);
  end if;
end $$;

-- Records that somebody has read the version with this digest; gives whether that is new.
create function skillscope.approve_skill(in_skill text, in_digest text, in_note text default null) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
begin
  perform skillscope.refuse_without_tenant();
  if not exists (select from skillscope.skills s where s.tenant = the_tenant and s.name = in_skill) then
    perform skillscope.refuse_unknown_skill(in_skill);
  end if;
  if not exists (select from skillscope.skill_versions v
      where v.tenant = the_tenant and v.skill = in_skill and v.digest = in_digest) then
    perform skillscope.refuse('unknown-digest', format('No version of "%s" has the digest %s.', in_skill, left(in_digest, 80)),
      array['Approve the digest that the listing of the skill shows.']);
  end if;
  insert into skillscope.approvals (tenant, skill, digest, note, approved_by)
    values (the_tenant, in_skill, in_digest, in_note, skillscope.current_principal()) on conflict do nothing;
  return found;
end $$;

create function skillscope.revoke_approval(in_skill text, in_digest text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse_without_tenant();
  delete from skillscope.approvals a
    where a.tenant = skillscope.current_tenant() and a.skill = in_skill and a.digest = in_digest;
  return found;
end $$;

-- Keeps a vector of one face of one version; gives whether it is new. Another vector of the same model replaces it.
create function skillscope.put_embedding(in_skill text, in_version integer, in_face text, in_model text, in_vector real[])
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_version(in_skill, in_version);
  insert into skillscope.embeddings (tenant, skill, version, face, model, vector)
    values (skillscope.current_tenant(), in_skill, in_version, in_face, in_model, in_vector)
    on conflict (tenant, skill, version, face, model) do update set vector = excluded.vector;
end $$;
