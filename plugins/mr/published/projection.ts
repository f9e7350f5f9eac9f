import { StageError } from '../lines/stage-error.ts';

const RANK_BYTES = 4;

/** A record as it is sent with one of its prefix tokens. */
export interface Projection {
  readonly id: string;
  /** Ranks of its tokens in the first ordering, from 1, ascending; 0 for each token that no other record has. */
  readonly ranks: Uint32Array;
  /** Number of tokens in its prefix. */
  readonly prefix: number;
  /** Position of the token that it is sent with among its tokens, from 0. */
  readonly position: number;
  /** Its prefixes by further orderings, as ranks in the first one, ascending, without 0. */
  readonly further: readonly Uint32Array[];
}

/** Ranks as a field: 4 bytes each, little-endian, in base64url. */
export function ranksField(ranks: Uint32Array): string {
  return Buffer.from(ranks.buffer, ranks.byteOffset, ranks.byteLength).toString('base64url');
}

/** The ranks that {@link ranksField} wrote. @throws StageError if the field is cut */
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

/** The first rank other than 0 that `x[0 … m)` and `y[0 … n)` share, both ascending; 0 if they share none. */
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

/** Number of ranks other than 0 that two ascending runs share. */
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

/** Position of the first token that another record may have. */
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
