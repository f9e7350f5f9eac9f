import type { PagePairs } from '../cluster/pairs.ts';
import { innerGrams } from '../grams/boundary-grams.ts';
import { firstEqualOf, type GramSets } from '../grams/gram-sets.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import { findPairs, type SearchOptions } from '../methods/find-pairs.ts';
import type { PageSets, SearchResult } from '../methods/method.ts';
import type { UnnamedHosts } from '../site/page-identities.ts';
import { modelSites, type Site } from '../site/site-model.ts';
import { mostCountBytes } from '../site/site-template.ts';
import { TemplatesDigest } from '../site/templates-digest.ts';
import { type SetPages, setsByHost } from './by-host.ts';
import type { Crowds } from './crowds.ts';
import { type FoundPairs, reachingPairs, resultOf } from './found-search.ts';
import { LastingPairs, type PartPairs } from './lasting-pairs.ts';
import { ReducedSets } from './reduced-sets.ts';
import { TwoSitePairs } from './two-site-pairs.ts';

/** The options of the further searches. */
export interface ContentOptions extends SearchOptions {
  readonly method: string;
  /** Whether to find pages of one name that are similar without notices. */
  readonly identity: boolean;
  /** Hosts with a title that is no name (`identifyPages`). */
  readonly unnamed?: UnnamedHosts | undefined;
  /** Called with each site that has a template. The next one waits for the promise that it returns. */
  readonly onTemplate?: ((site: Site) => void | Promise<void>) | undefined;
  /** Called once with the grams of each page that are compared. They are released when the search ends. */
  readonly onContents?: ((contents: Pick<GramSets, 'length' | 'sizeOf' | 'read'>) => void) | undefined;
  /** Pairs that were found elsewhere. With these there is no further search. */
  readonly foundElsewhere?: FoundPairs | undefined;
  /** Pages that are compared with few pages. Default: none. */
  readonly crowds?: Crowds | undefined;
}

/** Pairs of pages that are similar by a part of their grams. */
interface ContentPairs {
  /** Similar over the grams that are neither in their sites' templates nor cross from running text into what surrounds it. */
  readonly found: SearchResult;
  /** Pairs of two sites that are similar over the content of either site and not in `found`, with similarities; undefined if none were sought. */
  readonly ofTwoSites: SearchResult | undefined;
  /** Pairs of one site and one name that are similar over the grams in no notice; undefined if no site has notices. */
  readonly lasting: PartPairs | undefined;
  /** Number of grams of each page that are compared in this way. */
  readonly contentSizes: Uint32Array;
  /** Digest of all templates, in hexadecimal: the same for the same pages in any order. */
  readonly templateDigest: string;
}

/**
 * Searches once more, by the same method, over the grams of pages that are neither in their sites' templates nor cross from running text
 * into what surrounds it. If a site has notices, also compares pages of one name without these. `found` is the result of the search
 * over all grams. It is used as it is if no site has a template; then only the gram sets in which templates are sought are read
 * again. Of pages with equal gram sets on one site only the first is used.
 *
 * Memory: that of the search, 18 bytes a page, 28 while sites are told apart, three times `blockBytes`, 32 MB if a site has
 * notices, and one site's template at a time, counted in half of `memoryBytes` or 48 MB.
 */
export async function contentPairs(
  sets: PageSets,
  found: SearchResult,
  pages: SetPages,
  identityOf: (page: number) => string,
  options: ContentOptions,
): Promise<ContentPairs> {
  const parts = new SetParts(sets, pages, identityOf, options);
  try {
    await parts.readSites();
    return await parts.search(found);
  } finally {
    parts.close();
  }
}

/** The parts of gram sets by which pages are compared: read first, site by site, then searched. */
class SetParts {
  readonly #sets: PageSets;
  readonly #pages: SetPages;
  readonly #identityOf: (page: number) => string;
  readonly #options: ContentOptions;
  readonly #byHost: ReturnType<typeof setsByHost>;
  /** For each page the first one with its set. */
  readonly #firstOf: Uint32Array;
  readonly #contents: ReducedSets;
  readonly #twoSites: TwoSitePairs;
  readonly #lasting: LastingPairs;
  readonly #digest = new TemplatesDigest();
  #hasTemplate = false;

  constructor(
    sets: PageSets,
    pages: SetPages,
    identityOf: (page: number) => string,
    options: ContentOptions,
  ) {
    this.#sets = sets;
    this.#pages = pages;
    this.#identityOf = identityOf;
    this.#options = options;
    this.#byHost = setsByHost(sets, { ...options, hosts: pages });
    this.#firstOf = sets.firstEqual?.() ?? firstEqualOf(sets);
    this.#contents = new ReducedSets(sets, options);
    this.#twoSites = new TwoSitePairs(sets, pages, options);
    const isSought = options.foundElsewhere === undefined;
    this.#lasting = new LastingPairs(sets, this.#byHost.read, this.#firstOf, options, isSought);
  }

  async readSites(): Promise<void> {
    const { unnamed, onContents, memoryBytes = defaultMemoryBytes } = this.#options;
    const { read } = this.#byHost;
    const known = {
      firstOf: this.#firstOf,
      unnamed: unnamed && { hosts: unnamed, read },
      countBytes: Math.min(mostCountBytes, memoryBytes / 2),
    };
    for await (const site of modelSites(this.#pages, this.#identityOf, read, known)) await this.#add(site);
    this.#byHost.close();
    this.#contents.finish();
    onContents?.(this.#contents);
  }

  async #add(site: Site): Promise<void> {
    const { identity, onTemplate, crowds } = this.#options;
    const isOneOfSeveral = site.pages.length < this.#sets.length;
    if (site.template.grams.length === 0) {
      if (isOneOfSeveral) for (const page of site.pages) this.#twoSites.learn(page, this.#byHost.read(page));
      return;
    }
    this.#hasTemplate = true;
    this.#digest.add(site);
    await onTemplate?.(site);
    for (const page of site.pages) this.#addContent(site, page, isOneOfSeveral);
    if (!identity) return;
    const compared = crowds === undefined ? site.pages : site.pages.filter((page) => !crowds.isCopy(page));
    this.#lasting.add({ ...site, pages: compared }, this.#identityOf);
  }

  #addContent(site: Site, page: number, isOneOfSeveral: boolean): void {
    const { read, boundaryOf } = this.#byHost;
    const first = this.#firstOf[page];
    const boundary = boundaryOf(page);
    if (first !== page && this.#pages.hostOf(first) === site.host && boundaryOf(first) === boundary) {
      this.#contents.repeat(page, first);
      return;
    }
    const grams = read(page);
    const content = site.template.contentOf(innerGrams(grams, boundary));
    if (content.length < grams.length) this.#contents.replace(page, content);
    if (isOneOfSeveral) this.#twoSites.learn(page, content);
  }

  /** @param found by all grams */
  async search(found: SearchResult): Promise<ContentPairs> {
    const { crowds, foundElsewhere } = this.#options;
    const isSearched = this.#hasTemplate || crowds?.hasOthers === true;
    if (isSearched) crowds?.addByContent(this.#contents);
    const elsewhere = foundElsewhere && (await foundElsewhere.byContent());
    const ofTwoSites = this.#hasTemplate ? await this.#ofTwoSites(elsewhere) : undefined;
    const ofContent = isSearched || elsewhere ? await this.#byContent(elsewhere) : found;
    return {
      found: (isSearched && crowds?.complete(ofContent, 'content')) || ofContent,
      ofTwoSites,
      lasting: await this.#lasting.finish((part) => this.#pairsOf(part), foundElsewhere),
      contentSizes: this.#contents.sizes,
      templateDigest: this.#digest.finish(),
    };
  }

  async #ofTwoSites(elsewhere: PagePairs | undefined): Promise<SearchResult | undefined> {
    const { foundElsewhere } = this.#options;
    if (elsewhere) return this.#twoSites.among(resultOf(elsewhere, foundElsewhere?.method), this.#contents);
    return this.#twoSites.find(this.#contents, (part, threshold) => this.#pairsOf(part, threshold));
  }

  async #byContent(elsewhere: PagePairs | undefined): Promise<SearchResult> {
    if (elsewhere === undefined) return this.#pairsOf(this.#contents);
    const reaching = reachingPairs(elsewhere, (page) => this.#contents.sizeOf(page), this.#options);
    return resultOf(reaching, this.#options.foundElsewhere?.method);
  }

  #pairsOf(part: PageSets, threshold = this.#options.threshold): Promise<SearchResult> {
    const { method, crowds } = this.#options;
    return findPairs(method, crowds?.among(part, 'content') ?? part, { ...this.#options, threshold });
  }

  close(): void {
    this.#byHost.close();
    this.#contents.close();
    this.#lasting.close();
  }
}
