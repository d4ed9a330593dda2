import { badManifest, type Place, placeIn } from './bad-manifest.ts';

/** What the database takes for the name of a row. */
const NAME = /^[A-Za-z0-9@][A-Za-z0-9._/@:#+-]{0,199}$/;

export function isName(text: string): boolean {
  return NAME.test(text);
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The entries of one map of a manifest of ours. A key that is not known is refused, since nobody would see that it does
 * nothing. A key may be spelled `system_prompt`, `system-prompt` or `systemPrompt`.
 */
export interface Fields {
  readonly place: Place;
  has(key: string): boolean;
  value(key: string): unknown;
  placeOf(key: string): Place;
  text(key: string): string | undefined;
  /** Throws where there is none. */
  name(key: string): string;
  texts(key: string): readonly string[] | undefined;
  list(key: string): readonly unknown[];
  map(key: string): Readonly<Record<string, unknown>> | undefined;
  truth(key: string): boolean | undefined;
  number(key: string): number | undefined;
  choice<T extends string>(key: string, choices: readonly T[]): T | undefined;
}

/** @throws RegistryError `bad-manifest` */
export function fieldsOf(value: unknown, place: Place, known: readonly string[]): Fields {
  if (!isMap(value))
    throw badManifest(place, 'is no map of keys to values.', `Give a map with ${known.map(snakeCase).join(', ')}.`);
  const spelled = new Map<string, string>();
  for (const key of Object.keys(value)) {
    const name = known.find((one) => one === camelCase(key));
    if (name === undefined)
      throw badManifest(placeIn(place, key), 'is no key.', `Use one of: ${known.map(snakeCase).join(', ')}.`);
    if (spelled.has(name)) throw badManifest(placeIn(place, key), 'is there in two spellings.', 'Keep one of them.');
    spelled.set(name, key);
  }
  const at = (key: string) => {
    const written = spelled.get(key);
    return written === undefined ? undefined : (value[written] ?? undefined);
  };
  const placeOf = (key: string) => placeIn(place, spelled.get(key) ?? snakeCase(key));

  function typed<T>(key: string, is: (value: unknown) => value is T, what: string, way: string): T | undefined {
    const found = at(key);
    if (found === undefined) return undefined;
    if (!is(found)) throw badManifest(placeOf(key), what, way);
    return found;
  }

  return {
    place,
    has: (key) => at(key) !== undefined,
    value: at,
    placeOf,
    text: (key) => typed(key, isText, 'is no text.', 'Give a text; put it in quotes.'),
    name(key) {
      const text = this.text(key);
      if (text !== undefined && isName(text)) return text;
      throw badManifest(
        placeOf(key),
        text === undefined ? 'is missing.' : `is no name: ${JSON.stringify(text.slice(0, 80))}.`,
        NAME_WAY,
      );
    },
    texts: (key) => typed(key, isTexts, 'is no list of texts.', 'Give a list of texts.'),
    list: (key) =>
      typed(key, Array.isArray as (value: unknown) => value is unknown[], 'is no list.', 'Give a list.') ?? [],
    map: (key) => typed(key, isMap, 'is no map of keys to values.', 'Give a map.'),
    truth: (key) => typed(key, isTruth, 'is neither true nor false.', 'Give true or false.'),
    number: (key) => typed(key, isNumber, 'is no number.', 'Give a number.'),
    choice<T extends string>(key: string, choices: readonly T[]) {
      const is = (found: unknown): found is T => choices.some((choice) => choice === found);
      const named = choices.join(' nor ');
      return typed(key, is, `is neither ${named}.`, `Give ${choices.join(' or ')}.`);
    },
  };
}

export const NAME_WAY = 'Use 1 to 200 letters, digits and . _ / @ : # + -, beginning with a letter, a digit or @.';

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isText);
}

function isTruth(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function camelCase(key: string): string {
  return key.replace(/[_-]([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
