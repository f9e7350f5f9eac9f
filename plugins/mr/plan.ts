import { leastOfTwoSites } from '../../src/flow/index.ts';
import type { ClusterPolicy } from '../../src/index.ts';
import { tags } from './lines/format.ts';
import { bytesOfSets } from './local/estimate.ts';
import { defaultOrderings, type PublishedAlgorithm } from './published/algorithm.ts';

/** One step of a run: a verb over the partitions of what earlier steps wrote. */
export interface Stage {
  /** As in messages, and the name of what it writes. */
  readonly name: string;
  /** The verb, and its arguments. */
  readonly call: readonly string[];
  /** The stages that wrote what it reads; none for one that reads inputs itself. */
  readonly reads: readonly string[];
  /** What it reads itself, each in a process of its own. */
  readonly inputs?: readonly string[];
  /** Whether lines are sorted before it. */
  readonly sorted: boolean;
  /** A stage of whose output it is given all partitions in one file, as `--heavy`. */
  readonly heavy?: string;
}

/** Of a block of sets in what a worker may take: tokens come as text, and not all blocks are alike. */
const BLOCK_SHARE = 4;
const TOKEN_BYTES = 8;
/** Blocks for each partition at least, so that no partition is left without work. */
const BLOCKS_PER_PART = 4;
const mostBlocks = 999_999;

/** How many blocks of sets a worker of `memoryBytes` works on one after the other, of so many tokens in all. */
export function blocksFor(tokens: number, parts: number, memoryBytes: number): number {
  const needed = Math.ceil((BLOCK_SHARE * TOKEN_BYTES * tokens) / memoryBytes);
  return Math.min(mostBlocks, Math.max(BLOCKS_PER_PART * parts, needed));
}

/** What decides the pairs of a run. */
interface JoinCall {
  readonly similarity: string;
  readonly threshold: number;
  /** Where sets come together by bands of sketches: the probability to find a pair right at the threshold. */
  readonly recall?: number;
  /** Where sets come together by permuted tables of SimHashes: how many. */
  readonly tables?: number;
  /** As published, to be compared with; ours without it. */
  readonly algorithm?: PublishedAlgorithm;
  /** Global orderings of `mgjoin`. */
  readonly orderings?: number;
}

/**
 * The same for what pages have beside their sites' templates. Of pages of several hosts those are found that are half as similar:
 * `judge-second` tells which of them are to be looked at again, by what either site takes for content.
 */
export function contentJoin<Call extends Pick<JoinCall, 'similarity' | 'threshold'>>(
  call: Call,
  hasTwoSites: boolean,
): Call {
  const { similarity, threshold } = call;
  return hasTwoSites ? { ...call, threshold: leastOfTwoSites(threshold, similarity === 'overlap') } : call;
}

/** How much the workers of a run hold. */
interface WorkerLimits {
  /** In bytes: of one process. */
  readonly memoryBytes: number;
  /** Blocks of sets for `verify`. */
  readonly blocks: number;
}

/** The name of the last stage of a join: the pairs of input records. */
export const lastStage = 'found';
/** Begins the names of the stages of the join of what pages have beside their sites' templates. */
export const contentPrefix = 'content-';

/**
 * The stages from pages as they were read, by the stage `pages`, to the sets of their grams, and of what is not template.
 *
 * @param memoryBytes of one process
 * @param namesPages whether it is told what pages call themselves, for decisions by stages
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

/** Of the text of the sets that an estimate is made of. */
const SAMPLED_BYTES = 2 ** 24;

/** The stage that samples sets of so many tokens, for `mr estimate`, before they are joined. */
export function sampleStage(sets: number, tokens: number, prefix = ''): Stage {
  const every = Math.max(1, Math.ceil(bytesOfSets(sets, tokens) / SAMPLED_BYTES));
  const call = ['sample-sets', '--every', String(every)];
  return { name: `${prefix}sampled`, call, reads: [`${prefix}sets`], sorted: false };
}

/**
 * The stages from sets as they were read, by the stage `sets`, to the pairs of input records. The last one is `lastStage`;
 * all names begin with `prefix`, that of `sets` too.
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
 * The stages from sets to the clusters of input records: those up to the links of the graph of pairs, `starStages` round
 * by round until none is unsettled, and `memberStages`. Pairs of equal sets are never written out: of a million equal
 * sets there are 5·10¹¹.
 */
export function linkStages(call: JoinCall, limits: WorkerLimits): Stage[] {
  const expanding = new Set(['expand-first', lastStage]);
  return [
    ...ourStages(call, limits).filter(({ name }) => !expanding.has(name)),
    stage('links', [], ['verify'], false),
  ];
}

/**
 * The counter of the first stage of a round that tells how many sets are not linked as they will be: 0 ends the rounds,
 * before the second one.
 */
export const unsettled = 'unsettled';

/** The two stages of a round, which is counted from 1. */
export function starStages(round: number): [Stage, Stage] {
  const [large, small] = [`large-star-${round}`, `small-star-${round}`];
  return [
    { ...stage('large-star', [], [round === 1 ? 'links' : `small-star-${round - 1}`], true), name: large },
    { ...stage('small-star', [], [large], true), name: small },
  ];
}

/** What clusters are made by. */
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
 * All tokens are counted, records travel with each token of their prefixes, and pairs found at several tokens become
 * one.
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

/** A stage that has the name of its verb. */
function stage(name: string, call: readonly string[], reads: readonly string[], sorted: boolean): Stage {
  return { name, call: [name, ...call], reads, sorted };
}
