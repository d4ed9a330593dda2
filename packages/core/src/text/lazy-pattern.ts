/** A pattern that is made when it is first used. */
export interface LazyPattern {
  test(text: string): boolean;
  made(): RegExp;
}

/**
 * One that asks for properties of characters takes up to two milliseconds to make, and most texts need none of them;
 * all of them together would be a third of the time that a command takes to start.
 */
export function lazyPattern(make: () => RegExp): LazyPattern {
  let pattern: RegExp | undefined;
  const made = () => {
    pattern ??= make();
    return pattern;
  };
  return { made, test: (text) => made().test(text) };
}
