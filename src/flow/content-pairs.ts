import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import { UnionFind } from '../cluster/union-find.ts';
import { halvesOf } from '../grams/halves.ts';
import { measures } from '../join/similarity.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import type { NamedPairs, PairSearch } from '../methods/method.ts';
import { openSearch, type SearchOptions } from '../methods/open-search.ts';
import { modelSites, type Site, type SitePage } from '../site/site-model.ts';
import { TemplatesDigest } from '../site/templates-digest.ts';

/** What is asked of the second search. */
export interface ContentOptions extends SearchOptions {
  readonly method: string;
  /** Called with each site that has a template; the next one is made when what it returns is fulfilled. */
  readonly onTemplate?: ((site: Site) => void | Promise<void>) | undefined;
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
  pages: readonly SitePage[],
  sizes: readonly number[],
  identities: readonly string[],
  options: ContentOptions,
): Promise<ContentPairs> {
  const digest = new TemplatesDigest();
  const contentSizes = Uint32Array.from(sizes);
  const countsMatter = search.frequenciesOf !== undefined || found.estimated !== undefined;
  const firstOf = firstOfEqual(countsMatter ? undefined : found.pairs, sizes, pages);
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
      if (template.grams.length > 0 && contents === undefined) {
        contents = await openOwnSearch(options);
        for (const page of waiting) {
          await contents.search.add(await search.gramsOf(page), search.frequenciesOf?.(page));
          order.push(page);
        }
      }
      for (const page of ofSite) {
        if (firstOf[page] !== page) {
          contentSizes[page] = contentSizes[firstOf[page]];
          continue;
        }
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
    if (contents === undefined) return { found, ...told };
    const ofFirsts = renumbered(await contents.search.find(), order, pages.length);
    return { found: withCopies(ofFirsts, firstOf, contentSizes, options), ...told };
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

/**
 * For each page the first one of its host with the same grams, which stands for it in the second search.
 *
 * @param pairs that were found; undefined where equal grams do not make pages equal
 */
function firstOfEqual(
  pairs: PagePairs | undefined,
  sizes: readonly number[],
  pages: readonly SitePage[],
): Uint32Array {
  const equal = new UnionFind(pages.length);
  for (let i = 0; i < (pairs?.length ?? 0); i++) {
    const [a, b] = [pairs!.a[i], pairs!.b[i]];
    const isEqual = sizes[a] === sizes[b] && pairs!.overlap[i] === sizes[a];
    if (isEqual && pages[a].host === pages[b].host) equal.union(a, b);
  }
  return Uint32Array.from(sizes, (_, page) => equal.find(page));
}

/** The pairs of all pages, from those of the pages that stand for others. */
function withCopies(
  found: NamedPairs,
  firstOf: Uint32Array,
  contentSizes: Uint32Array,
  { similarity, threshold }: ContentOptions,
): NamedPairs {
  const copies = new Map<number, number[]>();
  for (const [page, first] of firstOf.entries()) {
    if (page === first) continue;
    const known = copies.get(first);
    if (known === undefined) copies.set(first, [first, page]);
    else known.push(page);
  }
  if (copies.size === 0) return found;
  const { a, b, overlap, length } = found.pairs;
  const builder = new PagePairsBuilder();
  const all = (first: number): readonly number[] => copies.get(first) ?? [first];
  for (let i = 0; i < length; i++) {
    for (const x of all(a[i])) for (const y of all(b[i])) builder.add(x, y, overlap[i]);
  }
  for (const [first, pages] of copies) {
    const size = contentSizes[first];
    if (size === 0 || measures[similarity].value(size, size, size) < threshold) continue;
    for (const [i, x] of pages.entries()) for (const y of pages.slice(i + 1)) builder.add(x, y, size);
  }
  return { ...found, pairs: builder.finish(firstOf.length) };
}

function renumbered(found: NamedPairs, order: readonly number[], pages: number): NamedPairs {
  const { pairs, estimated } = found;
  const builder = new PagePairsBuilder();
  for (let i = 0; i < pairs.length; i++) builder.add(order[pairs.a[i]], order[pairs.b[i]], pairs.overlap[i]);
  const sorted = builder.finish(pages);
  if (estimated === undefined) return { ...found, pairs: sorted };
  // sorted as the pairs are: by a, then b
  const byPair = Array.from(estimated, (value, i) => {
    const [x, y] = [order[pairs.a[i]], order[pairs.b[i]]];
    return { a: Math.min(x, y), b: Math.max(x, y), value };
  }).sort((x, y) => x.a - y.a || x.b - y.b);
  return { ...found, pairs: sorted, estimated: Float64Array.from(byPair, ({ value }) => value) };
}
