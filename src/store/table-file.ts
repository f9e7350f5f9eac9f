import { readFile } from 'node:fs/promises';
import { crc32c, masked } from './crc32c.ts';

const FOOTER = 48;
const MAGIC = Buffer.from('57fb808b247547db', 'hex');
/** Type and checksum behind every block. */
const BLOCK_END = 5;

/** Where a block stands in its file. */
interface BlockHandle {
  readonly offset: number;
  readonly size: number;
}

/**
 * Checks a table of LevelDB (`.ldb`) against its own checksums, which LevelDB does not look at when it reads;
 * resolves to what is wrong, undefined when nothing is. Every byte of the file counts.
 *
 *     ┌─────────┬─────┬─────────┬────────────┬───────┬───────────────────────────────┬───────┐
 *     │ block 0 │ …   │ filter  │ metaindex  │ index │ handles of metaindex and index│ magic │
 *     └─────────┴─────┴─────────┴────────────┴───────┴───────────────────────────────┴───────┘
 *
 * Each block is followed by its type (1 byte) and a CRC-32C over both (4 bytes, little-endian); index and
 * metaindex map keys to handles, which are two varints. The blocks stand one behind the other.
 *
 * Memory: the file, 2 MiB unless LevelDB was told otherwise. Format: LevelDB, doc/table_format.md.
 */
export async function tableDamage(path: string): Promise<string | undefined> {
  const file = await readFile(path);
  if (file.length < FOOTER) return `${file.length} bytes are too few for a table`;
  const footer = file.subarray(file.length - FOOTER);
  if (!footer.subarray(FOOTER - MAGIC.length).equals(MAGIC)) return 'it does not end as a table does';
  const handles = new Varints(footer);
  const metaIndex = handles.handle();
  const index = handles.handle();
  if (footer.subarray(handles.at, FOOTER - MAGIC.length).some((byte) => byte !== 0)) {
    return 'its last bytes are not as they were written';
  }
  const bad = [metaIndex, index].find((block) => !isWhole(file, block));
  if (bad !== undefined) return `the block at byte ${bad.offset} fails its checksum`;
  const blocks = [...handlesIn(file, index), ...handlesIn(file, metaIndex), metaIndex, index];
  let end = 0;
  for (const block of blocks) {
    if (block.offset !== end || !isWhole(file, block)) return `the block at byte ${end} fails its checksum`;
    end += block.size + BLOCK_END;
  }
  return end === file.length - FOOTER ? undefined : `it has bytes of no block at ${end}`;
}

function isWhole(file: Buffer, { offset, size }: BlockHandle): boolean {
  const end = offset + size + 1;
  return end + 4 <= file.length - FOOTER && masked(crc32c(file, offset, end)) === file.readUInt32LE(end);
}

/** The handles that a whole block of handles holds: entries of shared, unshared and value lengths, key, value. */
function* handlesIn(file: Buffer, { offset, size }: BlockHandle): Generator<BlockHandle> {
  const block = file.subarray(offset, offset + size);
  const restarts = block.readUInt32LE(size - 4);
  const entries = new Varints(block.subarray(0, size - 4 - 4 * restarts));
  while (entries.at < entries.bytes.length) {
    entries.next();
    const unshared = entries.next();
    const valueEnd = entries.next() + unshared;
    const end = entries.at + valueEnd;
    entries.at += unshared;
    yield entries.handle();
    entries.at = end;
  }
}

/** Reads numbers of 7 bits a byte, the lowest first. */
class Varints {
  readonly bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  next(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.at++] ?? 0;
      value += (byte & 127) * unit;
      if (byte < 128) return value;
    }
  }

  handle(): BlockHandle {
    return { offset: this.next(), size: this.next() };
  }
}
