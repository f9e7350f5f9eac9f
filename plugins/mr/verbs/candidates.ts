import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import type { LineOutput } from '../lines/writer.ts';
import { bitmapWords, differByAtMost } from '../sets/bitmap.ts';
import { type Posting, PostingList, postingBytes } from '../sets/posting-list.ts';
import { RecentPairs } from '../sets/recent-pairs.ts';
import { idField, parseSize } from '../sets/set-text.ts';
import { SpilledLists } from '../sets/spilled-lists.ts';
import { areTwoParts } from './keys.ts';
import type { Verb } from './verb.ts';

/** Options that decide which pairs are candidates, and their memory. */
interface CandidatesOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  /** Memory for the postings of a key. Further postings are on disk. */
  readonly memoryBytes: number;
}

/**
 * The postings of each token, by size → the pairs of sets that may be similar as far as postings tell: by their sizes,
 * by the tokens after this one in both (the positional filter of PPJoin, WWW 2008, as if this were the first token that
 * they share, which is true of one token), and by their bitmaps.
 *
 * A pair may come out more than once, at different tokens; of repeats shortly after each other in one process only the
 * first comes out. Memory: `memoryBytes`, and 32 MB for recent pairs.
 */
export function candidates(options: CandidatesOptions): Verb {
  return async (call) => {
    const group = new PostingGroup(options, call.output);
    const bitmap = new Uint32Array(bitmapWords);
    const bitmapBytes = Buffer.from(bitmap.buffer);
    let key = '';
    for await (const batch of call.input.batches()) {
      for (const [, token, tag, size, id, position, block, part, bits] of batch) {
        if (tag !== tags.posting) continue;
        if (token !== key) await group.begin(token);
        key = token;
        const posting = {
          ...{ id: Number(id), size: parseSize(size), position: Number(position) },
          ...{ block: Number(block), part: Number(part) },
        };
        bitmapBytes.write(bits, 'base64url');
        if (group.isFull) await group.makeRoom(posting.size);
        group.add(posting, bitmap);
        if (call.output.isFull) await call.output.drained();
      }
    }
    await group.begin('');
    for (const [name, value] of Object.entries(group.counts)) call.count(name, value);
  };
}

/** Room for postings at first. Most keys never need more. */
const FIRST_POSTINGS = 1 << 12;

/** The postings of one key: as many as fit in memory, the others on disk. */
class PostingGroup {
  readonly counts = { met: 0, candidates: 0, repeated: 0, spilled: 0, largestKey: 0 };
  #postings = 0;
  readonly #similarity: (typeof measures)[Similarity];
  readonly #threshold: number;
  readonly #output: LineOutput;
  readonly #recent = new RecentPairs();
  readonly #recentLarger = new RecentPairs();
  /** The latest postings. Every two of them have been compared. */
  readonly #window: PostingList;
  readonly #mostPostings: number;
  /** Room for a list that is read back. */
  #read: PostingList | undefined;
  readonly #spilled = new SpilledLists();
  #isOfTwoParts = false;

  constructor({ similarity, threshold, memoryBytes }: CandidatesOptions, output: LineOutput) {
    this.#similarity = measures[similarity];
    this.#threshold = threshold;
    this.#output = output;
    this.#mostPostings = Math.max(2, Math.floor(memoryBytes / postingBytes / 2));
    this.#window = new PostingList(Math.min(FIRST_POSTINGS, this.#mostPostings));
  }

  /** Whether room must be made for another posting. */
  get isFull(): boolean {
    return this.#window.length === this.#window.capacity;
  }

  /** Ends the previous key and begins another one. */
  async begin(key: string): Promise<void> {
    if (this.#spilled.count > 0) await this.#meetSpilled();
    this.#spilled.clear();
    this.#window.length = 0;
    this.counts.largestKey = Math.max(this.counts.largestKey, this.#postings);
    this.#postings = 0;
    this.#isOfTwoParts = areTwoParts(key);
  }

  /**
   * Drops postings of sets too small for all later ones. If these are less than half, takes more memory; if it has all
   * it may take, writes all postings to disk.
   */
  async makeRoom(size: number): Promise<void> {
    const window = this.#window;
    const tooSmall = window.firstOfSize(this.#similarity.minSize(size, this.#threshold));
    // Once a list is on disk, all later postings are compared with it, one window at a time.
    if (this.#spilled.count === 0 && 2 * tooSmall >= window.length) {
      window.drop(tooSmall);
      return;
    }
    if (this.#spilled.count === 0 && window.capacity < this.#mostPostings) {
      window.grow(Math.min(this.#mostPostings, 2 * window.capacity));
      return;
    }
    await this.#meetSpilled();
    this.#spilled.push(window);
    this.counts.spilled += window.length;
    window.length = 0;
  }

  /** Adds a posting to the window and compares it with the others there. There must be room. */
  add(posting: Posting, bitmap: Uint32Array): void {
    const window = this.#window;
    window.add(posting, bitmap);
    this.#postings++;
    this.#meet(window, window.length - 1, window, window.length - 1);
  }

  /** Compares the postings of the window with all lists on disk. */
  async #meetSpilled(): Promise<void> {
    const window = this.#window;
    if (window.length === 0) return;
    const least = this.#similarity.minSize(window.sizes[0], this.#threshold);
    for (let list = 0; list < this.#spilled.count; list++) {
      if (this.#spilled.largestOf(list) < least) continue;
      this.#read ??= new PostingList(window.capacity);
      this.#spilled.read(list, this.#read);
      for (let y = 0; y < window.length; y++) {
        this.#meet(window, y, this.#read, this.#read.length);
        if (this.#output.isFull) await this.#output.drained();
      }
    }
  }

  /** Compares a posting with the first `count` of a list, whose sets are not larger. */
  #meet(own: PostingList, y: number, list: PostingList, count: number): void {
    const similarity = this.#similarity;
    const threshold = this.#threshold;
    const { sizes, positions, parts, ids, bitmaps } = list;
    const n = own.sizes[y];
    const behind = n - own.positions[y] - 1;
    const part = this.#isOfTwoParts ? own.parts[y] : -1;
    let alpha = 0;
    let m = -1;
    for (let x = list.firstOfSize(similarity.minSize(n, threshold)); x < count; x++) {
      // In a key of two parts, postings of one part are not compared: they meet in a key of their own.
      if (parts[x] === part) continue;
      if (sizes[x] !== m) {
        m = sizes[x];
        alpha = similarity.neededOverlap(m, n, threshold);
      }
      this.counts.met++;
      if (1 + Math.min(m - positions[x] - 1, behind) < alpha) continue;
      if (!differByAtMost(m + n - 2 * alpha, bitmaps, bitmapWords * x, own.bitmaps, bitmapWords * y))
        continue;
      this.#found(ids[x], own.ids[y], own.blocks[y]);
    }
  }

  /** Writes which larger set the smaller one is to be compared with, and that the larger one is wanted. */
  #found(smaller: number, larger: number, block: number): void {
    if (!this.#recent.isNew(smaller, larger)) {
      this.counts.repeated++;
      return;
    }
    this.counts.candidates++;
    const other = idField(larger);
    this.#output.line(lineOf(idField(smaller), tags.candidate, padded(block, digits.block), other));
    if (this.#recentLarger.isNew(larger, larger)) this.#output.line(lineOf(other, tags.wanted));
  }
}
