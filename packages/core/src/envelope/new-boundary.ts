import { randomBytes } from 'node:crypto';

/**
 * A fresh token of 128 random bits, as 32 hexadecimal digits, that does not occur in `text`. `draw` is for tests; it
 * must not return the same token for ever.
 */
export function newBoundary(text: string, draw: () => string = drawToken): string {
  let token = draw();
  while (text.includes(token)) token = draw();
  return token;
}

function drawToken(): string {
  return randomBytes(16).toString('hex');
}
