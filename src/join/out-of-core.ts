import { rmSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { checkGrams, checkOptionNames, checkSeries, checkString, wrongValue } from '../argument-checks.ts';
import { ascending, countingSort } from '../grams/counting-sort.ts';
import { bytesOf } from '../grams/spool.ts';
import { rankBehind, rankSets } from '../grams/token-sets.ts';
import { checkAscending, type ValueSets } from '../grams/value-sets.ts';
import { checkIsFolder, type WorkFolder } from '../grams/work-folder.ts';
import { DealtBlocks, type StoredRecords } from './dealt-blocks.ts';
import { Arena } from './engine/arena.ts';
import { type ExactJoinOptions, joinSplit, type Pairs } from './exact-join.ts';
import { startJoinWorkers } from './prepare-engine.ts';
import { rankInThreads } from './ranking/ranking.ts';
import { checkThreshold } from './similarity.ts';
import { firstPartner, planBlocks, type SizeBlock } from './size-blocks.ts';
import { joinStatistics } from './statistics.ts';
import { threadCount } from './threads.ts';

/** How to join sets that do not fit in memory. */
export interface OutOfCoreOptions extends Omit<ExactJoinOptions, 'statistics'> {
  /** An existing folder with room for 16 bytes a token. All files written there are removed at the end. */
  readonly directory: string;
  /** Most bytes that the sets being joined, their ranking and their join may take. At least 1 MiB. */
  readonly memoryBytes: number;
  /** Filled in. */
  readonly statistics?: OutOfCoreStatistics;
}

/** What a join out of core did on disk. */
export interface OutOfCoreStatistics {
  /** Number of blocks that the records were cut into. */
  blocks: number;
  /** How many blocks were read: each once, and once more for each block of larger records that it can match. */
  blocksRead: number;
}

const OPTIONS: Record<keyof OutOfCoreOptions, true> = {
  similarity: true,
  threshold: true,
  threads: true,
  signal: true,
  onProgress: true,
  inPlace: true,
  directory: true,
  memoryBytes: true,
  statistics: true,
};

/** Bytes of memory that a join takes for a token: values, ranking, tokens, and the engine's copy, index and marks. */
export const joinBytesPerToken = 56;

/** Most tokens that fit in the engine's 4 GiB together with its index and marks. */
const MOST_TOKENS = 2 ** 26;

/** Most tokens that a join with this much memory holds in memory; more are joined from disk. */
export function tokensWithin(memoryBytes: number): number {
  if (typeof memoryBytes !== 'number' || !(memoryBytes > 0))
    throw wrongValue('memoryBytes', 'a number above 0', memoryBytes);
  return Math.min(MOST_TOKENS, memoryBytes / joinBytesPerToken);
}

/** The least memory that {@link outOfCoreJoin} works with: 1 MiB. */
export const leastMemoryBytes: number = 2 ** 20;

const BYTES_A_VALUE = 8;
const BUFFER_BYTES = 1 << 20;
const LEAST_BUFFER_BYTES = 1 << 12;

/**
 * Exact join of a stream of records that need not fit in memory; finds the same pairs as `exactJoin`.
 *
 * Records are written to disk and dealt into blocks of records of similar size. Any two blocks whose sizes can match
 * are ranked and joined on their own. A record is an array of ascending, distinct values; its number is its place in
 * the stream. `x` and `y` of a pair are record numbers with x > y; pairs come in ascending x, then y.
 *
 * Memory: `memoryBytes`, plus 12 bytes a record and 12 a pair (24 while pairs are sorted). A record that is larger than
 * a block's share of memory becomes a block of its own. Disk: 16 bytes a token. Time: every block is read once for each
 * block in its length window.
 *
 * @throws RangeError for an option out of range or a record whose values are not ascending and distinct; the
 *   signal's reason if aborted; the system's error if the disk is full. The folder is left as it was, also where the
 *   process exits meanwhile.
 */
export async function outOfCoreJoin(
  records: AsyncIterable<BigUint64Array> | Iterable<BigUint64Array>,
  options: OutOfCoreOptions,
): Promise<Pairs> {
  checkOptionNames('outOfCoreJoin', options, OPTIONS);
  const { similarity, threshold, memoryBytes, signal, onProgress, statistics } = options;
  checkThreshold(similarity, threshold);
  checkString('outOfCoreJoin', 'directory', options.directory);
  checkIsFolder('outOfCoreJoin: directory', options.directory);
  checkSeries('outOfCoreJoin: records', 'an iterable of BigUint64Array', records);
  const threads = threadCount(options.threads ?? 1);
  if (typeof memoryBytes !== 'number' || !(memoryBytes >= leastMemoryBytes)) {
    throw wrongValue('memoryBytes', `at least ${leastMemoryBytes} (1 MiB)`, memoryBytes);
  }
  const folder = await mkdtemp(joinPath(options.directory, 'neardup-join-'));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  try {
    const spool = await open(joinPath(folder, 'spool'), 'w+');
    const sorted = await open(joinPath(folder, 'blocks'), 'w+');
    try {
      const sizes = await writeAll(spool, records, signal);
      // Two blocks are in memory at a time.
      const blocks = planBlocks(sizes, tokensWithin(memoryBytes) / 2);
      await deal(spool, sorted, sizes, blocks, options);
      const found = new PairCollector();
      const read: ReadBlock = ({ start }, values) => readAt(sorted, bytesOf(values), BYTES_A_VALUE * start);
      const { blocksRead } = await joinBlocks(
        blocks,
        read,
        { similarity, threshold, threads, ...(signal && { signal }), ...(onProgress && { onProgress }) },
        (pairs) => found.add(pairs),
      );
      if (statistics) Object.assign(statistics, { blocks: blocks.length, blocksRead });
      return found.finish();
    } finally {
      await spool.close();
      await sorted.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    process.off('exit', removeFolder);
  }
}

/** How to join stored records. */
interface StoredJoinOptions extends Omit<ExactJoinOptions, 'statistics'> {
  /** Where blocks are kept if there are several: 8 bytes a token. */
  readonly folder: WorkFolder;
  /** Most bytes that the records being joined, their ranking and their join may take. */
  readonly memoryBytes: number;
}

/**
 * Exact join of records that can be read by number; finds the pairs of {@link outOfCoreJoin}. Calls `add` with pairs of
 * record numbers, block by block.
 *
 * Records are read once, in their order. If there are several blocks, each is first stored in one place: it is read
 * once per partner, and its records may be scattered over the disk.
 *
 * Memory: `memoryBytes`, 16 bytes a record, and 24 a pair of one block. A record that is larger than a block's share of
 * memory becomes a block of its own.
 *
 * @returns the number of candidates of the join, and of blocks
 */
export async function joinStored(
  records: StoredRecords,
  { memoryBytes, folder, ...options }: StoredJoinOptions,
  add: (pairs: Pairs) => void,
): Promise<{ readonly candidates: number; readonly blocks: number }> {
  const sizes = new Uint32Array(records.length);
  for (let record = 0; record < sizes.length; record++) sizes[record] = records.sizeOf(record);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  startJoinWorkers(total, options.threads);
  const most = tokensWithin(memoryBytes);
  const blocks = planBlocks(sizes, total <= most ? most : most / 2);
  if (blocks.length < 2) {
    const read: ReadBlock = (block, values) => readRecords(records, block, values);
    const { candidates } = await joinBlocks(blocks, read, options, add);
    return { candidates, blocks: blocks.length };
  }
  const dealt = new DealtBlocks(records, blocks, { folder, memoryBytes });
  try {
    const read: ReadBlock = (block, values) => dealt.read(block, values);
    const { candidates } = await joinBlocks(blocks, read, options, add);
    return { candidates, blocks: blocks.length };
  } finally {
    dealt.close();
  }
}

/** Fills `values`, whose length is the number of values of the block. */
type ReadBlock = (block: SizeBlock, values: BigUint64Array) => void | Promise<void>;

function readRecords(
  records: StoredRecords,
  { records: numbers, offsets }: SizeBlock,
  values: BigUint64Array,
): void {
  for (const [k, record] of numbers.entries()) {
    records.read(record, values.subarray(offsets[k], offsets[k + 1]));
  }
}

/** Joins any two blocks whose sizes can match, and each block with itself. Pairs are record numbers, x > y. */
async function joinBlocks(
  blocks: readonly SizeBlock[],
  readInto: ReadBlock,
  { similarity, threshold, threads = 1, signal, onProgress }: Omit<ExactJoinOptions, 'statistics'>,
  add: (pairs: Pairs) => void,
): Promise<{ readonly candidates: number; readonly blocksRead: number }> {
  const arena = new Arena();
  // All blocks and their tokens use the same arrays in turn. New arrays waited for garbage collection: some 40 MB of
  // them with `memoryBytes` of 40 MB.
  const [probeRoom, otherRoom] = [0, 1].map(() => new Room((length) => new BigUint64Array(length)));
  const tokenRoom = new Room((length) => new Uint32Array(length));
  const allocate = (length: number): Uint32Array => tokenRoom.of(length);
  // An arena of `rankInThreads` keeps all memory that ranking used, so there is only one, for a single block.
  const rank = (sets: ValueSets) =>
    blocks.length === 1 ? rankInThreads(sets, threads) : rankSets(sets, allocate);
  const total = blocks.reduce((sum, { records }) => sum + records.length, 0);
  let [done, candidates, blocksRead] = [0, 0, 0];
  const read = async (block: SizeBlock, room: Room<BigUint64Array>): Promise<ValueSets> => {
    blocksRead++;
    const { offsets } = block;
    const length = offsets[offsets.length - 1];
    // the values of a single block can be garbage-collected once it is ranked
    const values = blocks.length === 1 ? new BigUint64Array(length) : room.of(length);
    await readInto(block, values);
    return { offsets, values };
  };
  for (let j = 0; j < blocks.length; j++) {
    const probes = await read(blocks[j], probeRoom);
    for (let i = firstPartner(blocks, j, similarity, threshold); i <= j; i++) {
      signal?.throwIfAborted();
      const sets =
        i === j ? await rank(probes) : rankBehind(await read(blocks[i], otherRoom), probes, allocate);
      const split = i === j ? 0 : blocks[i].records.length;
      const statistics = joinStatistics();
      const how = { similarity, threshold, threads, statistics, ...(signal && { signal }) };
      const pairs = await joinSplit(sets, how, split, arena);
      candidates += statistics.candidates;
      const numberOf = (x: number): number =>
        x < split ? blocks[i].records[sets.records[x]] : blocks[j].records[sets.records[x]];
      add(renumbered(pairs, numberOf));
    }
    done += blocks[j].records.length;
    onProgress?.(done, total);
  }
  return { candidates, blocksRead };
}

/** Renumbers pairs in place, with x > y. */
function renumbered(pairs: Pairs, numberOf: (x: number) => number): Pairs {
  const { length, x, y } = pairs;
  for (let i = 0; i < length; i++) {
    const a = numberOf(x[i]);
    const b = numberOf(y[i]);
    x[i] = Math.max(a, b);
    y[i] = Math.min(a, b);
  }
  return pairs;
}

/** Writes all records in a row; returns their sizes. */
async function writeAll(
  file: FileHandle,
  records: AsyncIterable<BigUint64Array> | Iterable<BigUint64Array>,
  signal: AbortSignal | undefined,
): Promise<Uint32Array> {
  let sizes = new Uint32Array(1 << 10);
  let count = 0;
  const writer = new RegionWriter(file, 0, BUFFER_BYTES);
  for await (const record of records) {
    signal?.throwIfAborted();
    checkGrams(`outOfCoreJoin: record ${count}`, record);
    checkAscending({ offsets: Uint32Array.of(0, record.length), values: record }, count);
    if (count === sizes.length) {
      const larger = new Uint32Array(2 * count);
      larger.set(sizes);
      sizes = larger;
    }
    sizes[count++] = record.length;
    await writer.write(new Uint8Array(record.buffer, record.byteOffset, record.byteLength));
  }
  await writer.flush();
  return sizes.slice(0, count);
}

/** Copies the records from the spool to their blocks, in one pass over the spool. */
async function deal(
  spool: FileHandle,
  sorted: FileHandle,
  sizes: Uint32Array,
  blocks: readonly SizeBlock[],
  { memoryBytes, signal }: OutOfCoreOptions,
): Promise<void> {
  const blockOf = new Uint32Array(sizes.length);
  blocks.forEach((block, b) => {
    for (const record of block.records) blockOf[record] = b;
  });
  // The buffers of all blocks share the memory that two blocks take later.
  const share = Math.floor(memoryBytes / 2 / Math.max(1, blocks.length));
  const bufferBytes = Math.max(LEAST_BUFFER_BYTES, Math.min(BUFFER_BYTES, share));
  const writers = blocks.map(({ start }) => new RegionWriter(sorted, BYTES_A_VALUE * start, bufferBytes));
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let buffered = 0;
  let used = 0;
  let position = 0;
  for (let record = 0; record < sizes.length; record++) {
    for (let missing = BYTES_A_VALUE * sizes[record]; missing > 0; ) {
      if (used === buffered) {
        signal?.throwIfAborted();
        ({ bytesRead: buffered } = await spool.read(buffer, 0, buffer.length, position));
        if (buffered === 0)
          throw new Error(
            `join: expected all of record ${record} in the spool file; got its end at byte ${position}`,
          );
        position += buffered;
        used = 0;
      }
      const part = buffer.subarray(used, Math.min(buffered, used + missing));
      await writers[blockOf[record]].write(part);
      used += part.length;
      missing -= part.length;
    }
  }
  for (const writer of writers) await writer.flush();
}

/** An array of numbers that is reused, and replaced when a larger one is needed. */
class Room<Numbers extends BigUint64Array | Uint32Array> {
  readonly #make: (length: number) => Numbers;
  #numbers: Numbers;

  constructor(make: (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = make(0);
  }

  /** `length` numbers of any value, valid until the next call. */
  of(length: number): Numbers {
    if (this.#numbers.length < length) this.#numbers = this.#make(length);
    return this.#numbers.subarray(0, length) as Numbers;
  }
}

/** Gathers the pairs of all blocks by record number. */
class PairCollector {
  readonly #columns: Uint32Array[][] = [];
  #length = 0;

  add({ length, x, y, overlap }: Pairs): void {
    this.#columns.push([x, y, overlap]);
    this.#length += length;
  }

  /** All pairs, in ascending x, then y. */
  finish(): Pairs {
    const length = this.#length;
    const [x, y, overlap] = [0, 1, 2].map((c) => {
      const all = new Uint32Array(length);
      let filled = 0;
      for (const columns of this.#columns) {
        all.set(columns[c], filled);
        filled += columns[c].length;
      }
      return all;
    });
    const order = countingSort(countingSort(ascending(length), y), x);
    const inOrder = (column: Uint32Array): Uint32Array => order.map((i) => column[i]);
    return { length, x: inOrder(x), y: inOrder(y), overlap: inOrder(overlap) };
  }
}

/** Writes consecutive bytes from a position in a file on, a buffer at a time. */
class RegionWriter {
  readonly #file: FileHandle;
  readonly #buffer: Buffer;
  #position: number;
  #filled = 0;

  constructor(file: FileHandle, position: number, bufferBytes: number) {
    this.#file = file;
    this.#position = position;
    this.#buffer = Buffer.allocUnsafeSlow(bufferBytes);
  }

  /** Copies `bytes`: the caller may overwrite them after the call. */
  async write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length; ) {
      const part = bytes.subarray(done, done + this.#buffer.length - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      done += part.length;
      if (this.#filled === this.#buffer.length) await this.flush();
    }
  }

  async flush(): Promise<void> {
    for (let done = 0; done < this.#filled; ) {
      const left = this.#filled - done;
      const { bytesWritten } = await this.#file.write(this.#buffer, done, left, this.#position);
      done += bytesWritten;
      this.#position += bytesWritten;
    }
    this.#filled = 0;
  }
}

/** Fills `bytes` from a file, starting at `position`. */
async function readAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, done, bytes.length - done, position + done);
    if (bytesRead === 0)
      throw new Error(`join: expected ${bytes.length} bytes at byte ${position} of a file; got ${done}`);
    done += bytesRead;
  }
}
