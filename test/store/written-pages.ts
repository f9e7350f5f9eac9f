/** Something that the killed process does to the index, as its parent is told before. */
export interface Operation {
  /** Rises within one process; names the page's content together with its key. */
  readonly id: number;
  readonly does: 'claim' | 'add' | 'load' | 'remove' | 'remove-prefix' | 'remove-host';
  /** Keys written or removed; of a removal by condition the prefix of the keys. */
  readonly keys: readonly string[];
}

/** What the parent is told when an operation was acknowledged. */
export interface Acknowledgement {
  readonly id: number;
  /** Verdict, and the page that it is a duplicate of, for each key of a claim. */
  readonly verdict?: string;
  readonly of?: string;
}

/** Families of texts: pages of one family are near-duplicates of each other. */
const FAMILIES = 12;

const SHARED = 110;
const OWN = 3;

/** Grams of the page that an operation writes: no two are the same, those of one family are similar. */
export function writtenGrams(id: number, key: string): BigUint64Array {
  const seed = [...key].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), id) | 0;
  const words = new Uint32Array(2 * (SHARED + OWN));
  fill(words.subarray(0, 2 * SHARED), (seed >>> 0) % FAMILIES);
  fill(words.subarray(2 * SHARED), Math.imul(seed, 0x9e3779b9) ^ id);
  return new BigUint64Array(words.buffer).sort();
}

/** Host of a key's page: that of all keys with its prefix. */
export function hostOfKey(key: string): string {
  return `${key.slice(0, key.lastIndexOf('/')).replaceAll('/', '-')}.org`;
}

function fill(words: Uint32Array, seed: number): void {
  for (let k = 0; k < words.length; k++) {
    let z = Math.imul(seed * 8191 + k + 1, 0x9e3779b9);
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    words[k] = z ^ (z >>> 15);
  }
}
