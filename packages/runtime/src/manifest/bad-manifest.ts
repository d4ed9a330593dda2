import { RegistryError } from '../registry/registry-error.ts';

/** A place in a manifest. */
export interface Place {
  /** The file, as its reader was asked for it. */
  readonly file: string;
  /** Such as `skills[1].tags`; empty for the whole. */
  readonly at: string;
}

export function placeIn({ file, at }: Place, key: string | number): Place {
  const step = typeof key === 'number' ? `[${key}]` : at === '' ? key : `.${key}`;
  return { file, at: at + step };
}

/** `what` goes on from the name of the place: `is no list.` */
export function badManifest({ file, at }: Place, what: string, way: string, line?: number): RegistryError {
  const where = line === undefined ? (at === '' ? file : `"${at}" in ${file}`) : `Line ${line} of ${file}`;
  return new RegistryError('bad-manifest', `${where} ${what}`, {
    ways: [way],
    facts: { file, ...(at === '' ? {} : { at }), ...(line === undefined ? {} : { line }) },
  });
}
