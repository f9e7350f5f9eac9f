import type { PagePairs } from '../cluster/pairs.ts';
import type { ValueSets } from '../grams/value-sets.ts';

/**
 * For each page that is in one of the pairs, the first such page with an equal gram set; other pages stand for
 * themselves.
 *
 * Pages of one size and one smallest gram are compared, gram by gram, with the first of each set met so far;
 * unequal ones part early, as a rule. O(grams of the pages in pairs) where most such pages are equal or differ.
 *
 * @returns Uint32Array(pages)
 */
export function firstEqualPage(sets: ValueSets, pairs: PagePairs): Uint32Array {
  const { offsets, values } = sets;
  const halves = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const first = Uint32Array.from({ length: offsets.length - 1 }, (_, page) => page);
  const isPaired = new Uint8Array(first.length);
  for (let i = 0; i < pairs.length; i++) {
    isPaired[pairs.a[i]] = 1;
    isPaired[pairs.b[i]] = 1;
  }
  // Distinct sets by size and by the low half of their smallest gram.
  const known = new Map<number, number[]>();
  for (let page = 0; page < first.length; page++) {
    const size = offsets[page + 1] - offsets[page];
    if (isPaired[page] === 0 || size === 0) continue;
    const key = (size % 2 ** 20) * 2 ** 32 + halves[2 * offsets[page]];
    const alike = known.get(key);
    if (alike === undefined) {
      known.set(key, [page]);
      continue;
    }
    const equal = alike.find((other) => areEqual(halves, offsets, page, other));
    if (equal === undefined) alike.push(page);
    else first[page] = equal;
  }
  return first;
}

function areEqual(halves: Uint32Array, offsets: Uint32Array, x: number, y: number): boolean {
  const beginX = 2 * offsets[x];
  const beginY = 2 * offsets[y];
  const length = 2 * (offsets[x + 1] - offsets[x]);
  if (length !== 2 * (offsets[y + 1] - offsets[y])) return false;
  for (let k = 0; k < length; k++) if (halves[beginX + k] !== halves[beginY + k]) return false;
  return true;
}
