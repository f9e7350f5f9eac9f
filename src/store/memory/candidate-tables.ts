import { agreeingInDigests, digestBytes, sketchDigest } from '../../sketch/digest.ts';
import { forestLabels, labelPrefixBytes } from '../../sketch/forest.ts';
import { differingBits, NEAR_BITS } from '../../sketch/simhash.ts';
import { keyIn } from '../../sketch/simhash-tables.ts';
import type { SketchRecord } from '../layout/codec.ts';
import type { IndexLayout } from '../layout/parameters.ts';
import { similarSizes, sizeClass } from '../layout/size-class.ts';
import type { SearchPlan } from '../search-plan.ts';

/** The properties by which an exact copy of a page is found. */
interface CopiedSet {
  readonly size: number;
  /** `fingerprint128` of its gram set. */
  readonly fingerprint: Buffer;
}

/** The properties by which a page is found. */
interface FindableSet extends CopiedSet, Pick<SketchRecord, 'simHash' | 'minHash'> {}

/** Pages that a search meets, without those whose set an older one has. */
export interface DistinctPages {
  /** Number of all pages. */
  readonly pages: number;
  /** Number of the plan's trees that lead to each of the oldest pages. */
  readonly treesOf: Map<number, number>;
  /** The other pages with the same set, by the oldest one. */
  readonly copies: ReadonlyMap<number, readonly number[]>;
}

/** Values computed from a set to find it. */
interface Entry {
  readonly digest: Uint8Array;
  /** One for each chain. */
  readonly keys: Int32Array;
}

const FEWEST_PAGES = 256;
/** Of most pages in a crowd there is no copy: an array for each would take a tenth of the search. */
const none: readonly number[] = [];
/** Most entries of a chain examined for near pages, near pages examined, and near pages returned. */
const NEAR_STEPS = 4;
const NEAR_MET = 8;
const MOST_NEAR = 4;
/** Special values in place of the number of trees that led to a page: its digest differs too much; it is rejected. */
const DIFFERS = 254;
const OUT = 255;
/** Size class of sets of 4 · 10⁹ grams, which no page has: similar to none. */
const NO_SIZE_CLASS = 255;

/**
 * The search tables in memory: for one plan they give what range scans of the trees, SimHash tables and fingerprints on
 * disk give.
 *
 * A page is in one chain for each tree, for each SimHash table and for its fingerprint, under 32 bits of its key there.
 * Two different keys share these with probability 2⁻³², which only adds a candidate. Some 350 bytes a page; adding and
 * searching take O(tables + pages met).
 */
export class CandidateTables {
  readonly #layout: IndexLayout;
  readonly #plan: SearchPlan;
  readonly #most: number;
  /** Number of chains that a page is in: trees, SimHash tables, and the fingerprint's, which is the last. */
  readonly #chains: number;
  readonly #digestBytes: number;
  #length = 0;
  #pages = new Uint32Array(0);
  /** 0 for a removed page. */
  #sizes = new Uint32Array(0);
  #sizeClasses = new Uint8Array(0);
  #simHashes = new Uint32Array(0);
  /** 128 bits each: equal for equal sets, and for no others. */
  #fingerprints = new Uint32Array(0);
  #digests = new Uint8Array(0);
  /** For each entry (page · chains + chain): its key, and the entry before it in its chain, or −1. */
  #keys = new Int32Array(0);
  #before = new Int32Array(0);
  /** The last entry of each chain, by the lowest bits of its key. */
  #last = new Int32Array(0);
  /** For each page: the search that met it last, and how many trees led to it in that search. */
  #metBy = new Uint32Array(0);
  #trees = new Uint8Array(0);
  #searches = 0;
  /** Entries of sets that were searched for: most of these sets are added next. */
  readonly #entries = new WeakMap<FindableSet, Entry>();

  /**
   * @param plan of all searches
   * @param most pages expected; room for many more is made only when they come
   * @param room number of pages to make room for from the start
   */
  constructor(layout: IndexLayout, plan: SearchPlan, most = Number.POSITIVE_INFINITY, room = FEWEST_PAGES) {
    this.#most = most;
    this.#layout = layout;
    this.#plan = plan;
    this.#chains = plan.trees + layout.simHash.tables.length + 1;
    this.#digestBytes = digestBytes(layout.components);
    this.#growTo(Math.max(room, FEWEST_PAGES));
  }

  /** Number of pages added, including the removed ones. */
  get length(): number {
    return this.#length;
  }

  /** Adds a page. REQUIRES: it was not added before, and has grams. */
  add(page: number, set: FindableSet): void {
    const slot = this.#addSlot(page, set, sizeClass(set.size));
    this.#simHashes.set(set.simHash, 2 * slot);
    const { digest, keys } = this.#entryOf(set);
    this.#digests.set(digest, slot * this.#digestBytes);
    this.#chainAll(slot, keys);
  }

  /** {@link add} for a page whose sketch is not available: only a page with exactly its gram set finds it. */
  addUnsketched(page: number, set: CopiedSet): void {
    const slot = this.#addSlot(page, set, NO_SIZE_CLASS);
    const keys = new Int32Array(this.#chains);
    keys[this.#chains - 1] = this.#keyOfFingerprint(set.fingerprint);
    this.#chainAll(slot, keys);
  }

  #addSlot(page: number, { size, fingerprint }: CopiedSet, ofSizeClass: number): number {
    if (this.#length === this.#pages.length) {
      this.#growTo(Math.min(2 * this.#length, Math.max(this.#most, this.#length) + FEWEST_PAGES));
    }
    const slot = this.#length++;
    this.#pages[slot] = page;
    this.#sizes[slot] = size;
    this.#sizeClasses[slot] = ofSizeClass;
    for (let k = 0; k < 4; k++) this.#fingerprints[4 * slot + k] = fingerprint.readUInt32LE(4 * k);
    return slot;
  }

  #chainAll(slot: number, keys: Int32Array): void {
    const from = slot * this.#chains;
    this.#keys.set(keys, from);
    for (let entry = from; entry < from + this.#chains; entry++) this.#chain(entry);
  }

  /** Removes a page. Does nothing if it is not there. O(pages) */
  remove(page: number): void {
    for (let slot = this.#pages.indexOf(page); slot >= 0 && slot < this.#length; ) {
      this.#sizes[slot] = 0;
      slot = this.#pages.indexOf(page, slot + 1);
    }
  }

  /** Pages with this set, oldest first. */
  copiesOf({ fingerprint, size }: CopiedSet): number[] {
    const pages: number[] = [];
    const chain = this.#chains - 1;
    const key = this.#keyOfFingerprint(fingerprint);
    for (let entry = this.#lastOf(chain, key); entry >= 0; entry = this.#earlierOf(chain, key, entry)) {
      const slot = (entry - chain) / this.#chains;
      if (this.#sizes[slot] === size && this.#hasFingerprint(slot, fingerprint))
        pages.push(this.#pages[slot]);
    }
    return pages.sort((a, b) => a - b);
  }

  /**
   * Pages of similar size that share a prefix in the plan's trees, with the number of these trees. Also pages whose
   * SimHash is near, with the number 0.
   */
  similarTo(set: FindableSet): Map<number, number> {
    return new Map(this.#met(set).map((slot) => [this.#pages[slot], this.#trees[slot]]));
  }

  /** {@link similarTo}, but only the oldest of pages with equal sets. */
  distinctSimilarTo(set: FindableSet, except?: number): DistinctPages {
    const treesOf = new Map<number, number>();
    const copies = new Map<number, readonly number[]>();
    const oldest = new Map<number, number>();
    const slots = this.#met(set).filter((slot) => this.#pages[slot] !== except);
    for (const slot of slots.sort((a, b) => this.#pages[a] - this.#pages[b])) {
      const page = this.#pages[slot];
      const [a, b] = [this.#fingerprints[4 * slot], this.#fingerprints[4 * slot + 1]];
      const head = a * 2 ** 21 + (b >>> 11);
      const first = oldest.get(head);
      if (first !== undefined && this.#haveSameSet(first, slot)) {
        const of = this.#pages[first];
        const ofSet = copies.get(of)!;
        if (ofSet === none) copies.set(of, [page]);
        else (ofSet as number[]).push(page);
      } else {
        // A set whose fingerprint starts like another's by chance only stands for itself.
        if (first === undefined) oldest.set(head, slot);
        treesOf.set(page, this.#trees[slot]);
        copies.set(page, none);
      }
    }
    return { pages: slots.length, treesOf, copies };
  }

  /** The page that was added at this place, counted from 0; undefined if it was removed. */
  pageAt(place: number): number | undefined {
    return this.#sizes[place] === 0 ? undefined : this.#pages[place];
  }

  /**
   * Earlier places whose pages look similar to this place's page, most similar first. Not all of them, but enough that
   * a page of a crowd leads to others of it. If one has exactly the same set, only that one. The time does not depend
   * on the size of the crowd.
   */
  nearBefore(place: number): number[] {
    const copy = this.#copyBefore(place);
    if (copy !== undefined) return [copy];
    const at = place * this.#digestBytes;
    const digest = this.#digests.subarray(at, at + this.#digestBytes);
    const agreeingOf = new Map<number, number>();
    for (let tree = 0; tree < this.#plan.trees && agreeingOf.size < NEAR_MET; tree++) {
      for (const other of this.#latestBefore(place, tree)) {
        if (agreeingOf.has(other)) continue;
        const agreeing = this.#agreeing(other, digest);
        if (agreeing >= this.#plan.agreeingInDigest) agreeingOf.set(other, agreeing);
      }
    }
    return [...agreeingOf.keys()].sort((a, b) => agreeingOf.get(b)! - agreeingOf.get(a)!).slice(0, MOST_NEAR);
  }

  /** The latest earlier place with exactly the same set, if it is among the latest of its chain. */
  #copyBefore(place: number): number | undefined {
    return this.#latestBefore(place, this.#chains - 1).find((other) => this.#haveSameSet(other, place));
  }

  /** Earlier places of standing pages with the same key in a chain: those among its latest entries, latest first. */
  #latestBefore(place: number, chain: number): number[] {
    const own = place * this.#chains + chain;
    const key = this.#keys[own];
    const places: number[] = [];
    let entry = this.#before[own];
    for (let step = 0; entry >= 0 && step < NEAR_STEPS; step++, entry = this.#before[entry]) {
      if (!this.#isOf(chain, key, entry)) continue;
      const other = (entry - chain) / this.#chains;
      if (this.#sizes[other] !== 0) places.push(other);
    }
    return places;
  }

  /** The places of the pages that a search finds. */
  #met(set: FindableSet): number[] {
    const { trees, threshold } = this.#plan;
    const sizes = similarSizes(set.size, threshold);
    const { digest, keys } = this.#entryOf(set);
    const search = ++this.#searches;
    const met: number[] = [];
    const chains = this.#chains;
    for (let chain = 0; chain < chains - 1; chain++) {
      const key = keys[chain];
      const isTree = chain < trees;
      for (let entry = this.#lastOf(chain, key); entry >= 0; entry = this.#earlierOf(chain, key, entry)) {
        const slot = (entry - chain) / chains;
        if (this.#metBy[slot] !== search) {
          this.#metBy[slot] = search;
          if (!this.#hasSize(slot, sizes)) this.#trees[slot] = OUT;
          else if (isTree && this.#agrees(slot, digest)) {
            this.#trees[slot] = 0;
            met.push(slot);
          } else this.#trees[slot] = DIFFERS;
        }
        if (isTree) {
          if (this.#trees[slot] < DIFFERS) this.#trees[slot]++;
        } else if (this.#trees[slot] === DIFFERS) {
          const isNear = this.#isNear(slot, set.simHash);
          this.#trees[slot] = isNear ? 0 : OUT;
          if (isNear) met.push(slot);
        }
      }
    }
    return met;
  }

  /** Whether a page stands and its size class is in a range. */
  #hasSize(slot: number, { least, most }: ReturnType<typeof similarSizes>): boolean {
    const ofSizeClass = this.#sizeClasses[slot];
    return this.#sizes[slot] !== 0 && ofSizeClass >= least && ofSizeClass <= most;
  }

  /** Whether a page's digest agrees with another as often as the plan asks. */
  #agrees(slot: number, digest: Uint8Array): boolean {
    const { agreeingInDigest } = this.#plan;
    return this.#agreeing(slot, digest) >= agreeingInDigest;
  }

  #agreeing(slot: number, digest: Uint8Array): number {
    return agreeingInDigests(digest, this.#digests, slot * this.#digestBytes, this.#layout.components);
  }

  #isNear(slot: number, simHash: Uint32Array): boolean {
    return differingBits(this.#simHashes.subarray(2 * slot, 2 * slot + 2), simHash) <= NEAR_BITS;
  }

  #entryOf(set: FindableSet): Entry {
    let entry = this.#entries.get(set);
    if (entry === undefined) {
      entry = { digest: sketchDigest(set.minHash), keys: this.#keysOf(set) };
      this.#entries.set(set, entry);
    }
    return entry;
  }

  #keysOf({ minHash, simHash, fingerprint }: FindableSet): Int32Array {
    const { forest, simHash: design } = this.#layout;
    const { trees, depth } = this.#plan;
    const labels = forestLabels(minHash, forest);
    const keys = new Int32Array(this.#chains);
    const prefixBytes = labelPrefixBytes(depth);
    for (let tree = 0; tree < trees; tree++) {
      let key = tree + 1;
      const from = tree * forest.labelBytes;
      for (let i = from; i < from + prefixBytes; i++) key = Math.imul(key, 0x01000193) ^ labels[i];
      keys[tree] = key;
    }
    for (let number = 0; number < design.tables.length; number++) {
      keys[trees + number] = Math.imul(keyIn(simHash, design.tables[number]) + number, 0x9e3779b1);
    }
    keys[this.#chains - 1] = this.#keyOfFingerprint(fingerprint);
    return keys;
  }

  #hasFingerprint(slot: number, fingerprint: Buffer): boolean {
    for (let k = 0; k < 4; k++) {
      if (this.#fingerprints[4 * slot + k] !== fingerprint.readUInt32LE(4 * k)) return false;
    }
    return true;
  }

  #haveSameSet(x: number, y: number): boolean {
    for (let k = 0; k < 4; k++) {
      if (this.#fingerprints[4 * x + k] !== this.#fingerprints[4 * y + k]) return false;
    }
    return true;
  }

  #keyOfFingerprint(fingerprint: Buffer): number {
    return fingerprint.readInt32LE(0);
  }

  /** The last entry with this key in a chain; −1 if there is none. */
  #lastOf(chain: number, key: number): number {
    return this.#ofChain(chain, key, this.#last[this.#placeOf(key)]);
  }

  /** The entry before this one with the same key in its chain; −1 if there is none. */
  #earlierOf(chain: number, key: number, entry: number): number {
    return this.#ofChain(chain, key, this.#before[entry]);
  }

  /** The first of an entry and those before it that has this key in a chain. */
  #ofChain(chain: number, key: number, entry: number): number {
    let at = entry;
    while (at >= 0 && !this.#isOf(chain, key, at)) at = this.#before[at];
    return at;
  }

  /** Keys that differ, and those of other chains, may share a place among {@link #last}. */
  #isOf(chain: number, key: number, entry: number): boolean {
    return this.#keys[entry] === key && entry % this.#chains === chain;
  }

  #placeOf(key: number): number {
    return (key ^ (key >>> 15)) & (this.#last.length - 1);
  }

  #chain(entry: number): void {
    const place = this.#placeOf(this.#keys[entry]);
    this.#before[entry] = this.#last[place];
    this.#last[place] = entry;
  }

  #growTo(pages: number): void {
    this.#pages = copied(new Uint32Array(pages), this.#pages);
    this.#sizes = copied(new Uint32Array(pages), this.#sizes);
    this.#sizeClasses = copied(new Uint8Array(pages), this.#sizeClasses);
    this.#simHashes = copied(new Uint32Array(2 * pages), this.#simHashes);
    this.#fingerprints = copied(new Uint32Array(4 * pages), this.#fingerprints);
    this.#digests = copied(new Uint8Array(pages * this.#digestBytes), this.#digests);
    this.#keys = copied(new Int32Array(pages * this.#chains), this.#keys);
    this.#before = new Int32Array(pages * this.#chains);
    this.#metBy = copied(new Uint32Array(pages), this.#metBy);
    this.#trees = copied(new Uint8Array(pages), this.#trees);
    this.#link();
  }

  /** Links all entries into chains with an average length of 1 to 2. */
  #link(): void {
    this.#last = new Int32Array(2 ** Math.ceil(Math.log2(this.#keys.length / 2))).fill(-1);
    for (let entry = 0; entry < this.#length * this.#chains; entry++) this.#chain(entry);
  }
}

function copied<T extends Uint8Array | Uint32Array | Int32Array>(to: T, from: T): T {
  to.set(from);
  return to;
}
