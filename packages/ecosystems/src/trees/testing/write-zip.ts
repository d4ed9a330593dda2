import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipSample {
  readonly name: string;
  readonly data?: string | Uint8Array;
  /** Default deflated. */
  readonly stored?: boolean;
  /** Unix mode, e.g. 0o120777 for a symbolic link. */
  readonly mode?: number;
  readonly encrypted?: boolean;
  /** What the directory claims, where that differs from the truth. */
  readonly claims?: { readonly size?: number; readonly crc?: number; readonly method?: number };
}

/** A zip archive with exactly these entries, faults included. */
export function zipOf(samples: readonly ZipSample[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const sample of samples) {
    const name = Buffer.from(sample.name);
    const data = Buffer.from(sample.data ?? '');
    const body = sample.stored ? data : deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800 | (sample.encrypted ? 1 : 0), 2);
    common.writeUInt16LE(sample.claims?.method ?? (sample.stored ? 0 : 8), 4);
    common.writeUInt32LE(sample.claims?.crc ?? crc32(data), 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(sample.claims?.size ?? data.length, 18);
    common.writeUInt16LE(name.length, 22);
    files.push(Buffer.from('PK\u0003\u0004', 'latin1'), common, name, body);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((sample.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0003', 'latin1'), common, rest, name);
    offset += 4 + common.length + name.length + body.length;
  }
  const table = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(samples.length, 8);
  end.writeUInt16LE(samples.length, 10);
  end.writeUInt32LE(table.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, table, end]);
}
