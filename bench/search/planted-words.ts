import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const TRADE =
  'retry request failed client server parser config file stream cache value string number date format color terminal table graph tree list queue worker thread lock channel signal event timer backoff pause query filter sort index search match pattern route path url header cookie session token hash key sign verify encode decode compress archive image font audio video page form field error trace metric log test mock build bundle plugin macro derive trait type schema model record row column store driver pool socket packet frame buffer byte bit memory arena vector matrix random'.split(
    ' ',
  );

/** English words, as many as descriptions of libraries have among them. */
const ENGLISH = readFileSync(join(import.meta.dirname, '../../packages/models/static/vocabulary.txt'), 'utf8')
  .split('\n')
  .filter((word) => /^[a-z]{4,}$/.test(word));

/** One of some hundred words of the trade. */
export function wordAt(index: number): string {
  return TRADE[index % TRADE.length] ?? '';
}

/** What a library may say of itself: two words of the trade among others. */
export function summaryAt(index: number): string {
  const others = [7_919, 104_729, 1_299_709, 15_485_863].map((step) => ENGLISH[(index * step) % ENGLISH.length] ?? '');
  return `A ${wordAt(index * 5)} of ${others[0]} ${others[1]} for ${wordAt(index * 3)}, ${others[2]} and ${others[3]}`;
}
