const SHORTEST = 20;
const LONGEST = 320;
const FEWEST_WORDS = 4;
/** Below it a text is code, a table or another script than the model reads. */
const PROSE = 0.8;

/** The sentences of a Markdown text that are prose; code, tables, images, badges and markup are left out. */
export function sentencesOf(markdown: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let fenced = false;
  const end = () => {
    if (block.length > 0) blocks.push(block.join(' '));
    block = [];
  };
  for (const line of markdown.split('\n')) {
    const text = line.trim();
    if (text.startsWith('```') || text.startsWith('~~~')) fenced = !fenced;
    const apart = text === '' || fenced || /^(```|~~~|\||<|!\[|\[!\[|#|={3}|-{3}|\[[^\]]*\]:)/.test(text);
    const item = /^([-*+]|\d+[.)]) /.exec(text);
    if (apart || item) end();
    if (!apart) block.push(item ? text.slice(item[0].length) : text);
  }
  end();
  return blocks.flatMap((text) => split(plain(text))).filter(isProse);
}

/** Text without the marks of Markdown and HTML; a link is its words. */
export function plain(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, ' ')
    .replace(/[`*]|__/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function isProse(text: string): boolean {
  if (text.length < SHORTEST || text.length > LONGEST || /https?:|www\.|@\w+\/|\{|=>|;$/.test(text)) return false;
  if (text.split(' ').length < FEWEST_WORDS) return false;
  return text.replace(/[^a-zA-Z ]/g, '').length / text.length >= PROSE;
}

/** Cut after a full stop, question or exclamation mark, or semicolon that a space follows. */
function split(text: string): string[] {
  return text.split(/(?<=[.!?;])\s+(?=[A-Za-z])/).map((sentence) => sentence.replace(/[;:]$/, '').trim());
}
