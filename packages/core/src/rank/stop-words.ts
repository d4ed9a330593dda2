/**
 * Words that carry no need: English function words, and the words people ask with. Compared before stemming.
 * Words that are also common parts of API names (`get`, `set`, `use`, `make`) are here because they tell no two
 * libraries apart; the whole identifier they stand in is still kept.
 */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about above after again all already also am an and another any anyone anything are arent as at away ' +
    'be because been before being below between both but by ' +
    'can cannot cant come comes could couldnt did didnt do does doesnt doing done dont down during ' +
    'each either else even ever every everything few for from further ' +
    'get gets getting give given gives go goes going got had has hasnt have havent having he help helps her here him his how however ' +
    'i id if ill im in instead into is isnt it its itself ive just ' +
    'keep keeps know let lets like ll make makes making many may maybe me might more most much must my myself ' +
    'need needed needs neither never no nor not nothing now of off on once one ones only onto or other others our ours out over own ' +
    'please put puts rather re same say says see shall she should shouldnt so some somehow someone something still such ' +
    'take takes tell than that thats the their them then there these they theyre thing things this those though through to too ' +
    'under until up upon us use used uses using ve very via want wanted wants was wasnt way we well were werent what whatever when whenever ' +
    'where whether which while who whole whose why will with within without wont would wouldnt ' +
    'yet you your yours'
  ).split(' '),
);
