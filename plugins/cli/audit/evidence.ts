import { hash } from 'node:crypto';
import type { PageGrams } from '../../../src/flow/index.ts';
import { overlapOfSorted } from '../../../src/join/index.ts';
import { pageKey } from '../../report/page-key.ts';

/** A dropped page and its representative. */
interface RemovedPage {
  readonly id: string;
  readonly representative: string;
  /** Whether the representative is a known page. It may have the same id as a new one. */
  readonly known?: true;
}

/** Evidence for a removal, measured on the gram sets of both pages. */
export interface Evidence {
  /** Numbers of grams of the page and of its representative, and of grams that both have. */
  readonly sizes: readonly [page: number, representative: number];
  readonly overlap: number;
  /** SHA-256 of both texts as they are compared: of their grams, ascending, 8 bytes each, little-endian. */
  readonly digests: readonly [page: string, representative: string];
}

/** The measured evidence by `pageKey`, and the keys of those requested pages that were found. */
interface Measured {
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly met: ReadonlySet<string>;
}

/**
 * Measures every removal on the gram sets of its two pages. Each call of `pages` must return all pages again: it is
 * called once if representatives come first and fit into `memoryBytes`, otherwise as often as needed. The result
 * leaves out removals with a missing page.
 */
export async function measureRemovals(
  removals: readonly RemovedPage[],
  pages: () => AsyncIterable<PageGrams>,
  memoryBytes: number,
): Promise<Measured> {
  const measurement = new Measurement(removals, memoryBytes);
  // without removals they are read all the same, so that damage in the input is reported
  do {
    for await (const { facts, grams } of pages()) measurement.add(pageKey(facts), grams);
  } while (measurement.needsAnotherPass());
  return measurement;
}

/** A representative that is kept until the pages have come which are removed for it. */
interface HeldPage {
  readonly grams: BigUint64Array;
  readonly digest: string;
  /** Number of the pass over all pages in which it was read. */
  readonly pass: number;
}

class Measurement implements Measured {
  readonly evidence = new Map<string, Evidence>();
  readonly met = new Set<string>();
  readonly #representativeOf: ReadonlyMap<string, string>;
  /** Number of removals that wait for a representative. */
  readonly #waiting = new Map<string, number>();
  readonly #held = new Map<string, HeldPage>();
  readonly #memoryBytes: number;
  #heldBytes = 0;
  #pass = 0;
  /** Whether this pass has held, measured or given up a page. Without any the next one would not, either. */
  #hasMoved = false;

  constructor(removals: readonly RemovedPage[], memoryBytes: number) {
    this.#representativeOf = new Map(
      removals.map(({ id, ...rest }) => [pageKey({ id }), representativeKey(rest)]),
    );
    for (const representative of this.#representativeOf.values()) {
      this.#waiting.set(representative, (this.#waiting.get(representative) ?? 0) + 1);
    }
    this.#memoryBytes = memoryBytes;
  }

  add(id: string, grams: BigUint64Array): void {
    const representative = this.#representativeOf.get(id);
    const isAwaited = (this.#waiting.get(id) ?? 0) > 0;
    if (isAwaited) this.#hold(id, grams);
    if (isAwaited || representative !== undefined) this.met.add(id);
    if (representative !== undefined && !this.evidence.has(id)) this.#measure(id, grams, representative);
  }

  /** Ends a pass. */
  needsAnotherPass(): boolean {
    for (const [id, { pass }] of this.#held) {
      // all pages have been read since then: those that wait for it do not exist, so it makes room
      if (pass === this.#pass) continue;
      this.#waiting.set(id, 0);
      this.#letGo(id);
    }
    const hasMoved = this.#hasMoved;
    this.#hasMoved = false;
    this.#pass++;
    return hasMoved && [...this.#waiting.values()].some((count) => count > 0);
  }

  #hold(id: string, grams: BigUint64Array): void {
    if (this.#held.has(id) || (this.#held.size > 0 && this.#heldBytes >= this.#memoryBytes)) return;
    this.#held.set(id, { grams, digest: digestOf(grams), pass: this.#pass });
    this.#heldBytes += grams.byteLength;
    this.#hasMoved = true;
  }

  #measure(id: string, grams: BigUint64Array, representative: string): void {
    const other = this.#held.get(representative);
    if (other === undefined) return;
    this.evidence.set(id, {
      sizes: [grams.length, other.grams.length],
      overlap: overlapOfSorted(grams, other.grams),
      digests: [digestOf(grams), other.digest],
    });
    this.#hasMoved = true;
    const left = this.#waiting.get(representative)! - 1;
    this.#waiting.set(representative, left);
    if (left === 0) this.#letGo(representative);
  }

  #letGo(id: string): void {
    this.#heldBytes -= this.#held.get(id)!.grams.byteLength;
    this.#held.delete(id);
    this.#hasMoved = true;
  }
}

/** The key of a removal's representative in `met`. */
export function representativeKey({
  representative,
  known,
}: Pick<RemovedPage, 'representative' | 'known'>): string {
  return pageKey({ id: representative, known });
}

/** SHA-256 of a gram set, in base16. */
export function digestOf(grams: BigUint64Array): string {
  const { buffer, byteOffset, byteLength } = grams;
  // an object for each digest took more time than the digest
  return hash('sha256', new Uint8Array(buffer, byteOffset, byteLength), 'hex');
}
