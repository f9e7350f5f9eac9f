import { characterKinds, hasRuns, kindAt } from '../text/character-kinds.ts';
import { digest48 } from './digest48.ts';
import { withoutOwnAddress } from './own-address.ts';

/** Longer texts are more than a message about what was asked for. In UTF-16 code units. */
const longestMessage = 3000;
/** A text of so many words says something, a shorter one may be a label. */
const fewestWords = 8;
/** A text of which less is words without a digit is a table: it says what its numbers say. */
const leastInWords = 1 / 8;

/**
 * A digest (48 bits, the last of which is `isSentence`) of a short text without the page's own address and whatever has a digit, but for
 * numbers of its first line that it repeats: these are what it is about. Equal for the pages by which a
 * host says of each of its addresses that nothing is there. Undefined for other texts. O(text + url).
 *
 * @param ofText what `textDigest` says of the whole text, for who knows it: half of a manual's pages have the text of another version
 */
export function messageDigest(
  text: string,
  url: string,
  ofText: () => number | undefined = () => textDigest(text),
): number | undefined {
  if (text.length > longestMessage) return undefined;
  const rest = withoutOwnAddress(text, url);
  return rest === undefined ? ofText() : textDigest(text, rest);
}

/** The same of a text at no address, or of what is left of it without its address. O(text). */
export function textDigest(text: string, rest: string = text): number | undefined {
  const said = messageOf(text, rest);
  if (said === undefined) return undefined;
  const digest = digest48(said);
  const isLong = hasRuns(said, characterKinds.letter | characterKinds.mark, fewestWords);
  return digest - (digest % 2) + (isLong ? 1 : 0);
}

/** Whether the text with a digest has eight words or more. */
export function isSentence(message: number): boolean {
  return message % 2 === 1;
}

function messageOf(text: string, rest: string): string | undefined {
  const { count, runs, numbered } = wordsOf(rest);
  if (count - numbered.length < leastInWords * count) return undefined;
  for (const { word, place } of repeated(numbered, text)) runs[place] = word;
  const said = runs.filter((run) => run !== '').join(' ');
  return /\p{L}/u.test(said) ? said : undefined;
}

/** A word with a digit: a date, a time, the address of a visitor, the number of a case. */
interface NumberedWord {
  readonly word: string;
  /** Among the runs, where it has an empty one. */
  readonly place: number;
}

/** What stands between white space: words without a digit in runs with one space between two, as few as possible, and the others one by one. */
function wordsOf(text: string): { count: number; runs: string[]; numbered: NumberedWord[] } {
  const runs: string[] = [];
  const numbered: NumberedWord[] = [];
  let count = 0;
  /** Where the run at hand begins and ends. */
  let [from, to] = [-1, -1];
  for (let i = 0; i < text.length; i++) {
    let kind = kindAt(text, i);
    if ((kind & characterKinds.space) !== 0) continue;
    const begin = i;
    let kinds = 0;
    for (; (kind & characterKinds.space) === 0; kind = kindAt(text, i)) {
      kinds |= kind;
      if (++i === text.length) break;
    }
    count++;
    const hasDigit = (kinds & characterKinds.number) !== 0;
    if (hasDigit || begin !== to + 1 || text[to] !== ' ') {
      if (to > from) runs.push(text.slice(from, to));
      from = begin;
    }
    to = i;
    if (!hasDigit) continue;
    numbered.push({ word: text.slice(begin, i), place: runs.length });
    runs.push('');
    [from, to] = [-1, -1];
  }
  if (to > from) runs.push(text.slice(from, to));
  return { count, runs, numbered };
}

/** Of words with a digit those of the text's first line that stand in it more than once. */
function repeated(numbered: readonly NumberedWord[], text: string): readonly NumberedWord[] {
  if (numbered.length < 2) return [];
  const numbers = numbered.map(({ word }) => bare(word));
  const counts = new Map<string, number>();
  for (const number of numbers) counts.set(number, 1 + (counts.get(number) ?? 0));
  if (counts.size === numbers.length) return [];
  const [line] = text.trimStart().split('\n', 1);
  const first = new Set(wordsOf(line).numbered.map(({ word }) => bare(word)));
  return numbered.filter((_, i) => counts.get(numbers[i])! > 1 && first.has(numbers[i]));
}

/** Letters and digits of a word. */
function bare(word: string): string {
  const kept = characterKinds.letter | characterKinds.number;
  let letters = '';
  for (let i = 0; i < word.length; i++) if ((kindAt(word, i) & kept) !== 0) letters += word[i];
  return letters;
}
