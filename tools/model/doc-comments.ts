import { isProse, plain } from './sentences.ts';

const LONGEST_COMMENT = 4_000;
const NAME =
  /^(?:export |declare |default |public |protected |static |readonly |abstract |async |get |set |function |class |interface |type |enum |const |let |var |namespace )*([A-Za-z_$][\w$]*)/;

/**
 * The first sentence of each documentation comment of TypeScript or JavaScript; before every second one the words of
 * the declared name, as search documents carry them.
 */
export function docComments(source: string): string[] {
  const texts: string[] = [];
  for (let start = source.indexOf('/**'); start !== -1; start = source.indexOf('/**', start + 3)) {
    const end = source.indexOf('*/', start + 3);
    if (end === -1) break;
    if (end - start > LONGEST_COMMENT) continue;
    const text = firstSentence(source.slice(start + 3, end));
    if (!isProse(text)) continue;
    const name = NAME.exec(source.slice(end + 2, end + 200).trimStart())?.[1];
    texts.push(texts.length % 2 === 1 && name !== undefined ? `${wordsOf(name)}: ${text}` : text);
  }
  return texts;
}

function firstSentence(comment: string): string {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\*?\s?/, ''));
  const tag = lines.findIndex((line) => /^@(?!link|summary|description)/.test(line) || line.startsWith('```'));
  const words = (tag === -1 ? lines : lines.slice(0, tag)).join(' ');
  const text = plain(words.replace(/\{@\w+ ([^}|]*)[^}]*\}/g, '$1').replace(/@(summary|description) /g, ''));
  return /^.*?[.!?](?=\s+[A-Z]|$)/.exec(text)?.[0] ?? text;
}

/** `toFixedPoint` as `to fixed point`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_$]+/g, ' ')
    .toLowerCase()
    .trim();
}
