import { innerGrams } from '../grams/boundary-grams.ts';
import { firstEqualOf, type GramSets } from '../grams/gram-sets.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import { findPairs, type SearchOptions } from '../methods/find-pairs.ts';
import type { PageSets, SearchResult } from '../methods/method.ts';
import { modelSites, mostCountBytes, type Site } from '../site/site-model.ts';
import { TemplatesDigest } from '../site/templates-digest.ts';
import { type SetPages, setsByHost } from './by-host.ts';
import { type FoundPairs, reachingPairs, resultOf } from './found-search.ts';
import { LastingPairs, type PartPairs } from './lasting-pairs.ts';
import { ReducedSets } from './reduced-sets.ts';
import { TwoSitePairs } from './two-site-pairs.ts';

/** What is asked of the further searches. */
export interface ContentOptions extends SearchOptions {
  readonly method: string;
  /** Whether pages of one name are asked for by what they have beside notices. */
  readonly identity: boolean;
  /** Hosts of which nearly all pages have one title (`identifyPages`). */
  readonly unnamed?: ReadonlySet<number> | undefined;
  /** Called with each site that has a template; the next one is made when what it returns is fulfilled. */
  readonly onTemplate?: ((site: Site) => void | Promise<void>) | undefined;
  /** Called once, with what is compared of each page: it is gone when the search ends. */
  readonly onContents?: ((contents: Pick<GramSets, 'sizeOf' | 'read'>) => void) | undefined;
  /** Where pairs were found elsewhere: then there is no further search. */
  readonly foundElsewhere?: FoundPairs | undefined;
}

/** Pairs of pages that are similar by a part of what they have. */
interface ContentPairs {
  /** By the grams that are not of their sites' templates, nor cross into what stands around running text. */
  readonly found: SearchResult;
  /** Of two sites, by what either of them takes for that: those that are not in `found`, similarities beside them; undefined where none were sought. */
  readonly ofTwoSites: SearchResult | undefined;
  /** Of pages of one site and one name, by the grams that are in no notice; undefined where no site has any. */
  readonly lasting: PartPairs | undefined;
  /** Number of grams of each page that are compared so. */
  readonly contentSizes: Uint32Array;
  /** Of all templates, in hexadecimal: the same for the same pages in any order. */
  readonly templateDigest: string;
}

/**
 * Searches once more, by the same method, over what pages have beside their sites' templates and the grams that cross into what
 * stands around running text, and where a site has notices
 * compares pages of one name by what they have beside these; `found` is what the search over all grams found, and stands where
 * no site has a template: then no gram set is read again but those that the templates are sought in. Of pages with one gram
 * set on one site only the first is looked at.
 *
 * Memory: that of the search, 18 bytes a page, 28 while sites are told apart, three times `blockBytes`, 32 MB where a site has
 * notices, and one site's template at a time, counted in half of `memoryBytes` or 48 MB.
 */
export async function contentPairs(
  sets: PageSets,
  found: SearchResult,
  pages: SetPages,
  identityOf: (page: number) => string,
  { method, identity, unnamed, onTemplate, onContents, foundElsewhere, ...options }: ContentOptions,
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
    findPairs(method, part, { ...options, threshold });
  try {
    const known = { firstOf, unnamed: unnamed && { hosts: unnamed, read }, countBytes };
    for await (const site of modelSites(pages, identityOf, read, known)) {
      const isOneOfSeveral = site.pages.length < sets.length;
      if (site.template.grams.length === 0) {
        if (isOneOfSeveral) for (const page of site.pages) twoSites.learn(page, read(page));
        continue;
      }
      hasTemplate = true;
      digest.add(site);
      await onTemplate?.(site);
      for (const page of site.pages) {
        const first = firstOf[page];
        const boundary = boundaryOf(page);
        if (first !== page && pages.hostOf(first) === site.host && boundaryOf(first) === boundary) {
          contents.repeat(page, first);
          continue;
        }
        const grams = read(page);
        const content = site.template.contentOf(innerGrams(grams, boundary));
        if (content.length < grams.length) contents.replace(page, content);
        if (isOneOfSeveral) twoSites.learn(page, content);
      }
      if (identity) lasting.add(site, identityOf);
    }
    byHost.close();
    contents.finish();
    onContents?.(contents);
    const elsewhere = foundElsewhere && (await foundElsewhere.byContent());
    const ofTwoSites = !hasTemplate
      ? undefined
      : elsewhere === undefined
        ? await twoSites.find(contents, search)
        : twoSites.among(resultOf(elsewhere), contents);
    const byContent =
      elsewhere && resultOf(reachingPairs(elsewhere, (page) => contents.sizeOf(page), options));
    return {
      found: byContent ?? (hasTemplate ? await search(contents) : found),
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
