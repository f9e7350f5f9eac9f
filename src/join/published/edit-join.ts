import { checkFunction, checkWhole, wrongType } from '../../argument-checks.ts';
import { rankSets, rankTwo } from '../../grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../grams/value-sets.ts';
import { type Bounds, LARGEST_SIZE } from '../similarity.ts';
import { joinStatistics } from '../statistics.ts';
import { editDistanceWithin } from './edit-distance.ts';
import { positionalJoin } from './ppjoin.ts';

/** One collection of strings, or two to be joined with each other. */
export type EditJoinInput =
  | readonly string[]
  | { readonly r: readonly string[]; readonly s: readonly string[] };

/**
 * Emits every pair of strings with edit distance ≤ `delta`, each once, in any order.
 *
 * `emit(x, y, distance)`: numbers of the strings in the input; one collection: y < x; two: x in r, y in s.
 * Strings are compared by code point, so an emoji is one character and a lone surrogate is one too. Two empty
 * strings have distance 0 and are a pair.
 *
 * Each string becomes the set of its padded q-grams, the k-th occurrence of a gram being a token of its own. One edit
 * changes at most q of them: strings within δ share at least max(|u|, |v|) + q − 1 − q·δ tokens (Xiao et al., WWW 2008,
 * section 6). PPJoin's filters find such pairs, and a banded edit distance decides. If that number is 0 or less, grams
 * say nothing: strings that short, up to q·δ − q + 1 characters, are compared with each other directly.
 *
 * `delta`: 0 to 2¹⁶; `q`: 1 to 2¹⁶, more for longer strings. Throws a RangeError for others, a TypeError for an
 * input that is no string.
 */
export function editJoin(
  input: EditJoinInput,
  delta: number,
  q: number,
  emit: (x: number, y: number, distance: number) => void,
  statistics = joinStatistics(),
): void {
  checkWhole('delta', delta, 0, MOST_EDITS);
  checkWhole('q', q, 1, MOST_EDITS);
  checkFunction('editJoin', 'emit', emit);
  if (Object(input) !== input) throw wrongType('editJoin', 'an array of strings, or two as { r, s }', input);
  const isSelfJoin = !('r' in input);
  const r = codePointsOf(isSelfJoin ? input : input.r);
  const s = isSelfJoin ? r : codePointsOf(input.s);
  const row = new Int32Array(longestLength(s) + 1);
  let verified = 0;
  let results = 0;

  function compare(x: number, y: number): void {
    const { points } = r;
    const [xBegin, xEnd] = [r.offsets[x], r.offsets[x + 1]];
    const [yBegin, yEnd] = [s.offsets[y], s.offsets[y + 1]];
    const distance = editDistanceWithin(points, xBegin, xEnd, s.points, yBegin, yEnd, delta, row);
    verified++;
    if (distance > delta) return;
    results++;
    if (isSelfJoin && x < y) emit(y, x, distance);
    else emit(x, y, distance);
  }

  const tokens = new Map<string, number>();
  const rGrams = valueSetsFromIntegers(gramTokens(r, q, tokens));
  const sets = isSelfJoin
    ? rankSets(rGrams)
    : rankTwo(rGrams, valueSetsFromIntegers(gramTokens(s, q, tokens)));
  const [xRecords, yRecords] = 'r' in sets ? [sets.r.records, sets.s.records] : [sets.records, sets.records];
  positionalJoin(sets, editBounds(delta, q), 0, (x, y) => compare(xRecords[x], yRecords[y]), statistics);

  const longestShort = q * delta - q + 1;
  const shortOfR = shortStrings(r, longestShort);
  const shortOfS = isSelfJoin ? shortOfR : shortStrings(s, longestShort);
  for (let i = 0; i < shortOfR.length; i++) {
    const end = isSelfJoin ? i : shortOfS.length;
    for (let j = 0; j < end; j++) compare(shortOfR[i], shortOfS[j]);
  }
  statistics.candidates = verified;
  statistics.verified = verified;
  statistics.results = results;
}

/** Products of two numbers of this size are exact, and the padding of a string has fewer characters. */
const MOST_EDITS = 2 ** 16;

/** Bounds in numbers of grams, |u| + q − 1 for a string of length |u|. */
function editBounds(delta: number, q: number): Bounds {
  const changed = q * delta;
  return {
    // Pairs about which grams say nothing are left to the direct comparison: here no overlap suffices.
    neededOverlap: (m, n) => (Math.max(m, n) > changed ? Math.max(m, n) - changed : m + n),
    minSize: (m) => Math.max(1, m - delta),
    maxSize: (m) => Math.min(LARGEST_SIZE, m + delta),
    probePrefix: (m) => Math.min(m, changed + 1),
    indexPrefix: (m) => Math.min(m, changed + 1),
  };
}

/** Strings as code points: string i is `points[offsets[i] .. offsets[i + 1]]`. */
interface CodePoints {
  readonly offsets: Uint32Array;
  readonly points: Uint32Array;
}

function codePointsOf(strings: readonly string[]): CodePoints {
  if (!Array.isArray(strings))
    throw wrongType('editJoin', 'an array of strings, or two as { r, s }', strings);
  const offsets = new Uint32Array(strings.length + 1);
  strings.forEach((string, i) => {
    if (typeof string !== 'string') throw wrongType(`string ${i}`, 'a string', string);
    let length = 0;
    for (const _ of string) length++;
    offsets[i + 1] = offsets[i] + length;
  });
  const points = new Uint32Array(offsets[strings.length]);
  let k = 0;
  for (const string of strings) for (const character of string) points[k++] = character.codePointAt(0)!;
  return { offsets, points };
}

/** The tokens of each string's grams; `tokens` numbers them as they first occur. */
function* gramTokens(
  { offsets, points }: CodePoints,
  q: number,
  tokens: Map<string, number>,
): Generator<number[]> {
  // Any padding does: it is the same for all strings, so it adds nothing to their distance.
  const padding = ' '.repeat(q - 1);
  for (let i = 0; i + 1 < offsets.length; i++) {
    const text = Array.from(points.subarray(offsets[i], offsets[i + 1]), (point) =>
      String.fromCodePoint(point),
    );
    const characters = [...padding, ...text, ...padding];
    const occurrences = new Map<string, number>();
    const record: number[] = [];
    for (let k = 0; k + q <= characters.length; k++) {
      const gram = characters.slice(k, k + q).join('');
      const occurrence = (occurrences.get(gram) ?? 0) + 1;
      occurrences.set(gram, occurrence);
      const key = `${occurrence} ${gram}`;
      let token = tokens.get(key);
      if (token === undefined) {
        token = tokens.size;
        tokens.set(key, token);
      }
      record.push(token);
    }
    yield record;
  }
}

function shortStrings({ offsets }: CodePoints, longestShort: number): number[] {
  const short: number[] = [];
  for (let i = 0; i + 1 < offsets.length; i++) if (offsets[i + 1] - offsets[i] <= longestShort) short.push(i);
  return short;
}

function longestLength({ offsets }: CodePoints): number {
  let length = 0;
  for (let i = 0; i + 1 < offsets.length; i++) length = Math.max(length, offsets[i + 1] - offsets[i]);
  return length;
}
