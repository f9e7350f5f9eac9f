import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileFormats } from '../../../src/flow/index.ts';
import type {
  ReportedCluster,
  ReportedDeduplication,
  ReportedPage,
  ReportedPair,
} from '../../report/index.ts';
import { inThousands } from '../numbers.ts';
import { readJsonLines } from '../read-lines.ts';
import { type ResultFile, readResult } from '../read-result.ts';
import type { DedupSummary } from './summary.ts';

/** Clusters, pages and pairs that a report carries; the largest clusters come first where there are more. */
const MOST_CLUSTERS = 50_000;
const MOST_PAGES = 250_000;
const MOST_PAIRS = 500_000;

/** Bins of the distribution of similarities. */
const BINS = 40;

/** What `dedup --out DIR` wrote, as far as a report shows it, and the summary as it is. */
export interface DedupResults {
  readonly summary: DedupSummary;
  readonly deduplication: ReportedDeduplication;
}

/** A line of `clusters.jsonl`. */
interface ClusterLine {
  readonly representative: string;
  readonly members: readonly { readonly id: string; readonly url: string; readonly similarity: number }[];
}

/** A line of `decisions.jsonl`. */
interface DecisionLine {
  readonly id: string;
  readonly url: string;
  readonly decision: string;
  readonly reason: string;
}

/**
 * Reads the files of an earlier `dedup --out` in a folder; undefined when the folder holds none.
 *
 * Memory: the clusters shown, and 8 bytes for each cluster beyond. Throws where a file is missing or damaged.
 */
export async function readDedupResults(folder: string): Promise<DedupResults | undefined> {
  const summaryPath = join(folder, 'summary.json');
  if (!existsSync(summaryPath)) return undefined;
  const summary = await readResult(summaryPath, summaryFile);
  const notes: string[] = [];
  const { lines, sizes } = await readClusters(join(folder, 'clusters.jsonl'), notes);
  const clusterOf = new Map<string, number>();
  for (const [cluster, { representative, members }] of lines.entries()) {
    clusterOf.set(representative, cluster);
    for (const { id } of members) clusterOf.set(id, cluster);
  }
  const { urls, unclassifiable } = await readDecisions(join(folder, 'decisions.jsonl'), lines);
  const { pairs, complete, similarities } = await readPairs(
    join(folder, 'pairs.jsonl'),
    clusterOf,
    summary,
    notes,
  );
  const clusters = lines.map(({ representative, members }): ReportedCluster => {
    const page = (id: string, url: string): ReportedPage => ({ id, url });
    return {
      representative: page(representative, urls.get(representative) ?? ''),
      members: members.map(({ id, url, similarity }) => ({ page: page(id, url), similarity })),
    };
  });
  return {
    summary,
    deduplication: {
      summary,
      clusters,
      pairs,
      pairsComplete: complete,
      similarities,
      clusterSizes: sizes,
      unclassifiable,
      notes,
    },
  };
}

/** How `summary.json` is read again. */
export const summaryFile: ResultFile<DedupSummary> = {
  format: fileFormats.summary,
  what: 'the summary of neardup dedup --out',
  isWhole: ({ pages, clusters }) => typeof pages === 'number' && typeof clusters === 'number',
};

/** The clusters to show, in file order, and the number of clusters of each size. */
async function readClusters(
  path: string,
  notes: string[],
): Promise<{ lines: ClusterLine[]; sizes: Map<number, number> }> {
  const sizes = new Map<number, number>();
  for await (const { members } of readJsonLines<ClusterLine>(path)) {
    sizes.set(members.length + 1, (sizes.get(members.length + 1) ?? 0) + 1);
  }
  const room = roomBySize(sizes);
  const lines: ClusterLine[] = [];
  let left = 0;
  for await (const line of readJsonLines<ClusterLine>(path)) {
    const size = line.members.length + 1;
    const roomOfSize = room.get(size) ?? 0;
    room.set(size, roomOfSize - 1);
    if (roomOfSize > 0) lines.push(line);
    else left++;
  }
  if (left > 0) {
    notes.push(
      `${inThousands(left)} of ${inThousands(left + lines.length)} clusters are left out here, mostly the smallest; clusters.jsonl has all of them.`,
    );
  }
  return { lines, sizes };
}

/** How many clusters of each size are shown: the largest sizes first, as long as there is room. */
function roomBySize(sizes: ReadonlyMap<number, number>): Map<number, number> {
  const room = new Map<number, number>();
  let clusters = MOST_CLUSTERS;
  let pages = MOST_PAGES;
  for (const [size, count] of [...sizes].sort(([a], [b]) => b - a)) {
    const shown = Math.min(count, clusters, Math.floor(pages / size));
    room.set(size, shown);
    clusters -= shown;
    pages -= shown * size;
  }
  return room;
}

/** URLs of the representatives shown, which `clusters.jsonl` leaves out, and why pages could not be judged. */
async function readDecisions(
  path: string,
  lines: readonly ClusterLine[],
): Promise<{ urls: Map<string, string>; unclassifiable: Map<string, number> }> {
  const representatives = new Set(lines.map(({ representative }) => representative));
  const urls = new Map<string, string>();
  const unclassifiable = new Map<string, number>();
  for await (const { id, url, decision, reason } of readJsonLines<DecisionLine>(path)) {
    if (representatives.has(id)) urls.set(id, url);
    if (decision === 'unclassifiable') unclassifiable.set(reason, (unclassifiable.get(reason) ?? 0) + 1);
  }
  return { urls, unclassifiable };
}

/** The pairs inside of clusters shown, and the distribution of the similarity of all. */
async function readPairs(
  path: string,
  clusterOf: ReadonlyMap<string, number>,
  { threshold, similarity }: DedupSummary,
  notes: string[],
): Promise<{
  pairs: ReportedPair[];
  complete: boolean;
  similarities: ReportedDeduplication['similarities'];
}> {
  const pairs: ReportedPair[] = [];
  const counts = new Array<number>(BINS).fill(0);
  let complete = true;
  for await (const pair of readJsonLines<ReportedPair>(path)) {
    const place = Math.floor((BINS * (pair.similarity - threshold)) / (1 - threshold));
    counts[Math.max(0, Math.min(BINS - 1, Number.isNaN(place) ? BINS - 1 : place))]++;
    const cluster = clusterOf.get(pair.a);
    if (cluster === undefined || cluster !== clusterOf.get(pair.b)) continue;
    if (pairs.length < MOST_PAIRS) pairs.push(pair);
    else complete = false;
  }
  if (!complete) {
    notes.push(`The numbers of ${inThousands(MOST_PAIRS)} pairs are kept here; pairs.jsonl has all of them.`);
  }
  const width = (1 - threshold) / BINS;
  const similarities = counts.map((count, i) => ({
    from: threshold + i * width,
    to: i === BINS - 1 ? 1 : threshold + (i + 1) * width,
    pairs: count,
  }));
  // the overlap is a count, and at threshold 1 all pairs are equal: nothing to draw
  return { pairs, complete, similarities: similarity === 'overlap' || threshold >= 1 ? [] : similarities };
}
