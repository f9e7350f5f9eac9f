import { measures } from '../join/similarity.ts';
import type { NamedPairs, PairSearch } from '../methods/method.ts';
import { PairRule } from '../site/pair-rule.ts';
import { identitiesOf } from '../site/site-model.ts';
import { hostOf } from '../store/layout/host.ts';
import { type ContentOptions, contentPairs } from './content-pairs.ts';
import { type JudgedPairs, judgePairs } from './judged-pairs.ts';
import type { PageFacts } from './shingle-pages.ts';

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
  const sites = pages.map(({ url, names }) => ({ host: hostOf(url), names: siteModel ? names : [] }));
  const identities = identitiesOf(sites);
  const content = await contentPairs(search, found, sites, sizes, identities, { ...options, method });
  const { contentSizes, templateDigest } = content;
  const rule = new PairRule(
    pages.map(({ url }, page) => ({
      url,
      host: sites[page].host,
      identity: identities[page],
      size: sizes[page],
      contentSize: contentSizes[page],
    })),
    options.threshold,
    identity,
  );
  const { value } = measures[options.similarity];
  const similarities = [sizes, contentSizes].map(
    (of) => (overlap: number, a: number, b: number) => value(overlap, of[a], of[b]),
  );
  const judged = judgePairs(found, content.found, sizes, [similarities[0], similarities[1]], rule);
  const candidates = content.found === found ? 0 : content.found.candidates;
  return { ...judged, contentSizes, identities, templateDigest, candidates };
}
