import { measures, type Similarity } from '../similarity.ts';
import type { Arena } from './arena.ts';
import type { JoinKernel } from './module.ts';
import type { Columns, ResultPart } from './range-join.ts';

/** The distinct sets among the records, in the order of their first record; every field but `size` is an address. */
export interface Groups {
  /** Number of distinct sets. */
  readonly size: number;
  /** The records of group g, ascending, are `members[begins[g] .. begins[g + 1]]`. */
  readonly beginsAt: number;
  readonly membersAt: number;
  /** First token and size of each set. */
  readonly startsAt: number;
  readonly sizesAt: number;
  /** The first {@link HEAD_LENGTH} tokens of each set, or 0. */
  readonly headsAt: number;
  /** Whether all equal records were found: then no two sets are equal. */
  readonly areDistinct: boolean;
}

/** Tokens of a head. */
export const HEAD_LENGTH = 8;

/**
 * Groups equal records: the join meets a set once, however often it was crawled. Of 32 shingles of documentation
 * in 41 versions a third are repeats.
 *
 * The rarest tokens of each are hashed, and compared as wholes where these agree. O(records), 24 bytes a record, 32 for
 * those of the commonest size, and 32 a record for heads.
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

/**
 * The pairs of records, by ascending x, that follow from the pairs of groups in `parts` and from equal records; where they lie in
 * the arena if they are to stay `inPlace`.
 */
export function expandPairs(
  kernel: JoinKernel,
  arena: Arena,
  { size, beginsAt, membersAt, sizesAt }: Groups,
  parts: readonly ResultPart[],
  records: number,
  similarity: Similarity,
  threshold: number,
  inPlace: boolean,
): Columns {
  // A set is similar to itself, but for thresholds that count tokens.
  const { isSimilar } = measures[similarity];
  const least = isSimilar(1, 1, 1, threshold) ? 1 : Math.min(threshold, 2 ** 32 - 1);
  const placesAt = arena.allocateZeros(4 * (records + 1));
  const visit = (): void => {
    for (const { at, capacity, count } of parts) kernel.expandPairs(at, capacity, count);
    kernel.expandGroups(size, sizesAt, least);
  };
  kernel.bindExpansion(beginsAt, membersAt, placesAt, 0, 0);
  visit();
  const length = kernel.placePairs(records) >>> 0;
  if (length > 0) {
    const pairsAt = arena.allocate(12 * length);
    kernel.bindExpansion(beginsAt, membersAt, placesAt, pairsAt, length);
    visit();
    // A typed array made from one in shared memory is filled element by element; `slice` takes a quarter of that.
    const column = (k: number): Uint32Array => {
      const words = arena.words(pairsAt + 4 * k * length, length);
      return inPlace ? words : words.slice();
    };
    return [column(0), column(1), column(2)];
  }
  return [new Uint32Array(0), new Uint32Array(0), new Uint32Array(0)];
}
