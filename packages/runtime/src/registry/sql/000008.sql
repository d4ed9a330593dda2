-- breaking
-- How runs are recorded, and who may do what.

create function skillscope.lock_run(in_run uuid) returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_run skillscope.runs;
begin
  perform skillscope.refuse_without_tenant();
  select * into the_run from skillscope.runs r where r.tenant = skillscope.current_tenant() and r.id = in_run for update;
  if not found then
    perform skillscope.refuse('unknown-run', format('There is no run %s.', in_run), array['Open a run first.']);
  end if;
  if the_run.closed_at is not null then
    perform skillscope.refuse('run-closed', format('Run %s is closed.', in_run), array['Open another run.']);
  end if;
end $$;

-- Opens a run, with its thread and branch where they are new. Gives {id, agent_version}.
create function skillscope.open_run(in_agent text, in_thread text, in_branch text default 'main', in_parent text default null)
  returns jsonb language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_version integer;
  the_id uuid;
begin
  perform skillscope.refuse_without_tenant();
  perform skillscope.refuse_unknown_agent(in_agent);
  perform skillscope.refuse_bad_name(in_thread, 'a thread');
  perform skillscope.refuse_bad_name(in_branch, 'a branch');
  select a.version into strict the_version from skillscope.agents a
    where a.tenant = the_tenant and a.name = in_agent for key share;
  insert into skillscope.threads (tenant, id) values (the_tenant, in_thread) on conflict do nothing;
  if in_parent is not null and (in_parent = in_branch or not exists (select from skillscope.branches b
      where b.tenant = the_tenant and b.thread = in_thread and b.id = in_parent)) then
    perform skillscope.refuse('unknown-branch', format('Thread "%s" has no branch "%s" to go on from.', in_thread, left(in_parent, 80)),
      array['Name a branch of the thread that has runs.']);
  end if;
  insert into skillscope.branches (tenant, thread, id, parent) values (the_tenant, in_thread, in_branch, in_parent)
    on conflict do nothing;
  insert into skillscope.runs (tenant, agent, agent_version, thread, branch, opened_by)
    values (the_tenant, in_agent, the_version, in_thread, in_branch, skillscope.current_principal())
    returning id into the_id;
  return jsonb_build_object('id', the_id, 'agent_version', the_version);
end $$;

-- Adds what one turn decided and which bodies it used; a turn that is recorded already is refused.
-- decisions: [{skill, version, outcome, rule, reason, score}] in their order; used: [{skill, version, mode}].
create function skillscope.record_turn(in_run uuid, in_turn integer, in_decisions jsonb, in_used jsonb, in_bands jsonb default '[]')
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  the_used jsonb;
  the_digest text;
begin
  perform skillscope.lock_run(in_run);
  if exists (select from skillscope.decisions d
      where d.tenant = skillscope.current_tenant() and d.run = in_run and d.turn = in_turn) then
    perform skillscope.refuse('turn-recorded', format('Turn %s of run %s is recorded already.', in_turn, in_run),
      array['Record the next turn.']);
  end if;
  insert into skillscope.decisions (tenant, run, turn, position, skill, version, outcome, rule, reason, score)
    select skillscope.current_tenant(), in_run, in_turn, n, d ->> 'skill', (d ->> 'version')::integer, d ->> 'outcome',
      d ->> 'rule', left(d ->> 'reason', 2000), (d ->> 'score')::real
    from jsonb_array_elements(in_decisions) with ordinality as t(d, n);
  for the_used in select jsonb_array_elements(in_used) loop
    perform skillscope.refuse_unknown_version(the_used ->> 'skill', (the_used ->> 'version')::integer);
    perform skillscope.refuse_unapproved(the_used ->> 'skill', (the_used ->> 'version')::integer);
    select v.digest into strict the_digest from skillscope.skill_versions v where v.tenant = skillscope.current_tenant()
      and v.skill = the_used ->> 'skill' and v.version = (the_used ->> 'version')::integer;
    insert into skillscope.run_skills (tenant, run, skill, version, digest, mode, turn)
      values (skillscope.current_tenant(), in_run, the_used ->> 'skill', (the_used ->> 'version')::integer, the_digest,
        the_used ->> 'mode', in_turn) on conflict do nothing;
  end loop;
  update skillscope.runs r set bands = in_bands where r.tenant = skillscope.current_tenant() and r.id = in_run;
end $$;

create function skillscope.close_run(in_run uuid, in_counters jsonb default '{}') returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.lock_run(in_run);
  update skillscope.runs r set closed_at = now(), counters = in_counters
    where r.tenant = skillscope.current_tenant() and r.id = in_run;
end $$;

-- The skills whose body entered a branch, in the order they came, with those that its parents had when it left them.
create function skillscope.branch_skills(in_thread text, in_branch text)
  returns table (name text, version integer, digest text)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive line (id, until) as (
    select b.id, 'infinity'::timestamptz from skillscope.branches b
      where b.tenant = skillscope.current_tenant() and b.thread = in_thread and b.id = in_branch
    union all
    select c.parent, least(line.until, c.created_at) from line join skillscope.branches c
      on c.tenant = skillscope.current_tenant() and c.thread = in_thread and c.id = line.id where c.parent is not null
  ), used as (
    select distinct on (u.skill) u.skill, u.version, u.digest, r.opened_at, u.turn
    from line join skillscope.runs r on r.tenant = skillscope.current_tenant() and r.thread = in_thread
        and r.branch = line.id and r.opened_at <= line.until
      join skillscope.run_skills u on u.tenant = r.tenant and u.run = r.id
    order by u.skill, r.opened_at, u.turn, u.version
  )
  select skill::text, version, digest::text from used order by opened_at, turn, skill
$$;

-- The reader sees every table but the bodies and resources, which only functions give out.
grant usage on schema skillscope to skillscope_app, skillscope_reader;
grant select on all tables in schema skillscope to skillscope_app, skillscope_reader;
revoke select on skillscope.skill_bodies, skillscope.resources from skillscope_app, skillscope_reader;

grant execute on function
  skillscope.current_tenant(), skillscope.current_principal(), skillscope.vector_schema(),
  skillscope.read_body(text, integer, text), skillscope.read_resource(text, text, integer, text),
  skillscope.search_words(text, text, integer, real, real), skillscope.search_vector(text, real[], text, text, integer),
  skillscope.read_agent(text), skillscope.branch_skills(text, text)
  to skillscope_app, skillscope_reader;

grant execute on function
  skillscope.upsert_skill(jsonb), skillscope.remove_skill(text), skillscope.set_label(text, text, integer),
  skillscope.remove_label(text, text), skillscope.approve_skill(text, text, text), skillscope.revoke_approval(text, text),
  skillscope.put_embedding(text, integer, text, text, real[]), skillscope.review_body(text, integer, text),
  skillscope.review_resource(text, text, integer, text), skillscope.upsert_tool_server(jsonb),
  skillscope.remove_tool_server(text), skillscope.upsert_agent(jsonb), skillscope.attach_skill(text, text, jsonb),
  skillscope.detach_skill(text, text), skillscope.bind_server(text, text, text[]), skillscope.unbind_server(text, text),
  skillscope.remove_agent(text), skillscope.open_run(text, text, text, text),
  skillscope.record_turn(uuid, integer, jsonb, jsonb, jsonb), skillscope.close_run(uuid, jsonb)
  to skillscope_app;
