import { randomInt } from 'node:crypto';

const FEWEST_PLACES = 1024;
/** Differs between processes, so that nobody can choose keys that collide. */
const SEED = randomInt(2 ** 32);

/**
 * Tells keys that were never added from those that may have been: a set of 32-bit hashes.
 *
 * With n keys, one in 2³² / n keys that were not added seems to be there, which costs a read from disk. At most 8 bytes
 * a key.
 */
export class KeyFilter {
  /** 0 for an empty place. */
  #hashes = new Int32Array(FEWEST_PLACES);
  #size = 0;

  /** Number of hashes. */
  get size(): number {
    return this.#size;
  }

  add(key: string): void {
    this.#insert(hashOf(key));
    if (2 * this.#size > this.#hashes.length) this.#grow();
  }

  /** False where a key was never added. */
  mayHold(key: string): boolean {
    return this.#hashes[this.#placeOf(hashOf(key))] !== 0;
  }

  #insert(hash: number): void {
    const place = this.#placeOf(hash);
    if (this.#hashes[place] !== 0) return;
    this.#hashes[place] = hash;
    this.#size++;
  }

  /** The place where a hash is, or would be added. */
  #placeOf(hash: number): number {
    const mask = this.#hashes.length - 1;
    let place = (hash ^ (hash >>> 16)) & mask;
    while (this.#hashes[place] !== 0 && this.#hashes[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const hashes = this.#hashes;
    this.#hashes = new Int32Array(2 * hashes.length);
    this.#size = 0;
    for (const hash of hashes) if (hash !== 0) this.#insert(hash);
  }
}

/**
 * Never 0. Uses two columns: with only one, keys that differ in a few digits, like URLs of one site, collide in
 * hundreds for one seed in thirty.
 */
function hashOf(key: string): number {
  let [a, b] = [SEED, ~SEED];
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x85ebca6b);
    b = Math.imul(b ^ unit, 0xc2b2ae35);
  }
  a = Math.imul(a ^ (a >>> 16), 0x2c1b3c6d);
  b = Math.imul(b ^ (b >>> 15), 0x297a2d39);
  const hash = a ^ (b >>> 7) ^ (b << 25);
  return hash === 0 ? 1 : hash ^ (hash >>> 16);
}
