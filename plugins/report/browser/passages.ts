import { SameWords } from './same-words.ts';
import { splitWords, type Words } from './words.ts';

/**
 * A run of a text. It is shared if each of its words lies in a gram that the other text has, too, or is also in its
 * row on the other side.
 */
export interface Run {
  readonly shared: boolean;
  readonly text: string;
  /** For words that do not count, since they belong to their site's template: how many in a hundred pages have them. */
  readonly percent?: number;
}

/** A row of the comparison: the runs of one or more paragraphs of each text; empty if one text has none. */
export interface Row {
  readonly a: readonly Run[];
  readonly b: readonly Run[];
  /** Whether no word of the row differs. */
  readonly same: boolean;
}

/** Two texts side by side, and how much of them is shared. */
export interface Comparison {
  readonly rows: readonly Row[];
  /** Number of distinct word grams in both texts, and in either. */
  readonly overlap: number;
  readonly union: number;
}

/**
 * Marks the text that two texts share, word gram by word gram, and puts corresponding paragraphs side by side.
 *
 * Paragraphs (lines) correspond if they contain the same gram and each text has it only once. Of these grams, only
 * the longest sequence that is in the same order in both texts counts. O(n log n) for n words.
 *
 * @param templates the words of each text that do not count, as in `EmbeddedText`
 */
export function compareTexts(
  a: string,
  b: string,
  gramWords: number,
  templates: readonly [a: readonly number[], b: readonly number[]] = [[], []],
): Comparison {
  const numbers = new Map<string, number>();
  const first = readText(a, gramWords, numbers, templates[0]);
  const second = readText(b, gramWords, numbers, templates[1]);
  markShared(first, second.places);
  markShared(second, first.places);
  let overlap = 0;
  for (const gram of first.places.keys()) if (second.places.has(gram)) overlap++;
  return {
    rows: rowsOf(first, second),
    overlap,
    union: first.places.size + second.places.size - overlap,
  };
}

interface Text {
  readonly text: string;
  readonly words: Words;
  readonly gramWords: number;
  /** The place of each gram; -1 - place of the first one if it occurs again. */
  readonly places: Map<string, number>;
  readonly shared: Uint8Array;
  /** For each word the percentage of pages that have it, or −1 if the word counts. */
  readonly percents: Int8Array;
  readonly paragraphs: readonly { readonly start: number; readonly end: number }[];
  /** The paragraph of each word. */
  readonly paragraphOf: Uint32Array;
}

function readText(
  text: string,
  gramWords: number,
  numbers: Map<string, number>,
  template: readonly number[] = [],
): Text {
  const words = splitWords(text, numbers);
  const count = words.keys.length;
  const places = new Map<string, number>();
  for (let i = 0; i < gramCount(words, gramWords); i++) {
    const gram = gramAt(words, i, gramWords);
    const place = places.get(gram);
    places.set(gram, place === undefined ? i : place < 0 ? place : -1 - place);
  }
  const paragraphs = paragraphsOf(text);
  const paragraphOf = new Uint32Array(count);
  for (let i = 0, paragraph = 0; i < count; i++) {
    while (words.starts[i]! >= paragraphs[paragraph]!.end) paragraph++;
    paragraphOf[i] = paragraph;
  }
  const percents = percentsOf(template, count);
  return { text, words, gramWords, places, shared: new Uint8Array(count), percents, paragraphs, paragraphOf };
}

/**
 * The percentage for each word. All words count if the text is cut into other words here than when the template was
 * counted.
 */
function percentsOf([words, ...runs]: readonly number[], count: number): Int8Array {
  const percents = new Int8Array(count).fill(-1);
  if (words !== count) return percents;
  for (let i = 0; i + 2 < runs.length; i += 3) percents.fill(runs[i + 2]!, runs[i]!, runs[i + 1]!);
  return percents;
}

/** Number of grams. As everywhere, a text of fewer words than a gram has is one gram. */
function gramCount({ keys }: Words, gramWords: number): number {
  return Math.max(keys.length - gramWords + 1, Math.min(keys.length, 1));
}

function gramAt({ keys }: Words, i: number, gramWords: number): string {
  return keys.slice(i, i + gramWords).join(' ');
}

function paragraphsOf(text: string): { start: number; end: number }[] {
  const paragraphs: { start: number; end: number }[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    if (/\S/.test(line)) paragraphs.push({ start: index, end: index + line.length });
  }
  return paragraphs;
}

function markShared(of: Text, others: ReadonlyMap<string, number>): void {
  const { words, gramWords, shared } = of;
  for (let i = 0; i < gramCount(words, gramWords); i++) {
    if (others.has(gramAt(words, i, gramWords))) shared.fill(1, i, i + gramWords);
  }
}

function rowsOf(a: Text, b: Text): Row[] {
  const rows: Row[] = [];
  const same = new SameWords();
  let nextA = 0;
  let nextB = 0;
  const addUntil = (endA: number, endB: number): void => {
    if (endA > nextA && endB > nextB) markSameWords(same, a, nextA, endA, b, nextB, endB);
    if (endA > nextA || endB > nextB) rows.push(rowOf(a, nextA, endA, b, nextB, endB));
    nextA = endA;
    nextB = endB;
  };
  for (const { startA, endA, startB, endB } of groups(anchors(a, b))) {
    addUntil(startA, startB);
    addUntil(endA, endB);
  }
  addUntil(a.paragraphs.length, b.paragraphs.length);
  return rows;
}

/**
 * Marks the words that paragraphs side by side have in the same order. Does nothing if all words are already shared.
 */
function markSameWords(
  same: SameWords,
  a: Text,
  startA: number,
  endA: number,
  b: Text,
  startB: number,
  endB: number,
): void {
  const wordsOf = (of: Text, start: number, end: number) => {
    const [from, to] = [firstWordOf(of.paragraphOf, start), firstWordOf(of.paragraphOf, end)];
    const isWhole = of.shared.subarray(from, to).every((shared) => shared === 1);
    return { words: { keys: of.words.keys, shared: of.shared }, from, to, isWhole };
  };
  const [inA, inB] = [wordsOf(a, startA, endA), wordsOf(b, startB, endB)];
  if (inA.isWhole && inB.isWhole) return;
  same.mark(inA.words, inA.from, inA.to, inB.words, inB.from, inB.to);
}

interface Anchor {
  readonly a: number;
  readonly b: number;
}

/** Pairs of paragraphs that contain the same gram, which each text has only once, in the order of both texts. */
function anchors(a: Text, b: Text): Anchor[] {
  const places: Anchor[] = [];
  for (const [gram, place] of a.places) {
    const other = b.places.get(gram);
    if (place >= 0 && other !== undefined && other >= 0) places.push({ a: place, b: other });
  }
  places.sort((x, y) => x.a - y.a);
  return longestRising(places).map((place) => ({ a: a.paragraphOf[place.a]!, b: b.paragraphOf[place.b]! }));
}

/** The longest subsequence in which b rises, too (patience sorting). */
function longestRising(places: readonly Anchor[]): Anchor[] {
  const tails: number[] = [];
  const before = new Int32Array(places.length);
  for (let i = 0; i < places.length; i++) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[tails[middle]!]!.b < places[i]!.b) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  }
  const rising: Anchor[] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]!) rising.push(places[i]!);
  return rising.reverse();
}

/** Merges anchors that share a paragraph of either text into one group of paragraphs, ends exclusive. */
function groups(found: readonly Anchor[]): { startA: number; endA: number; startB: number; endB: number }[] {
  const result: { startA: number; endA: number; startB: number; endB: number }[] = [];
  for (const { a, b } of found) {
    const last = result.at(-1);
    if (last !== undefined && (a < last.endA || b < last.endB)) {
      last.endA = Math.max(last.endA, a + 1);
      last.endB = Math.max(last.endB, b + 1);
    } else result.push({ startA: a, endA: a + 1, startB: b, endB: b + 1 });
  }
  return result;
}

function rowOf(a: Text, startA: number, endA: number, b: Text, startB: number, endB: number): Row {
  const runsA = runsOf(a, startA, endA);
  const runsB = runsOf(b, startB, endB);
  const same = runsA.length > 0 && runsB.length > 0 && [...runsA, ...runsB].every(({ shared }) => shared);
  return { a: runsA, b: runsB, same };
}

/**
 * The text of paragraphs `start .. end`, cut where sharing or template begins or ends. Separators belong to the word
 * before.
 */
function runsOf(
  { text, words, shared, percents, paragraphs, paragraphOf }: Text,
  start: number,
  end: number,
): Run[] {
  if (start === end) return [];
  const from = paragraphs[start]!.start;
  const to = paragraphs[end - 1]!.end;
  const runs: Run[] = [];
  let runStart = from;
  let runShared: number | undefined;
  let percent = -1;
  const run = (to: number): Run => {
    // without a word there is nothing to compare
    const marked = { shared: runShared !== 0, text: text.slice(runStart, to) };
    return percent < 0 ? marked : { ...marked, percent };
  };
  for (let i = firstWordOf(paragraphOf, start); i < paragraphOf.length && paragraphOf[i]! < end; i++) {
    if (runShared !== undefined && (shared[i] !== runShared || percents[i] !== percent)) {
      runs.push(run(words.starts[i]!));
      runStart = words.starts[i]!;
    }
    runShared = shared[i]!;
    percent = percents[i]!;
  }
  runs.push(run(to));
  return runs;
}

/** The first word at or after a paragraph, by binary search. */
function firstWordOf(paragraphOf: Uint32Array, paragraph: number): number {
  let low = 0;
  let high = paragraphOf.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (paragraphOf[middle]! < paragraph) low = middle + 1;
    else high = middle;
  }
  return low;
}
