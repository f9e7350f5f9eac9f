import type { PagePairs } from '../cluster/pairs.ts';
import { measures } from '../join/similarity.ts';
import type { NamedPairs, PairSearch } from '../methods/method.ts';
import { type JudgedPage, PairRule } from '../site/pair-rule.ts';
import { identitiesOf, type SitePages } from '../site/site-model.ts';
import { hostOf } from '../store/layout/host.ts';
import { type ContentOptions, contentPairs } from './content-pairs.ts';
import { type JudgedPairs, judgePairs } from './judged-pairs.ts';
import type { PageFacts } from './page-grams.ts';

/** What is asked of a judgement. */
interface JudgeOptions extends ContentOptions {
  readonly siteModel: boolean;
  readonly identity: boolean;
}

/** The pairs of a search, judged, and what that took. */
interface JudgedSearch extends JudgedPairs {
  /** Number of grams of each page that are not of its site's template. */
  readonly contentSizes: Uint32Array;
  /** What each page calls itself; empty where it does not say. */
  readonly identities: readonly string[];
  /** Of the templates of all sites; empty where there is none. */
  readonly templateDigest: string;
  /** Pairs that the search over the content looked at. */
  readonly candidates: number;
}

/** Tells the pairs that a search found and that a person would call duplicates from the others: see `PairRule`. */
export async function judgeFound(
  search: PairSearch,
  found: NamedPairs,
  pages: readonly PageFacts[],
  sizes: readonly number[],
  { siteModel, identity, method, ...options }: JudgeOptions,
): Promise<JudgedSearch> {
  const sites: SitePages = {
    length: pages.length,
    hostOf: (page) => hostOf(pages[page].url),
    namesOf: (page) => (siteModel ? pages[page].names : []),
  };
  const identities = identitiesOf(sites);
  const content = await contentPairs(search, found, sites, sizes, identities, { ...options, method });
  const { contentSizes, templateDigest } = content;
  const pageAt = (page: number): JudgedPage => ({
    url: pages[page].url,
    host: sites.hostOf(page),
    identity: identities[page],
    size: sizes[page],
    contentSize: contentSizes[page],
  });
  const rule = new PairRule(pageAt, options.threshold, identity);
  const compared = comparedIdentities([found.pairs, content.found.pairs], sites, identities);
  if (compared.size > 0) rule.learnPlaces(pagesOf(pages, identities, compared));
  const { value } = measures[options.similarity];
  const similarities = [sizes, contentSizes].map(
    (of) => (overlap: number, a: number, b: number) => value(overlap, of[a], of[b]),
  );
  const judged = judgePairs(found, content.found, sizes, [similarities[0], similarities[1]], rule);
  const candidates = content.found === found ? 0 : content.found.candidates;
  return { ...judged, contentSizes, identities, templateDigest, candidates };
}

/** What pages of one site call themselves that are in a pair under different names. */
function comparedIdentities(
  lists: readonly PagePairs[],
  sites: SitePages,
  identities: readonly string[],
): Set<string> {
  const compared = new Set<string>();
  for (const { a, b, length } of lists) {
    for (let i = 0; i < length; i++) {
      const [x, y] = [identities[a[i]], identities[b[i]]];
      if (x === '' || y === '' || x === y || (compared.has(x) && compared.has(y))) continue;
      if (sites.hostOf(a[i]) === sites.hostOf(b[i])) compared.add(x).add(y);
    }
  }
  return compared;
}

/** The pages of some identities. */
function* pagesOf(
  pages: readonly PageFacts[],
  identities: readonly string[],
  wanted: ReadonlySet<string>,
): Generator<{ readonly identity: string; readonly url: string }> {
  for (const [page, identity] of identities.entries()) {
    if (wanted.has(identity)) yield { identity, url: pages[page].url };
  }
}
