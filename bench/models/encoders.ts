import { type Encoder, openMiniLm, openStaticTable } from '../../packages/models/src/index.ts';

/** The encoders to measure: the table that ships and, where its directory is named, the sentence model. */
export async function openEncoders(miniLmDirectory: string | undefined): Promise<Encoder[]> {
  const table = openStaticTable();
  return miniLmDirectory === undefined ? [table] : [table, await openMiniLm({ directory: miniLmDirectory })];
}

export function nameOf(encoder: Encoder): string {
  return `${encoder.id} (${encoder.engine})`;
}
