/**
 * Letters of other alphabets that are drawn like a Latin one, for comparing foreign text with English words. A word
 * really written in such an alphabet folds to nonsense, which equals no English word. The rows are those that Unicode's
 * own list of confusable characters (UTS #39) gives for the scripts written beside Latin most, and letters with a stroke.
 */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    'аɑαᴀᎪᗅꓮ a',
    'вʙƄЬᏏᑲᖯꞴΒᏴᗷꓐƀɓ b',
    'сϲᴄⲥꮯꓚƈ c',
    'ԁᴅᏧᑯꓒᎠᗞᗪꓓđɖ d',
    'еєɛεᴇꬲҽᎬꓰɇ e',
    'ғꜰꬵꞙẝքϜᖴꓝ f',
    'ɡɢᶃƍցԌᏀᏳꓖǥ g',
    'һнʜհᏂΗⲎᎻᕼꓧħ h',
    'іɩιıɪꙇӏꭵɨΙІⲒꓲ i',
    'јϳᴊꞲᎫᒍꓙ j',
    'кκᴋⲔᏦꓗƙĸ k',
    'ʟƖǀⳐᏞᒪꓡłƚɫ l',
    'мᴍΜϺⲘᎷᗰꓟ m',
    'ոɴռΝⲚꓠŋ n',
    'оοσօᴏᴑꬽⲟჿꓳøɵ o',
    'рρᴘⲣᏢᑭꓑƥ p',
    'ԛգզ q',
    'гʀꭇꭈᴦⲅꮁᎡᏒᖇꓣ r',
    'ѕꜱƽꮪՏᏕꓢʂ s',
    'тτᴛⲦᎢꓔŧʈ t',
    'υսᴜꞟꭎꭒʋᑌꓴ u',
    'νѵᴠꮩᐯꓦ v',
    'ԝᴡɯѡաꮃᏔꓪ w',
    'хχᕁᕽꞳⲬꓫ x',
    'уγʏɣᶌỿꭚүყΥⲨᎩᎽꓬ y',
    'ᴢꮓΖꓜƶ z',
  ].flatMap((row) => [...(row.split(' ')[0] ?? '')].map((letter): [string, string] => [letter, row.slice(-1)])),
);

const folded = new Map<string, string>();
/** Enough for every alphabet a text mixes; past it nothing more is remembered. */
const REMEMBERED = 4_096;

/** One character in its plain form: compatibility forms resolved, marks removed, lower case, look-alikes made Latin. */
export function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const plain = unboxed(character).normalize('NFKD').replace(/\p{M}/gu, '');
  const result = [...plain].map(foldLetter).join('');
  if (folded.size < REMEMBERED) folded.set(character, result);
  return result;
}

/** A capital may look like another letter than its small form does: `Η` and `η`. */
function foldLetter(letter: string): string {
  const small = letter.toLowerCase();
  return LOOKALIKES.get(letter) ?? LOOKALIKES.get(small) ?? small;
}

/** White letters on black circles and squares, and the letters of flags, have no compatibility form. */
function unboxed(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  for (const first of [0x1f150, 0x1f170, 0x1f1e6])
    if (code >= first && code < first + 26) return String.fromCharCode(0x61 + code - first);
  return character;
}
