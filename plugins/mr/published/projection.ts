import { StageError } from '../lines/stage-error.ts';

const RANK_BYTES = 4;

/** A record as it travels with one of its prefix tokens. */
export interface Projection {
  readonly id: string;
  /** Places of its tokens in the first ordering, from 1, ascending; 0, any number of times, for tokens of no other record. */
  readonly ranks: Uint32Array;
  /** Tokens of its prefix. */
  readonly prefix: number;
  /** Place of the token that it came with among its own, from 0. */
  readonly position: number;
  /** Its prefixes by further orderings: ranks in the first one, ascending, without 0. */
  readonly further: readonly Uint32Array[];
}

/** Ranks as a field: 4 bytes each, little-endian, in base64url. */
export function ranksField(ranks: Uint32Array): string {
  return Buffer.from(ranks.buffer, ranks.byteOffset, ranks.byteLength).toString('base64url');
}

/** The ranks that {@link ranksField} wrote. Throws a `StageError` where they are not whole. */
export function parseRanks(field: string): Uint32Array {
  const length = Math.floor((3 * field.length) / 4);
  const bytes = Buffer.from(new ArrayBuffer(length));
  if (length % RANK_BYTES !== 0 || bytes.write(field, 'base64url') !== length) {
    throw new StageError(
      'malformed',
      `expected ranks of ${RANK_BYTES} bytes; got ${field.length} characters`,
    );
  }
  return new Uint32Array(bytes.buffer);
}

/** The first rank that two ascending runs share, 0 left out; 0 where they share none. Looks at `x[0 .. m]`, `y[0 .. n]`. */
export function firstShared(x: Uint32Array, m: number, y: Uint32Array, n: number): number {
  let i = firstKnown(x);
  let j = firstKnown(y);
  while (i < m && j < n) {
    if (x[i] === y[j]) return x[i];
    if (x[i] < y[j]) i++;
    else j++;
  }
  return 0;
}

/** How many ranks two ascending runs share, 0 left out. */
export function overlapOfRanks(x: Uint32Array, y: Uint32Array): number {
  let overlap = 0;
  let i = firstKnown(x);
  let j = firstKnown(y);
  while (i < x.length && j < y.length) {
    const order = x[i] - y[j];
    if (order === 0) overlap++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return overlap;
}

/** The place of the first token that another record may have. */
function firstKnown(ranks: Uint32Array): number {
  let from = 0;
  let to = ranks.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (ranks[middle] === 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
