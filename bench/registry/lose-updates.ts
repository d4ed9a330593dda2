import pg from 'pg';

/** The list of skills as most keep it: one value that is read, added to, and written back. Gives how many are left. */
export async function loseUpdates(
  url: string,
  writers: number,
  each: number,
): Promise<{ readonly landed: number; readonly seconds: number }> {
  const pool = new pg.Pool({ connectionString: url, max: writers });
  await pool.query('create table agent_file (name text primary key, skills jsonb not null)');
  await pool.query(`insert into agent_file values ('agent', '[]')`);
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let index = 0; index < each; index += 1) {
        const { rows } = await pool.query<{ readonly skills: readonly string[] }>('select skills from agent_file');
        const skills = [...(rows[0]?.skills ?? []), `skill-${writer}-${index}`];
        await pool.query('update agent_file set skills = $1', [JSON.stringify(skills)]);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const { rows } = await pool.query<{ readonly count: number }>(
    'select jsonb_array_length(skills) as count from agent_file',
  );
  await pool.query('drop table agent_file');
  await pool.end();
  return { landed: rows[0]?.count ?? 0, seconds };
}
