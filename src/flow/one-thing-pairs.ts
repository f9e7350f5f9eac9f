import { mergePairs, PairSorter, type SortedPairs } from '../cluster/sorted-pairs.ts';
import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { measures, type Similarity } from '../join/similarity.ts';
import { digest48 } from '../site/digest48.ts';
import { KeyedPages, type PageGroups } from '../site/page-groups.ts';
import { overlapIfSimilar } from './followers.ts';

const pairBytes = 4 << 20;

/** What pages may have in common that are one thing, such as their name; undefined for a page that has it with no other. */
type Common = (page: number) => string | number | undefined;

interface Relation {
  readonly of: Common;
  readonly groups: PageGroups;
}

/**
 * The pages that may be one thing with each other, as they have something in common: of all pages that are similar by all their grams only
 * these may be duplicates that are not found by content. O(pages). Memory: 5 bytes a page for each thing that pages have in common, 30 while
 * they are grouped, and a byte a page.
 */
export class OneThings {
  readonly #relations: readonly Relation[];
  readonly #isOfMany: Uint8Array;

  /** @param most pages that have one thing in common and are compared with each other */
  constructor(pages: number, commons: readonly Common[], most: number) {
    this.#isOfMany = new Uint8Array(pages);
    this.#relations = commons.map((of) => {
      const keyed = new KeyedPages();
      for (let page = 0; page < pages; page++) {
        const common = of(page);
        if (common !== undefined) keyed.add(page, typeof common === 'number' ? common : digest48(common));
      }
      const groups = keyed.groups();
      for (const group of groups) if (group.length > most) for (const page of group) this.#isOfMany[page] = 1;
      return { of, groups };
    });
  }

  /** Whether so few pages may be one thing with a page that they are compared with it. */
  areFewFor(page: number): boolean {
    return this.#isOfMany[page] === 0;
  }

  /** The pairs of pages that may be one thing and are similar, of those that are asked for. O(grams) for each of these. */
  pairs(
    sets: Pick<GramSets, 'length' | 'sizeOf' | 'read'>,
    isAsked: (a: number, b: number) => boolean,
    options: { readonly similarity: Similarity; readonly threshold: number; readonly folder: WorkFolder },
  ): SortedPairs {
    const { similarity, threshold, folder } = options;
    const { value } = measures[similarity];
    const read = gramReader(sets);
    const parts = this.#relations.map(({ groups }, relation) => {
      const pairs = new PairSorter({ folder, memoryBytes: pairBytes, columns: 1 });
      for (const group of groups) {
        for (const [i, page] of group.entries()) {
          const others = group.subarray(0, i).filter((other) => {
            return isAsked(other, page) && !this.#haveInCommon(other, page, relation);
          });
          if (others.length === 0) continue;
          const grams = read(page).slice();
          for (const other of others) {
            const overlap = overlapIfSimilar(grams, read(other), similarity, threshold);
            if (overlap === undefined) continue;
            pairs.add(other, page, overlap, value(overlap, sets.sizeOf(other), sets.sizeOf(page)));
          }
        }
      }
      return pairs.finish();
    });
    return mergePairs(parts, folder, 1);
  }

  /** Whether two pages have one of the first things in common. */
  #haveInCommon(a: number, b: number, first: number): boolean {
    return this.#relations.slice(0, first).some(({ of }) => of(a) !== undefined && of(a) === of(b));
  }
}
