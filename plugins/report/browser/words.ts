/**
 * The words of a text: word i is `text.slice(starts[i], ends[i])`, and `keys[i]` is its number among all words seen.
 */
export interface Words {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly keys: readonly number[];
}

/** As in `src/text/unspaced.ts`; the report's script imports no entry point. */
const unspaced =
  '(?:(?!\\p{scx=Latin})[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}])';
const ignored = '\\p{Cf}\\p{Default_Ignorable_Code_Point}';
const letter = `[\\p{L}\\p{N}_\\p{M}${ignored}]`;
/** One letter of a script without spaces, or a run of other letters, with their marks and format characters. */
const word = new RegExp(
  `(?![${ignored}])(?=[\\p{L}\\p{N}_\\p{M}])(?:(?![\\p{Nd}\\p{M}_])${unspaced}[\\p{M}${ignored}]*|(?:(?!${unspaced})${letter}|[\\p{Nd}\\p{M}_])+)`,
  'gu',
);

const allIgnored = new RegExp(`[${ignored}]`, 'gu');

/** Runs of marks are cut as for grams (`toNfkc`), since normalising a long run would take quadratic time. */
const longRun = /\p{M}{30}(?=\p{M})/gu;

/**
 * The words of a text as the reader sees them, in the form in which grams compare them (NFKC, case folded, invisible
 * characters dropped). `numbers` gives each distinct word its number; share it between texts to compare them.
 */
export function splitWords(text: string, numbers: Map<string, number>): Words {
  const starts: number[] = [];
  const ends: number[] = [];
  const keys: number[] = [];
  for (const match of text.matchAll(word)) {
    const folded = match[0]
      .replace(longRun, '$&\u034f')
      .normalize('NFKC')
      // takes half the memory of replacing each match if a word consists of nothing else
      .split(allIgnored)
      .join('')
      .toLowerCase()
      .toUpperCase()
      .toLowerCase();
    let number = numbers.get(folded);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(folded, number);
    }
    starts.push(match.index);
    ends.push(match.index + match[0].length);
    keys.push(number);
  }
  return { starts, ends, keys };
}
