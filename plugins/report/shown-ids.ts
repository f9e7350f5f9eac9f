/** An input by a path from the root of a machine. */
interface Input {
  /** How the ids of its pages begin, if they are places in it: a path, or what stands before the first wildcard. */
  readonly begin: string;
  /** The folder in front of the name, with a slash at the end. */
  readonly folder: string;
  /** What follows it. */
  readonly name: string;
}

/**
 * Shortens ids of pages that are places in an input on this machine, since a report is shown to others: the folders above the input are
 * left out. Of inputs of one name, only the folders that all of them have in common. Other ids stay as they are.
 *
 * @param inputs as given to the run
 */
export function idShortener(inputs: readonly string[]): (id: string) => string {
  const absolute = inputs.flatMap(absoluteInput);
  const shared = absolute.map(({ name }) =>
    absolute
      .filter((other) => other.name === name)
      .map(({ folder }) => folder)
      .reduce(commonFolder),
  );
  return (id) => {
    const input = absolute.findIndex(({ begin }) => id.startsWith(begin));
    return input < 0 ? id : id.slice(shared[input]!.length);
  };
}

function absoluteInput(given: string): Input[] {
  // ids have slashes on every system
  const path = (/^(?:[a-z]:|\\)/i.test(given) ? given.replaceAll('\\', '/') : given).replace(/\/+$/, '');
  if (!/^(?:[a-z]:)?\//i.test(path)) return [];
  const begin = path.replace(/[*?[{].*$/s, '');
  const folder = begin.slice(0, begin.lastIndexOf('/') + 1);
  return [{ begin, folder, name: path.slice(folder.length) }];
}

function commonFolder(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return a.slice(0, a.lastIndexOf('/', length - 1) + 1);
}
