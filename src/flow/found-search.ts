import type { PagePairs } from '../cluster/pairs.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import { qp } from '../methods/exact-joins.ts';
import type { Method, NamedPairs, PairSearch } from '../methods/method.ts';
import { StoredGrams } from './stored-grams.ts';

/** Pairs that an exact join elsewhere has found, such as that of `neardup mr`: asked for when all pages are read. */
export interface FoundPairs {
  /** Similar over all grams: by page numbers, sorted by a, then b. */
  byGrams(): Promise<PagePairs>;
  /** Similar over the grams that are not of their sites' templates. */
  byContent(): Promise<PagePairs>;
}

/** Takes pairs as they were found elsewhere; the gram sets are on disk. */
export class FoundSearch implements PairSearch {
  readonly method: Method = qp;
  readonly #found: FoundPairs;
  readonly #grams: StoredGrams;

  /** @param folder for the gram sets; by default where temporary files go */
  constructor(found: FoundPairs, folder?: string) {
    this.#found = found;
    this.#grams = new StoredGrams(folder);
  }

  add(grams: BigUint64Array): void {
    this.#grams.push(grams);
  }

  async find(): Promise<NamedPairs> {
    return namedPairs(await this.#found.byGrams());
  }

  gramsOf(page: number): BigUint64Array {
    return this.#grams.read(page);
  }

  overlap(a: number, b: number): number {
    return overlapOfSorted(this.gramsOf(a), this.gramsOf(b));
  }

  async close(): Promise<void> {
    this.#grams.close();
  }
}

/** Pairs that were found elsewhere, as a method names them; what that took is not known here. */
export function namedPairs(pairs: PagePairs): NamedPairs {
  return { pairs, candidates: pairs.length, milliseconds: { total: 0 }, bytesPerPage: 0 };
}
