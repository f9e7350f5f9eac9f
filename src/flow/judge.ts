import { PairWriter, type SortedPairs } from '../cluster/sorted-pairs.ts';
import { measures } from '../join/similarity.ts';
import type { SearchResult } from '../methods/method.ts';
import { PairRule } from '../site/pair-rule.ts';
import { type ContentOptions, contentPairs } from './content-pairs.ts';
import type { Crowds } from './crowds.ts';
import { halfAlike } from './half-alike.ts';
import type { Journal } from './journal.ts';
import { judgedPages } from './journal-page.ts';
import { type ComparedPairs, comparedPairs, judgePairs, type SizedPairs } from './judged-pairs.ts';
import type { PartPairs } from './lasting-pairs.ts';
import { type Messages, messagesAmong } from './messages.ts';
import type { NamedPages } from './named-pages.ts';

/** How to judge pairs. */
interface JudgeOptions extends Omit<ContentOptions, 'unnamed'> {
  readonly siteModel: boolean;
  readonly named: NamedPages;
  readonly crowds: Crowds;
  /** Whether a pair is to be judged at all. */
  readonly isInQuestion: (a: number, b: number) => boolean;
}

/** The judged pairs of a search, and the cost of judging. */
interface JudgedSearch {
  /** The duplicates. Each pair has two values: its similarity, and that over all grams (`SimilarPairs`). */
  readonly duplicates: SortedPairs;
  /** Pairs that are similar but about different things, with the same values. */
  readonly alike: SortedPairs;
  /** Number of grams of each page that are compared, without its site's template. */
  readonly contentSizes: Uint32Array;
  /** Digest of the templates of all sites; empty if there is none. */
  readonly templateDigest: string;
  /** What is needed to find walls; missing without a site model. */
  readonly messages: Messages | undefined;
  /** Number of candidates of the searches over parts. */
  readonly candidates: number;
}

/**
 * Separates the pairs of a search that a person would call duplicates from the others: see `PairRule`. Pairs that do not count are left
 * out.
 *
 * Memory: that of a search, 14 bytes a page, 28 while sites are told apart, and the places of the names of pairs of short pages.
 */
export async function judgeFound(
  journal: Journal,
  found: SearchResult,
  { siteModel, identity, isInQuestion, named, ...options }: JudgeOptions,
): Promise<JudgedSearch> {
  const { similarity, threshold, folder, crowds } = options;
  const { identities, unnamed } = named;
  const identityOf = (page: number): string => identities.at(page);
  let messages: Messages | undefined;
  const content = await contentPairs(journal, found, journal, identityOf, {
    ...{ ...options, identity, unnamed },
    onContents: (contents) => {
      if (siteModel) messages = messagesAmong(journal, contents);
    },
  });
  const { contentSizes, templateDigest, lasting, ofTwoSites } = content;
  const pageAt = judgedPages(journal, named, (page) => contentSizes[page]);
  const namesCount = siteModel && identity;
  const rule = new PairRule(pageAt, threshold, namesCount);
  const { value } = measures[similarity];
  const by = (searched: SearchResult, sizeOf: (page: number) => number): ComparedPairs => ({
    ...searched,
    similarityOf: (overlap, a, b) => value(overlap, sizeOf(a), sizeOf(b)),
  });
  const withSizes = ({ found, sizes }: PartPairs): SizedPairs => {
    const sizeOf = (page: number): number => sizes.at(page);
    return { ...by(found, sizeOf), sizeOf };
  };
  const byContent = by(content.found, (page) => contentSizes[page]);
  if (namesCount) learnPlaces(rule, byContent, journal, identityOf);
  const [duplicates, alike] = [new PairWriter(folder.spool(), 2), new PairWriter(folder.spool(), 2)];
  await judgePairs(
    {
      grams: by(found, (page) => journal.sizeOf(page)),
      content: byContent,
      // pairs carry their similarities, since sizes differ from pair to pair
      ofTwoSites: ofTwoSites && by(ofTwoSites, () => 0),
      lasting: lasting && withSizes(lasting),
    },
    (page) => journal.sizeOf(page),
    halfAlike(journal, options),
    rule,
    (pair, likeness) => {
      if (!isInQuestion(pair.a, pair.b) || !crowds.counts(pair.a, pair.b)) return;
      const into = likeness === 'neither' ? alike : duplicates;
      into.add(pair.a, pair.b, pair.overlap, pair.similarity, pair.rawSimilarity);
    },
  );
  return {
    duplicates: duplicates.seal(),
    alike: alike.seal(),
    ...{ contentSizes, templateDigest, messages },
    candidates:
      (content.found === found ? 0 : content.found.candidates) +
      (ofTwoSites?.candidates ?? 0) +
      (lasting?.found.candidates ?? 0),
  };
}

/** Learns the places about which the rule asks: first finds for which names it does. Pages of two sites, or of one name, ask for none. */
function learnPlaces(
  rule: PairRule,
  byContent: ComparedPairs,
  journal: Journal,
  identityOf: (page: number) => string,
): void {
  for (const pair of comparedPairs(byContent)) {
    const { a, b } = pair;
    if (journal.hostNumberOf(a) !== journal.hostNumberOf(b)) continue;
    if (!rule.mayAskAnew(identityOf(a), identityOf(b))) continue;
    // whether all grams are similar is left open: with either answer the rule may ask
    rule.judge(a, b, { equal: false, content: pair.similarity() });
  }
  if (rule.asked.size > 0) rule.learnPlaces(pagesOf(journal, identityOf, rule.asked));
}

/** The pages that have one of some identities. */
function* pagesOf(
  journal: Journal,
  identityOf: (page: number) => string,
  wanted: ReadonlySet<string>,
): Generator<{ readonly identity: string; readonly url: string }> {
  for (let page = 0; page < journal.length; page++) {
    const identity = identityOf(page);
    if (wanted.has(identity)) yield { identity, url: journal.factsOf(page).url };
  }
}
