import type { Progress } from '@skillscope/ecosystems';

/** A scan that ends sooner shows no progress at all. Milliseconds. */
const PATIENCE = 500;

/** Between two redraws. Milliseconds. */
const INTERVAL = 100;

interface Output {
  readonly stderr: { readonly isTTY?: boolean };
  readonly err: (text: string) => void;
}

/** One line on a terminal's standard error that says how far a long scan is. Nothing where that is no terminal. */
export function openProgress(output: Output, now: () => number = Date.now) {
  const start = now();
  let last = 0;
  let shown = false;
  return {
    show({ phase, done, total }: Progress): void {
      const time = now();
      if (time - start < PATIENCE || time - last < INTERVAL || !output.stderr.isTTY) return;
      last = time;
      shown = true;
      const text = phase === 'reading' ? 'reading the project' : `looking into dependencies, ${done} of ${total}`;
      output.err(`\r\u001b[2K${text}`);
    },
    clear(): void {
      if (shown) output.err('\r\u001b[2K');
      shown = false;
    },
  };
}
