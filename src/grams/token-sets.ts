import { checkFunction } from '../argument-checks.ts';
import { numbersWhere } from './counting-sort.ts';
import { InvertedLists } from './inverted-lists.ts';
import { offsetsInOrder, smallestFirst } from './record-order.ts';
import { checkNumbers, checkValueSets, type ValueSets } from './value-sets.ts';

/** Ranked sets, the input of every join: tokens rarest first, records smallest first. */
export interface TokenSets {
  /** Number of records. */
  readonly size: number;
  /** Uint32Array(size + 1): record x is `tokens[offsets[x] .. offsets[x + 1]]`, ascending. */
  readonly offsets: Uint32Array;
  /** A token is its rank in ascending document frequency (ties by value): 0 is the rarest. */
  readonly tokens: Uint32Array;
  /** `records[x]` is the number that record x had in the input. */
  readonly records: Uint32Array;
  /** Number of distinct tokens. */
  readonly universe: number;
  /** Tokens below this one occur in at most one record, so joins skip them. Without it, no such token is known. */
  readonly singletons?: number;
}

/** Two collections ranked by one common ordering: the input of an R–S join. */
export interface TwoTokenSets {
  readonly r: TokenSets;
  readonly s: TokenSets;
}

/**
 * Ranks the tokens of a collection in ascending document frequency (ties by value) and sorts its records by
 * size (ties by input number).
 *
 * O(tokens), about half the time of a native sort of all values; at most 20 bytes a token, output included.
 * `allocate` makes the array of tokens, filled with zeros: `allocateTokens` of the join engine saves a copy.
 * Throws a RangeError if a record's values are not ascending and distinct, or for more than some 200 million values.
 *
 * @param numbers of the records to rank, ascending; all by default
 */
export function rankSets(
  sets: ValueSets,
  allocate?: (length: number) => Uint32Array,
  numbers?: Uint32Array,
): TokenSets {
  if (allocate !== undefined) checkFunction('rankSets', 'allocate', allocate);
  const { rows, orders } = rankCollections([sets], allocate, [numbers]);
  return { ...rows, records: orders[0] };
}

/** Some records of ranked sets, in their order: tokens keep their ranks among all records. O(tokens) */
export function recordsWhere(sets: TokenSets, isKept: (record: number) => boolean): TokenSets {
  const kept = numbersWhere(sets.size, (x) => isKept(sets.records[x]));
  if (kept.length === sets.size) return sets;
  const offsets = new Uint32Array(kept.length + 1);
  for (const [i, x] of kept.entries()) offsets[i + 1] = offsets[i] + sets.offsets[x + 1] - sets.offsets[x];
  const tokens = new Uint32Array(offsets[kept.length]);
  for (const [i, x] of kept.entries())
    tokens.set(sets.tokens.subarray(sets.offsets[x], sets.offsets[x + 1]), offsets[i]);
  return { ...sets, size: kept.length, offsets, tokens, records: kept.map((x) => sets.records[x]) };
}

/** Ranks two collections by one ordering, by document frequency in both together: see `rankSets`. */
export function rankTwo(r: ValueSets, s: ValueSets): TwoTokenSets {
  const { rows, orders } = rankCollections([r, s]);
  const { offsets, tokens, ...rest } = rows;
  let first = 0;
  const [rankedR, rankedS] = orders.map((records): TokenSets => {
    const size = records.length;
    const begin = offsets[first];
    const own = offsets.slice(first, first + size + 1);
    for (let x = 0; x <= size && begin > 0; x++) own[x] -= begin;
    first += size;
    return { ...rest, size, offsets: own, tokens: tokens.subarray(begin, begin + own[size]), records };
  });
  return { r: rankedR, s: rankedS };
}

/**
 * Like `rankTwo`, but returns one collection: the records of `s` after those of `r`, each part smallest first.
 * `records` has the number of each record in its own collection.
 */
export function rankBehind(
  r: ValueSets,
  s: ValueSets,
  allocate?: (length: number) => Uint32Array,
): TokenSets {
  const { rows, orders } = rankCollections([r, s], allocate);
  const records = new Uint32Array(rows.size);
  records.set(orders[0]);
  records.set(orders[1], orders[0].length);
  return { ...rows, records };
}

/** Several collections, concatenated. */
interface RankedRows {
  /** All records, without their numbers. */
  readonly rows: Omit<TokenSets, 'records'>;
  /** For each collection its records, in their order. */
  readonly orders: readonly Uint32Array[];
}

/** Ranks several collections by one common ordering. */
function rankCollections(
  collections: readonly ValueSets[],
  allocate = (length: number): Uint32Array => new Uint32Array(length),
  numbers: readonly (Uint32Array | undefined)[] = [],
): RankedRows {
  for (const [i, sets] of collections.entries()) {
    checkValueSets(sets);
    if (numbers[i] !== undefined) checkNumbers(numbers[i], sets);
  }
  // The records of all collections, concatenated; each collection smallest first.
  const orders = collections.map((sets, c) => smallestFirst(sets, numbers[c]));
  const offsets = offsetsInOrder(collections, orders);
  const lists = new InvertedLists(collections, orders);
  const tokens = allocate(offsets[offsets.length - 1]);
  const singletons = lists.dealRanks(offsets, tokens);
  const { universe } = lists;
  lists.close();
  return { rows: { size: offsets.length - 1, offsets, tokens, universe, singletons }, orders };
}
