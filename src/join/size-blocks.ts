import { ascending, countingSort } from '../grams/counting-sort.ts';
import { measures, type Similarity } from './similarity.ts';

/** Records of similar size, in input order. */
export interface SizeBlock {
  /** Their numbers. */
  readonly records: Uint32Array;
  /** Uint32Array(records + 1): where each one's values start in the block. */
  readonly offsets: Uint32Array;
  /** Number of values of its smallest and of its largest record. */
  readonly smallest: number;
  readonly largest: number;
  /** Number of values of all blocks before it. */
  readonly start: number;
}

/**
 * Cuts records of these sizes, in ascending size, into blocks of at most `mostValues` values; a larger record is a
 * block of its own. Memory: 8 bytes a record, 12 while records are sorted.
 */
export function planBlocks(sizes: Uint32Array, mostValues: number): SizeBlock[] {
  const order = countingSort(ascending(sizes.length), sizes);
  const blocks: SizeBlock[] = [];
  let start = 0;
  for (let first = 0; first < order.length; ) {
    let end = first + 1;
    let sum = sizes[order[first]];
    while (end < order.length && sum + sizes[order[end]] <= mostValues) sum += sizes[order[end++]];
    const [smallest, largest] = [sizes[order[first]], sizes[order[end - 1]]];
    const records = order.subarray(first, end).sort();
    const offsets = new Uint32Array(records.length + 1);
    for (let k = 0; k < records.length; k++) offsets[k + 1] = offsets[k] + sizes[records[k]];
    blocks.push({ records, offsets, smallest, largest, start });
    start += sum;
    first = end;
  }
  return blocks;
}

/**
 * The first block with a record large enough to be similar to one of block j; j + 1 if not even records of block j are
 * similar to each other. All blocks from there to j have such a record.
 */
export function firstPartner(
  blocks: readonly SizeBlock[],
  j: number,
  similarity: Similarity,
  threshold: number,
): number {
  const { smallest } = blocks[j];
  const least = smallest > 0 ? measures[similarity].minSize(smallest, threshold) : 0;
  let i = 0;
  while (i <= j && blocks[i].largest < least) i++;
  return i;
}
