import { join } from 'node:path';
import type {
  ReportedCluster,
  ReportedDeduplication,
  ReportedPage,
  ReportedPair,
} from '../../report/index.ts';
import { pageKey } from '../../report/page-key.ts';
import { SimilarityBins } from '../../report/similarity-bins.ts';
import { isThere } from '../is-there.ts';
import { inThousands } from '../numbers.ts';
import { readJsonLines } from '../read-lines.ts';
import { readResult } from '../read-result.ts';
import { groupsOfPairs } from './groups.ts';
import { clusterCheck, decisionCheck, pairCheck, summaryFile } from './result-checks.ts';
import type { DedupSummary } from './summary.ts';

/** Most clusters, pages and pairs that a report contains. If there are more clusters, the largest ones are shown. */
const MOST_CLUSTERS = 50_000;
const MOST_PAGES = 250_000;
const MOST_PAIRS = 500_000;
/** Most pairs of pages about different things: the first ones. */
const MOST_ALIKE = 100_000;

/** The files that `dedup --out DIR` wrote, as far as a report shows them, and the whole summary. */
export interface DedupResults {
  readonly summary: DedupSummary;
  readonly lines: LineCounts;
  readonly deduplication: ReportedDeduplication;
}

/** Number of lines in each file with one for everything that `summary.json` counts; missing for a file that was not read. */
type LineCounts = Partial<Record<(typeof countedLines)[number]['count'], number>>;

/** These files, each with the name of its count in `summary.json`, and what has a line there. */
const countedLines = [
  { count: 'pages', file: 'decisions.jsonl', what: 'pages' },
  { count: 'clusters', file: 'clusters.jsonl', what: 'clusters' },
  { count: 'pairs', file: 'pairs.jsonl', what: 'pairs' },
  { count: 'alike', file: 'alike.jsonl', what: 'pairs about different things' },
] as const;

/** A line of `clusters.jsonl`. */
interface ClusterLine {
  readonly representative: string;
  /** Whether the representative is a known page, which has no line in `decisions.jsonl`. */
  readonly known?: true;
  readonly members: readonly {
    readonly id: string;
    readonly url: string;
    readonly similarity: number;
    readonly linked?: true;
  }[];
}

/** A line of `decisions.jsonl`. */
interface DecisionLine {
  readonly id: string;
  readonly url: string;
  readonly decision: string;
  readonly code: string;
  readonly reason: string;
}

/**
 * Reads the files of an earlier `dedup --out` in a folder; undefined if the folder holds none.
 *
 * Memory: the clusters shown, and 8 bytes for each further cluster. Throws if a file is missing or damaged.
 */
export async function readDedupResults(folder: string): Promise<DedupResults | undefined> {
  const summaryPath = join(folder, 'summary.json');
  if (!isThere(summaryPath)) return undefined;
  const read = await readResult<DedupSummary>(summaryPath, summaryFile);
  // an earlier version did not write these
  const summary = { ...read, alike: read.alike ?? 0, codes: read.codes ?? {} };
  const notes: string[] = [];
  const { lines, sizes, length: clusterCount } = await readClusters(join(folder, 'clusters.jsonl'), notes);
  const clusterOf = new Map<string, number>();
  for (const [cluster, { representative, known, members }] of lines.entries()) {
    clusterOf.set(pageKey({ id: representative, known }), cluster);
    for (const { id } of members) clusterOf.set(pageKey({ id }), cluster);
  }
  const { alike, ...more } = await readAlike(join(folder, 'alike.jsonl'), notes);
  const { urls, unclassifiable, walls, decided } = await readDecisions(
    join(folder, 'decisions.jsonl'),
    lines,
    alike,
  );
  const { pairs, ofWalls, complete, similarities, length } = await readPairs(
    join(folder, 'pairs.jsonl'),
    { clusterOf, walls },
    summary,
    notes,
  );
  const clusters = lines.map(({ representative, known, members }): ReportedCluster => {
    const page = (id: string, url: string): ReportedPage => ({ id, url });
    return {
      representative: known
        ? { id: representative, url: '', known }
        : page(representative, urls.get(representative) ?? ''),
      members: members.map(({ id, url, ...measured }) => ({ page: page(id, url), ...measured })),
    };
  });
  return {
    summary,
    lines: { pages: decided, clusters: clusterCount, pairs: length, alike: more.length },
    deduplication: {
      summary,
      clusters: [
        ...clusters,
        ...groupsOfPairs(alike, 'other-subject', urls),
        ...groupsOfPairs(ofWalls, 'wall', urls),
      ],
      pairs: [...pairs, ...alike, ...ofWalls],
      pairsComplete: complete,
      similarities,
      clusterSizes: sizes,
      unclassifiable,
      notes,
    },
  };
}

/**
 * Checks that the files of a run have all their lines.
 *
 * @throws Error that names the file
 */
export function checkLines(folder: string, lines: LineCounts, summary: DedupSummary): void {
  // The summary of a crawl counts the pages of its last run.
  if (summary.method === 'crawl') return;
  for (const { count, file, what } of countedLines) {
    // an earlier version did not count everything
    const [got, expected]: (number | undefined)[] = [lines[count], summary[count]];
    if (got === undefined || expected === undefined || got === expected) continue;
    throw new Error(
      `${join(folder, file)}: expected a line for each of the ${expected} ${what} of summary.json beside it; got ${got}: the same call writes it anew`,
    );
  }
}

/** The clusters to show, in file order, and the number of clusters of each size. */
async function readClusters(
  path: string,
  notes: string[],
): Promise<{ lines: ClusterLine[]; sizes: Map<number, number>; length: number }> {
  const sizes = new Map<number, number>();
  for await (const { members } of readJsonLines<ClusterLine>(path, clusterCheck)) {
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
  return { lines, sizes, length: lines.length + left };
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

/**
 * Pairs of pages about different things, as many as are shown. None if the file is missing: earlier versions did not
 * write it.
 */
async function readAlike(
  path: string,
  notes: string[],
): Promise<{ readonly alike: ReportedPair[]; readonly length: number }> {
  const alike: ReportedPair[] = [];
  if (!isThere(path)) return { alike, length: 0 };
  let left = 0;
  const pairs = readJsonLines<ReportedPair>(path, pairCheck);
  for await (const { a, b, known, similarity, overlap, estimated } of pairs) {
    if (alike.length === MOST_ALIKE) left++;
    else
      alike.push({
        ...{ a, b, ...(known && { known }), similarity, overlap },
        ...(estimated && { estimated }),
        alike: true,
      });
  }
  if (left > 0) {
    notes.push(
      `${inThousands(MOST_ALIKE)} of ${inThousands(MOST_ALIKE + left)} pairs about different things are here; alike.jsonl has all of them.`,
    );
  }
  return { alike, length: alike.length + left };
}

/** URLs of the pages that the other files leave out, pages of walls, and the reasons why pages could not be judged. */
async function readDecisions(
  path: string,
  lines: readonly ClusterLine[],
  alike: readonly ReportedPair[],
): Promise<{
  urls: Map<string, string>;
  unclassifiable: Map<string, number>;
  walls: Set<string>;
  decided: number;
}> {
  const wanted = new Set<string>();
  for (const { representative, known } of lines) if (!known) wanted.add(representative);
  for (const { a, b, known } of alike) wanted.add(a).add(known ? a : b);
  const urls = new Map<string, string>();
  const unclassifiable = new Map<string, number>();
  const walls = new Set<string>();
  const decisions = readJsonLines<DecisionLine>(path, decisionCheck);
  let decided = 0;
  for await (const { id, url, decision, code, reason } of decisions) {
    decided++;
    const isWall = code === 'wall' && walls.size < MOST_PAGES;
    if (isWall) walls.add(id);
    if (isWall || wanted.has(id)) urls.set(id, url);
    if (decision === 'unclassifiable') unclassifiable.set(reason, (unclassifiable.get(reason) ?? 0) + 1);
  }
  return { urls, unclassifiable, walls, decided };
}

/** The pairs within the shown clusters and walls, and the distribution of all similarities. */
async function readPairs(
  path: string,
  {
    clusterOf,
    walls,
  }: { readonly clusterOf: ReadonlyMap<string, number>; readonly walls: ReadonlySet<string> },
  { threshold, comparedOnce = 0 }: DedupSummary,
  notes: string[],
): Promise<{
  pairs: ReportedPair[];
  ofWalls: ReportedPair[];
  complete: boolean;
  similarities: ReportedDeduplication['similarities'];
  length: number;
}> {
  const pairs: ReportedPair[] = [];
  const ofWalls: ReportedPair[] = [];
  const similarities = new SimilarityBins(threshold);
  let [complete, left, length] = [comparedOnce === 0, 0, 0];
  for await (const pair of readJsonLines<ReportedPair>(path, pairCheck)) {
    similarities.add(pair.similarity);
    length++;
    const isOfWall = walls.has(pair.a) && !pair.known && walls.has(pair.b);
    if (isOfWall && ofWalls.length < MOST_ALIKE) ofWalls.push(pair);
    const cluster = clusterOf.get(pageKey({ id: pair.a }));
    const other = clusterOf.get(pageKey({ id: pair.b, known: pair.known }));
    if (cluster === undefined || cluster !== other) continue;
    if (pairs.length < MOST_PAIRS) pairs.push(pair);
    else left++;
  }
  if (comparedOnce > 0) {
    notes.push(
      `${inThousands(comparedOnce)} pages of crowds of similar pages were compared with one page alone: their other pairs are not in pairs.jsonl.`,
    );
  }
  if (left > 0) {
    complete = false;
    notes.push(`The numbers of ${inThousands(MOST_PAIRS)} pairs are kept here; pairs.jsonl has all of them.`);
  }
  return { pairs, ofWalls, complete, similarities: similarities.bins, length };
}
