import { gramsOf } from '../grams/gram-sets.ts';
import { findPairs, type SearchOptions } from '../methods/find-pairs.ts';
import type { PageSets, SearchResult } from '../methods/method.ts';
import { modelSites, type Site, type SitePages } from '../site/site-model.ts';
import { TemplatesDigest } from '../site/templates-digest.ts';
import { ContentSets } from './content-sets.ts';
import { type FoundPairs, resultOf } from './found-search.ts';

/** What is asked of the second search. */
export interface ContentOptions extends SearchOptions {
  readonly method: string;
  /** Called with each site that has a template; the next one is made when what it returns is fulfilled. */
  readonly onTemplate?: ((site: Site) => void | Promise<void>) | undefined;
  /** Where pairs were found elsewhere: then there is no second search. */
  readonly foundElsewhere?: FoundPairs | undefined;
}

/** Pairs of pages whose contents are similar: the grams that are not of their sites' templates. */
interface ContentPairs {
  readonly found: SearchResult;
  /** Number of grams of each page that are not of its site's template. */
  readonly contentSizes: Uint32Array;
  /** Of all templates, in hexadecimal: the same for the same pages in any order. */
  readonly templateDigest: string;
}

/**
 * Searches once more, by the same method, over what pages have beside their sites' templates; `found` is what the
 * search over all grams found, and stands where no site has a template: then no gram set is read again but those that
 * the templates are sought in.
 *
 * Memory: that of the search, 16 bytes a page, and one site's template at a time.
 */
export async function contentPairs(
  sets: PageSets,
  found: SearchResult,
  pages: SitePages,
  identityOf: (page: number) => string,
  { method, onTemplate, foundElsewhere, ...options }: ContentOptions,
): Promise<ContentPairs> {
  const digest = new TemplatesDigest();
  const contents = new ContentSets(sets, options.folder);
  let hasTemplate = false;
  try {
    for await (const site of modelSites(pages, identityOf, (page) => gramsOf(sets, page))) {
      if (site.template.grams.length === 0) continue;
      hasTemplate = true;
      digest.add(site);
      await onTemplate?.(site);
      for (const page of site.pages) {
        const grams = gramsOf(sets, page);
        const content = site.template.contentOf(grams);
        if (content.length < grams.length) contents.replace(page, content);
      }
    }
    const told = { contentSizes: contents.sizes, templateDigest: digest.finish() };
    if (foundElsewhere) return { found: resultOf(await foundElsewhere.byContent()), ...told };
    return { found: hasTemplate ? await findPairs(method, contents, options) : found, ...told };
  } finally {
    contents.close();
  }
}
