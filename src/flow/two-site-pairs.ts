import { PairWriter } from '../cluster/sorted-pairs.ts';
import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { measures } from '../join/similarity.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import type { SearchOptions } from '../methods/find-pairs.ts';
import type { PageSets, SearchResult } from '../methods/method.ts';
import type { SitePages } from '../site/site-pages.ts';
import { FilterRoom, SpreadFilter } from '../site/spread-filter.ts';
import { contentOfTwoSites, leastOfTwoSites, type PageContent } from '../site/two-sites.ts';
import type { ReducedSets } from './reduced-sets.ts';
import { SomeSets } from './some-sets.ts';

/**
 * The pairs of pages of two sites that are similar by `contentOfTwoSites` but not by their contents alone.
 *
 * They are among those of at least half the threshold, which are searched for among pages of which as much stands on another
 * host: nothing is searched for in pages of one host, and little where hosts say different things. Memory: 16 MB for the
 * grams of other hosts, or an eighth of `memoryBytes`, a byte a page, two pages, and that of a search.
 */
export class TwoSitePairs {
  readonly #sets: GramSets;
  readonly #pages: SitePages;
  readonly #options: SearchOptions;
  /** The least similarity of contents. */
  readonly #least: number;
  #filter: SpreadFilter | undefined;

  constructor(sets: GramSets, pages: SitePages, options: SearchOptions) {
    this.#sets = sets;
    this.#pages = pages;
    this.#options = options;
    this.#least = leastOfTwoSites(options.threshold, options.similarity === 'overlap');
  }

  /** Adds the content of a page. All pages of a host must come before those of the next. */
  learn(page: number, content: BigUint64Array): void {
    this.#filter ??= this.#newFilter();
    this.#filter.add(this.#pages.hostNumberOf(page), content);
  }

  /**
   * @param contents contents of all pages
   * @param search searches sets for pairs with at least a given similarity
   * @returns as {@link among} does; undefined if there is nothing to search
   */
  async find(
    contents: ReducedSets,
    search: (sets: PageSets, threshold: number) => Promise<SearchResult>,
  ): Promise<SearchResult | undefined> {
    const some = this.#spread(contents);
    return some && this.among(await search(some, this.#least), contents);
  }

  /**
   * The similar ones, with their similarities, among pairs whose contents reach half the threshold. Leaves out pairs
   * that are similar by their contents alone.
   */
  among(found: SearchResult, contents: ReducedSets): SearchResult {
    const { folder, threshold, similarity } = this.#options;
    const { value } = measures[similarity];
    const [x, y] = [this.#reader(contents), this.#reader(contents)];
    const pairs = new PairWriter(folder.spool(), 1);
    for (const { length, a, b, overlap, values } of found.pairs.blocks()) {
      for (let i = 0; i < length; i++) {
        if (this.#pages.hostNumberOf(a[i]) === this.#pages.hostNumberOf(b[i])) continue;
        const own = found.isEstimated
          ? values[0][i]
          : value(overlap[i], contents.sizeOf(a[i]), contents.sizeOf(b[i]));
        if (own >= threshold) continue;
        const shared = contentOfTwoSites(x(a[i]), y(b[i]));
        const similar = value(shared.overlap, ...shared.sizes);
        if (similar >= threshold) pairs.add(a[i], b[i], shared.overlap, similar);
      }
    }
    return { ...found, pairs: pairs.seal(), isEstimated: true };
  }

  #newFilter(): SpreadFilter {
    const { memoryBytes = defaultMemoryBytes } = this.#options;
    return new SpreadFilter(this.#pages.length, 2, new FilterRoom(memoryBytes / 8));
  }

  /** The pages of which enough may also be on another host; undefined if there are fewer than two. */
  #spread(contents: ReducedSets): PageSets | undefined {
    const filter = this.#filter;
    if (filter === undefined) return undefined;
    const { value } = measures[this.#options.similarity];
    const read = gramReader(contents);
    const isSpread = new Uint8Array(contents.length);
    let spread = 0;
    for (let page = 0; page < contents.length; page++) {
      const size = contents.sizeOf(page);
      if (size === 0) continue;
      const { length } = filter.pass(read(page));
      // the most similar set possible has all of its grams that are also on another host, and no others
      if (length === 0 || value(length, size, length) < this.#least) continue;
      isSpread[page] = 1;
      spread++;
    }
    return spread < 2 ? undefined : new SomeSets(contents, (page) => isSpread[page] === 1);
  }

  /** Reads pages; each lasts until the next is read. */
  #reader(contents: ReducedSets): (page: number) => PageContent {
    const [gramsOf, contentOf] = [gramReader(this.#sets), gramReader(contents)];
    let known = -1;
    let read: PageContent = { grams: new BigUint64Array(0), content: new BigUint64Array(0) };
    return (page) => {
      if (page !== known) read = { grams: gramsOf(page), content: contentOf(page) };
      known = page;
      return read;
    };
  }
}
