import { checkFunction, checkWhole, refusedValue, wrongType, wrongValue } from '../argument-checks.ts';
import { checkFingerprint, differingBits, FINGERPRINT_BITS } from './simhash.ts';

/** Bits that stay together: `width` bits of one 32-bit half, moved to another place. */
export interface BitRun {
  readonly fromHalf: number;
  readonly fromBit: number;
  readonly toHalf: number;
  readonly toBit: number;
  readonly width: number;
}

/** A permutation of the 64 bits of a fingerprint, made for one table: its leading `keyBits` bits are the key. */
export interface PermutedTable {
  /** Length of the key. */
  readonly keyBits: number;
  /** The key's bits in the fingerprint before it is permuted, `[low, high]`. */
  readonly keyMask: Uint32Array;
  /** The permutation, as moves of neighbouring bits. */
  readonly runs: readonly BitRun[];
}

/** Tables such that two fingerprints that differ in at most `bits` bits have equal keys in at least one. */
export interface TableDesign {
  readonly bits: number;
  readonly tables: readonly PermutedTable[];
}

/** A design chosen for an index, and why. */
export interface ChosenTables {
  readonly design: TableDesign;
  /** Fingerprints that a query meets by chance, over all tables: `Σ pages / 2^keyBits`. */
  readonly falseProbes: number;
  /** Why, in words. */
  readonly reason: string;
}

/**
 * The design that cuts fingerprints into `blocks` blocks of nearly equal size. If `bits` bits differ, at least
 * `blocks − bits` blocks are equal; there is a table for each choice of so many blocks, which come first (Manku, Jain &
 * Das Sarma, WWW 2007, §3). For 3 bits, 4 blocks make 4 tables with 16-bit keys, and 5 blocks make 10 tables with keys
 * of 25 or 26 bits.
 *
 * The other blocks follow in their order, beginning after the first of those chosen.
 *
 * @throws RangeError unless `1 ≤ bits < blocks ≤ 64`
 */
export function blockTables(bits: number, blocks: number): TableDesign {
  if (
    !(
      Number.isInteger(bits) &&
      Number.isInteger(blocks) &&
      bits >= 1 &&
      bits < blocks &&
      blocks <= FINGERPRINT_BITS
    )
  ) {
    throw refusedValue(
      'blocks',
      `1 ≤ bits < blocks ≤ ${FINGERPRINT_BITS}`,
      `${bits} bits and ${blocks} blocks`,
    );
  }
  const cut = cutInto(positions(), blocks);
  const tables = choices(blocks, blocks - bits).map((leading) => {
    const key = leading.flatMap((block) => cut[block]);
    const others = turned([...cut.keys()], leading[0]).filter((block) => !leading.includes(block));
    return tableFrom([...key, ...others.flatMap((block) => cut[block])], key.length);
  });
  return { bits, tables };
}

/**
 * The design of 16 tables with 28-bit keys for 3 bits. One of 4 blocks of 16 bits comes first, then one of 4 blocks of
 * 12 of the other 48 bits. At most 3 differing bits are in these 48, so that one block of 12 is equal, too.
 */
export function nestedTables(): TableDesign {
  const outer = cutInto(positions(), 4);
  const tables = outer.flatMap((first, i) => {
    const inner = cutInto(turned(outer, i).slice(1).flat(), 4);
    return inner.map((second, j) => {
      const others = turned(inner, j).slice(1).flat();
      return tableFrom([...first, ...second, ...others], first.length + second.length);
    });
  });
  return { bits: 3, tables };
}

/** Numbers of tables for finding fingerprints that differ in at most 3 bits. */
export const simHashTables = [4, 10, 16] as const;

/** One of {@link simHashTables}. */
export type SimHashTables = (typeof simHashTables)[number];

/** The design for 3 bits with this number of tables. */
export function tableDesign(tables: SimHashTables): TableDesign {
  if (!simHashTables.includes(tables)) {
    throw wrongValue('tables', `one of ${simHashTables.join(', ')}`, tables);
  }
  return tables === 16 ? nestedTables() : blockTables(3, tables === 4 ? 4 : 5);
}

/**
 * The design with the cheapest query of an index of `pages` fingerprints. More tables have longer keys, which fewer
 * pages share by chance, but each table takes one more probe, and one more entry for every page.
 *
 * For 3 bits, it has 4, 10 or 16 tables; for other numbers, 1 to 3 blocks more than bits.
 *
 * @param pages assumed to be spread evenly; near-duplicates among them are met in addition
 * @param probeCost cost of a probe, in entries read for nothing: a range scan of LevelDB takes 40 µs before its first
 *   entry, and 1 µs an entry
 */
export function chooseTables(pages: number, bits = 3, probeCost = 40): ChosenTables {
  checkWhole('pages', pages, 0);
  checkWhole('bits', bits, 1, FINGERPRINT_BITS - 3);
  if (!(Number.isFinite(probeCost) && probeCost >= 0))
    throw wrongValue('probeCost', 'a number from 0', probeCost);
  const designs =
    bits === 3
      ? simHashTables.map(tableDesign)
      : [1, 2, 3].map((leading) => blockTables(bits, bits + leading));
  const costOf = (design: TableDesign): number =>
    design.tables.length * probeCost + falseProbes(design, pages);
  const [design] = designs.sort((a, b) => costOf(a) - costOf(b));
  const met = falseProbes(design, pages);
  const keyBits = Math.min(...design.tables.map((table) => table.keyBits));
  const reason =
    `${design.tables.length} tables with keys of ${keyBits} bits: ` +
    `of ${pages} pages a query meets ${met < 0.01 ? 'hardly any' : met.toPrecision(2)} by chance`;
  return { design, falseProbes: met, reason };
}

/** Fingerprints, of `pages` evenly spread ones, whose key equals a given one by chance, over all tables of a design. */
export function falseProbes(design: TableDesign, pages: number): number {
  return design.tables.reduce((sum, { keyBits }) => sum + pages / 2 ** keyBits, 0);
}

/** A fingerprint, `[low, high]`, permuted for a table: its key is in the highest bits. */
export function permuteBits(fingerprint: Uint32Array, { runs }: PermutedTable): Uint32Array {
  const permuted = new Uint32Array(2);
  for (const run of runs) permuted[run.toHalf] |= movedBits(fingerprint, run);
  return permuted;
}

/** The inverse of `permuteBits`. */
export function unpermuteBits([low, high]: Uint32Array, { runs }: PermutedTable): Uint32Array {
  const fingerprint = new Uint32Array(2);
  for (const { fromHalf, fromBit, toHalf, toBit, width } of runs) {
    const word = (toHalf === 0 ? low : high) >>> toBit;
    fingerprint[fromHalf] |= (width === 32 ? word : word & ((1 << width) - 1)) << fromBit;
  }
  return fingerprint;
}

/** Key of a fingerprint in a table, below 2^min(keyBits, 32): the leading bits of `permuteBits`' higher half. */
export function tableKey(fingerprint: Uint32Array, table: PermutedTable): number {
  checkFingerprint('tableKey', fingerprint);
  if (!Array.isArray(table?.runs) || !Number.isInteger(table.keyBits))
    throw wrongType('tableKey: table', 'one of a table design', table);
  return keyIn(fingerprint, table);
}

/** {@link tableKey}, unchecked: it is called for each page and table. */
export function keyIn(fingerprint: Uint32Array, { runs, keyBits }: PermutedTable): number {
  let leading = 0;
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    if (run.toHalf === 1) leading |= movedBits(fingerprint, run);
  }
  return leading >>> Math.max(0, 32 - keyBits);
}

function movedBits(fingerprint: Uint32Array, { fromHalf, fromBit, toBit, width }: BitRun): number {
  const word = fingerprint[fromHalf] >>> fromBit;
  return (width === 32 ? word : word & ((1 << width) - 1)) << toBit;
}

/**
 * Finds all pairs of fingerprints that differ in at most `bits` bits, each once: the batch form. One sort for each
 * table puts equal keys side by side, and their fingerprints are compared.
 *
 * Time: O(tables · n log n), and the pairs with equal keys, which the choice of tables keeps few. Memory: 8 bytes a
 * fingerprint, besides the fingerprints.
 *
 * @param fingerprints of `simHash`
 * @param emit called with `x < y`, indexes of the list, in no particular order
 * @returns number of pairs compared
 */
export function nearPairs(
  fingerprints: readonly Uint32Array[],
  bits: number,
  emit: (x: number, y: number, distance: number) => void,
): number {
  if (!Array.isArray(fingerprints))
    throw wrongType('nearPairs: fingerprints', 'an array of Uint32Array', fingerprints);
  for (const [i, fingerprint] of fingerprints.entries()) checkFingerprint(`nearPairs: at ${i}`, fingerprint);
  checkFunction('nearPairs', 'emit', emit);
  return nearRepeatedPairs(fingerprints, bits, emit, new Uint32Array(fingerprints.length).fill(1));
}

/**
 * {@link nearPairs}, unchecked, of a list that has fingerprint i `times[i]` times and shows it once.
 *
 * @returns number of pairs that `nearPairs` would compare of the whole list
 */
export function nearRepeatedPairs(
  fingerprints: readonly Uint32Array[],
  bits: number,
  emit: (x: number, y: number, distance: number) => void,
  times: Uint32Array,
): number {
  const n = fingerprints.length;
  const tables = batchTables(
    times.reduce((sum, count) => sum + count, 0),
    bits,
  );
  const keys = new BigUint64Array(n);
  const halves = new Uint32Array(keys.buffer);
  let compared = 0;
  for (const [t, table] of tables.entries()) {
    for (let i = 0; i < n; i++) {
      halves[2 * i] = i;
      halves[2 * i + 1] = keyIn(fingerprints[i], table);
    }
    keys.sort();
    for (let from = 0, to = 0; from < n; from = to) {
      let listed = 0;
      for (; to < n && halves[2 * to + 1] === halves[2 * from + 1]; to++) listed += times[halves[2 * to]];
      compared += (listed * (listed - 1)) / 2;
      for (let i = from; i < to; i++) {
        const x = halves[2 * i];
        for (let j = i + 1; j < to; j++) {
          const y = halves[2 * j];
          const distance = differingBits(fingerprints[x], fingerprints[y]);
          if (distance <= bits && firstTable(fingerprints[x], fingerprints[y], tables) === t)
            emit(x, y, distance);
        }
      }
    }
  }
  return compared;
}

/** The tables that find all pairs of a list of fingerprints fastest. */
export function batchTables(fingerprints: number, bits: number): readonly PermutedTable[] {
  // Sorting an entry costs as much as comparing some 60 pairs.
  return chooseTables(fingerprints, bits, 60).design.tables;
}

/** The first table in which two fingerprints have the same key. A pair counts only there, so that it counts once. */
export function firstTable(a: Uint32Array, b: Uint32Array, tables: readonly PermutedTable[]): number {
  const low = a[0] ^ b[0];
  const high = a[1] ^ b[1];
  return tables.findIndex(({ keyMask }) => ((low & keyMask[0]) | (high & keyMask[1])) === 0);
}

/** All bit positions, the highest first. */
function positions(): number[] {
  return Array.from({ length: FINGERPRINT_BITS }, (_, i) => FINGERPRINT_BITS - 1 - i);
}

/** Cuts a list into parts of nearly equal length, the longer ones first. */
function cutInto(list: readonly number[], parts: number): number[][] {
  const shorter = Math.floor(list.length / parts);
  const longerParts = list.length % parts;
  return Array.from({ length: parts }, (_, part) => {
    const begin = part * shorter + Math.min(part, longerParts);
    return list.slice(begin, begin + shorter + (part < longerParts ? 1 : 0));
  });
}

/** All ways to choose `count` of the numbers 0 to `from − 1`, each ascending. */
function choices(from: number, count: number, least = 0): number[][] {
  if (count === 0) return [[]];
  const chosen: number[][] = [];
  for (let first = least; first <= from - count; first++) {
    for (const others of choices(from, count - 1, first + 1)) chosen.push([first, ...others]);
  }
  return chosen;
}

/** The list from place `first` on, and then what was before it. */
function turned<T>(list: readonly T[], first: number): T[] {
  return [...list.slice(first), ...list.slice(0, first)];
}

/** The table whose bits, the highest first, are taken from these positions. */
function tableFrom(sources: readonly number[], keyBits: number): PermutedTable {
  const runs: BitRun[] = [];
  const keyMask = new Uint32Array(2);
  for (const source of sources.slice(0, keyBits)) keyMask[source >>> 5] |= 1 << (source & 31);
  for (let begin = 0, end = 0; begin < FINGERPRINT_BITS; begin = end) {
    // A run goes on while source and target both fall by one within their halves.
    do end++;
    while (
      end < FINGERPRINT_BITS &&
      end !== 32 &&
      sources[end] === sources[end - 1] - 1 &&
      (sources[end] & 31) !== 31
    );
    const last = sources[end - 1];
    const to = FINGERPRINT_BITS - end;
    runs.push({
      fromHalf: last >>> 5,
      fromBit: last & 31,
      toHalf: to >>> 5,
      toBit: to & 31,
      width: end - begin,
    });
  }
  return { keyBits, keyMask, runs };
}
