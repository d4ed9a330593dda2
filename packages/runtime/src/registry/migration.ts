/** One step of the schema, from `sql/<number>.sql`. */
export interface Migration {
  readonly number: number;
  /** True when a program that does not know it cannot use a database that has it. */
  readonly breaking: boolean;
  readonly sql: string;
}
