import type { Random } from './random.ts';

const WORDS = (
  'router cache query stream parser schema token buffer client server loader worker signal retry batch cursor index ' +
  'session header request response module plugin theme layout form field validator adapter driver queue channel event ' +
  'state store effect render hydrate bundle compile resolve option default timeout limit error message log metric trace'
).split(' ') as [string, ...string[]];

const VERBS = 'create configure handle validate transform observe compose extend measure replace'.split(' ') as [
  string,
  ...string[],
];

export function word(random: Random): string {
  return random.pick(WORDS);
}

export function sentence(random: Random): string {
  const words = Array.from({ length: random.whole(6, 16) }, () => word(random));
  return `${capital(random.pick(VERBS))} ${words.join(' ')}.`;
}

/** Markdown of about so many characters: headings, paragraphs, lists and code. */
export function markdown(random: Random, title: string, characters: number): string {
  const parts = [`# ${title}\n`];
  for (let length = 0; length < characters; ) {
    const part = section(random);
    parts.push(part);
    length += part.length;
  }
  return parts.join('\n');
}

function section(random: Random): string {
  const name = word(random);
  const paragraph = Array.from({ length: random.whole(3, 6) }, () => sentence(random)).join(' ');
  const list = Array.from({ length: random.whole(2, 5) }, () => `- \`${word(random)}\`: ${sentence(random)}`);
  return `## ${capital(name)} and ${word(random)}\n\n${paragraph}\n\n${list.join('\n')}\n\n\`\`\`ts\n${code(random, 6)}\`\`\`\n`;
}

/** Lines that look like a program. */
export function code(random: Random, lines: number): string {
  return Array.from(
    { length: lines },
    (_, line) =>
      `export const ${word(random)}${line} = ${random.pick(VERBS)}(${word(random)}, { ${word(random)}: ${random.whole(1, 900)} });\n`,
  ).join('');
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
