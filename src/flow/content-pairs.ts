import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PagePairsBuilder } from '../cluster/pairs.ts';
import { halvesOf } from '../grams/halves.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import type { NamedPairs, PairSearch } from '../methods/method.ts';
import { openSearch, type SearchOptions } from '../methods/open-search.ts';
import { modelSites, type Site, type SitePages } from '../site/site-model.ts';
import { TemplatesDigest } from '../site/templates-digest.ts';
import { type FoundPairs, namedPairs } from './found-search.ts';

/** What is asked of the second search. */
export interface ContentOptions extends SearchOptions {
  readonly method: string;
  /** Called with each site that has a template; the next one is made when what it returns is fulfilled. */
  readonly onTemplate?: ((site: Site) => void | Promise<void>) | undefined;
  /** Where pairs were found elsewhere: then there is no second search. */
  readonly found?: FoundPairs | undefined;
}

/** Pairs of pages whose contents are similar: the grams that are not of their sites' templates. */
interface ContentPairs {
  readonly found: NamedPairs;
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
 * Memory: that of the search, and of one site's template at a time.
 */
export async function contentPairs(
  search: PairSearch,
  found: NamedPairs,
  pages: SitePages,
  sizes: readonly number[],
  identities: readonly string[],
  options: ContentOptions,
): Promise<ContentPairs> {
  const digest = new TemplatesDigest();
  const contentSizes = Uint32Array.from(sizes);
  /** `order[n]` is the page that the second search has as its number n. */
  const order: number[] = [];
  let contents: OwnSearch | undefined;
  try {
    /** Pages seen before the first site with a template. */
    const waiting: number[] = [];
    for await (const site of modelSites(pages, identities, (page) => search.gramsOf(page))) {
      const { pages: ofSite, template } = site;
      if (template.grams.length > 0) {
        digest.add(site);
        await options.onTemplate?.(site);
      }
      if (options.found !== undefined) {
        for (const page of ofSite) contentSizes[page] = template.contentOf(await search.gramsOf(page)).length;
        continue;
      }
      if (template.grams.length > 0 && contents === undefined) {
        contents = await openOwnSearch(options);
        for (const page of waiting) {
          await contents.search.add(await search.gramsOf(page), search.frequenciesOf?.(page));
          order.push(page);
        }
      }
      for (const page of ofSite) {
        if (contents === undefined) {
          waiting.push(page);
          continue;
        }
        const grams = await search.gramsOf(page);
        const content = template.contentOf(grams);
        contentSizes[page] = content.length;
        const frequencies = search.frequenciesOf?.(page);
        await contents.search.add(content, frequencies && frequenciesOf(content, grams, frequencies));
        order.push(page);
      }
    }
    const told = { contentSizes, templateDigest: digest.finish() };
    if (options.found) return { found: namedPairs(await options.found.byContent()), ...told };
    if (contents === undefined) return { found, ...told };
    return { found: renumbered(await contents.search.find(), order), ...told };
  } finally {
    await contents?.close();
  }
}

interface OwnSearch {
  readonly search: PairSearch;
  close(): Promise<void>;
}

/** A search that shares no folder with the one before. */
async function openOwnSearch({ method, workDirectory, ...options }: ContentOptions): Promise<OwnSearch> {
  if (workDirectory === undefined) {
    const search = await openSearch(method, options);
    return { search, close: () => search.close() };
  }
  const folder = join(workDirectory, 'contents.unfinished');
  await mkdir(folder, { recursive: true });
  const search = await openSearch(method, { ...options, workDirectory: folder });
  return {
    search,
    async close() {
      await search.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The frequencies of a part of a page's grams. */
function frequenciesOf(
  part: BigUint64Array,
  grams: BigUint64Array,
  { counts, profile }: GramFrequencies,
): GramFrequencies {
  if (part.length === grams.length) return { counts, profile };
  const wanted = halvesOf(part);
  const all = halvesOf(grams);
  const partCounts = new Uint32Array(part.length);
  for (let i = 0, k = 0; i < part.length; k++) {
    if (all[2 * k] === wanted[2 * i] && all[2 * k + 1] === wanted[2 * i + 1]) partCounts[i++] = counts[k];
  }
  return { counts: partCounts, profile };
}

function renumbered(found: NamedPairs, order: readonly number[]): NamedPairs {
  const { pairs, estimated } = found;
  const builder = new PagePairsBuilder();
  for (let i = 0; i < pairs.length; i++) builder.add(order[pairs.a[i]], order[pairs.b[i]], pairs.overlap[i]);
  const sorted = builder.finish(order.length);
  if (estimated === undefined) return { ...found, pairs: sorted };
  // sorted as the pairs are: by a, then b
  const byPair = Array.from(estimated, (value, i) => {
    const [x, y] = [order[pairs.a[i]], order[pairs.b[i]]];
    return { a: Math.min(x, y), b: Math.max(x, y), value };
  }).sort((x, y) => x.a - y.a || x.b - y.b);
  return { ...found, pairs: sorted, estimated: Float64Array.from(byPair, ({ value }) => value) };
}
