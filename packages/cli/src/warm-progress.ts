import type { EncodingProgress } from './meaning/fill-index.ts';
import type { OutsideProgress } from './walk-outside.ts';

/** Encoding that ends sooner says nothing. Milliseconds. */
const PATIENCE = 500;

/** Between two redraws on a terminal, and between two lines elsewhere. Milliseconds. */
const REDRAW = 100;
const INTERVAL = 10_000;

interface Output {
  readonly stderr: { readonly isTTY?: boolean };
  readonly err: (text: string) => void;
}

/**
 * How far `cache warm` is, on standard error. On a terminal it is one line that is written anew; elsewhere a line for each
 * ecosystem that is done, and now and then one of how far the encoding is.
 */
export function openWarmProgress({ stderr, err }: Output, now: () => number = Date.now) {
  let isShown = false;
  let next: number | undefined;

  function say(text: string): void {
    err(stderr.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
    isShown = Boolean(stderr.isTTY);
  }

  return {
    walked({ ecosystem, libraries, isDone }: OutsideProgress): void {
      if (stderr.isTTY || isDone) say(`${ecosystem}: ${libraries} libraries`);
    },
    encoded({ done, total }: EncodingProgress): void {
      const time = now();
      next ??= time + PATIENCE;
      if (time < next) return;
      next = time + (stderr.isTTY ? REDRAW : INTERVAL);
      say(`encoding what libraries say of themselves: ${done} of ${total} artifacts`);
    },
    clear(): void {
      if (isShown) err('\r\u001b[2K');
      isShown = false;
    },
  };
}
