-- breaking
-- How skills are read: the listing without a body, a body by name, search.

-- The version that a number or a label names; the newest where both are null.
create function skillscope.version_of(in_skill text, in_version integer, in_label text) returns integer
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  the_version integer := in_version;
begin
  perform skillscope.refuse_without_tenant();
  if the_version is null and in_label is not null and in_label <> 'latest' then
    select l.version into the_version from skillscope.labels l
      where l.tenant = skillscope.current_tenant() and l.skill = in_skill and l.label = in_label;
    if not found and exists (select from skillscope.skills s where s.tenant = skillscope.current_tenant() and s.name = in_skill) then
      perform skillscope.refuse('unknown-label', format('Skill "%s" has no label "%s".', in_skill, left(in_label, 80)),
        array['Set the label, or name a version.']);
    end if;
  end if;
  if the_version is null then
    select s.version into the_version from skillscope.skills s
      where s.tenant = skillscope.current_tenant() and s.name = in_skill;
  end if;
  perform skillscope.refuse_unknown_version(in_skill, the_version);
  return the_version;
end $$;

create function skillscope.refuse_unapproved(in_skill text, in_version integer) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  the_version skillscope.skill_versions;
begin
  select * into the_version from skillscope.skill_versions v
    where v.tenant = skillscope.current_tenant() and v.skill = in_skill and v.version = in_version;
  if the_version.withheld and not exists (select from skillscope.approvals a
      where a.tenant = the_version.tenant and a.skill = in_skill and a.digest = the_version.digest) then
    perform skillscope.refuse('not-approved',
      format('Version %s of "%s" is withheld: something about its text was noticed.', in_version, in_skill),
      array[format('Review it, then approve its digest, %s.', the_version.digest), 'Put a version without what was noticed.'],
      jsonb_build_object('findings', the_version.findings, 'digest', the_version.digest));
  end if;
end $$;

create function skillscope.body_of(in_skill text, in_version integer) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('name', b.skill, 'version', b.version, 'digest', v.digest, 'entry', b.entry, 'head', b.head,
    'body', b.body, 'origin', v.origin, 'findings', v.findings, 'files', coalesce((
      select jsonb_agg(jsonb_build_object('path', r.path, 'size', r.size, 'kind', r.kind, 'digest', r.digest) order by r.path)
      from skillscope.resources r where r.tenant = b.tenant and r.skill = b.skill and r.version = b.version), '[]'))
  from skillscope.skill_bodies b join skillscope.skill_versions v using (tenant, skill, version)
  where b.tenant = skillscope.current_tenant() and b.skill = in_skill and b.version = in_version
$$;

-- The text of a version, with the names of its files. Withheld texts are refused.
create function skillscope.read_body(in_skill text, in_version integer default null, in_label text default null)
  returns jsonb language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_version integer := skillscope.version_of(in_skill, in_version, in_label);
begin
  perform skillscope.refuse_unapproved(in_skill, the_version);
  return skillscope.body_of(in_skill, the_version);
end $$;

-- The same for those who decide about approval: withheld texts too.
create function skillscope.review_body(in_skill text, in_version integer default null, in_label text default null)
  returns jsonb language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return skillscope.body_of(in_skill, skillscope.version_of(in_skill, in_version, in_label));
end $$;

create function skillscope.resource_of(in_skill text, in_version integer, in_path text)
  returns table (path text, content bytea, kind text, digest text)
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query select r.path, r.content, r.kind, r.digest::text from skillscope.resources r
    where r.tenant = skillscope.current_tenant() and r.skill = in_skill and r.version = in_version and r.path = in_path;
  if not found then
    perform skillscope.refuse('unknown-file', format('Version %s of "%s" has no file "%s".', in_version, in_skill, left(in_path, 200)),
      array['Name one of its files.'], jsonb_build_object('candidates', (select coalesce(jsonb_agg(n.path), '[]') from (
        select r.path from skillscope.resources r
        where r.tenant = skillscope.current_tenant() and r.skill = in_skill and r.version = in_version order by r.path limit 5) as n)));
  end if;
end $$;

create function skillscope.read_resource(in_skill text, in_path text, in_version integer default null, in_label text default null)
  returns table (path text, content bytea, kind text, digest text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_version integer := skillscope.version_of(in_skill, in_version, in_label);
begin
  perform skillscope.refuse_unapproved(in_skill, the_version);
  return query select * from skillscope.resource_of(in_skill, the_version, in_path);
end $$;

create function skillscope.review_resource(in_skill text, in_path text, in_version integer default null, in_label text default null)
  returns table (path text, content bytea, kind text, digest text)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select * from skillscope.resource_of(in_skill, skillscope.version_of(in_skill, in_version, in_label), in_path);
end $$;

-- Any of the words of a need.
create function skillscope.any_word(in_need text) returns tsquery
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select coalesce(string_agg('''' || replace(replace(lexeme, '\', '\\'), '''', '''''') || '''', ' | ' order by lexeme), '')::tsquery
  from (select lexeme from unnest(to_tsvector('pg_catalog.english', translate(left(in_need, 2000), '-_./', '    '))) order by lexeme limit 64) as l
$$;

-- Ranks newest versions by the words of a need: all of the tenant, or what an agent carries. Ties go by name.
create function skillscope.search_words(in_need text, in_agent text, in_limit integer, in_listing_weight real, in_body_weight real)
  returns table (name text, version integer, score real)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_query tsquery := skillscope.any_word(in_need);
begin
  perform skillscope.refuse_without_tenant();
  if in_agent is not null then perform skillscope.refuse_unknown_agent(in_agent); end if;
  if in_body_weight > 0 then
    return query
      select s.name::text, s.version, (in_listing_weight * ts_rank(v.words, the_query, 32)
          + in_body_weight * ts_rank(b.words, the_query, 33))::real as rank
      from skillscope.skills s
        join skillscope.skill_versions v on v.tenant = s.tenant and v.skill = s.name and v.version = s.version
        join skillscope.skill_bodies b on b.tenant = s.tenant and b.skill = s.name and b.version = s.version
      where s.tenant = the_tenant and (v.words @@ the_query or b.words @@ the_query)
        and (in_agent is null or exists (select from skillscope.attachments a
          where a.tenant = s.tenant and a.agent = in_agent and a.skill = s.name))
      order by rank desc, s.name limit in_limit;
  else
    return query
      select s.name::text, s.version, ts_rank(v.words, the_query, 32) as rank
      from skillscope.skills s
        join skillscope.skill_versions v on v.tenant = s.tenant and v.skill = s.name and v.version = s.version
      where s.tenant = the_tenant and v.words @@ the_query
        and (in_agent is null or exists (select from skillscope.attachments a
          where a.tenant = s.tenant and a.agent = in_agent and a.skill = s.name))
      order by rank desc, s.name limit in_limit;
  end if;
end $$;

-- The schema of pgvector, or null where it is not installed.
create function skillscope.vector_schema() returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select n.nspname::text from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'vector'
$$;

-- Ranks newest versions by nearness to a vector of the same model. Score: cosine. Ties go by name.
create function skillscope.search_vector(in_model text, in_vector real[], in_face text, in_agent text, in_limit integer)
  returns table (name text, version integer, score real)
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_schema text := skillscope.vector_schema();
begin
  perform skillscope.refuse_without_tenant();
  if in_agent is not null then perform skillscope.refuse_unknown_agent(in_agent); end if;
  if the_schema is null then
    perform skillscope.refuse('no-vectors', 'This database has no pgvector, so nothing can be ranked by vectors.',
      array['Search by words.', 'Install the extension "vector" and open the registry again.']);
  end if;
  return query execute format($query$
    select s.name::text, s.version, (1 - (e.vector::%1$I.vector operator(%1$I.<=>) $1::%1$I.vector))::real as rank
    from skillscope.skills s join skillscope.embeddings e
      on e.tenant = s.tenant and e.skill = s.name and e.version = s.version and e.face = $2 and e.model = $3
    where s.tenant = $4 and cardinality(e.vector) = cardinality($1)
      and ($5 is null or exists (select from skillscope.attachments a
        where a.tenant = s.tenant and a.agent = $5 and a.skill = s.name))
    order by rank desc, s.name limit $6$query$, the_schema)
    using in_vector, in_face, in_model, skillscope.current_tenant(), in_agent, in_limit;
end $$;
