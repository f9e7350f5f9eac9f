import { defaultRecall, freeBytesIn, similarities } from '../../../src/flow/index.ts';
import type { Similarity } from '../../../src/join/index.ts';
import { chooseBands, nearProbability } from '../../../src/sketch/index.ts';
import { estimateJoin, type JoinEstimate } from '../../mr/local/estimate.ts';
import { joinStages } from '../../mr/plan.ts';
import type { PublishedAlgorithm } from '../../mr/published/algorithm.ts';
import { inMegabytes, inSeconds, inThousands, many } from '../numbers.ts';

/** A join that is about to start. */
interface StartingJoin {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly recall?: number;
  readonly tables?: number;
  readonly algorithm?: PublishedAlgorithm;
  /** Number of processors. Default: one, and the words name processor time. */
  readonly threads?: number | undefined;
  readonly parts: number;
  /** Most bytes on disk for the stages. Default: the free space of the folder's disk. */
  readonly temporaryBytes?: number | undefined;
}

/** The sets to be joined: how many, and a sample of them. */
interface StartingSets {
  readonly count: number;
  readonly sample: readonly BigUint64Array[];
  /** An existing folder on the disk where stages are written; undefined if that is not on this machine. */
  readonly folder?: string;
}

/**
 * Estimates the cost of a join from a sample of its sets, in numbers and in one line. Throws if it does not fit on
 * the disk, with what would help.
 */
export function checkEstimate(
  join: StartingJoin,
  { count, sample, folder }: StartingSets,
): { readonly expected: JoinEstimate; readonly words: string } {
  const expected = estimateJoin(sample, count, {
    ...join,
    ...(join.recall !== undefined && bandsOf(join.threshold, join.recall)),
    ...(join.tables !== undefined && { bands: join.tables }),
    wholeRecords: join.algorithm !== undefined,
    processes: join.parts * joinStages(join, { memoryBytes: 0, blocks: 0 }).length,
  });
  const words = `expected: ${inWords(expected, join)}`;
  const limit =
    join.temporaryBytes ?? (folder === undefined ? Number.POSITIVE_INFINITY : freeBytesIn(folder));
  if (expected.diskBytes <= limit) return { expected, words };
  const where = join.temporaryBytes === undefined ? `free in ${folder}` : '--temp';
  throw new Error(
    `expected ${inMegabytes(expected.diskBytes)} of disk for the stages; got ${inMegabytes(limit)} (${where}): ${wayOut(join, sample, count, limit)}. ${words}`,
  );
}

/** Fingerprints that differ in at most this many bits share a key in some table. */
const nearBits = 3;

/** Says what would take less disk. */
function wayOut(join: StartingJoin, sample: readonly BigUint64Array[], count: number, limit: number): string {
  const way = 'take a larger disk, or a higher threshold';
  if (join.similarity !== similarities[0] || (join.recall ?? join.tables) !== undefined) return way;
  try {
    const { diskBytes } = estimateJoin(sample, count, { ...join, ...bandsOf(join.threshold, defaultRecall) });
    return diskBytes <= limit ? `--method lsh takes ${inMegabytes(diskBytes)}, and finds most pairs` : way;
  } catch {
    // no sketch reaches the recall at so low a threshold
    return way;
  }
}

function bandsOf(threshold: number, recall: number): { readonly bands: number } {
  return { bands: chooseBands(threshold, recall).bands };
}

const HOUR_MS = 3_600_000;

function inWords(
  { postings, largestKey, candidates, shuffleBytes, diskBytes, cpuHours }: JoinEstimate,
  join: StartingJoin,
): string {
  const method = join.algorithm ?? recallInWords(join);
  return [
    `${many(postings, 'posting')} (${method}), ${inThousands(largestKey)} in the largest group`,
    `up to ${many(Math.ceil(candidates), 'pair')} to confirm`,
    `${inMegabytes(shuffleBytes)} between stages, ${inMegabytes(diskBytes)} on disk`,
    `some ${inSeconds((cpuHours * HOUR_MS) / (join.threads ?? 1), 0)}${join.threads === undefined ? ' of one processor' : ''}`,
  ].join('; ');
}

/** Words for the pairs that are found. */
function recallInWords({ similarity, threshold, recall, tables }: StartingJoin): string {
  if (recall !== undefined) return `recall ${recall}`;
  if (tables === undefined) return 'all pairs';
  if (similarity === 'overlap') return 'pairs of near SimHashes';
  // for two sets of the same size
  const cosine = similarity === 'jaccard' ? (2 * threshold) / (1 + threshold) : threshold;
  return `simhash, recall ${nearProbability(cosine, nearBits).toPrecision(2)} or more right at the threshold`;
}
