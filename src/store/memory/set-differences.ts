import { takeFirst } from '../../first-entry.ts';
import { GramLookup } from '../../grams/gram-lookup.ts';
import { halvesOf } from '../../grams/halves.ts';
import { jaccard, leastOverlap } from '../../grams/jaccard.ts';
import type { FoundPage } from '../search.ts';

/** A gram set as its difference from a representative's: the grams missing from it, and those it has alone. */
interface Member {
  readonly representative: Representative;
  readonly size: number;
  /** Start of its part of the representative's words: the positions of the representative's grams that it lacks. */
  readonly from: number;
  /** Start of the grams that it has alone, as two halves each. */
  readonly own: number;
  readonly to: number;
}

/** The representative's grams that a set lacks, and the grams it has alone. */
interface Difference {
  readonly missing: readonly number[];
  /** Two halves a gram. */
  readonly own: readonly number[];
}

/** A gram set from which others are held as differences. */
interface Representative {
  readonly grams: BigUint64Array;
  readonly pages: Set<number>;
  /** The differences of all members, one after the other, including those of removed members. */
  words: Uint32Array;
  used: number;
  bytes: number;
}

/** What the searched set shares with a representative's. */
interface Shared {
  readonly overlap: number;
  /** For each gram of the representative, 1 if the set has it. */
  readonly has: Uint8Array;
}

/** Approximate bytes of a page and of a representative, besides words and grams. */
const BYTES_OF_MEMBER = 128;
const BYTES_OF_REPRESENTATIVE = 1024;
/** Factor by which the words of a representative's members grow when they need room. */
const GROWTH = 5 / 4;
/** Largest share of the memory for a representative with all its members. */
const LARGEST_PART = 1 / 8;
/** Largest size of a difference relative to its set. If all are larger, the set becomes a representative. */
const LARGEST_DIFFERENCE = 1 / 2;
/** Most representatives that a set is compared with: those nearest to the searched set, as that one is near to it. */
const TRIED = 4;

/** The representatives that a search met, with what its set shares with each. */
export class MetRepresentatives {
  /** The gram set searched with. */
  readonly set: BigUint64Array;
  readonly #shared = new Map<Representative, Shared>();
  /** Those that share most with the set, most first: only a few, so that a crowd without a centre takes linear time. */
  #nearest: Representative[] = [];

  constructor(set: BigUint64Array) {
    this.set = set;
  }

  /** What the set shares with a representative's, and whether this search meets it for the first time. */
  meet(representative: Representative): { readonly shared: Shared; readonly isNew: boolean } {
    const met = this.#shared.get(representative);
    if (met !== undefined) return { shared: met, isNew: false };
    const shared = sharedWith(representative.grams, this.set);
    this.#shared.set(representative, shared);
    const { overlap } = shared;
    const before = this.#nearest.findIndex((each) => this.#shared.get(each)!.overlap < overlap);
    this.#nearest.splice(before < 0 ? this.#nearest.length : before, 0, representative);
    this.#nearest.length = Math.min(this.#nearest.length, TRIED);
    return { shared, isNew: true };
  }

  /** The nearest representatives that are usable. The others are dropped for the rest of the search. */
  nearest(isUsable: (representative: Representative) => boolean): readonly Representative[] {
    this.#nearest = this.#nearest.filter(isUsable);
    return this.#nearest;
  }
}

/**
 * Gram sets of pages in crowds, in bounded memory, each held as the difference from a representative's. What a set
 * shares with a member is what it shares with the representative, minus the shared grams that the member lacks, plus
 * those of the member's own grams that the set has. This is exact, and its time is linear in the difference: for texts
 * of 400 grams that differ in a few words, a twentieth of the time to read and compare the sets.
 *
 * When memory is full, the representatives not met for longest are removed with all their members.
 */
export class SetDifferences {
  readonly #mostBytes: number;
  /** In the order of use, the latest last. */
  readonly #representatives = new Set<Representative>();
  readonly #members = new Map<number, Member>();
  #bytes = 0;

  /** @param mostBytes of sets, differences and their administration */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /**
   * Splits pages into those held whose similarity to a set reaches the threshold, and those not held.
   *
   * @param met the representatives met by the search with that set
   */
  similarTo(
    met: MetRepresentatives,
    threshold: number,
    pages: readonly number[],
  ): { readonly found: FoundPage[]; readonly rest: number[] } {
    const { set } = met;
    const found: FoundPage[] = [];
    const rest: number[] = [];
    let lookup: GramLookup | undefined;
    for (const page of pages) {
      const member = this.#members.get(page);
      if (member === undefined) {
        rest.push(page);
        continue;
      }
      const { representative, size, from, own, to } = member;
      const { shared, isNew } = met.meet(representative);
      if (isNew) this.#touch(representative);
      const least = leastOverlap(size, set.length, threshold);
      // Its own grams can add at most their number, and the grams it lacks can only reduce the overlap.
      if (shared.overlap + (to - own) / 2 < least) continue;
      const { words } = representative;
      let { overlap } = shared;
      for (let i = from; i < own; i++) overlap -= shared.has[words[i]];
      if (to > own) {
        lookup ??= new GramLookup(set);
        overlap += countIn(lookup, words, own, to);
      }
      if (overlap >= least)
        found.push({ page, size, overlap, similarity: jaccard(overlap, size, set.length) });
    }
    return { found, rest };
  }

  /**
   * Holds a page's gram set, if there is room.
   *
   * @param met the representatives met by the search that the page was read for
   */
  hold(page: number, grams: BigUint64Array, met: MetRepresentatives): void {
    if (this.#members.has(page) || grams.length === 0) return;
    const most = LARGEST_PART * this.#mostBytes;
    const usable = met.nearest((each) => each.bytes < most && this.#representatives.has(each));
    const made = this.#hold(page, grams, usable);
    if (made !== undefined) met.meet(made);
    this.#makeRoom();
  }

  /**
   * {@link hold} before any search has met the page, as long as there is room without removing others.
   *
   * @param near pages whose representatives the set may be near to, the nearest first
   * @returns whether there was room
   */
  holdNear(page: number, grams: BigUint64Array, near: readonly number[]): boolean {
    const most = LARGEST_PART * this.#mostBytes;
    // Room for its set, or its smaller difference, and for the growth of the largest representative's words.
    const room = BYTES_OF_REPRESENTATIVE + BYTES_OF_MEMBER + grams.byteLength + (GROWTH - 1) * most;
    if (this.#bytes + room > this.#mostBytes) return false;
    if (this.#members.has(page) || grams.length === 0) return true;
    const usable = new Set<Representative>();
    for (const other of near) {
      const representative = this.#members.get(other)?.representative;
      if (representative !== undefined && representative.bytes < most) usable.add(representative);
    }
    this.#hold(page, grams, usable);
    return true;
  }

  /**
   * Holds a set as a member of the first of some representatives that is near enough; if none is, as a new
   * representative, which is returned. A set that is too large is not held.
   */
  #hold(page: number, grams: BigUint64Array, usable: Iterable<Representative>): Representative | undefined {
    for (const representative of usable) {
      const difference = differenceOf(representative.grams, grams);
      if (difference === undefined) continue;
      this.#add(page, representative, grams.length, difference);
      return undefined;
    }
    if (grams.byteLength + BYTES_OF_REPRESENTATIVE > LARGEST_PART * this.#mostBytes) return undefined;
    const representative: Representative = {
      ...{ grams, pages: new Set<number>(), words: new Uint32Array(0), used: 0, bytes: 0 },
    };
    this.#representatives.add(representative);
    this.#account(representative, grams.byteLength + BYTES_OF_REPRESENTATIVE);
    this.#add(page, representative, grams.length, NO_DIFFERENCE);
    return representative;
  }

  /** Must be called for removed pages. */
  forget(page: number): void {
    const member = this.#members.get(page);
    if (member === undefined) return;
    this.#members.delete(page);
    member.representative.pages.delete(page);
    this.#account(member.representative, -BYTES_OF_MEMBER);
    if (member.representative.pages.size === 0) this.#drop(member.representative);
  }

  #touch(representative: Representative): void {
    this.#representatives.delete(representative);
    this.#representatives.add(representative);
  }

  #add(page: number, representative: Representative, size: number, { missing, own }: Difference): void {
    const from = representative.used;
    const to = from + missing.length + own.length;
    if (to > representative.words.length) {
      const words = new Uint32Array(Math.ceil(GROWTH * to));
      words.set(representative.words);
      this.#account(representative, words.byteLength - representative.words.byteLength);
      representative.words = words;
    }
    representative.words.set(missing, from);
    representative.words.set(own, from + missing.length);
    representative.used = to;
    this.#members.set(page, { representative, size, from, own: from + missing.length, to });
    representative.pages.add(page);
    this.#account(representative, BYTES_OF_MEMBER);
  }

  #makeRoom(): void {
    while (this.#bytes > this.#mostBytes && this.#representatives.size > 0)
      this.#drop(takeFirst(this.#representatives)[0]);
  }

  #drop(representative: Representative): void {
    for (const page of representative.pages) this.#members.delete(page);
    this.#bytes -= representative.bytes;
    this.#representatives.delete(representative);
  }

  #account(representative: Representative, bytes: number): void {
    representative.bytes += bytes;
    this.#bytes += bytes;
  }
}

const NO_DIFFERENCE: Difference = { missing: [], own: [] };

/** O(|x| + |y|) */
function sharedWith(grams: BigUint64Array, set: BigUint64Array): Shared {
  const has = new Uint8Array(grams.length);
  let overlap = 0;
  const [a, b] = [halvesOf(grams), halvesOf(set)];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const order = a[i + 1] - b[j + 1] || a[i] - b[j];
    if (order === 0) {
      has[i >>> 1] = 1;
      overlap++;
    }
    if (order <= 0) i += 2;
    if (order >= 0) j += 2;
  }
  return { overlap, has };
}

/** The difference of a set from a representative's; undefined if it is too large. */
function differenceOf(representative: BigUint64Array, grams: BigUint64Array): Difference | undefined {
  const [a, b] = [halvesOf(representative), halvesOf(grams)];
  const most = LARGEST_DIFFERENCE * b.length;
  const missing: number[] = [];
  const own: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    let order = a[i + 1] - b[j + 1] || a[i] - b[j];
    if (j === b.length) order = -1;
    else if (i === a.length) order = 1;
    if (order < 0) missing.push(i >>> 1);
    else if (order > 0) own.push(b[j], b[j + 1]);
    if (missing.length + own.length > most) return undefined;
    if (order <= 0) i += 2;
    if (order >= 0) j += 2;
  }
  return { missing, own };
}

/** How many of the grams in `words`, as halves from `from` to before `to`, are in a set. */
function countIn(set: GramLookup, words: Uint32Array, from: number, to: number): number {
  let count = 0;
  for (let k = from; k < to; k += 2) if (set.placeOf(words[k], words[k + 1]) >= 0) count++;
  return count;
}
