import { tags } from './lines/format.ts';

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
}

/** How much the workers of a run hold. */
interface WorkerLimits {
  /** In bytes: of one process. */
  readonly memoryBytes: number;
  /** Blocks of sets for `verify`. */
  readonly blocks: number;
}

/** The name of the last stage of a join, and the beginning of the names of all its stages. */
export const lastStage = 'expand-second';
/** Of the join of what pages have beside their sites' templates. */
export const contentPrefix = 'content-';

/** The stages from pages as they were read, by the stage `pages`, to the sets of their grams, and of what is not template. */
export function pageStages(siteModel: boolean): Stage[] {
  return [
    { name: 'sets', call: ['fingerprint'], reads: ['pages'], sorted: false },
    ...(siteModel
      ? [
          { name: 'hosts', call: ['by-host'], reads: ['pages'], sorted: false },
          { name: `${contentPrefix}sets`, call: ['site'], reads: ['hosts'], sorted: true },
        ]
      : []),
  ];
}

/**
 * The stages from sets as they were read, by the stage `sets`, to the pairs of input records. The last one is `lastStage`;
 * all names begin with `prefix`, that of `sets` too.
 */
export function joinStages(
  { similarity, threshold }: JoinCall,
  { memoryBytes, blocks }: WorkerLimits,
  prefix = '',
): Stage[] {
  const similar = ['--similarity', similarity, '--threshold', String(threshold)];
  const memory = ['--memory', String(memoryBytes)];
  const inBlocks = ['--blocks', String(blocks)];
  const stage = (
    name: string,
    call: readonly string[],
    reads: readonly string[],
    sorted: boolean,
  ): Stage => ({
    name: prefix + name,
    call: [name, ...call],
    reads: reads.map((each) => prefix + each),
    sorted,
  });
  const heavy = { heavy: `${prefix}heavy` };
  return [
    stage('collapse', [], ['sets'], true),
    { ...stage('equal', [], ['collapse'], false), call: ['select', '--tag', tags.equal] },
    stage('sample', [], ['collapse'], false),
    stage('heavy', [], ['sample'], true),
    { ...stage('keys', [...similar, ...inBlocks], ['collapse'], false), ...heavy },
    stage('candidates', [...similar, ...memory], ['keys'], true),
    { ...stage('attach', inBlocks, ['collapse', 'candidates'], true), ...heavy },
    stage('verify', [...similar, ...memory], ['attach'], true),
    stage('expand-first', [], ['verify', 'equal'], true),
    stage(lastStage, similar, ['expand-first', 'equal'], true),
  ];
}
