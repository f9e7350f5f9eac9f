import { bitmapWords } from './bitmap.ts';

/** What filters need of a set that has a token in its prefix. */
export interface Posting {
  readonly id: number;
  readonly size: number;
  /** Position of the token in the set, from 0, in the order of prefixes. */
  readonly position: number;
  readonly block: number;
  readonly part: number;
}

/** Bytes of a posting. */
export const postingBytes: number = 8 + 4 * 4 + 4 * bitmapWords;

/** Postings in ascending size, in flat arrays. */
export class PostingList {
  /** Number of postings that there is room for. */
  capacity: number;
  length = 0;
  ids: Float64Array;
  sizes: Uint32Array;
  positions: Uint32Array;
  blocks: Uint32Array;
  parts: Uint32Array;
  /** The bitmap of posting i begins at word 8i. */
  bitmaps: Uint32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.ids = new Float64Array(capacity);
    this.sizes = new Uint32Array(capacity);
    this.positions = new Uint32Array(capacity);
    this.blocks = new Uint32Array(capacity);
    this.parts = new Uint32Array(capacity);
    this.bitmaps = new Uint32Array(bitmapWords * capacity);
  }

  /** Adds a posting; there must be room. */
  add({ id, size, position, block, part }: Posting, bitmap: Uint32Array): void {
    const i = this.length++;
    this.ids[i] = id;
    this.sizes[i] = size;
    this.positions[i] = position;
    this.blocks[i] = block;
    this.parts[i] = part;
    this.bitmaps.set(bitmap, bitmapWords * i);
  }

  /** Makes room for `capacity` postings in all, at least as many as there are. */
  grow(capacity: number): void {
    const larger = new PostingList(capacity);
    const columns = larger.columns();
    for (const [i, column] of this.columns().entries()) columns[i].set(column);
    const { ids, sizes, positions, blocks, parts, bitmaps } = larger;
    Object.assign(this, { capacity, ids, sizes, positions, blocks, parts, bitmaps });
  }

  /** Removes the first `count` postings. */
  drop(count: number): void {
    if (count === 0) return;
    for (const column of this.columns()) {
      const width = column.length / this.capacity;
      column.copyWithin(0, width * count, width * this.length);
    }
    this.length -= count;
  }

  /** The number of the first posting of a set of at least `size`. */
  firstOfSize(size: number): number {
    let from = 0;
    let to = this.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.sizes[middle] < size) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Its arrays, for code that stores them elsewhere for a while. */
  columns(): readonly (Float64Array | Uint32Array)[] {
    return [this.ids, this.sizes, this.positions, this.blocks, this.parts, this.bitmaps];
  }
}
