import { GramLookup } from '../../grams/gram-lookup.ts';
import { halvesOf } from '../../grams/halves.ts';
import { jaccard, leastOverlap } from '../../grams/jaccard.ts';
import type { FoundPage } from '../search.ts';

/** A gram set as what it has not of its representative's, and has alone. */
interface Member {
  readonly representative: Representative;
  readonly size: number;
  /** Where its part of the representative's words begins: the places of the representative's grams that it has not. */
  readonly from: number;
  /** Where the grams begin that it has alone, two halves each. */
  readonly own: number;
  readonly to: number;
}

/** What a set has not of a representative's, and has alone. */
interface Difference {
  readonly missing: readonly number[];
  /** Two halves a gram. */
  readonly own: readonly number[];
}

/** A gram set from which others are held as differences. */
interface Representative {
  readonly grams: BigUint64Array;
  readonly pages: Set<number>;
  /** The differences of all members, one behind the other: those of members that are gone, too. */
  words: Uint32Array;
  used: number;
  bytes: number;
}

/** What the set of a search shares with a representative's. */
interface Shared {
  readonly overlap: number;
  /** Of each gram of the representative's, 1 where the set has it. */
  readonly has: Uint8Array;
}

/** About what is held of a page and of a representative beside words and grams. */
const BYTES_OF_MEMBER = 128;
const BYTES_OF_REPRESENTATIVE = 1024;
/** The words of a representative's members take a part more room when they need any. */
const GROWTH = 5 / 4;
/** A representative with all its members takes no more of the room than this. */
const LARGEST_PART = 1 / 8;
/** A difference takes no more of what the set takes than this: where none is so small, the set is a representative of its own. */
const LARGEST_DIFFERENCE = 1 / 2;
/** Representatives that a set is held against, at most: it is near to the set of the search, and so are they. */
const TRIED = 4;

/** What a search met: the representatives, with what its set shares with each. */
export class MetRepresentatives {
  /** Gram set that is searched with. */
  readonly set: BigUint64Array;
  readonly #shared = new Map<Representative, Shared>();
  /** Those that share most, the first of all first: few, so that a crowd without a middle takes linear time, too. */
  #nearest: Representative[] = [];

  constructor(set: BigUint64Array) {
    this.set = set;
  }

  /** What the set shares with a representative's; and whether that is met for the first time. */
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

  /** Those of the nearest for which that is true; the others are passed over from now on. */
  nearest(isUsable: (representative: Representative) => boolean): readonly Representative[] {
    this.#nearest = this.#nearest.filter(isUsable);
    return this.#nearest;
  }
}

/**
 * Gram sets of pages that stand in crowds, each as the difference from that of a representative, in bounded memory: what a
 * set shares with a member is what it shares with the representative, less what of that the member has not, and with what the
 * member has alone. That is exact, and takes the time of the difference: of texts of 400 grams in which a few words are others, a
 * twentieth of what reading and comparing the sets takes.
 *
 * Representatives that were not met for longest make room, with all their members.
 */
export class SetDifferences {
  readonly #mostBytes: number;
  /** Those met last stand last. */
  readonly #representatives = new Set<Representative>();
  readonly #members = new Map<number, Member>();
  #bytes = 0;

  /** @param mostBytes of sets, differences and what holds them together */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /**
   * Of some pages those that are held and whose similarity to a set reaches the threshold, and those that are not held.
   *
   * @param met of the search with that set
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
      // what it has alone can bring no more than all of it, and what it has not, take no more
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
   * Holds a page's gram set from now on, if there is room.
   *
   * @param met of the search that the page was read for
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
   * {@link hold} before any search has met the page, as long as there is room beside what is held.
   *
   * @param near pages to whose representatives its set may be near, the nearest first
   * @returns whether there was room
   */
  holdNear(page: number, grams: BigUint64Array, near: readonly number[]): boolean {
    const most = LARGEST_PART * this.#mostBytes;
    // its set, or its difference, which is smaller; and what the words of the largest representative may grow by
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
   * Holds a set as a member of the first of some representatives that is near enough, or as a representative of its own,
   * which is returned then; not at all where it is too large.
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

  /** To be told of pages that are gone. */
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
    for (const oldest of this.#representatives) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#drop(oldest);
    }
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

/** What a set differs in from a representative's; undefined where that is too much. */
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

/** How many of some grams, the halves in `words` from `from` to before `to`, are in a set. */
function countIn(set: GramLookup, words: Uint32Array, from: number, to: number): number {
  let count = 0;
  for (let k = from; k < to; k += 2) if (set.placeOf(words[k], words[k + 1]) >= 0) count++;
  return count;
}
