import { refusedValue } from '../../argument-checks.ts';
import { measures, type Similarity } from '../similarity.ts';
import type { Arena } from './arena.ts';
import type { JoinKernel } from './module.ts';
import type { Columns, ResultPart } from './range-join.ts';

/** The distinct sets among the records, in the order of their first record; every `…At` is an address. */
export interface Groups {
  /** Number of distinct sets. */
  readonly size: number;
  /** The records of group g, ascending, are `members[begins[g] .. begins[g + 1]]`. */
  readonly beginsAt: number;
  readonly membersAt: number;
  /** First token and size of each set. */
  readonly startsAt: number;
  readonly sizesAt: number;
  /** The first {@link HEAD_LENGTH} tokens of each set; 0 if there are no heads. */
  readonly headsAt: number;
  /** Whether all equal records were found, so that no two sets are equal. */
  readonly areDistinct: boolean;
}

/** Number of tokens in a head. */
export const HEAD_LENGTH = 8;

/**
 * Groups equal records, so that the join handles each distinct set once. Of the sets of 32 shingles of documentation in
 * 41 versions, a third are repeats.
 *
 * Hashes the rarest tokens of each record, and compares whole records whose hashes agree. O(records). Memory: 24 bytes
 * a record, 32 for each record of the most common size, and 32 a record for heads.
 */
export function groupRecords(
  kernel: JoinKernel,
  arena: Arena,
  tokensAt: number,
  offsetsAt: number,
  records: number,
  singletons: number,
  withHeads: boolean,
): Groups {
  const firstEqualAt = arena.allocate(4 * records);
  const tableAt = arena.allocate(32 * kernel.mostOfOneSize(offsetsAt, records));
  const headsAt = withHeads ? arena.allocate(4 * HEAD_LENGTH * records) : 0;
  const size = kernel.findEqual(tokensAt, offsetsAt, records, singletons, tableAt, firstEqualAt, headsAt);
  const beginsAt = arena.allocateZeros(4 * (size + 2));
  const membersAt = arena.allocate(4 * records);
  const startsAt = arena.allocate(4 * size);
  const sizesAt = arena.allocate(4 * size);
  kernel.group(offsetsAt, records, firstEqualAt, beginsAt, membersAt, startsAt, sizesAt);
  const areDistinct = kernel.unfinishedCount.value === 0;
  return { size, beginsAt, membersAt, startsAt, sizesAt, headsAt, areDistinct };
}

/** A task: make pairs of records from pairs of groups and from equal records. Plain data: it goes to workers. */
export interface Expansion {
  readonly groups: Groups;
  /** The pairs of groups. */
  readonly parts: readonly ResultPart[];
  /** Sets with fewer tokens are not even similar to themselves. */
  readonly least: number;
  /** Word x + 1 is the number of pairs of record x, or the place of its next pair. */
  readonly placesAt: number;
  /** Where pairs are written, and how many fit there; 0 if they are only counted. */
  readonly pairsAt: number;
  readonly capacity: number;
  /** Makes the pairs of records `from` ≤ x < `to`. */
  readonly from: number;
  readonly to: number;
}

/** Counts or writes pairs. */
export function expand(kernel: JoinKernel, expansion: Expansion): void {
  const { groups, parts, least, placesAt, pairsAt, capacity, from, to } = expansion;
  kernel.bindExpansion(groups.beginsAt, groups.membersAt, placesAt, pairsAt, capacity, from, to);
  for (const part of parts) kernel.expandPairs(part.at, part.capacity, part.count);
  kernel.expandGroups(groups.size, groups.sizesAt, least);
}

/** Fewer pairs are not shared among threads: this many take some milliseconds to write. */
const SHARED_PAIRS = 1 << 19;

const BYTES_A_PAIR = 12;
/** More do not fit in the 4 GiB of the kernel's memory. Places of pairs, which have 32 bits, hold so many. */
const MOST_PAIRS = Math.floor(2 ** 32 / BYTES_A_PAIR);

/**
 * Makes the pairs of records, in ascending x, from the pairs of groups in `parts` and from equal records. With
 * `inPlace`, the columns are views of the arena.
 *
 * @throws RangeError if the pairs do not fit in the arena.
 */
export async function expandPairs(
  kernel: JoinKernel,
  arena: Arena,
  groups: Groups,
  parts: readonly ResultPart[],
  records: number,
  { similarity, threshold, inPlace = false, others, expandElsewhere }: ExpandOptions,
): Promise<Columns> {
  const least = leastSimilar(similarity, threshold);
  const placesAt = arena.allocateZeros(4 * (records + 1));
  const whole = { groups, parts, least, placesAt, pairsAt: 0, capacity: 0, from: 0, to: records };
  expand(kernel, whole);
  const length = kernel.placePairs(records);
  if (length > MOST_PAIRS) {
    throw refusedValue(
      'join',
      `at most ${MOST_PAIRS} pairs, 12 bytes each in 4 GiB`,
      `${length}: raise the threshold, or use groupedJoin, which joins equal records once`,
    );
  }
  if (length === 0) return [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)];
  const pairsAt = arena.allocate(BYTES_A_PAIR * length);
  const threads = length < SHARED_PAIRS ? 1 : others + 1;
  const places = arena.words(placesAt, records + 1);
  const ends = Array.from({ length: threads - 1 }, (_, k) =>
    firstPlacedFrom(places, (length * (k + 1)) / threads),
  );
  const [own, ...rest] = [...ends, records].map((to, k) => ({
    ...{ ...whole, pairsAt, capacity: length },
    ...{ from: k === 0 ? 0 : ends[k - 1], to },
  }));
  const elsewhere = Promise.all(rest.map(expandElsewhere));
  expand(kernel, own);
  await elsewhere;
  // `slice` takes a quarter of the time of `new Uint32Array(words)`, which copies shared memory element by element.
  const column = (k: number): Uint32Array => {
    const words = arena.words(pairsAt + 4 * k * length, length);
    return inPlace ? words : words.slice();
  };
  return [column(0), column(1), column(2)];
}

/** Who expands pairs. */
export interface Expander {
  /** How many other threads may share the work. One thread makes all pairs of a record. */
  readonly others: number;
  expandElsewhere(expansion: Expansion): Promise<void>;
}

/** How pairs are expanded. */
interface ExpandOptions extends Expander {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly inPlace?: boolean;
}

/** Fewest tokens of a set that is similar to itself: 1, except where the threshold is a count of tokens. */
export function leastSimilar(similarity: Similarity, threshold: number): number {
  return measures[similarity].isSimilar(1, 1, 1, threshold) ? 1 : Math.min(threshold, 2 ** 32 - 1);
}

/** The first record whose pairs begin at `place` or later. */
function firstPlacedFrom(places: Uint32Array, place: number): number {
  let low = 0;
  for (let high = places.length - 1; low < high; ) {
    const middle = (low + high) >>> 1;
    if (places[middle + 1] < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
