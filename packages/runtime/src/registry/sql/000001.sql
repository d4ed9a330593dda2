-- breaking
-- What every other part rests on: names, tenants, and how a write is refused.

-- Only who is granted a function may call it; by PostgreSQL's own default everybody may.
alter default privileges revoke execute on functions from public;

-- Names sort by code point on every machine, so that the same rows give the same bytes.
create domain skillscope.identifier as text collate "C"
  check (value ~ '^[A-Za-z0-9@][A-Za-z0-9._/@:#+-]{0,199}$');

create domain skillscope.digest as text collate "C"
  check (value ~ '^sha256:[0-9a-f]{64}$');

-- The tenant of this transaction; null where none was set, and then no row is visible and none can be written.
create function skillscope.current_tenant() returns text
  language sql stable parallel safe
  as $$ select nullif(pg_catalog.current_setting('skillscope.tenant', true), '') $$;

-- Who acts, for the records; null where nobody said.
create function skillscope.current_principal() returns text
  language sql stable parallel safe
  as $$ select nullif(pg_catalog.current_setting('skillscope.principal', true), '') $$;

-- Ends the transaction with a refusal: SQLSTATE SK001, the detail a JSON object {code, ways, facts}.
create function skillscope.refuse(in_code text, in_message text, in_ways text[], in_facts jsonb default '{}')
  returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception using
    errcode = 'SK001',
    message = in_message,
    detail = jsonb_build_object('code', in_code, 'ways', to_jsonb(in_ways), 'facts', in_facts)::text,
    hint = array_to_string(in_ways, ' ');
end $$;

create function skillscope.refuse_without_tenant() returns void
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if skillscope.current_tenant() is null then
    perform skillscope.refuse('no-tenant', 'No tenant is set for this transaction.',
      array['Set `skillscope.tenant` in the transaction before the first statement.']);
  end if;
end $$;

-- A key that is not known would be stored and do nothing, or worse, so it is refused.
create function skillscope.refuse_unknown_keys(in_object jsonb, in_known text[], in_what text)
  returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  the_key text;
begin
  if in_object is null or jsonb_typeof(in_object) <> 'object' then
    perform skillscope.refuse('bad-value', format('%s must be an object.', in_what), array['Give a JSON object.']);
  end if;
  select key into the_key from jsonb_object_keys(in_object) as key
    where key <> all (in_known) order by key collate "C" limit 1;
  if the_key is not null then
    perform skillscope.refuse('unknown-key', format('%s has no key "%s".', in_what, left(the_key, 80)),
      array[format('Use one of: %s.', array_to_string(in_known, ', '))],
      jsonb_build_object('known', to_jsonb(in_known)));
  end if;
end $$;

create function skillscope.refuse_bad_name(in_name text, in_what text)
  returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if in_name is null or in_name !~ '^[A-Za-z0-9@][A-Za-z0-9._/@:#+-]{0,199}$' then
    perform skillscope.refuse('bad-name',
      format('%s is no name of %s.', coalesce('"' || left(in_name, 80) || '"', 'Nothing'), in_what),
      array['Use 1 to 200 letters, digits and . _ / @ : # + -, beginning with a letter, a digit or @.']);
  end if;
end $$;

-- A row that records what was, and may only come and go as a whole.
create function skillscope.keep_immutable() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform skillscope.refuse('immutable', format('Rows of %s never change.', tg_table_name),
    array['Write a new version instead.']);
  return null;
end $$;

-- Puts a table under its tenant: only rows of the transaction's tenant are seen, and only such rows can be written.
-- Forced, so that it binds the owner and with it every function here.
create procedure skillscope.isolate(in_table text)
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('alter table skillscope.%I enable row level security', in_table);
  execute format('alter table skillscope.%I force row level security', in_table);
  execute format('create policy tenant on skillscope.%I using (tenant = (select skillscope.current_tenant()))
    with check (tenant = (select skillscope.current_tenant()))', in_table);
end $$;
