import { randomInt } from 'node:crypto';

const LEAST_PLACES = 1 << 10;

/**
 * Ids given out so far, to keep them unique: 12 to 24 bytes for each, 36 while the table grows.
 *
 * Only 53-bit hashes are kept, in places that an own secret of each table scatters: ids made to lie in one place would
 * be searched one by one. Should two ids share one, the second page is called by its place in the file as
 * if its id were taken: still unique, and the same in every run.
 */
export class PageIds {
  #table = new Float64Array(LEAST_PLACES);
  #count = 0;
  readonly #secret: Secret = [randomInt(2 ** 32), randomInt(2 ** 32), randomInt(2 ** 31)];
  readonly #onTaken: TakenId | undefined;

  /** @param onTaken called for every id that {@link take} gives */
  constructor(onTaken?: TakenId) {
    this.#onTaken = onTaken;
  }

  /** The record's own id when it has one that is free, else its place; a place that is taken gets `#2`, `#3` … */
  take(own: string | undefined, place: () => string): string {
    const id = this.#free(own, place);
    this.#onTaken?.(id, place());
    return id;
  }

  /**
   * Takes ids by their {@link idHash}, one after the other. Returns the other id of each that was not free, by its
   * position among them. So ids that another thread took separately become as if there had been one table.
   */
  takeAll(hashes: Float64Array, placeOf: (i: number) => string): ReadonlyMap<number, string> {
    const others = new Map<number, string>();
    for (let i = 0; i < hashes.length; i++) {
      if (!this.#addHash(hashes[i]!))
        others.set(
          i,
          this.take(undefined, () => placeOf(i)),
        );
    }
    return others;
  }

  /** Forgets all ids: no page comes any more. */
  clear(): void {
    this.#table = new Float64Array(LEAST_PLACES);
    this.#count = 0;
  }

  #free(own: string | undefined, place: () => string): string {
    if (own !== undefined && this.#add(own)) return own;
    const base = place();
    for (let n = 1; ; n++) {
      const id = placeId(base, n);
      if (this.#add(id)) return id;
    }
  }

  #add(id: string): boolean {
    return this.#addHash(idHash(id));
  }

  #addHash(hash: number): boolean {
    if (3 * this.#count > 2 * this.#table.length) this.#grow();
    if (!insert(this.#table, hash, this.#secret)) return false;
    this.#count++;
    return true;
  }

  #grow(): void {
    const table = new Float64Array(2 * this.#table.length);
    // in their order, places of the larger table follow each other, too
    for (let at = 0; at < this.#table.length; at++) {
      if (this.#table[at] !== 0) insert(table, this.#table[at]!, this.#secret);
    }
    this.#table = table;
  }
}

/** Called with the id of a page, and the place that would name it instead. */
type TakenId = (id: string, place: string) => void;

/** The `n`-th id by a page's place, from 1. */
export function placeId(place: string, n: number): string {
  return n === 1 ? place : `${place}#${n}`;
}

/** Whether an id is one of those that {@link placeId} gives. */
export function isPlaceId(id: string, place: string): boolean {
  return id.startsWith(place) && /^(?:#(?:[2-9]|[1-9]\d+))?$/.test(id.slice(place.length));
}

/** Numbers that nobody else knows. */
type Secret = readonly [number, number, number];

/** Puts a hash where there is none like it. */
function insert(table: Float64Array, hash: number, secret: Secret): boolean {
  const slot = slotOf(table, hash, secret);
  if (table[slot] === hash) return false;
  table[slot] = hash;
  return true;
}

/** Where a hash is, or would be: open addressing with linear probing; 0 marks a free slot. */
function slotOf(table: Float64Array, hash: number, [a, b, c]: Secret): number {
  const mask = table.length - 1;
  // the high bits of a product are the scattered ones (Dietzfelbinger et al. 1997)
  const mixed = (Math.imul(hash, a | 1) + Math.imul(hash / 2 ** 32, b | 1) + c) | 0;
  let slot = (mixed >>> Math.clz32(mask)) & mask;
  while (table[slot] !== 0 && table[slot] !== hash) slot = (slot + 1) & mask;
  return slot;
}

/**
 * Two multiplicative 32-bit hashes over UTF-16 code units, mixed as in MurmurHash3; never 0. `src/url-rules` has it too:
 * who only reads a dump does not load the library for it.
 */
export function idHash(text: string): number {
  let high = 0x9e3779b9;
  let low = 0x85ebca6b;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 0xcc9e2d51);
    low = Math.imul(low ^ unit, 0x1b873593);
    high ^= high >>> 15;
    low ^= low >>> 13;
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ low;
  low = Math.imul(low ^ (low >>> 13), 0xc2b2ae35) ^ (high >>> 16);
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0) || 1;
}
