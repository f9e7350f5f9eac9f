/** Bounds on what is remembered. */
interface RememberedOptions<Made> {
  /** Most strings. Once there are this many, all are forgotten. */
  readonly most: number;
  /** Longest string together with its result, in code units. Longer ones are computed each time. */
  readonly longest: number;
  /** Length of a result in code units. Default: 0. */
  lengthOf?(made: Made): number;
}

/**
 * A function that remembers its results for recent strings, which are often the same on a site. Memory: `most` strings
 * of `longest` code units, even if they were cut from larger ones.
 */
export function remembered<Made>(
  make: (text: string) => Made,
  { most, longest, lengthOf = () => 0 }: RememberedOptions<Made>,
): (text: string) => Made {
  const known = new Map<string, Made>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    if (text.length > longest) return make(text);
    // a copy: a slice would keep the whole string that it was cut from
    const own = Buffer.from(text, 'utf16le').toString('utf16le');
    const made = make(own);
    if (own.length + lengthOf(made) <= longest) {
      if (known.size === most) known.clear();
      known.set(own, made);
    }
    return made;
  };
}
