import { innerGrams } from '../grams/boundary-grams.ts';
import { firstEqualOf, type GramSets } from '../grams/gram-sets.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import { findPairs, type SearchOptions } from '../methods/find-pairs.ts';
import type { PageSets, SearchResult } from '../methods/method.ts';
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
  /** Hosts on which nearly all pages have the same title (`identifyPages`). */
  readonly unnamed?: ReadonlySet<number> | undefined;
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
  { method, identity, unnamed, onTemplate, onContents, foundElsewhere, crowds, ...options }: ContentOptions,
): Promise<ContentPairs> {
  const digest = new TemplatesDigest();
  const byHost = setsByHost(sets, { ...options, hosts: pages });
  const { read, boundaryOf } = byHost;
  const contents = new ReducedSets(sets, options);
  const firstOf = sets.firstEqual?.() ?? firstEqualOf(sets);
  const lasting = new LastingPairs(sets, read, firstOf, options, foundElsewhere === undefined);
  const { memoryBytes = defaultMemoryBytes } = options;
  const countBytes = Math.min(mostCountBytes, memoryBytes / 2);
  let hasTemplate = false;
  const twoSites = new TwoSitePairs(sets, pages, options);
  const search = (part: PageSets, threshold = options.threshold): Promise<SearchResult> =>
    findPairs(method, crowds?.among(part, 'content') ?? part, { ...options, threshold });
  const isOneOfSeveral = ({ pages }: Site): boolean => pages.length < sets.length;
  const addContent = (site: Site, page: number): void => {
    const first = firstOf[page];
    const boundary = boundaryOf(page);
    if (first !== page && pages.hostOf(first) === site.host && boundaryOf(first) === boundary) {
      contents.repeat(page, first);
      return;
    }
    const grams = read(page);
    const content = site.template.contentOf(innerGrams(grams, boundary));
    if (content.length < grams.length) contents.replace(page, content);
    if (isOneOfSeveral(site)) twoSites.learn(page, content);
  };
  try {
    const known = { firstOf, unnamed: unnamed && { hosts: unnamed, read }, countBytes };
    for await (const site of modelSites(pages, identityOf, read, known)) {
      if (site.template.grams.length === 0) {
        if (isOneOfSeveral(site)) for (const page of site.pages) twoSites.learn(page, read(page));
        continue;
      }
      hasTemplate = true;
      digest.add(site);
      await onTemplate?.(site);
      for (const page of site.pages) addContent(site, page);
      if (!identity) continue;
      const compared = crowds === undefined ? site.pages : site.pages.filter((page) => !crowds.isCopy(page));
      lasting.add({ ...site, pages: compared }, identityOf);
    }
    byHost.close();
    contents.finish();
    onContents?.(contents);
    const isSearched = hasTemplate || crowds?.hasOthers === true;
    if (isSearched) crowds?.addByContent(contents);
    const elsewhere = foundElsewhere && (await foundElsewhere.byContent());
    let ofTwoSites: SearchResult | undefined;
    if (hasTemplate) {
      ofTwoSites = elsewhere
        ? twoSites.among(resultOf(elsewhere), contents)
        : await twoSites.find(contents, search);
    }
    const byContent =
      elsewhere && resultOf(reachingPairs(elsewhere, (page) => contents.sizeOf(page), options));
    const ofContent = byContent ?? (isSearched ? await search(contents) : found);
    return {
      found: (isSearched && crowds?.complete(ofContent, 'content')) || ofContent,
      ofTwoSites,
      lasting: await lasting.finish(search, foundElsewhere),
      contentSizes: contents.sizes,
      templateDigest: digest.finish(),
    };
  } finally {
    byHost.close();
    contents.close();
    lasting.close();
  }
}
