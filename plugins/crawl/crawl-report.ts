import { gramName } from '../../src/flow/index.ts';
import type { GramSpec, ReasonCode } from '../../src/index.ts';
import {
  beginningOf,
  type Report,
  type ReportedCluster,
  type ReportedPage,
  type ReportedPair,
  SimilarityBins,
} from '../report/index.ts';
import { gatherClusters, type PageCluster } from './clusters.ts';
import { type KeptText, unpackedText } from './kept-text.ts';
import { indexKey } from './page-key.ts';
import type { CrawlVerdict, NamedPage } from './verdict.ts';

/** What a report is made from. */
interface CrawlFindings {
  readonly title: string;
  readonly threshold: number;
  readonly gram: GramSpec;
  /** Walked more than once. */
  verdicts(): AsyncIterable<CrawlVerdict>;
  /** The text that was kept of a page, by the page's key in the index. */
  text(key: string): Promise<string | undefined>;
}

/** Most pages in the clusters shown, as in the report of a dump. */
const MOST_PAGES = 250_000;
/** Most characters shown of one text, and of all texts together. */
const MOST_OF_PAGE = 60_000;
const MOST_TOGETHER = 64_000_000;

/**
 * Makes the report of the crawl so far. The largest clusters come first and get their texts first. A page is
 * compared only with earlier pages, so only the pairs with the first page of a cluster are known. Memory: the
 * duplicates, and the texts shown.
 *
 * @param mostPages most pages in the clusters shown
 */
export async function crawlReport(findings: CrawlFindings, mostPages = MOST_PAGES): Promise<Report> {
  const { title, threshold, gram } = findings;
  const counted = await countVerdicts(findings.verdicts(), threshold);
  const gathered = await gatherClusters(findings.verdicts());
  gathered.sort((x, y) => y.members.length - x.members.length);
  const shown = thoseThatFit(gathered, mostPages);
  const { clusters, notes } = await withTexts(shown, findings);
  if (shown.length < gathered.length) {
    notes.unshift(
      `${gathered.length - shown.length} of ${gathered.length} clusters are left out here, mostly the smallest; clusters() returns all of them.`,
    );
  }
  const { unique, duplicate, unclassifiable, codes, reasons, similarities, pairs, alike } = counted;
  return {
    title,
    deduplication: {
      summary: {
        pages: unique + duplicate + unclassifiable,
        kept: unique,
        dropped: duplicate,
        unclassifiable,
        damaged: 0,
        pairs: pairs.length,
        clusters: gathered.length,
        candidates: pairs.length + alike,
        method: 'crawl',
        threshold,
        similarity: 'jaccard',
        alike,
        codes,
        gram: gramName(gram),
      },
      clusters,
      pairs,
      pairsComplete: false,
      similarities: similarities.bins,
      clusterSizes: sizesOf(gathered),
      unclassifiable: reasons,
      notes,
    },
  };
}

/** Counts verdicts, and gathers the pairs that they name. */
async function countVerdicts(verdicts: AsyncIterable<CrawlVerdict>, threshold: number) {
  const counts = { unique: 0, duplicate: 0, unclassifiable: 0, alike: 0 };
  const codes: Partial<Record<ReasonCode, number>> = {};
  /** Of unclassifiable pages. */
  const reasons = new Map<string, number>();
  const similarities = new SimilarityBins(threshold);
  const pairs: ReportedPair[] = [];
  for await (const given of verdicts) {
    const { verdict, code, reason, of, similarity, overlap = 0 } = given;
    counts[verdict]++;
    codes[code] = (codes[code] ?? 0) + 1;
    if (verdict === 'unclassifiable') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    if (given.alike !== undefined) counts.alike++;
    if (of === undefined || similarity === undefined) continue;
    similarities.add(similarity);
    pairs.push({ a: idOf(of), b: idOf(given), similarity, overlap });
  }
  return { ...counts, codes, reasons, similarities, pairs };
}

function pagesOf({ members }: PageCluster): number {
  return members.length + 1;
}

/** Of clusters in their order, those that fit while there is room for so many pages. */
function thoseThatFit(clusters: readonly PageCluster[], mostPages: number): PageCluster[] {
  let room = mostPages;
  return clusters.filter((cluster) => {
    const fits = pagesOf(cluster) <= room;
    if (fits) room -= pagesOf(cluster);
    return fits;
  });
}

/** How many clusters have each size. */
function sizesOf(clusters: readonly PageCluster[]): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const cluster of clusters) sizes.set(pagesOf(cluster), (sizes.get(pagesOf(cluster)) ?? 0) + 1);
  return sizes;
}

/** Adds the kept texts to the clusters, as far as there is room. */
async function withTexts(
  clusters: readonly PageCluster[],
  { text: textOf }: CrawlFindings,
): Promise<{ readonly clusters: ReportedCluster[]; readonly notes: string[] }> {
  let left = MOST_TOGETHER;
  let missing = 0;
  const page = async (named: NamedPage, size?: number): Promise<ReportedPage> => {
    const kept = left > 0 ? await textOf(indexKey(named)) : undefined;
    const grams = size === undefined ? {} : { grams: size };
    if (kept === undefined) {
      missing++;
      return { id: idOf(named), url: named.url, ...grams };
    }
    const { title, text }: KeptText = unpackedText(kept);
    const shown = beginningOf(text, MOST_OF_PAGE);
    left -= shown.length;
    return { id: idOf(named), url: named.url, ...grams, text: { title, text: shown, length: text.length } };
  };
  const reported: ReportedCluster[] = [];
  for (const { representative, members } of clusters) {
    const first = await page(representative);
    const others: ReportedCluster['members'][number][] = [];
    for (const member of members)
      others.push({ page: await page(member, member.size), similarity: member.similarity ?? 0 });
    reported.push({ representative: first, members: others });
  }
  const notes =
    missing === 0
      ? []
      : [
          `Texts missing in this report: ${missing}. They were not kept (keepText: true), or there is no room for them.`,
        ];
  return { clusters: reported, notes };
}

/** Identifies a page in the report. Keys are unique only within a crawler, so its name is part of it. */
function idOf({ key, crawler }: NamedPage): string {
  return crawler === undefined ? key : `${crawler}: ${key}`;
}
