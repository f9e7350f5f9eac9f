import { addToGroup } from '../add-to-group.ts';
import { PairSorter } from '../cluster/sorted-pairs.ts';
import { firstEqualSets } from '../grams/equal-sets.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { measures } from '../join/similarity.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import { qp } from '../methods/exact-joins.ts';
import type { SearchOptions } from '../methods/find-pairs.ts';
import type { PageSets, SearchResult } from '../methods/method.ts';
import { Overlaps } from '../methods/overlaps.ts';
import { shareOfPairs } from '../methods/shares.ts';
import { lastingGrams, type Namesakes, namesakesOf } from '../site/lasting-grams.ts';
import type { Site } from '../site/site-model.ts';
import { type FoundPairs, reachingPairs, resultOf } from './found-search.ts';
import { ReducedSets } from './reduced-sets.ts';

/** Pages of one name are compared with each other if they have at most this many distinct sets and grams; more are joined. */
const mostCompared = 128;
const mostGramsCompared = 1 << 20;
/** Most bytes of pairs that wait in memory. */
const mostPairBytes = 16 << 20;

/** Pairs of a search over a part of the grams of pages. */
export interface PartPairs {
  readonly found: SearchResult;
  /** Number of grams of each page that were compared. */
  readonly sizes: Pick<StoredColumn, 'at'>;
}

/**
 * The pages of one site and one name that are similar without the notices of their site.
 *
 * Most names belong to a page and its versions, many of which are equal except for a notice. Each distinct set is compared with each
 * other of its name. If a name has more than 128 sets, its pages go through a search together with those of other such names. One
 * join over all pages took 3 times as long.
 *
 * Memory: 16 MB of grams, as much of pairs or an eighth of `memoryBytes`, and that of a search.
 */
export class LastingPairs {
  readonly #sets: PageSets;
  readonly #firstOf: Uint32Array;
  readonly #options: SearchOptions;
  readonly #isSought: boolean;
  readonly #read: (page: number) => BigUint64Array;
  readonly #sizes: StoredColumn;
  readonly #pairs: PairSorter;
  readonly #builder = new ValueSetsBuilder();
  #searched: ReducedSets | undefined;
  #overlaps: Overlaps | undefined;
  #hasNotices = false;
  #candidates = 0;

  /**
   * @param read reads a set, which is valid until the next is read
   * @param firstOf for each page the first page with its set
   * @param isSought whether to find pairs; else only sizes are computed
   */
  constructor(
    sets: PageSets,
    read: (page: number) => BigUint64Array,
    firstOf: Uint32Array,
    options: SearchOptions,
    isSought = true,
  ) {
    this.#isSought = isSought;
    this.#sets = sets;
    this.#firstOf = firstOf;
    this.#options = options;
    this.#read = read;
    this.#sizes = options.folder.column('u32');
    const { folder, memoryBytes = defaultMemoryBytes } = options;
    const pairBytes = Math.min(mostPairBytes, shareOfPairs(memoryBytes));
    this.#pairs = new PairSorter({ folder, memoryBytes: pairBytes, columns: 1 });
  }

  /** Compares the pages of a site. @param identityOf the identity of a page, by `identifyPages` */
  add(site: Site, identityOf: (page: number) => string): void {
    for (const namesakes of namesakesOf(site, identityOf)) {
      // for each set a page of this name: the first page of all may be of another site
      const distinct = new Map<number, number>();
      for (const page of namesakes.pages) {
        if (!distinct.has(this.#firstOf[page])) distinct.set(this.#firstOf[page], page);
      }
      let grams = 0;
      for (const page of distinct.values()) grams += this.#sets.sizeOf(page);
      if (distinct.size > mostCompared || grams > mostGramsCompared) this.#putOff(site, namesakes);
      else this.#compare(site, namesakes, distinct);
    }
  }

  /**
   * The pairs; undefined if no page whose name others have, too, has a notice.
   *
   * @param search searches the pages of names with too many sets
   * @param elsewhere pairs that were found elsewhere and are not sought here
   */
  async finish(
    search: (part: ReducedSets) => Promise<SearchResult>,
    elsewhere?: FoundPairs,
  ): Promise<PartPairs | undefined> {
    if (!this.#hasNotices) return undefined;
    if (elsewhere !== undefined) {
      const pairs = reachingPairs(await elsewhere.byLasting(), (page) => this.#sizes.at(page), this.#options);
      return { found: resultOf(pairs, elsewhere.method), sizes: this.#sizes };
    }
    let [method, isEstimated] = [qp, false];
    if (this.#searched !== undefined) {
      this.#searched.finish();
      const found = await search(this.#searched);
      const { value } = measures[this.#options.similarity];
      ({ method, isEstimated } = found);
      for (const { length, a, b, overlap, values } of found.pairs.blocks()) {
        for (let i = 0; i < length; i++) {
          const similarity = isEstimated
            ? values[0][i]
            : value(overlap[i], this.#sizes.at(a[i]), this.#sizes.at(b[i]));
          this.#pairs.add(a[i], b[i], overlap[i], similarity);
        }
      }
      this.#candidates += found.candidates;
    }
    const pairs = this.#pairs.finish();
    const milliseconds = { total: 0 };
    return {
      found: { method, pairs, isEstimated, candidates: this.#candidates, milliseconds },
      sizes: this.#sizes,
    };
  }

  /** Releases the sets. Sizes and pairs stay. */
  close(): void {
    this.#searched?.close();
  }

  /** @param distinct a page of each set, by the first of all pages with that set */
  #compare({ template }: Site, { pages }: Namesakes, distinct: ReadonlyMap<number, number>): void {
    const builder = this.#builder;
    // new buffers for each of a site's many names left 20 MB to be collected
    builder.clear();
    let hasNotice = false;
    for (const page of distinct.values()) {
      const grams = this.#read(page);
      const lasting = template.lastingOf(grams);
      hasNotice ||= lasting.length < grams.length;
      builder.append(lasting);
    }
    if (!hasNotice) return;
    this.#hasNotices = true;
    const { similarity, threshold } = this.#options;
    const sets = builder.finish();
    this.#overlaps ??= new Overlaps(threshold, measures[similarity]);
    const overlaps = this.#overlaps.of(sets);
    /** The pages of each distinct set, by the place of its first page. */
    const pagesOf = new Map<number, number[]>();
    const placeOf = new Map(Array.from(distinct.keys(), (first, place) => [first, place]));
    const equalTo = firstEqualSets(sets);
    for (const page of pages) {
      const place = equalTo[placeOf.get(this.#firstOf[page])!];
      this.#sizes.set(page, overlaps.sizeOf(place));
      addToGroup(pagesOf, place, page);
    }
    if (this.#isSought) this.#compareSets([...pagesOf], overlaps);
  }

  /** @param sought place and pages of each distinct set */
  #compareSets(sought: readonly [place: number, pages: readonly number[]][], overlaps: Overlaps): void {
    const { similarity, threshold } = this.#options;
    const { value } = measures[similarity];
    for (const [i, [x, ofX]] of sought.entries()) {
      const size = overlaps.sizeOf(x);
      if (value(size, size, size) >= threshold) this.#addWithin(ofX, size);
      for (let k = 0; k < i; k++) {
        const [y, ofY] = sought[k];
        const needed = overlaps.needed(x, y);
        if (needed === Number.POSITIVE_INFINITY) continue;
        this.#candidates++;
        const overlap = overlaps.atLeast(x, y, needed);
        if (overlap === 0) continue;
        const similar = value(overlap, size, overlaps.sizeOf(y));
        for (const a of ofX) for (const b of ofY) this.#pairs.add(a, b, overlap, similar);
      }
    }
  }

  #addWithin(pages: readonly number[], size: number): void {
    const similar = measures[this.#options.similarity].value(size, size, size);
    for (let i = 0; i < pages.length; i++) {
      for (let k = 0; k < i; k++) this.#pairs.add(pages[i], pages[k], size, similar);
    }
  }

  #putOff(site: Site, namesakes: Namesakes): void {
    for (const { page, grams } of lastingGrams(site, namesakes, this.#read)) {
      this.#hasNotices = true;
      this.#sizes.set(page, grams.length);
      if (!this.#isSought) continue;
      this.#searched ??= new ReducedSets(this.#sets, this.#options, true);
      this.#searched.replace(page, grams);
    }
  }
}
