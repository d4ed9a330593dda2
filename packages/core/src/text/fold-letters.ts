/**
 * Letters of other alphabets that are drawn like a Latin one, for comparing foreign text with English words. A word
 * really written in such an alphabet folds to nonsense, which equals no English word.
 */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [
    'аɑα a',
    'в b',
    'сϲᴄ c',
    'ԁᴅ d',
    'еєɛеεᴇ e',
    'ғꜰ f',
    'ɡɢ g',
    'һнʜ h',
    'іɩιıɪ i',
    'јϳᴊ j',
    'кκᴋ k',
    'ӏʟ l',
    'мᴍ m',
    'ոɴ n',
    'оοσօᴏ o',
    'рρᴘ p',
    'ԛ q',
    'гʀ r',
    'ѕꜱ s',
    'тτᴛ t',
    'υսᴜ u',
    'νѵᴠ v',
    'ԝᴡ w',
    'хχ x',
    'уγʏ y',
    'ᴢ z',
    'ᴀ a',
    'ʙ b',
  ].flatMap((row) => [...(row.split(' ')[0] ?? '')].map((letter): [string, string] => [letter, row.slice(-1)])),
);

const folded = new Map<string, string>();
/** Enough for every alphabet a text mixes; past it nothing more is remembered. */
const REMEMBERED = 4_096;

/** One character in its plain form: compatibility forms resolved, marks removed, lower case, look-alikes made Latin. */
export function foldCharacter(character: string): string {
  const known = folded.get(character);
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const result = [...plain].map((letter) => LOOKALIKES.get(letter) ?? letter).join('');
  if (folded.size < REMEMBERED) folded.set(character, result);
  return result;
}
