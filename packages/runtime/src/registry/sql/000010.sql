-- Search by words without looking at every skill.

-- Row-level security keeps `@@` from using an index: it is not leakproof, so it may only see rows that are known to be
-- the tenant's. Equality of text is leakproof, so here each word of a listing is a row, found by tenant and word; nor
-- can the rows of another tenant slow a search down.
create table skillscope.skill_words (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  word text collate "C" not null,
  skill skillscope.identifier not null,
  weight integer not null,
  primary key (tenant, skill, word),
  foreign key (tenant, skill) references skillscope.skills (tenant, name) on delete cascade
);
create index on skillscope.skill_words (tenant, word);
comment on table skillscope.skill_words is 'Kept by triggers: the words of each skill''s newest listing';
comment on column skillscope.skill_words.weight is 'What the word adds to the rank, in millionths: whole numbers add up to the same in any order';
call skillscope.isolate('skill_words');
grant select on skillscope.skill_words to skillscope_app, skillscope_reader;

-- The rank that one word of a listing gives; the ranks of several words add up. Called for each word, so it has no search
-- path of its own: that would keep it from becoming a part of the statement.
create function skillscope.word_weight(in_words tsvector, in_word text) returns integer
  language sql immutable as $$
  select round(ts_rank(in_words, ('''' || replace(replace(in_word, '\', '\\'), '''', '''''') || '''')::tsquery) * 1000000)::integer
$$;

-- Versions come in any order where a dump is restored; the newest stays.
create function skillscope.keep_words() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.skill_versions v
      where v.tenant = new.tenant and v.skill = new.skill and v.version > new.version) then
    return null;
  end if;
  delete from skillscope.skill_words w where w.tenant = new.tenant and w.skill = new.skill;
  insert into skillscope.skill_words (tenant, word, skill, weight)
    select new.tenant, w.lexeme, new.skill, skillscope.word_weight(new.words, w.lexeme) from unnest(new.words) as w;
  return null;
end $$;
create trigger words after insert on skillscope.skill_versions
  for each row execute function skillscope.keep_words();

-- Skills that are there already, of every tenant: nobody else can look while the tables are locked for it.
alter table skillscope.skills no force row level security;
alter table skillscope.skill_versions no force row level security;
alter table skillscope.skill_words no force row level security;
insert into skillscope.skill_words (tenant, word, skill, weight)
  select s.tenant, w.lexeme, s.name, skillscope.word_weight(v.words, w.lexeme)
  from skillscope.skills s
    join skillscope.skill_versions v on v.tenant = s.tenant and v.skill = s.name and v.version = s.version,
    unnest(v.words) as w;
alter table skillscope.skills force row level security;
alter table skillscope.skill_versions force row level security;
alter table skillscope.skill_words force row level security;

-- The words of a need, as a listing has them.
create function skillscope.words_of(in_need text) returns text[]
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array(select lexeme from unnest(to_tsvector('pg_catalog.english', translate(left(in_need, 2000), '-_./', '    ')))
    order by lexeme limit 64)
$$;

-- 0 to 1, as `ts_rank` gives it for any of so many words.
create function skillscope.score_of(in_weight bigint, in_words integer) returns real
  language sql immutable set search_path = pg_catalog, pg_temp as $$
  select (r.rank / (r.rank + 1))::real from (select in_weight / (1000000.0::float8 * in_words) as rank) as r
$$;

-- Ranks newest versions by the words of a need: all of the tenant, or what an agent carries. Ties go by name. With a
-- weight for bodies it looks at every one of them.
create or replace function skillscope.search_words(in_need text, in_agent text, in_limit integer, in_listing_weight real, in_body_weight real)
  returns table (name text, version integer, score real)
  language plpgsql stable security definer rows 10 set search_path = pg_catalog, pg_temp as $$
declare
  the_tenant text := skillscope.current_tenant();
  the_words text[] := skillscope.words_of(in_need);
  the_query tsquery;
begin
  perform skillscope.refuse_without_tenant();
  if in_agent is not null then perform skillscope.refuse_unknown_agent(in_agent); end if;
  if in_body_weight > 0 then
    the_query := skillscope.any_word(in_need);
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
  elsif in_agent is null then
    return query
      select r.skill::text, (select s.version from skillscope.skills s where s.tenant = the_tenant and s.name = r.skill),
        skillscope.score_of(r.total, cardinality(the_words))
      from (select w.skill, sum(w.weight) as total from skillscope.skill_words w
          where w.tenant = the_tenant and w.word = any (the_words)
          group by w.skill order by total desc, w.skill limit in_limit) as r
      order by r.total desc, r.skill;
  else
    return query
      select r.skill::text, (select s.version from skillscope.skills s where s.tenant = the_tenant and s.name = r.skill),
        skillscope.score_of(r.total, cardinality(the_words))
      from (select w.skill, sum(w.weight) as total
          from skillscope.attachments a
            join skillscope.skill_words w on w.tenant = the_tenant and w.skill = a.skill and w.word = any (the_words)
          where a.tenant = the_tenant and a.agent = in_agent
          group by w.skill order by total desc, w.skill limit in_limit) as r
      order by r.total desc, r.skill;
  end if;
end $$;

alter function skillscope.search_vector(text, real[], text, text, integer) rows 10;
