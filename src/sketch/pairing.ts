import {
  checkFunction,
  checkOptionNames,
  checkTypedArrays,
  checkWhole,
  refusedValue,
} from '../argument-checks.ts';
import { hash64 } from '../grams/hash.ts';
import { equalComponents, isEmptySketch } from './minhash.ts';

/** Called once for each pair of pages, `x < y`, that agree in `shared` components. */
export type EmitShared = (x: number, y: number, shared: number) => void;

/** Bounds of a pairing. */
export interface PairingOptions {
  /** Pairs that agree in fewer components are left out. Default 1. */
  readonly minShared?: number;
  /** A shingle that more different sketches have makes no pairs; see `pairSketches`. Default 1000. */
  readonly maxDocuments?: number;
  /** Most (page, page) entries that are sorted at a time, 8 bytes each. Default 2²² (32 MiB). */
  readonly maxEntries?: number;
}

const OPTIONS: Record<keyof PairingOptions, true> = { minShared: true, maxDocuments: true, maxEntries: true };

/** What a pairing did. */
export interface PairingStatistics {
  /** Shingles that two or more different sketches have. */
  shingles: number;
  /** Those of them that more than `maxDocuments` sketches have. */
  commonShingles: number;
  /** (page, page) entries sorted and counted. */
  entries: number;
  /** Number of blocks in which the entries were sorted. */
  blocks: number;
}

/**
 * Finds all pairs of sketches that share a shingle, and the number of shingles they share: Broder's batch form. It
 * lists the pages of each shingle, makes (page, page) entries of each list, sorts the entries, and counts equal ones.
 *
 * Two rules keep the lists short. Pages with equal sketches are listed as one. In the end they are paired with each
 * other, and each gets the pairs of that one. A shingle that more than `maxDocuments` different sketches have (mostly a
 * template's) makes no entries. It still counts in pairs found by another shingle, so that only pairs all of whose
 * shared shingles are that common are lost. Pages without grams are in no pair.
 *
 * Pairs come in no particular order. Time for n sketches of s components: sorting s · n shingles, and the entries, of
 * which there are at most `s · n · maxDocuments / 2`. Memory: the lists, at most 4 bytes for each component of every
 * sketch, and `maxEntries` entries, or those of one page if it has more.
 *
 * @param sketches all of one kind and length, `minHash` or `onePermutation`
 * @throws RangeError when a bound is no positive integer, or sketches differ in length
 */
export function pairSketches(
  sketches: readonly Int32Array[],
  emit: EmitShared,
  options: PairingOptions = {},
): PairingStatistics {
  checkOptionNames('pairSketches', options, OPTIONS);
  const { minShared = 1, maxDocuments = 1000, maxEntries = 1 << 22 } = options;
  for (const [name, bound] of Object.entries({ minShared, maxDocuments, maxEntries })) {
    checkWhole(name, bound, 1);
  }
  checkTypedArrays('pairSketches: sketches', 'Int32Array', sketches);
  checkFunction('pairSketches', 'emit', emit);
  const other = sketches.findIndex(({ length }) => length !== sketches[0].length);
  if (other > 0) {
    const got = `${sketches[0].length} components at 0 and ${sketches[other].length} at ${other}`;
    throw refusedValue('pairSketches: sketches', 'all of one length', got);
  }
  const groups = equalSketches(sketches);
  const distinct = groups.map(([first]) => sketches[first]);
  const lists = listDocuments(distinct, maxDocuments);
  const statistics = {
    shingles: lists.shingles,
    commonShingles: lists.commonShingles,
    entries: 0,
    blocks: 0,
  };
  if (distinct.length > 0 && distinct[0].length >= minShared) {
    for (const group of groups) emitWithin(group, distinct[0].length, emit);
  }
  for (const entries of entryBlocks(lists, distinct.length, maxEntries)) {
    statistics.entries += entries.length;
    statistics.blocks++;
    countRuns(entries.sort(), (x, y, counted) => {
      const shared = lists.commonShingles > 0 ? equalComponents(distinct[x], distinct[y]) : counted;
      if (shared >= minShared) emitBetween(groups[x], groups[y], shared, emit);
    });
  }
  return statistics;
}

/** Pages grouped by sketch, without those of the empty set. The groups and each group ascend. */
function equalSketches(sketches: readonly Int32Array[]): number[][] {
  const groups = new Map<bigint, number[]>();
  for (const [page, sketch] of sketches.entries()) {
    if (isEmptySketch(sketch)) continue;
    const hash = hash64(new Uint8Array(sketch.buffer, sketch.byteOffset, sketch.byteLength));
    const group = groups.get(hash);
    if (group) group.push(page);
    else groups.set(hash, [page]);
  }
  return [...groups.values()];
}

/** The documents of each shingle of two or more. List i is `documents[begins[i] .. begins[i + 1]]`, ascending. */
interface Lists {
  readonly documents: Uint32Array;
  readonly begins: readonly number[];
  readonly shingles: number;
  readonly commonShingles: number;
}

function listDocuments(sketches: readonly Int32Array[], maxDocuments: number): Lists {
  const n = sketches.length;
  const components = n > 0 ? sketches[0].length : 0;
  const documents = new Uint32Array(n * components);
  const begins = [0];
  let commonShingles = 0;
  let listed = 0;
  // Shingle in the high half, document in the low one: one native sort puts the lists side by side.
  const keys = new BigUint64Array(n);
  const halves = new Uint32Array(keys.buffer);
  for (let component = 0; component < components; component++) {
    for (let document = 0; document < n; document++) {
      halves[2 * document] = document;
      halves[2 * document + 1] = sketches[document][component];
    }
    keys.sort();
    for (let from = 0, to = 0; from < n; from = to) {
      const shingle = halves[2 * from + 1];
      while (to < n && halves[2 * to + 1] === shingle) to++;
      if (to - from > maxDocuments) commonShingles++;
      else if (to - from > 1) {
        for (let k = from; k < to; k++) documents[listed++] = halves[2 * k];
        begins.push(listed);
      }
    }
  }
  return { documents, begins, shingles: begins.length - 1 + commonShingles, commonShingles };
}

/** The entries of all lists, x in the high half and y > x in the low one, in blocks that have all entries of each x. */
function* entryBlocks(
  { documents, begins }: Lists,
  n: number,
  maxEntries: number,
): Generator<BigUint64Array<ArrayBuffer>> {
  const entriesOf = new Float64Array(n);
  for (let list = 0; list + 1 < begins.length; list++) {
    for (let k = begins[list]; k < begins[list + 1]; k++) entriesOf[documents[k]] += begins[list + 1] - 1 - k;
  }
  // The position reached in each list: documents ascend from block to block, and in the lists.
  const cursors = Uint32Array.from(begins);
  for (let from = 0, to = 0; from < n; from = to) {
    let count = entriesOf[to++];
    while (to < n && count + entriesOf[to] <= maxEntries) count += entriesOf[to++];
    if (count === 0) continue;
    const entries = new BigUint64Array(count);
    const halves = new Uint32Array(entries.buffer);
    let at = 0;
    for (let list = 0; list + 1 < begins.length; list++) {
      const end = begins[list + 1];
      let k = cursors[list];
      for (; k < end && documents[k] < to; k++) {
        for (let other = k + 1; other < end; other++, at += 2) {
          halves[at] = documents[other];
          halves[at + 1] = documents[k];
        }
      }
      cursors[list] = k;
    }
    yield entries;
  }
}

function countRuns(sorted: BigUint64Array, counted: EmitShared): void {
  const halves = new Uint32Array(sorted.buffer);
  for (let from = 0, to = 0; from < halves.length; from = to) {
    const y = halves[from];
    const x = halves[from + 1];
    while (to < halves.length && halves[to] === y && halves[to + 1] === x) to += 2;
    counted(x, y, (to - from) / 2);
  }
}

function emitWithin(group: readonly number[], shared: number, emit: EmitShared): void {
  for (let i = 0; i < group.length; i++) {
    for (let j = i + 1; j < group.length; j++) emit(group[i], group[j], shared);
  }
}

function emitBetween(xs: readonly number[], ys: readonly number[], shared: number, emit: EmitShared): void {
  for (const x of xs) for (const y of ys) emit(Math.min(x, y), Math.max(x, y), shared);
}
