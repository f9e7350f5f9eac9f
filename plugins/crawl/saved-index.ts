import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { fileFormats, wrongType, wrongTypeShown } from '../../src/flow/index.ts';
import { IndexError } from '../../src/store/index.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Characters of an export in one record. A longer line has a record of its own. */
const PART_CHARACTERS = 4 << 20;
/** Most bytes of a record once unpacked: the longest line of an export and the lines before it. */
const MOST_PART_BYTES = 1 << 29;

/** A store of records by key, such as Crawlee's KeyValueStore. */
export interface RecordStore {
  /** `null` or `undefined` for a record that is not there. */
  getValue(key: string): Promise<unknown>;
  /** `null` deletes a record. */
  setValue(key: string, value: unknown, options?: { contentType?: string }): Promise<unknown>;
}

/** Where an index is saved. */
export interface SavedIndex {
  readonly store: RecordStore;
  /** Prefix of the keys of its records: letters, digits, `_` and `-`. Default `NEAR-DUPLICATES`. */
  readonly key?: string;
}

/** The record under the key itself. It is written last and says which other records belong to the save. */
interface Manifest {
  readonly format: string;
  /** Increases by one with each save. Part of the keys of the parts. */
  readonly generation: number;
  readonly parts: number;
}

/**
 * Saves the lines of an export: pieces as gzip under `KEY-GENERATION-PART`, then the record `KEY` that names
 * them. If the process is killed meanwhile, the earlier save stays. Memory: one piece.
 */
export async function saveLines(lines: AsyncIterable<string>, saved: SavedIndex): Promise<void> {
  const { store, key } = checked(saved);
  const before = await manifestIn(store, key);
  const generation = (before?.generation ?? 0) + 1;
  let parts = 0;
  for await (const piece of piecesOf(lines)) {
    const body = await compress(piece);
    await store.setValue(partKey(key, generation, parts++), body, { contentType: 'application/gzip' });
  }
  const manifest: Manifest = { format: fileFormats.savedIndex, generation, parts };
  await store.setValue(key, manifest);
  // an earlier save of this generation that was killed may have left more
  await deleteParts(store, key, generation, parts);
  if (before !== undefined) await deleteParts(store, key, before.generation, 0);
}

/**
 * The lines that were saved, in pieces of any size; undefined if nothing is saved.
 *
 * @throws IndexError NEARDUP_EXPORT_DAMAGED while they are read, if a record is missing or not as it was
 * written
 */
export async function savedLines(saved: SavedIndex): Promise<AsyncGenerator<Uint8Array> | undefined> {
  const { store, key } = checked(saved);
  const manifest = await manifestIn(store, key);
  return manifest && partsOf(store, key, manifest);
}

async function* partsOf(
  store: RecordStore,
  key: string,
  { generation, parts }: Manifest,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; part < parts; part++) {
    const name = partKey(key, generation, part);
    const body = await store.getValue(name);
    if (!(body instanceof Uint8Array))
      throw damaged(name, `expected bytes; got ${isMissing(body) ? 'nothing' : typeof body}`);
    yield await decompress(body, { maxOutputLength: MOST_PART_BYTES }).catch((error: Error) => {
      throw damaged(name, error.message, error);
    });
  }
}

async function manifestIn(store: RecordStore, key: string): Promise<Manifest | undefined> {
  const manifest = (await store.getValue(key)) as Partial<Manifest> | null | undefined;
  if (isMissing(manifest)) return undefined;
  const { format, generation, parts } = manifest;
  if (format !== fileFormats.savedIndex) {
    throw new IndexError(
      'NEARDUP_INDEX_VERSION',
      `expected an index saved in format ${fileFormats.savedIndex} under the key ${key}; got ${JSON.stringify(format)}: name another key`,
    );
  }
  if (!Number.isSafeInteger(generation) || !Number.isSafeInteger(parts)) {
    throw damaged(key, 'expected the numbers generation and parts');
  }
  return manifest as Manifest;
}

async function deleteParts(
  store: RecordStore,
  key: string,
  generation: number,
  first: number,
): Promise<void> {
  for (let part = first; ; part++) {
    const name = partKey(key, generation, part);
    if (isMissing(await store.getValue(name))) return;
    await store.setValue(name, null);
  }
}

async function* piecesOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece: string[] = [];
  let length = 0;
  for await (const line of lines) {
    if (length > 0 && length + line.length > PART_CHARACTERS) {
      yield piece.join('');
      piece = [];
      length = 0;
    }
    piece.push(line);
    length += line.length;
  }
  if (length > 0) yield piece.join('');
}

/** Crawlee's stores give `null` for a record that is not there; a map gives `undefined`. */
function isMissing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function partKey(key: string, generation: number, part: number): string {
  return `${key}-${generation}-${part}`;
}

function checked(saved: SavedIndex): Required<SavedIndex> {
  const { store, key = 'NEAR-DUPLICATES' } = saved ?? {};
  if (typeof store?.getValue !== 'function' || typeof store.setValue !== 'function') {
    throw wrongType('store', 'one with getValue and setValue, such as a KeyValueStore of Crawlee', store);
  }
  if (typeof key !== 'string' || !/^[\w-]{1,200}$/.test(key)) {
    throw wrongTypeShown('key', 'up to 200 letters, digits, _ and -', key);
  }
  return { store, key };
}

function damaged(record: string, what: string, cause?: Error): IndexError {
  return new IndexError(
    'NEARDUP_EXPORT_DAMAGED',
    `the saved index is damaged in the record ${record}: ${what}. Save it again, or go on without it`,
    { cause },
  );
}
