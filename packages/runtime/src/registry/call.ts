import type { Queryable } from './store.ts';

/** Calls a function of the schema and gives what it returns. Objects go as JSON. */
export async function call<Result>(
  database: Queryable,
  name: string,
  parameters: readonly { readonly type: string; readonly value: unknown }[],
): Promise<Result> {
  const places = parameters.map(({ type }, index) => `$${index + 1}::${type}`).join(', ');
  const [row] = await database.query<{ readonly result: Result }>(
    `select skillscope.${name}(${places}) as result`,
    parameters.map(({ value }) => value),
  );
  if (row === undefined) throw new Error(`The function ${name} gave no row.`);
  return row.result;
}

export function json(value: unknown): { readonly type: string; readonly value: unknown } {
  return { type: 'jsonb', value: value === undefined ? null : JSON.stringify(value) };
}

export function text(value: string | null | undefined): { readonly type: string; readonly value: unknown } {
  return { type: 'text', value: value ?? null };
}

export function integer(value: number | undefined): { readonly type: string; readonly value: unknown } {
  return { type: 'integer', value: value ?? null };
}
