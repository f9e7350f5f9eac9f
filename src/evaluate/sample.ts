import { type PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import { ascending, numbersWhere } from '../grams/counting-sort.ts';
import { jaccard } from '../grams/jaccard.ts';
import { mixed32 } from '../grams/mixed32.ts';
import type { ValueSets } from '../grams/value-sets.ts';
import type { Collection } from '../methods/collection.ts';
import type { Contents } from '../methods/contents.ts';

/**
 * `count` of the numbers 0 … pages − 1, ascending, every choice equally likely; all of them if there are no more.
 *
 * Seeded. Samples with one seed are nested: a larger one contains the smaller ones.
 */
export function samplePages(pages: number, count: number, seed = 1): Uint32Array {
  const order = ascending(pages);
  const drawn = Math.min(count, pages);
  let state = seed;
  for (let i = 0; i < drawn; i++) {
    state = (state + 0x9e3779b9) | 0;
    const j = i + Math.floor((mixed32(state) / 2 ** 32) * (pages - i));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order.slice(0, drawn).sort();
}

/** A number in [0, 1) for each page. The pages below any limit are a sample, however many pages come. */
export function samplingDraw(page: number): number {
  return mixed32(Math.imul(page + 1, 0x9e3779b9)) / 2 ** 32;
}

/** The pairs of drawn pages with all pages, as pairs of contents (`Contents`), with exact overlaps. */
export interface SamplePairs extends PagePairs {
  /** Float64Array(pairs): the pairs of pages with these contents of which a page was drawn. */
  readonly weights: Float64Array;
}

/**
 * Every pair of a page of `sample` (ascending) and any page, with resemblance ≥ `least` > 0, and its overlap: each pair of contents
 * once, sorted by a, then b.
 *
 * Counts shared grams through inverted lists of only the sample, so that memory is proportional to the sample, some 30
 * bytes for each of its grams. Pages with one content are looked at once. O(grams + shared grams of all pairs examined)
 */
export function pairsOfSample(collection: Collection, sample: Uint32Array, least: number): SamplePairs {
  const { sets, pages } = collection;
  const { value: contents } = collection.contents();
  const drawn = new Uint32Array(pages);
  for (const page of sample) drawn[contents.firstOf[page]]++;
  const firsts = numbersWhere(pages, (page) => drawn[page] > 0 && contents.copies[page] > 0);
  const lists = invert(sets, firsts);
  const { offsets } = sets;
  const halves = asHalves(sets);
  const shared = new Uint32Array(firsts.length);
  const touched = new Uint32Array(firsts.length);
  const pairs = new PagePairsBuilder();
  for (const y of contents.firsts) {
    let count = 0;
    for (let k = offsets[y]; k < offsets[y + 1]; k++) {
      const slot = slotOf(lists, halves[2 * k], halves[2 * k + 1]);
      const end = lists.begins[slot + 1];
      for (let entry = lists.begins[slot]; entry < end; entry++) {
        const i = lists.entries[entry];
        if (shared[i]++ === 0) touched[count++] = i;
      }
    }
    const sizeY = offsets[y + 1] - offsets[y];
    for (let t = 0; t < count; t++) {
      const i = touched[t];
      const overlap = shared[i];
      shared[i] = 0;
      const x = firsts[i];
      if (drawn[y] > 0 && x > y) continue;
      if (x === y ? contents.copies[x] < 2 : jaccard(overlap, offsets[x + 1] - offsets[x], sizeY) < least)
        continue;
      pairs.add(x, y, overlap);
    }
  }
  const sorted = pairs.finish(pages);
  const weights = new Float64Array(sorted.length);
  for (let i = 0; i < weights.length; i++) weights[i] = drawnPairs(contents, drawn, sorted.a[i], sorted.b[i]);
  return { ...sorted, weights };
}

/** Number of pairs of pages with two contents of which at least one page was drawn. */
function drawnPairs({ copies }: Contents, drawn: Uint32Array, x: number, y: number): number {
  const [m, n] = [copies[x] - drawn[x], copies[y] - drawn[y]];
  if (x === y) return (copies[x] * (copies[x] - 1)) / 2 - (m * (m - 1)) / 2;
  return copies[x] * copies[y] - m * n;
}

/** Largest sample, at least `floor` pages, for which `pairsOfSample` examines about `entries` list entries or fewer. */
export function affordableSample(sets: ValueSets, entries: number, floor: number): Uint32Array {
  const pages = sets.offsets.length - 1;
  const pilot = samplePages(pages, floor);
  if (pilot.length === pages) return pilot;
  const { begins } = invert(sets, pilot);
  let visits = 0;
  for (let slot = 0; slot + 1 < begins.length; slot++) visits += (begins[slot + 1] - begins[slot]) ** 2;
  // Every page of the collection meets about as many entries as the pilot's pages meet in the pilot itself.
  const entriesAPage = (visits / pilot.length) * (pages / pilot.length);
  return samplePages(pages, Math.max(floor, Math.floor(entries / entriesAPage)));
}

/** Inverted lists in an open-addressing table: slot → positions in the sample of the pages that contain its gram. */
interface InvertedLists {
  /** Uint32Array(2 · slots): the gram of each slot, low half first. */
  readonly keys: Uint32Array;
  /** Uint8Array(slots): 1 if the slot has a gram. */
  readonly isUsed: Uint8Array;
  /** Uint32Array(slots + 1): the entries of a slot are `entries[begins[slot] .. begins[slot + 1]]`. */
  readonly begins: Uint32Array;
  readonly entries: Uint32Array;
}

function invert(sets: ValueSets, sample: Uint32Array): InvertedLists {
  const { offsets } = sets;
  const halves = asHalves(sets);
  let grams = 0;
  for (const page of sample) grams += offsets[page + 1] - offsets[page];
  let slots = 16;
  while (slots < 2 * grams) slots *= 2;
  const lists = {
    keys: new Uint32Array(2 * slots),
    isUsed: new Uint8Array(slots),
    begins: new Uint32Array(slots + 1),
    entries: new Uint32Array(grams),
  };
  const { keys, isUsed, begins, entries } = lists;
  for (const page of sample) {
    for (let k = offsets[page]; k < offsets[page + 1]; k++) {
      const slot = slotOf(lists, halves[2 * k], halves[2 * k + 1]);
      isUsed[slot] = 1;
      keys[2 * slot] = halves[2 * k];
      keys[2 * slot + 1] = halves[2 * k + 1];
      begins[slot + 1]++;
    }
  }
  for (let slot = 0; slot < slots; slot++) begins[slot + 1] += begins[slot];
  const next = begins.slice();
  for (let i = 0; i < sample.length; i++) {
    for (let k = offsets[sample[i]]; k < offsets[sample[i] + 1]; k++) {
      entries[next[slotOf(lists, halves[2 * k], halves[2 * k + 1])]++] = i;
    }
  }
  return lists;
}

/** The slot of a gram; if it has none, the free slot where it would go, which has no entries. */
function slotOf({ keys, isUsed }: InvertedLists, low: number, high: number): number {
  const mask = isUsed.length - 1;
  let slot = mixed32(low ^ Math.imul(high, 0x9e3779b1)) & mask;
  while (isUsed[slot] === 1 && (keys[2 * slot] !== low || keys[2 * slot + 1] !== high))
    slot = (slot + 1) & mask;
  return slot;
}

function asHalves({ values }: ValueSets): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
}
