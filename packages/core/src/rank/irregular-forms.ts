/** Forms of verbs that no stemmer takes back to the word that somebody else asks with. */
const FORMS = `
  bear borne, become became, begin began begun, bind bound, break broke broken, bring brought, build built, buy bought,
  catch caught, choose chose chosen, come came, deal dealt, draw drew drawn, drive drove driven, eat ate eaten, fall fell
  fallen, feed fed, find found, fly flew flown, forget forgot forgotten, freeze froze frozen, get got gotten, give gave
  given, go went gone, grow grew grown, hide hid hidden, hold held, keep kept, know knew known, lay laid, lead led, lose
  lost, make made, mean meant, meet met, override overrode overridden, pay paid, rebuild rebuilt, redo redone, rewrite
  rewrote rewritten, run ran, say said, see seen, seek sought, sell sold, send sent, show shown, sleep slept, speak spoke
  spoken, spend spent, spin spun, steal stole stolen, strike struck, take took taken, teach taught, tell told, think
  thought, throw threw thrown, understand understood, undo undone, wake woke woken, win won, withdraw withdrew withdrawn,
  write wrote written`;

/** Irregular form → the word itself. */
export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.split(',').flatMap((line) => {
    const [base = '', ...forms] = line.trim().split(/\s+/);
    return forms.map((form) => [form, base] as const);
  }),
);
