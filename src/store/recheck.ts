import type { AbstractSnapshot } from 'abstract-level';
import { jaccardOfSets } from '../grams/jaccard.ts';
import type { JudgedPage } from '../site/judged-pages.ts';
import { identifyPages } from '../site/page-identities.ts';
import { PairRule } from '../site/pair-rule.ts';
import { modelSites } from '../site/site-model.ts';
import { sitesAmong } from '../site/site-pages.ts';
import type { Template } from '../site/template.ts';
import { contentSimilarity, type PageContent } from '../site/two-sites.ts';
import type { BinaryStore } from './disk/binary-store.ts';
import { hostOf } from './layout/host.ts';
import { storedRecords } from './pages.ts';
import { readGrams } from './search.ts';
import { urlOf } from './verdicts.ts';

/** A page stored as a duplicate that would not be one now that more of its site is known. */
export interface RecheckedDuplicate {
  readonly key: string;
  readonly url: string;
  /** The page that it was taken to repeat. */
  readonly of: { readonly key: string; readonly url: string };
  /** Similarity over all grams, as in the verdict. */
  readonly similarity: number;
  /** Similarity over the grams that are not in their sites' templates. */
  readonly contentSimilarity: number;
}

/** What is held in memory of a stored page. */
interface Known {
  readonly page: number;
  readonly key: string;
  readonly names: readonly string[];
  readonly size: number;
}

/**
 * Duplicates that the rule for whole collections (`PairRule`) distinguishes from their originals, in the order of their
 * commits. A crawl does not know the template of a site before most of its pages have come.
 *
 * Reads gram sets twice. Memory: some 300 bytes a page, the templates of all sites, and 4 gram sets for each of 16,384
 * identities while a template is built.
 *
 * REQUIRES: the exact setting.
 */
export async function* recheckedPages(
  store: BinaryStore,
  snapshot: AbstractSnapshot,
  threshold: number,
): AsyncGenerator<RecheckedDuplicate> {
  const known: Known[] = [];
  const judged: (JudgedPage & { contentSize: number })[] = [];
  const numberOf = new Map<string, number>();
  const duplicates: { readonly number: number; readonly of: string }[] = [];
  for await (const { page, record } of storedRecords(store, 0, { snapshot })) {
    if (record.size === 0) continue;
    const number = known.length;
    const names = record.identity === undefined ? [] : record.identity.split('\n');
    const url = urlOf(record);
    const { key, size } = record;
    known.push({ page, key, names, size });
    judged.push({ url, host: hostOf(url), identity: '', names, size, contentSize: size });
    numberOf.set(key, number);
    if (record.verdict === 'duplicate' && record.of !== undefined)
      duplicates.push({ number, of: record.of.key });
  }
  if (duplicates.length === 0) return;

  const sites = sitesAmong(judged);
  const pages = [...judged];
  const namesOf = (number: number): readonly string[] => known[number].names;
  identifyPages(sites, namesOf, (number, identity, listed, ownHeadings) => {
    pages[number] = { ...judged[number], identity, listed, ownHeadings };
  });
  const gramsOf = async (number: number): Promise<BigUint64Array> =>
    (await readGrams(store, [known[number].page], { snapshot }))[0];
  const templates = new Map<string, Template>();
  for await (const { host, template } of modelSites(sites, (number) => pages[number].identity, gramsOf)) {
    if (template.grams.length > 0) templates.set(host, template);
  }

  const rule = new PairRule((number) => pages[number], threshold);
  rule.learnPlaces(pages);
  const contentOf = async (number: number): Promise<PageContent & { host: string }> => {
    const grams = await gramsOf(number);
    const content = templates.get(pages[number].host)?.contentOf(grams) ?? grams;
    pages[number].contentSize = content.length;
    return { host: pages[number].host, grams, content };
  };
  for (const { number, of } of duplicates) {
    const other = numberOf.get(of);
    // The original was removed: the verdict stays.
    if (other === undefined) continue;
    const [x, y] = [await contentOf(number), await contentOf(other)];
    const similarity = jaccardOfSets(x.grams, y.grams);
    const contentSimilar = contentSimilarity(x, y, threshold);
    const content = contentSimilar >= threshold ? contentSimilar : undefined;
    const half = (): boolean => similarity >= threshold / 2;
    const likeness = { equal: similarity === 1, grams: similarity >= threshold, content, half };
    if (rule.judge(number, other, likeness) !== 'neither') continue;
    yield {
      key: known[number].key,
      url: pages[number].url,
      of: { key: of, url: pages[other].url },
      similarity,
      contentSimilarity: contentSimilar,
    };
  }
}
