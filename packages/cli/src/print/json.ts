/** Characters that JSON leaves as they are and a terminal acts on or hides: controls, format characters, line ends. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}](?<!\n)/gu;

/** A value as JSON for a terminal or a program: the value is unchanged, unsafe characters in it are escaped. */
export function printJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2).replace(UNSAFE, (character) =>
    Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
