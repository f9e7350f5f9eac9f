import { GramLookup } from '../../grams/gram-lookup.ts';
import { halvesOf } from '../../grams/halves.ts';
import { jaccard, leastOverlap } from '../../grams/jaccard.ts';
import type { FoundPage } from '../search.ts';

/** A gram set as what it has not of its representative's, and has alone. */
interface Member {
  readonly representative: Representative;
  readonly size: number;
  /** How many grams of the representative's it has not. */
  readonly missing: number;
  /** Where these stand in the representative's, then the grams it has alone, two halves each. */
  readonly words: Uint32Array;
}

/** A gram set from which others are held as differences. */
interface Representative {
  readonly grams: BigUint64Array;
  readonly pages: Set<number>;
  bytes: number;
}

/** What the set of a search shares with a representative's. */
interface Shared {
  readonly overlap: number;
  /** Of each gram of the representative's, 1 where the set has it. */
  readonly has: Uint8Array;
}

/** About what is held of a page and of a representative beside words and grams. */
const BYTES_OF_MEMBER = 320;
const BYTES_OF_REPRESENTATIVE = 1024;
/** A representative with all its members takes no more of the room than this. */
const LARGEST_PART = 1 / 8;
/** A difference takes no more of what the set takes than this: where none is so small, the set is a representative of its own. */
const LARGEST_DIFFERENCE = 1 / 4;
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
      const { representative, size, missing, words } = member;
      const { shared, isNew } = met.meet(representative);
      if (isNew) this.#touch(representative);
      const least = leastOverlap(size, set.length, threshold);
      // what it has alone can bring no more than all of it, and what it has not, take no more
      if (shared.overlap + (words.length - missing) / 2 < least) continue;
      let { overlap } = shared;
      for (let i = 0; i < missing; i++) overlap -= shared.has[words[i]];
      if (words.length > missing) {
        lookup ??= new GramLookup(set);
        overlap += countIn(lookup, words, missing);
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
    for (const representative of usable) {
      const member = memberOf(representative, grams);
      if (member === undefined) continue;
      this.#add(page, member);
      return;
    }
    if (grams.byteLength + BYTES_OF_REPRESENTATIVE > most) return;
    const representative: Representative = { grams, pages: new Set(), bytes: 0 };
    this.#representatives.add(representative);
    this.#account(representative, grams.byteLength + BYTES_OF_REPRESENTATIVE);
    this.#add(page, { representative, size: grams.length, missing: 0, words: new Uint32Array(0) });
    met.meet(representative);
  }

  /** To be told of pages that are gone. */
  forget(page: number): void {
    const member = this.#members.get(page);
    if (member === undefined) return;
    this.#members.delete(page);
    member.representative.pages.delete(page);
    this.#account(member.representative, -bytesOf(member));
    if (member.representative.pages.size === 0) this.#drop(member.representative);
  }

  #touch(representative: Representative): void {
    this.#representatives.delete(representative);
    this.#representatives.add(representative);
  }

  #add(page: number, member: Member): void {
    this.#members.set(page, member);
    member.representative.pages.add(page);
    this.#account(member.representative, bytesOf(member));
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

function bytesOf({ words }: Member): number {
  return BYTES_OF_MEMBER + words.byteLength;
}

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

/** A set as a member; undefined where the difference is too large. */
function memberOf(representative: Representative, grams: BigUint64Array): Member | undefined {
  const [a, b] = [halvesOf(representative.grams), halvesOf(grams)];
  const most = LARGEST_DIFFERENCE * b.length;
  const places: number[] = [];
  const own: number[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    let order = a[i + 1] - b[j + 1] || a[i] - b[j];
    if (j === b.length) order = -1;
    else if (i === a.length) order = 1;
    if (order < 0) places.push(i >>> 1);
    else if (order > 0) own.push(b[j], b[j + 1]);
    if (places.length + own.length > most) return undefined;
    if (order <= 0) i += 2;
    if (order >= 0) j += 2;
  }
  const words = new Uint32Array(places.length + own.length);
  words.set(places);
  words.set(own, places.length);
  return { representative, size: grams.length, missing: places.length, words };
}

/** How many of some grams, the halves in `words` from `from` on, are in a set. */
function countIn(set: GramLookup, words: Uint32Array, from: number): number {
  let count = 0;
  for (let k = from; k < words.length; k += 2) if (set.placeOf(words[k], words[k + 1]) >= 0) count++;
  return count;
}
