/**
 * Checks that options are an object that has no name but those: a misspelt one would have no effect, and nothing would say so.
 *
 * @param caller the function that they are given to
 * @throws TypeError naming the function, the names that it knows and the one that it does not
 */
export function checkOptionNames(
  caller: string,
  options: object,
  names: Readonly<Record<string, true>>,
): void {
  if (Object(options) !== options) {
    throw new TypeError(`${caller}: expected an object of options; got ${options}`);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(names, name)) {
      throw new TypeError(`${caller}: expected options among ${Object.keys(names).join(', ')}; got ${name}`);
    }
  }
}
