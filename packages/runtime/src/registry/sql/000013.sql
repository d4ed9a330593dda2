-- Names near one that does not exist are found by the indexes of names and of words, not by looking at every name.

-- Those that hold it or that it holds come first, as far as it begins with them or they share a word that at most 200
-- listings have; then those that begin alike, then the first few. At most five, by name.
create or replace function skillscope.similar_skills(in_name text) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_start text := left(in_name, 3);
begin
  return (select coalesce(jsonb_agg(near.name order by near.name), '[]') from (
    select n.name from (
      select h.skill::text collate "C" as name, 1 as place
        from unnest((skillscope.words_of(in_name))[1:8]) as w(word), lateral (
            select array_agg(r.skill) as skills from (
              select k.skill from skillscope.skill_words k where k.tenant = the_tenant and k.word = w.word limit 201) as r
            having count(*) <= 200) as few,
          unnest(few.skills) as h(skill)
        where strpos(h.skill, in_name) > 0 or strpos(in_name, h.skill) > 0
      union all
      select s.name, 1 from skillscope.skills s where s.tenant = the_tenant
        and s.name = any (array(select left(in_name, n) from generate_series(1, least(char_length(in_name), 200)) as n))
      union all
      -- No name has a character behind "~".
      (select s.name, 2 from skillscope.skills s
        where s.tenant = the_tenant and s.name >= the_start and s.name < the_start || '~' order by s.name limit 5)
      union all
      (select s.name, 3 from skillscope.skills s where s.tenant = the_tenant order by s.name limit 5)) as n
    group by n.name order by min(n.place), n.name limit 5) as near);
end $$;

create function skillscope.similar_agents(in_name text) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_start text := left(in_name, 3);
begin
  return (select coalesce(jsonb_agg(near.name order by near.place, near.name), '[]') from (
    select n.name, min(n.place) as place from (
      (select a.name::text collate "C" as name, 1 as place from skillscope.agents a
        where a.tenant = the_tenant and a.name >= the_start and a.name < the_start || '~' order by a.name limit 5)
      union all
      (select a.name, 2 from skillscope.agents a where a.tenant = the_tenant order by a.name limit 5)) as n
    group by n.name order by min(n.place), n.name limit 5) as near);
end $$;

create function skillscope.similar_servers(in_name text) returns jsonb
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_start text := left(in_name, 3);
begin
  return (select coalesce(jsonb_agg(near.name order by near.place, near.name), '[]') from (
    select n.name, min(n.place) as place from (
      (select t.name::text collate "C" as name, 1 as place from skillscope.tool_servers t
        where t.tenant = the_tenant and t.name >= the_start and t.name < the_start || '~' order by t.name limit 5)
      union all
      (select t.name, 2 from skillscope.tool_servers t where t.tenant = the_tenant order by t.name limit 5)) as n
    group by n.name order by min(n.place), n.name limit 5) as near);
end $$;

create or replace function skillscope.refuse_unknown_agent(in_name text) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.agents a where a.tenant = skillscope.current_tenant() and a.name = in_name) then return; end if;
  perform skillscope.refuse('unknown-agent', format('There is no agent "%s".', left(in_name, 80)),
    array['Create the agent first, or use the name of one that exists.'],
    jsonb_build_object('candidates', skillscope.similar_agents(in_name)));
end $$;

create or replace function skillscope.refuse_unknown_server(in_name text) returns void
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.tool_servers t where t.tenant = skillscope.current_tenant() and t.name = in_name) then return; end if;
  perform skillscope.refuse('unknown-server', format('There is no tool server "%s".', left(in_name, 80)),
    array['Register the server first, or use the name of one that exists.'],
    jsonb_build_object('candidates', skillscope.similar_servers(in_name)));
end $$;
