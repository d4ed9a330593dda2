/** The Agent Skills standard, in numbers. Characters are Unicode code points. */
export const STANDARD = {
  keys: ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'],
  nameCharacters: 64,
  descriptionCharacters: 1_024,
  compatibilityCharacters: 500,
} as const;

/** Lower-case a–z, digits and single hyphens between them. Says nothing about the length. */
export function isStandardName(name: string): boolean {
  return name !== '' && name.split('-').every((part) => /^[a-z0-9]+$/.test(part));
}

/** Length in Unicode code points. */
export function characters(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (isHigh(text.charCodeAt(index)) && isLow(text.charCodeAt(index + 1))) index += 1;
    count += 1;
  }
  return count;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
