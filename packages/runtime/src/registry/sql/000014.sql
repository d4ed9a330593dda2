-- Search in bodies opens only those that may hold a word of the need.

-- A body is long and is kept apart from its row, packed; opening each costs more than ranking those that match. So 4,096
-- bits a skill say which words its body may hold, two bits a word: never too few, with 300 words one in fifty too many.
-- They are read after row-level security has had its say, so no operator needs to be leakproof.
create table skillscope.body_words (
  tenant skillscope.identifier not null default skillscope.current_tenant(),
  skill skillscope.identifier not null,
  bits bit(4096) not null,
  primary key (tenant, skill),
  foreign key (tenant, skill) references skillscope.skills (tenant, name) on delete cascade
);
comment on table skillscope.body_words is 'Kept by triggers: which words the newest body of each skill may hold';
call skillscope.isolate('body_words');

create function skillscope.word_bits(in_word text) returns integer[]
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select array[(h.hash & 4095)::integer, ((h.hash >> 12) & 4095)::integer] from (select hashtextextended(in_word, 0) as hash) as h
$$;

create function skillscope.bits_of(in_words tsvector) returns bit(4096)
  language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  the_bits bit(4096) := repeat('0', 4096)::bit(4096);
  the_bit integer;
begin
  for the_bit in select distinct b.bit from unnest(in_words) as w, (select 0 as shift union all select 12) as s,
      lateral (select ((hashtextextended(w.lexeme, 0) >> s.shift) & 4095)::integer as bit) as b loop
    the_bits := set_bit(the_bits, the_bit, 1);
  end loop;
  return the_bits;
end $$;

create function skillscope.keep_body_words() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from skillscope.skill_bodies b
      where b.tenant = new.tenant and b.skill = new.skill and b.version > new.version) then
    return null;
  end if;
  insert into skillscope.body_words (tenant, skill, bits) values (new.tenant, new.skill, skillscope.bits_of(new.words))
    on conflict (tenant, skill) do update set bits = excluded.bits;
  return null;
end $$;
create trigger words after insert on skillscope.skill_bodies
  for each row execute function skillscope.keep_body_words();

-- Skills that are there already, of every tenant: nobody else can look while the tables are locked for it.
alter table skillscope.skills no force row level security;
alter table skillscope.skill_bodies no force row level security;
alter table skillscope.body_words no force row level security;
insert into skillscope.body_words (tenant, skill, bits)
  select s.tenant, s.name, skillscope.bits_of(b.words)
  from skillscope.skills s
    join skillscope.skill_bodies b on b.tenant = s.tenant and b.skill = s.name and b.version = s.version;
alter table skillscope.skills force row level security;
alter table skillscope.skill_bodies force row level security;
alter table skillscope.body_words force row level security;

-- The skills whose listing or body may hold one of the words. Bits are compared in a statement made for them, in which
-- they are numbers.
create function skillscope.may_hold(in_words text[]) returns setof text
  language plpgsql stable rows 100 set search_path = pg_catalog, pg_temp as $$
declare
  the_condition text;
begin
  the_condition := (select string_agg(format('get_bit(b.bits, %s) = 1 and get_bit(b.bits, %s) = 1', p.bits[1], p.bits[2]), ' or ')
    from unnest(in_words) as w(word), lateral (select skillscope.word_bits(w.word) as bits) as p);
  if the_condition is null then return; end if;
  return query execute format($query$
    select w.skill::text from skillscope.skill_words w where w.tenant = $1 and w.word = any ($2)
    union select b.skill::text from skillscope.body_words b where b.tenant = $1 and (%s)$query$, the_condition)
    using skillscope.current_tenant(), in_words;
end $$;

-- As before, but with a weight for bodies it opens those that may match: of the tenant by their bits, of an agent all
-- that it carries.
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
      from (select c.skill from skillscope.may_hold(the_words) as c(skill) where in_agent is null
          union all select a.skill from skillscope.attachments a where a.tenant = the_tenant and a.agent = in_agent) as c
        join skillscope.skills s on s.tenant = the_tenant and s.name = c.skill
        join skillscope.skill_versions v on v.tenant = s.tenant and v.skill = s.name and v.version = s.version
        join skillscope.skill_bodies b on b.tenant = s.tenant and b.skill = s.name and b.version = s.version
      where v.words @@ the_query or b.words @@ the_query
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
