/** Of longer words only the beginnings are compared: the typed word may have any length. */
const MOST_CHARACTERS = 40;

/**
 * The word of `words` that `typed` was likely meant to be. If exactly one word begins with `typed`, it is that one;
 * else the first of those with the fewest typing errors, at most one in three characters. `undefined` if no word is
 * near.
 */
export function nearestWord(typed: string, words: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase().slice(0, MOST_CHARACTERS);
  const longer = words.filter((word) => wanted.length > 1 && word.startsWith(wanted));
  if (longer.length === 1) return longer[0];
  let best: string | undefined;
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const word of words) {
    const errors = typingErrors(wanted, word.toLowerCase().slice(0, MOST_CHARACTERS));
    if (errors >= Math.min(fewest, word.length)) continue;
    best = word;
    fewest = errors;
  }
  return best;
}

/** ` (did you mean dedup?)`, or nothing if no word is near or `typed` is one of them. */
export function didYouMean(
  typed: string,
  words: readonly string[],
  written = (word: string) => word,
): string {
  const word = words.includes(typed) ? undefined : nearestWord(typed, words);
  return word === undefined ? '' : ` (did you mean ${written(word)}?)`;
}

/** Number of characters to insert, delete, replace, or exchange with their neighbour (optimal string alignment). */
function typingErrors(a: string, b: string): number {
  let [beforeLast, last]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(replaced, last[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
      }
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length];
}
