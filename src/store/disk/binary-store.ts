import type { AbstractLevel, AbstractSnapshot } from 'abstract-level';
import type { Place } from '../damage.ts';
import { damagedIndex, IndexError } from '../errors.ts';
import type { Change } from '../layout/entries.ts';
import { ALL_KEYS, type Key, type KeyRange } from '../layout/keys.ts';
import { asRefusal } from './refusals.ts';

/** Any `abstract-level` store that keeps binary keys in byte order, such as `Level` and `MemoryLevel`. */
export type BinaryStore = AbstractLevel<string | Buffer | Uint8Array, Buffer, Buffer>;

/** Passed with every operation, so that a store's default encodings do not matter. */
export const BINARY = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;

/**
 * {@link BINARY} as a prototype: abstract-level copies an options object's own properties for every entry of a batch,
 * and with these two among them `put` took 5 to 20 times as long.
 */
const INHERITED_BINARY: typeof BINARY = Object.create(BINARY);

/** How a long range is read. */
export interface ScanOptions {
  /** Reads the store as it was when the snapshot was taken. */
  readonly snapshot?: AbstractSnapshot;
  /** Most keys or entries at a time: fewer where queries go on meanwhile. 4,096 unless told. */
  readonly most?: number;
}

const SCAN_KEYS = 4096;
const SCAN_BYTES = 1 << 18;
const FIRST_ENTRIES = 16;
const MOST_ENTRIES = 1024;

/** Number of parts in which many values are read, and fewest keys for which a part is worth its own call. */
const READERS = 4;
const FEWEST_READ = 16;

/**
 * Writes all changes or none of them.
 *
 * A chained batch passes each entry on directly; an array of 30 small ones a page took 1.6 times as long.
 */
export async function write(store: BinaryStore, changes: readonly Change[], sync: boolean): Promise<void> {
  const batch = store.batch();
  for (const { key, value } of changes) {
    if (value === undefined) batch.del(key, INHERITED_BINARY);
    else batch.put(key, value, INHERITED_BINARY);
  }
  try {
    await batch.write({ sync } as object);
  } catch (error) {
    throw asRefusal(asIndexError(error));
  }
}

/** The value of a key. */
export function readValue(
  store: BinaryStore,
  key: Key,
  options: ScanOptions = {},
): Promise<Buffer | undefined> {
  return answerOf(store.get<Key, Buffer>(key, { ...BINARY, ...options }));
}

/** The values of keys. Many are read in parallel parts, since a read waits for the disk or for its core. */
export async function readValues(
  store: BinaryStore,
  keys: readonly Key[],
  options: ScanOptions = {},
): Promise<(Buffer | undefined)[]> {
  if (keys.length === 0) return [];
  const part = (from: number, to: number) =>
    answerOf(store.getMany<Key, Buffer>(keys.slice(from, to), { ...BINARY, ...options }));
  const size = Math.max(FEWEST_READ, Math.ceil(keys.length / READERS));
  if (keys.length <= size) return part(0, size);
  const parts: Promise<(Buffer | undefined)[]>[] = [];
  for (let from = 0; from < keys.length; from += size) parts.push(part(from, from + size));
  return (await Promise.all(parts)).flat();
}

/** The first entry of a range, by one short scan. */
export async function firstEntry(store: BinaryStore, range: KeyRange): Promise<[Key, Buffer] | undefined> {
  const [entry] = await answerOf(store.iterator<Key, Buffer>({ ...range, ...BINARY, limit: 1 }).all());
  return entry;
}

/** Whether a store is empty, including entries that belong to no index. */
export async function isEmpty(store: BinaryStore): Promise<boolean> {
  return (await answerOf(store.keys<Key>({ ...BINARY, limit: 1 }).all())).length === 0;
}

/**
 * Calls `visit` for all entries of a range that is usually short. Holds at most a thousand of them at a time.
 *
 * Starts with few entries per call and asks for more each time: classic-level allocates 64 bytes for each entry
 * requested and keeps them until V8 collects the iterator. `all()` requests 1,000 and took 150 MB under queries without
 * a pause.
 */
export async function visitEntries(
  store: BinaryStore,
  range: KeyRange,
  visit: (key: Key, value: Buffer) => void,
): Promise<void> {
  const iterator = store.iterator<Key, Buffer>(scanning(range));
  try {
    for (let size = FIRST_ENTRIES; ; size = Math.min(4 * size, MOST_ENTRIES)) {
      const entries = await answerOf(iterator.nextv(size));
      if (entries.length === 0) return;
      for (const [key, value] of entries) visit(key, value);
    }
  } finally {
    await iterator.close();
  }
}

/** The keys of a long range in order, some thousands at a time. */
export function scanKeys(store: BinaryStore, range: KeyRange, options?: ScanOptions): AsyncGenerator<Key[]> {
  return blocksOf(() => store.keys<Key>(scanning(range, options)), options);
}

/** The entries of a long range in order, some thousands at a time. */
export function scanEntries(
  store: BinaryStore,
  range: KeyRange,
  options?: ScanOptions,
): AsyncGenerator<[Key, Buffer][]> {
  return blocksOf(() => store.iterator<Key, Buffer>(scanning(range, options)), options);
}

/** Deletes everything that a store holds. */
export function clear(store: BinaryStore): Promise<void> {
  return store.clear();
}

/** Bytes that a range takes in files, as estimated by the store; undefined if it gives no estimate. */
export async function approximateBytes(
  store: BinaryStore,
  { gte, lt }: KeyRange,
): Promise<number | undefined> {
  if (store.supports.additionalMethods.approximateSize !== true) return undefined;
  return answerOf((store as unknown as LevelMethods).approximateSize(gte, lt, BINARY));
}

/** Rewrites the store's files without deleted entries, if the store can. */
export async function compact(store: BinaryStore): Promise<void> {
  if (store.supports.additionalMethods.compactRange !== true) return;
  await answerOf((store as unknown as LevelMethods).compactRange(ALL_KEYS.gte, ALL_KEYS.lt, BINARY));
}

/** Methods that only LevelDB has. */
interface LevelMethods {
  approximateSize(from: Key, to: Key, options: { keyEncoding: 'buffer' }): Promise<number>;
  compactRange(from: Key, to: Key, options: { keyEncoding: 'buffer' }): Promise<void>;
}

/** A value that must be there. @throws IndexError NEARDUP_INDEX_DAMAGED when it is not */
export function present(value: Buffer | undefined, place: Place): Buffer {
  if (value !== undefined) return value;
  throw damagedIndex({ code: 'missing', reason: 'absent', ...place });
}

/** Converts a store's error that reports damaged files to an index error. Returns any other error unchanged. */
export function asIndexError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof IndexError) return error;
  const { code, message } = error as Error & { code?: unknown };
  // For LevelDB a table that is cut or missing is an I/O error; only its message tells it from others.
  const isDamage =
    code === 'LEVEL_CORRUPTION' ||
    (code === 'LEVEL_IO_ERROR' && /truncated|no such file|invalid argument/i.test(message));
  if (!isDamage) return error;
  return damagedIndex({ code: 'file', reason: 'unreadable', detail: message }, undefined, error);
}

/** The store's result. @throws IndexError NEARDUP_INDEX_DAMAGED when the store reports damaged files, NEARDUP_INDEX_REFUSED, NEARDUP_INDEX_CLOSED */
async function answerOf<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw asReadError(error);
  }
}

/** What a failed read throws. Some reads are no operations of the queue: the store may be closed during them. */
function asReadError(error: unknown): unknown {
  const { code } = Object(error) as { code?: unknown };
  if (typeof code === 'string' && /^LEVEL_(DATABASE|ITERATOR|SNAPSHOT)_NOT_OPEN$/.test(code)) {
    return new IndexError('NEARDUP_INDEX_CLOSED', 'the index was closed while it was read', { cause: error });
  }
  return asRefusal(asIndexError(error));
}

/** Options of an iterator over a range. Their type lacks the options that only LevelDB has. */
function scanning(range: KeyRange, { most: _, ...options }: ScanOptions = {}): object {
  return { ...range, ...BINARY, ...options, highWaterMarkBytes: SCAN_BYTES };
}

interface BlockIterator<T> {
  nextv(size: number): Promise<T[]>;
  close(): Promise<void>;
}

async function* blocksOf<T>(
  open: () => BlockIterator<T>,
  { most = SCAN_KEYS }: ScanOptions = {},
): AsyncGenerator<T[]> {
  let iterator: BlockIterator<T>;
  try {
    iterator = open();
  } catch (error) {
    throw asReadError(error);
  }
  try {
    for (;;) {
      const block = await answerOf(iterator.nextv(most));
      if (block.length === 0) return;
      yield block;
    }
  } finally {
    await iterator.close();
  }
}
