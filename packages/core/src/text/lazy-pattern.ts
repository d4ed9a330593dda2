/** A pattern that is made when it is first used. */
export interface LazyPattern {
  test(text: string): boolean;
  made(): RegExp;
}

/**
 * One that asks for properties of characters takes up to two milliseconds to make, and most texts need none of them;
 * all of them together would be a third of the time that a command takes to start. It is given as text, since V8 reads
 * a literal where it is written, used or not.
 */
export function lazyPattern(source: string, flags: string): LazyPattern {
  let pattern: RegExp | undefined;
  const made = () => {
    pattern ??= new RegExp(source, flags);
    return pattern;
  };
  return { made, test: (text) => made().test(text) };
}
