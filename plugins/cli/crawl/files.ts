import { join } from 'node:path';
import { fileFormats } from '../../../src/flow/index.ts';
import type { ExtractMode } from '../../../src/index.ts';
import type { NearDuplicates } from '../../crawlee/index.ts';
import { clusterLine, decisionLine, writeSummary, writeWhole } from '../dedup/files.ts';
import { pairLine } from '../dedup/pair-lines.ts';
import { beginResults } from '../out-folder.ts';
import { peakMemoryBytes } from '../result.ts';
import { version } from '../version.ts';
import type { CrawlSummary } from './summary.ts';

/** The decision on a page in `decisions.jsonl`, by its verdict. */
const DECISION_BY_VERDICT = { unique: 'keep', duplicate: 'drop', unclassifiable: 'unclassifiable' } as const;

/** How the pages of a crawl were compared, and where they are kept. */
interface CrawlFilesCall {
  /** The folder. */
  readonly out: string;
  /** The file of all pages; undefined if they were not kept. */
  readonly pages: string | undefined;
  readonly extract: ExtractMode;
  readonly siteModel: boolean;
}

/**
 * Writes the files of `neardup dedup --out`, in the order of verdicts, so that `neardup report` and `neardup explain`
 * read a crawl like a dump. A page is compared only with earlier pages: `pairs.jsonl` has the pair of each page with
 * the page that it repeats, and no others.
 */
export async function writeCrawlFiles(
  { out, pages, extract, siteModel }: CrawlFilesCall,
  duplicates: NearDuplicates,
  summary: CrawlSummary,
): Promise<void> {
  const decisions: string[] = [];
  const pairs: string[] = [];
  let alikePairs = 0;
  const codes: Record<string, number> = {};
  for await (const verdict of duplicates.verdicts()) {
    const { key: id, url, of, alike, similarity, overlap, code, reason, truncatedFrom } = verdict;
    const repeated =
      of === undefined || similarity === undefined ? {} : { representative: of.key, similarity };
    decisions.push(
      decisionLine({
        ...{ id, url, decision: DECISION_BY_VERDICT[verdict.verdict], ...repeated },
        ...(alike && { alike: alike.key }),
        ...{ code, reason },
        ...(truncatedFrom !== undefined && { truncatedFrom }),
      }),
    );
    codes[code] = (codes[code] ?? 0) + 1;
    if (alike !== undefined) alikePairs++;
    if (of !== undefined && similarity !== undefined && overlap !== undefined) {
      pairs.push(pairLine({ format: fileFormats.pair, a: of.key, b: id, similarity, overlap }));
    }
  }
  await beginResults(out, 'summary.json');
  await writeWhole(join(out, 'decisions.jsonl'), decisions);
  await writeWhole(join(out, 'pairs.jsonl'), pairs);
  const clusters = (await duplicates.clusters()).map(({ representative, members }) =>
    clusterLine(
      representative.key,
      members.map(({ key: id, url, similarity }) => ({ id, url, similarity })),
    ),
  );
  await writeWhole(join(out, 'clusters.jsonl'), clusters);
  await writeSummary(out, {
    format: fileFormats.summary,
    pages: summary.pages,
    bytes: 0,
    kept: summary.unique,
    dropped: summary.duplicates,
    unclassifiable: summary.unclassifiable,
    damaged: 0,
    damagedSpots: [],
    skipped: {},
    candidates: pairs.length + alikePairs,
    pairs: pairs.length,
    alike: alikePairs,
    clusters: summary.clusters,
    method: 'crawl',
    threshold: summary.threshold,
    gram: summary.gram,
    similarity: 'jaccard',
    inputs: pages === undefined ? [] : [pages],
    extract,
    multiset: false,
    siteModel: false,
    identity: siteModel,
    milliseconds: summary.milliseconds,
    peakMemoryBytes: peakMemoryBytes(),
    version,
    // a crawl leaves no template out
    templateDigest: '',
    codes,
  });
}
