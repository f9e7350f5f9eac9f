import {
  clusterPolicies,
  defaultRecall,
  defaultThreshold,
  keepPolicies,
  similarities,
} from '../../../../src/flow/index.ts';
import type { ClusterPolicy, KeepPolicy } from '../../../../src/index.ts';
import type { Similarity } from '../../../../src/join/index.ts';
import { chooseBands, type SimHashTables, simHashTables } from '../../../../src/sketch/index.ts';
import { pairsOf } from '../../../mr/pages/judge.ts';
import {
  defaultOrderings,
  type PublishedAlgorithm,
  publishedAlgorithms,
} from '../../../mr/published/algorithm.ts';
import type { RunIdentity } from '../../../mr/run-verb.ts';
import { sampledEvery } from '../../../mr/verbs/heavy.ts';
import type { Verb } from '../../../mr/verbs/verb.ts';
import { wrongCall } from '../../errors.ts';
import {
  checked,
  numberBetween,
  oneOf,
  option,
  readThreshold,
  sizeBytes,
  switchWords,
  wholeNumberBetween,
} from '../../options.ts';
import { choice, type OptionHelp } from '../../usage.ts';

/** Options of the verbs that read lines, for `parseArgs`. */
export const verbOptions = {
  similarity: { type: 'string' },
  threshold: { type: 'string' },
  heavy: { type: 'string' },
  every: { type: 'string' },
  least: { type: 'string' },
  blocks: { type: 'string' },
  'most-of-key': { type: 'string' },
  method: { type: 'string' },
  recall: { type: 'string' },
  tables: { type: 'string' },
  algorithm: { type: 'string' },
  orderings: { type: 'string' },
  memory: { type: 'string' },
  tag: { type: 'string' },
  cluster: { type: 'string' },
  identity: { type: 'string' },
  names: { type: 'string' },
  keep: { type: 'string' },
  of: { type: 'string' },
  round: { type: 'string' },
} as const;

/** Values of {@link verbOptions}. */
type VerbValues = { readonly [Name in keyof typeof verbOptions]?: string | undefined };

/** A verb that reads lines. */
interface LineVerb {
  /** Whether its input must be sorted. */
  readonly sorted: boolean;
  readonly about: string;
  /** The options that it takes. */
  readonly takes: readonly (keyof typeof verbOptions)[];
  open(values: VerbValues, identity: RunIdentity): Verb | Promise<Verb>;
}

/** Verbs by their names, in the order of the flow. */
export type LineVerbs = Readonly<Record<string, LineVerb>>;

/** Tokens that at least this many sets have, judging by the sample, come last in the order of prefixes. */
export const defaultLeast = 100;
/** A token that more sets have is split. */
export const defaultMostOfKey = 20_000;
/** Memory of a process on a worker; its own program takes some 80 MB more. */
export const defaultWorkerBytes: number = 2 ** 28;
const mostBlocks = 999_999;

/** The options of {@link readSimilar}. */
export const similar = ['similarity', 'threshold'] as const;

const keyMethods = ['prefix', 'lsh', 'simhash'] as const;
const defaultTables = '10';
/** Ours, and the published ones. */
export const joinAlgorithms = ['ours', ...publishedAlgorithms] as const;
/** No data set is known for which more orderings pay. */
const mostOrderings = 16;

/** Their options as `--help` shows them. */
export const verbOptionHelp: readonly OptionHelp[] = [
  choice('--similarity S', similarities),
  ['--threshold T', `(${defaultThreshold}; with overlap: a count of shared tokens)`],
  ['--heavy FILE', 'what heavy has written: the same file for keys and attach'],
  ['--blocks N', 'number of blocks of sets that verify works on: the same for keys and attach (1)'],
  ['--every N', `one set in N is sampled; sample and heavy take the same N (${sampledEvery})`],
  ['--least N', `tokens that N sets have come last in prefixes (${defaultLeast})`],
  ['--most-of-key N', `a token that more sets have is split (${defaultMostOfKey})`],
  choice(
    '--method M',
    keyMethods,
    ': lsh finds most pairs by fewer postings, jaccard only; simhash those that are nearly equal',
  ),
  ['--recall R', `with lsh: probability to find a pair right at the threshold (${defaultRecall})`],
  choice('--tables N', simHashTables.map(String), ': permuted tables, with simhash', defaultTables),
  choice('--algorithm A', joinAlgorithms, ': the others as published, to compare'),
  ['--orderings K', `with mgjoin: global orderings (${defaultOrderings})`],
  ['--memory SIZE', 'what a key, block or host may take in memory; the rest waits on disk (256MB)'],
  ['--tag X', 'of which lines, such as e (always needed)'],
  choice('--cluster C', clusterPolicies),
  ['--identity M', 'on, off: as in neardup dedup (on)', switchWords],
  ['--names M', 'on, off: also write what each page calls itself, and templates (off)', switchWords],
  choice('--keep K', keepPolicies, ': which page of a cluster stays'),
  choice('--of O', pairsOf, ': what the pairs are similar by'),
  ['--round N', 'how often pages have claimed an id, with this time (1)'],
];

/** Measure and threshold of similarity. */
export function readSimilar(values: VerbValues): { similarity: Similarity; threshold: number } {
  const similarity = readSimilarity(values);
  return { similarity, threshold: readThreshold(values, similarity) };
}

/** The measure of similarity. */
export function readSimilarity(values: VerbValues): Similarity {
  return option(values, 'similarity', oneOf(similarities), similarities[0]);
}

/**
 * How sets that may be similar are brought together: by bands for a recall, by SimHash tables, by a published
 * algorithm, or by prefixes.
 */
export function readKeyMethod(values: VerbValues): {
  readonly recall?: number;
  readonly tables?: SimHashTables;
  readonly algorithm?: PublishedAlgorithm;
  readonly orderings?: number;
} {
  const algorithm = option(values, 'algorithm', oneOf(joinAlgorithms), joinAlgorithms[0]);
  if (values.orderings !== undefined && algorithm !== 'mgjoin')
    throw wrongCall('--orderings', '--algorithm mgjoin with it');
  if (algorithm !== 'ours') {
    const ours = (['method', 'recall', 'tables'] as const).filter((name) => values[name] !== undefined);
    if (ours.length > 0) {
      const got = ours.map((name) => `--${name}`).join(', ');
      throw wrongCall(`--algorithm ${algorithm}`, 'none of --method, --recall and --tables', got);
    }
    const orderings = wholeNumberBetween(1, mostOrderings);
    return {
      algorithm,
      ...(algorithm === 'mgjoin' && { orderings: option(values, 'orderings', orderings, defaultOrderings) }),
    };
  }
  const method = option(values, 'method', oneOf(keyMethods), keyMethods[0]);
  if (values.recall !== undefined && method !== 'lsh') throw wrongCall('--recall', '--method lsh with it');
  if (values.tables !== undefined && method !== 'simhash')
    throw wrongCall('--tables', '--method simhash with it');
  if (method === 'prefix') return {};
  if (method === 'simhash') {
    const tables = option(values, 'tables', oneOf(simHashTables.map(String)), defaultTables);
    return { tables: Number(tables) as SimHashTables };
  }
  const { similarity, threshold } = readSimilar(values);
  if (similarity !== similarities[0]) throw wrongCall('--method lsh', '--similarity jaccard', similarity);
  const recall = option(values, 'recall', numberBetween(0, 1), defaultRecall);
  // not every recall can be reached by a sketch: say so before any work is done
  checked('--recall', () => chooseBands(threshold, recall));
  return { recall };
}

/** How pairs become clusters. */
export function readPolicy(values: VerbValues): ClusterPolicy {
  return option(values, 'cluster', oneOf(clusterPolicies), clusterPolicies[0]);
}

/** One in this many sets is sampled. */
export function readEvery(values: VerbValues): number {
  return option(values, 'every', wholeNumberBetween(1, 2 ** 20), sampledEvery);
}

/** Number of blocks of sets. */
export function readBlocks(values: VerbValues): number {
  return option(values, 'blocks', wholeNumberBetween(1, mostBlocks), 1);
}

/** Memory of a process, in bytes. */
export function readWorkerMemory(values: VerbValues): number {
  return option(values, 'memory', sizeBytes, defaultWorkerBytes);
}

/** Which page of a cluster is kept. */
export function readKeep(values: VerbValues): KeepPolicy {
  return option(values, 'keep', oneOf(keepPolicies), keepPolicies[0]);
}
