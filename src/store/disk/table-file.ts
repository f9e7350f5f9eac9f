import { readFile } from 'node:fs/promises';
import type { FileDamage } from '../damage.ts';
import { type Key, storedKey } from '../layout/keys.ts';
import { crc32c, masked } from './crc32c.ts';

const FOOTER_BYTES = 48;
const MAGIC = Buffer.from('57fb808b247547db', 'hex');
/** Type and checksum after every block. */
const TRAILER_BYTES = 5;
/** Sequence and kind that LevelDB appends to every key. */
const KEY_TRAILER_BYTES = 8;
const DELETION = 0;
/** LevelDB writes a key as a whole at least once in so many entries. */
const RESTART_INTERVAL = 16;
/** The number of restarts at the end of every block. */
const RESTARTS_BYTES = 4;

/** Position of a block in its file. */
interface BlockHandle {
  readonly offset: number;
  readonly size: number;
}

interface Block extends BlockHandle {
  readonly isData?: true;
}

/**
 * Checks a table of LevelDB (`.ldb`) against its own checksums. LevelDB does not check them when it reads: it
 * returns what it finds, and some damage ends the process. Every byte of the file is covered.
 *
 *     ┌─────────┬─────┬─────────┬────────────┬───────┬───────────────────────────────┬───────┐
 *     │ block 0 │ …   │ filter  │ metaindex  │ index │ handles of metaindex and index│ magic │
 *     └─────────┴─────┴─────────┴────────────┴───────┴───────────────────────────────┴───────┘
 *
 * Each block is followed by its type (1 byte, 0: not compressed) and a CRC-32C over both (4 bytes, little-endian);
 * index and metaindex map keys to handles, which are two varints. The blocks have no gaps between them.
 *
 * Memory: the file, 2 MiB unless LevelDB is configured otherwise. Format: LevelDB, doc/table_format.md.
 */
export async function tableDamages(path: string): Promise<FileDamage[]> {
  const file = await readFile(path);
  const blocks = blocksOf(file);
  if ('reason' in blocks) return [blocks];
  const damages: FileDamage[] = [];
  let end = 0;
  for (const block of blocks) {
    if (block.offset !== end || !isWholeBlock(file, block)) {
      damages.push({ reason: 'checksum', offset: block.offset });
    }
    end = block.offset + block.size + TRAILER_BYTES;
  }
  if (end !== file.length - FOOTER_BYTES) damages.push({ reason: 'surplus', offset: end });
  return damages;
}

/** Keys and values in the intact blocks of a table, including replaced ones; does not use LevelDB. */
export async function* tableFileEntries(path: string): AsyncGenerator<[key: Key, value: Buffer]> {
  const file = await readFile(path);
  const blocks = blocksOf(file);
  if ('reason' in blocks) return;
  for (const block of blocks) {
    if (block.isData !== true || !isWholeBlock(file, block) || !isReadable(file, block)) continue;
    for (const [internalKey, value] of entriesIn(file, block)) {
      const kindAt = internalKey.length - KEY_TRAILER_BYTES;
      if (internalKey[kindAt] !== DELETION) yield [storedKey(internalKey.subarray(0, kindAt)), value];
    }
  }
}

/** All blocks in file order, or the damage that hides them. */
function blocksOf(file: Buffer): readonly Block[] | FileDamage {
  const unreadable = { reason: 'unreadable', offset: Math.max(0, file.length - FOOTER_BYTES) } as const;
  if (file.length < FOOTER_BYTES) return unreadable;
  const footer = file.subarray(unreadable.offset);
  if (!footer.subarray(FOOTER_BYTES - MAGIC.length).equals(MAGIC)) return unreadable;
  const handles = new Varints(footer);
  const metaIndex = handles.handle();
  const index = handles.handle();
  if (footer.subarray(handles.at, FOOTER_BYTES - MAGIC.length).some((byte) => byte !== 0)) {
    return unreadable;
  }
  for (const block of [metaIndex, index]) {
    const { offset } = block;
    if (!isWholeBlock(file, block)) return { reason: 'checksum', offset };
    // The index never uses compression: another program wrote this.
    if (!isReadable(file, block)) return { reason: 'unreadable', offset };
  }
  const listed = (block: BlockHandle) =>
    [...entriesIn(file, block)].map(([, value]) => new Varints(value).handle());
  const data = listed(index).map((block) => ({ ...block, isData: true as const }));
  return [...data, ...listed(metaIndex), metaIndex, index];
}

function isWholeBlock(file: Buffer, { offset, size }: BlockHandle): boolean {
  const end = offset + size + 1;
  return (
    end + 4 <= file.length - FOOTER_BYTES && masked(crc32c(file, offset, end)) === file.readUInt32LE(end)
  );
}

/** Whether a block is uncompressed and has the number of restarts with which every block ends. */
function isReadable(file: Buffer, { offset, size }: BlockHandle): boolean {
  return file[offset + size] === 0 && size >= RESTARTS_BYTES;
}

/**
 * Internal keys and values of an intact block. An entry has the number of key bytes shared with the entry before, of
 * own key bytes and of value bytes; then the own key bytes and the value. Ends where no key is whole for longer than LevelDB writes them:
 * a forged block could make each key longer than the one before, so that all together would be of the square of its size.
 */
function* entriesIn(file: Buffer, { offset, size }: BlockHandle): Generator<[Buffer, Buffer]> {
  const block = file.subarray(offset, offset + size);
  const restarts = block.readUInt32LE(size - RESTARTS_BYTES);
  const end = size - RESTARTS_BYTES - 4 * restarts;
  const numbers = new Varints(block);
  let last: Buffer = Buffer.alloc(0);
  let sharing = 0;
  while (numbers.at < end) {
    const shared = numbers.next();
    sharing = shared === 0 ? 0 : sharing + 1;
    if (sharing === RESTART_INTERVAL) return;
    const own = numbers.next();
    const valueBytes = numbers.next();
    const valueAt = numbers.at + own;
    last = Buffer.concat([last.subarray(0, shared), block.subarray(numbers.at, valueAt)]);
    numbers.at = valueAt + valueBytes;
    yield [last, block.subarray(valueAt, numbers.at)];
  }
}

/** Reads varints: 7 bits a byte, lowest first. */
class Varints {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  next(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#bytes[this.at++] ?? 0;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  handle(): BlockHandle {
    return { offset: this.next(), size: this.next() };
  }
}
