/** One step of a run: a verb over the partitions of what earlier steps wrote. */
export interface Stage {
  /** As in messages, and the name of what it writes. */
  readonly name: string;
  /** The verb, and its arguments. */
  readonly call: readonly string[];
  /** The stages that wrote what it reads; none for one that reads the input itself, in one process. */
  readonly reads: readonly string[];
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

/**
 * The stages from sets as they were read, the output of the stage `sets`, to the pairs of input records. The last one is
 * `expand-second`.
 */
export function joinStages(
  { similarity, threshold }: JoinCall,
  { memoryBytes, blocks }: WorkerLimits,
): Stage[] {
  const similar = ['--similarity', similarity, '--threshold', String(threshold)];
  const memory = ['--memory', String(memoryBytes)];
  const inBlocks = ['--blocks', String(blocks)];
  return [
    { name: 'collapse', call: ['collapse'], reads: ['sets'], sorted: true },
    { name: 'equal', call: ['select', '--tag', 'e'], reads: ['collapse'], sorted: false },
    { name: 'sample', call: ['sample'], reads: ['collapse'], sorted: false },
    { name: 'heavy', call: ['heavy'], reads: ['sample'], sorted: true },
    {
      name: 'keys',
      call: ['keys', ...similar, ...inBlocks],
      reads: ['collapse'],
      sorted: false,
      heavy: 'heavy',
    },
    { name: 'candidates', call: ['candidates', ...similar, ...memory], reads: ['keys'], sorted: true },
    {
      ...{ name: 'attach', call: ['attach', ...inBlocks], reads: ['collapse', 'candidates'] },
      ...{ sorted: true, heavy: 'heavy' },
    },
    { name: 'verify', call: ['verify', ...similar, ...memory], reads: ['attach'], sorted: true },
    { name: 'expand-first', call: ['expand-first'], reads: ['verify', 'equal'], sorted: true },
    {
      name: 'expand-second',
      call: ['expand-second', ...similar],
      reads: ['expand-first', 'equal'],
      sorted: true,
    },
  ];
}
