import { foldCharacter } from './fold-letters.ts';

/** Marks of chat templates and agent hosts that begin or end somebody's turn, folded. */
const TURN_MARKS = [
  ...['im_start', 'im_end', 'im_sep', 'system', 'user', 'assistant', 'endoftext', 'end_of_text', 'begin_of_text'],
  ...['start_header_id', 'end_header_id', 'eot_id', 'endofprompt', 'start', 'end', 'channel', 'message', 'return'],
].map((name) => `<|${name}|>`);
const TAGS = [
  ...['system', 'system_prompt', 'system-prompt', 'system-reminder', 'system_reminder', 'systemprompt', 'assistant'],
  ...['function_results', 'tool_result', 'start_of_turn', 'end_of_turn'],
].flatMap((name) => [`<${name}>`, `</${name}>`]);
const MARKS: ReadonlySet<string> = new Set([...TURN_MARKS, ...TAGS, '<<sys>>', '<</sys>>', '[inst]', '[/inst]']);
/** Every beginning of a mark: what is none of them need not be read further. */
const BEGINNINGS = new Set([...MARKS].flatMap((mark) => [...mark].map((_, index) => mark.slice(0, index + 1))));
/** Characters looked at for one mark, so that padding inside it does not hide it and the search stays linear. */
const WINDOW = 96;

/** Calls `visit` with the place of each mark that gives a text a role it does not have. */
export function eachRoleTag(text: string, visit: (start: number, end: number) => void): void {
  const opening = /[<[＜［]/g;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const found = markAt(text, match.index);
    if (found === undefined) continue;
    const { mark, end } = found;
    if (mark.startsWith('<|') ? !takesTurn(text, match.index, end) : standsForSomethingElse(text, match.index, end))
      continue;
    visit(match.index, end);
    opening.lastIndex = end;
  }
}

/** Prose may name such a mark; it acts where it opens or ends a line, or where a role or another mark follows. */
function takesTurn(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - WINDOW), start);
  if (/(?:^|\n)[\s>*-]*$/.test(before)) return true;
  return /^\s*(?:\n|$|<\||(?:system|user|assistant|developer)\b)/i.test(text.slice(end, end + WINDOW));
}

/** `<system>` in `packages.<system>.x` and `[inst]` in `[inst](a.md)` stand for something else. */
function standsForSomethingElse(text: string, start: number, end: number): boolean {
  if (text.startsWith('<<', start)) return false;
  return /[\w./:$@#=-]/.test(text[start - 1] ?? ' ') || /^(?:[([:]|[./=-]\w)/.test(text.slice(end, end + 2));
}

function markAt(text: string, start: number): { readonly mark: string; readonly end: number } | undefined {
  let folded = '';
  for (let index = start; index < text.length && index < start + WINDOW; ) {
    const code = text.codePointAt(index) ?? 0;
    const character = String.fromCodePoint(code);
    index += character.length;
    if (code < 0x80) {
      if (code <= 0x20 || code === 0x5c || code === 0x7f) continue;
      folded += character.toLowerCase();
    } else {
      const plain = foldCharacter(character);
      if (/^[\s\p{Default_Ignorable_Code_Point}\p{Cc}\\]*$/u.test(plain)) continue;
      folded += plain;
    }
    if (!BEGINNINGS.has(folded)) return undefined;
    if (MARKS.has(folded)) return { mark: folded, end: index };
  }
  return undefined;
}
