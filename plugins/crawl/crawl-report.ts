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
  const { threshold, gram } = findings;
  const counts = { unique: 0, duplicate: 0, unclassifiable: 0 };
  const codes: Partial<Record<ReasonCode, number>> = {};
  const unclassifiable = new Map<string, number>();
  const similarities = new SimilarityBins(threshold);
  const pairs: ReportedPair[] = [];
  let alike = 0;
  for await (const verdict of findings.verdicts()) {
    const { code, reason, of, similarity, overlap } = verdict;
    counts[verdict.verdict]++;
    codes[code] = (codes[code] ?? 0) + 1;
    if (verdict.verdict === 'unclassifiable')
      unclassifiable.set(reason, (unclassifiable.get(reason) ?? 0) + 1);
    if (verdict.alike !== undefined) alike++;
    if (of === undefined || similarity === undefined) continue;
    similarities.add(similarity);
    pairs.push({ a: idOf(of), b: idOf(verdict), similarity, overlap: overlap ?? 0 });
  }
  const gathered = await gatherClusters(findings.verdicts());
  gathered.sort((x, y) => y.members.length - x.members.length);
  const sizes = new Map<number, number>();
  const shown: PageCluster[] = [];
  let room = mostPages;
  for (const cluster of gathered) {
    const size = cluster.members.length + 1;
    sizes.set(size, (sizes.get(size) ?? 0) + 1);
    if (size > room) continue;
    room -= size;
    shown.push(cluster);
  }
  const { clusters, notes } = await withTexts(shown, findings);
  if (shown.length < gathered.length) {
    notes.unshift(
      `${gathered.length - shown.length} of ${gathered.length} clusters are left out here, mostly the smallest; clusters() returns all of them.`,
    );
  }
  return {
    title: findings.title,
    deduplication: {
      summary: {
        pages: counts.unique + counts.duplicate + counts.unclassifiable,
        kept: counts.unique,
        dropped: counts.duplicate,
        unclassifiable: counts.unclassifiable,
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
      clusterSizes: sizes,
      unclassifiable,
      notes,
    },
  };
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
