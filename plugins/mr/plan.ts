import { leastOfTwoSites } from '../../src/flow/index.ts';
import type { ClusterPolicy } from '../../src/index.ts';
import { tags } from './lines/format.ts';
import { bytesOfSets } from './local/estimate.ts';
import { defaultOrderings, type PublishedAlgorithm } from './published/algorithm.ts';

/** One step of a run: a verb over the partitions of the output of earlier steps. */
export interface Stage {
  /** Its name in messages, and the name of its output. */
  readonly name: string;
  /** The verb, and its arguments. */
  readonly call: readonly string[];
  /** The stages whose output it reads; none for a stage that reads inputs. */
  readonly reads: readonly string[];
  /** The inputs that it reads, each in a process of its own. */
  readonly inputs?: readonly string[];
  /** Whether its input must be sorted. */
  readonly sorted: boolean;
  /** A stage whose whole output it gets as one file, in `--heavy`. */
  readonly heavy?: string;
}

/** Share of a worker's memory for a block of sets: tokens come as text, and blocks differ in size. */
const BLOCK_SHARE = 4;
const TOKEN_BYTES = 8;
/** Least number of blocks for each partition, so that every partition has work. */
const BLOCKS_PER_PART = 4;
const mostBlocks = 999_999;

/** Number of blocks into which sets with this number of tokens are divided for workers of `memoryBytes`. */
export function blocksFor(tokens: number, parts: number, memoryBytes: number): number {
  const needed = Math.ceil((BLOCK_SHARE * TOKEN_BYTES * tokens) / memoryBytes);
  return Math.min(mostBlocks, Math.max(BLOCKS_PER_PART * parts, needed));
}

/** The options that decide the pairs of a run. */
interface JoinCall {
  readonly similarity: string;
  readonly threshold: number;
  /** If bands of sketches propose pairs: the probability of finding a pair right at the threshold. */
  readonly recall?: number;
  /** If permuted tables of SimHashes propose pairs: the number of tables. */
  readonly tables?: number;
  /** A published algorithm, for comparison. Default: ours. */
  readonly algorithm?: PublishedAlgorithm;
  /** Number of global orderings of `mgjoin`. */
  readonly orderings?: number;
}

/**
 * The options for the join of page contents (pages without their sites' templates). For pages of several hosts it finds
 * pairs from half the threshold on: `judge-second` decides which of them are compared again, by what is content on
 * either site.
 */
export function contentJoin<Call extends Pick<JoinCall, 'similarity' | 'threshold'>>(
  call: Call,
  hasTwoSites: boolean,
): Call {
  const { similarity, threshold } = call;
  return hasTwoSites ? { ...call, threshold: leastOfTwoSites(threshold, similarity === 'overlap') } : call;
}

/** The memory of the workers of a run. */
interface WorkerLimits {
  /** Bytes of one process. */
  readonly memoryBytes: number;
  /** Number of blocks of sets for `verify`. */
  readonly blocks: number;
}

/** The name of the last stage of a join: the pairs of input records. */
export const lastStage = 'found';
/** Prefix of the names of the stages that join page contents. */
export const contentPrefix = 'content-';

/**
 * The stages from pages, as the stage `pages` reads them, to the sets of their grams and the sets of their content.
 *
 * @param memoryBytes of one process
 * @param namesPages whether the identities of pages are written too, for decisions by stages
 */
export function pageStages(siteModel: boolean, memoryBytes: number, namesPages = false): Stage[] {
  return [
    { name: 'sets', call: ['fingerprint'], reads: ['pages'], sorted: false },
    ...(siteModel
      ? [
          { name: 'hosts', call: ['by-host'], reads: ['pages'], sorted: false },
          {
            name: `${contentPrefix}sets`,
            call: ['site', '--memory', String(memoryBytes), ...(namesPages ? ['--names', 'on'] : [])],
            reads: ['hosts'],
            sorted: true,
          },
        ]
      : []),
  ];
}

/** Bytes of the text of the sets from which an estimate is made. */
const SAMPLED_BYTES = 2 ** 24;

/** The stage that samples sets with this number of tokens for `mr estimate`, before the join. */
export function sampleStage(sets: number, tokens: number, prefix = ''): Stage {
  const every = Math.max(1, Math.ceil(bytesOfSets(sets, tokens) / SAMPLED_BYTES));
  const call = ['sample-sets', '--every', String(every)];
  return { name: `${prefix}sampled`, call, reads: [`${prefix}sets`], sorted: false };
}

/**
 * The stages from sets, as the stage `sets` reads them, to the pairs of input records. The last one is `lastStage`. All
 * names, including that of `sets`, begin with `prefix`.
 */
export function joinStages(call: JoinCall, limits: WorkerLimits, prefix = ''): Stage[] {
  const stages =
    call.algorithm === undefined ? ourStages(call, limits) : publishedStages(call, call.algorithm);
  return stages.map(({ name, reads, heavy, ...stage }) => ({
    ...stage,
    name: prefix + name,
    reads: reads.map((each) => prefix + each),
    ...(heavy !== undefined && { heavy: prefix + heavy }),
  }));
}

/**
 * The stages from sets to the clusters of input records: first those up to the links of the graph of pairs, then rounds
 * of `starStages` until no link is unsettled, then `memberStages`. Pairs of equal sets are never written out: a million
 * equal sets have 5·10¹¹ of them.
 */
export function linkStages(call: JoinCall, limits: WorkerLimits): Stage[] {
  const expanding = new Set(['expand-first', lastStage]);
  return [
    ...ourStages(call, limits).filter(({ name }) => !expanding.has(name)),
    stage('links', [], ['verify'], false),
  ];
}

/**
 * The counter of a round's first stage that says how many sets do not have their final links yet. If it is 0, the
 * rounds end before the second stage.
 */
export const unsettled = 'unsettled';

/** The two stages of a round; rounds are counted from 1. */
export function starStages(round: number): [Stage, Stage] {
  const [large, small] = [`large-star-${round}`, `small-star-${round}`];
  return [
    { ...stage('large-star', [], [round === 1 ? 'links' : `small-star-${round - 1}`], true), name: large },
    { ...stage('small-star', [], [large], true), name: small },
  ];
}

/** The options that decide clusters. */
export interface ClusterCall extends Pick<JoinCall, 'similarity' | 'threshold'> {
  readonly policy: ClusterPolicy;
}

/** The name of the last stage of clusters: the members of each. */
export const lastOfClusters = 'members';

/** The stages from the links of the last round to the members of clusters. */
export function memberStages({ similarity, threshold, policy }: ClusterCall, round: number): Stage[] {
  const [{ name: stars }] = starStages(round);
  const measured = ['--similarity', similarity];
  const similar = [...measured, '--threshold', String(threshold)];
  const by = ['--cluster', policy];
  const last = stage('members', [...similar, ...by], ['cluster', 'equal'], true);
  if (policy === 'components') return [stage('cluster', [...measured, ...by], [stars], true), last];
  return [
    stage('component', [], [stars, 'verify'], true),
    stage('cluster', [...measured, ...by], ['component'], true),
    last,
  ];
}

function ourStages(
  { similarity, threshold, recall, tables }: JoinCall,
  { memoryBytes, blocks }: WorkerLimits,
): Stage[] {
  const similar = ['--similarity', similarity, '--threshold', String(threshold)];
  const memory = ['--memory', String(memoryBytes)];
  const inBlocks = ['--blocks', String(blocks)];
  const byBands = recall === undefined ? [] : ['--method', 'lsh', '--recall', String(recall)];
  const method = tables === undefined ? byBands : ['--method', 'simhash', '--tables', String(tables)];
  const heavy = { heavy: 'heavy' };
  return [
    stage('collapse', [], ['sets'], true),
    { name: 'equal', call: ['select', '--tag', tags.equal], reads: ['collapse'], sorted: false },
    stage('sample', [], ['collapse'], false),
    stage('heavy', [], ['sample'], true),
    { ...stage('keys', [...similar, ...method, ...inBlocks], ['collapse'], false), ...heavy },
    stage('candidates', [...similar, ...memory], ['keys'], true),
    { ...stage('attach', inBlocks, ['collapse', 'candidates'], true), ...heavy },
    stage('verify', [...similar, ...memory], ['attach'], true),
    stage('expand-first', [], ['verify', 'equal'], true),
    { ...stage('expand-second', similar, ['expand-first', 'equal'], true), name: lastStage },
  ];
}

/**
 * All tokens are counted, a record is sent with each token of its prefix, and pairs found at several tokens are merged.
 */
function publishedStages(
  { similarity, threshold, orderings = defaultOrderings }: JoinCall,
  algorithm: PublishedAlgorithm,
): Stage[] {
  const similar = ['--similarity', similarity, '--threshold', String(threshold), '--algorithm', algorithm];
  const inOrderings = algorithm === 'mgjoin' ? ['--orderings', String(orderings)] : [];
  const all = ['--every', '1'];
  return [
    stage('records', [], ['sets'], false),
    stage('sample', all, ['records'], false),
    stage('heavy', [...all, '--least', '2'], ['sample'], true),
    { ...stage('keys', [...similar, ...inOrderings], ['records'], false), heavy: 'heavy' },
    stage('candidates', similar, ['keys'], true),
    { ...stage('distinct', [], ['candidates'], true), name: lastStage },
  ];
}

/** A stage with the name of its verb. */
function stage(name: string, call: readonly string[], reads: readonly string[], sorted: boolean): Stage {
  return { name, call: [name, ...call], reads, sorted };
}
