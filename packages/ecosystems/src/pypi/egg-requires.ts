/**
 * The requirements in the `requires.txt` of an `egg-info` folder, as dependency specifiers. Its sections are extras,
 * conditions, or both: `[extra]`, `[:condition]`, `[extra:condition]`.
 */
export function readEggRequires(text: string): readonly string[] {
  const found: string[] = [];
  let condition = '';
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    const section = /^\[([^\]:]*)(?::(.*))?\]$/.exec(line);
    if (!section) {
      found.push(condition === '' ? line : `${line} ; ${condition}`);
      continue;
    }
    const [, extra = '', marker = ''] = section;
    const parts = [...(marker === '' ? [] : [`(${marker})`]), ...(extra === '' ? [] : [`extra == "${extra}"`])];
    condition = parts.join(' and ');
  }
  return found;
}
