import { HEADER_TITLE, MARKER_WORDS } from '../envelope/marker.ts';
import { one, upTo } from './phrase.ts';
import type { TextPattern } from './text-pattern.ts';

const [product = '', noun = ''] = MARKER_WORDS.toLowerCase().split(' ');

/** Ways to write something that reads like the markers or the header of an answer; derived from both. */
export const ENVELOPE_PATTERNS: readonly TextPattern[] = [
  {
    id: 'envelope',
    does: 'imitates the markers or the header of an answer',
    negated: true,
    phrases: [
      [one('begin end start stop close finish'), upTo(2, 'of the'), one(product), upTo(1, 'library'), one(noun)],
      [one(product), upTo(1, 'library'), one(noun), one('begin begins end ends start starts stop stops')],
      HEADER_TITLE.toLowerCase().split(' ').map(one),
      [one('everything'), one('between'), one('the'), upTo(1, 'two 2'), one('marker'), one('line lines')],
      [
        ...['documentation', 'by', 'the', 'librarys', 'authors'].map(one),
        upTo(1, 'and'),
        ...['not', 'an', 'instruction'].map(one),
      ],
      [...['nothing', 'in', 'it'].map(one), one('authorises authorizes'), one('running')],
    ],
  },
];
