import type { Queryable } from '../registry/store.ts';

/** What the migrations made, from the database's own tables: the same text on every version of PostgreSQL. */
export async function describeSchema(database: Queryable): Promise<string> {
  const rows = await database.query<{ readonly line: string }>(DESCRIPTION);
  return `${rows.map(({ line }) => line).join('\n')}\n`;
}

const DESCRIPTION = `
with tables as (
  select c.oid, c.relname::text collate "C" as name, c.relkind, c.relrowsecurity and c.relforcerowsecurity as isolated
  from pg_class c where c.relnamespace = 'skillscope'::regnamespace and c.relkind in ('r', 'v')
), lines as (
  select 0 as part, name, 0 as section, 0 as number,
    E'\\n' || case relkind when 'v' then 'view ' else 'table ' end || name
      || case when isolated then '  -- each tenant sees its own rows' else '' end
      || coalesce(E'\\n  -- ' || obj_description(oid, 'pg_class'), '') as line
  from tables
  union all
  select 0, t.name, 1, a.attnum, '  ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end
      || case when d.adbin is null then '' when a.attgenerated = 's' then ' generated: ' else ' default ' end
      || coalesce(regexp_replace(pg_get_expr(d.adbin, d.adrelid), '\\s+', ' ', 'g'), '')
      || coalesce('  -- ' || col_description(t.oid, a.attnum), '')
  from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
  union all
  select 0, t.name, 2, row_number() over (partition by t.name order by k.contype desc, k.conname collate "C")::integer,
    '  ' || regexp_replace(pg_get_constraintdef(k.oid), '\\s+', ' ', 'g')
  from tables t join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'u', 'f', 'c')
  union all
  select 0, t.name, 3, row_number() over (partition by t.name order by g.tgname collate "C")::integer,
    '  trigger ' || g.tgname || ': ' || g.tgfoid::regproc
  from tables t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
  union all
  select 1, p.proname::text collate "C", 0, 0,
    'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
      || coalesce(' returns ' || pg_get_function_result(p.oid), '')
      || case when has_function_privilege('skillscope_reader', p.oid, 'execute') then '  -- for readers'
        when has_function_privilege('skillscope_app', p.oid, 'execute') then '  -- for applications' else '' end
  from pg_proc p where p.pronamespace = 'skillscope'::regnamespace
    and has_function_privilege('skillscope_app', p.oid, 'execute')
)
select line from lines order by part, name, section, number, line collate "C"`;
