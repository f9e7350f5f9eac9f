/** What is kept of what was made. */
interface RememberedOptions<Made> {
  /** Strings at the most: when there are as many, all are forgotten. */
  readonly most: number;
  /** In code units, of a string and what was made of it; longer ones are made anew each time. */
  readonly longest: number;
  /** In code units, of what was made; 0 unless told. */
  lengthOf?(made: Made): number;
}

/**
 * A function that keeps what it made of the strings met last, which on a site are the same again and again. Memory: `most` strings of
 * `longest` code units, whatever these were cut from.
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
    // a slice would keep all that it was cut from, and so would a slice of it
    const own = Buffer.from(text, 'utf16le').toString('utf16le');
    const made = make(own);
    if (own.length + lengthOf(made) <= longest) {
      if (known.size === most) known.clear();
      known.set(own, made);
    }
    return made;
  };
}
