import { DealtBytes } from '../grams/dealt-bytes.ts';
import { bytesOf } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { SizeBlock } from './size-blocks.ts';

/** Records with numbers from 0, each of which can be read by its number. */
export interface StoredRecords {
  readonly length: number;
  /** Number of values of a record. */
  sizeOf(record: number): number;
  /** Writes the values of a record, ascending and distinct, to the beginning of `into`. */
  read(record: number, into: BigUint64Array): void;
}

/** Values that the first array has room for. */
const LEAST_ROOM = 1 << 12;
/** Most bytes of a block that wait in memory. */
const MOST_PIECE = 1 << 15;

/** Records dealt to their blocks, in a file. Memory while dealing: `memoryBytes` or 4 KB a block, 4 bytes a record. */
export class DealtBlocks {
  readonly #bytes: DealtBytes;
  readonly #numbers: ReadonlyMap<SizeBlock, number>;

  /** Reads all records, in their order. */
  constructor(
    records: StoredRecords,
    blocks: readonly SizeBlock[],
    { folder, memoryBytes }: { readonly folder: WorkFolder; readonly memoryBytes: number },
  ) {
    this.#bytes = new DealtBytes({ blocks: blocks.length, folder, memoryBytes, mostPiece: MOST_PIECE });
    this.#numbers = new Map(blocks.map((block, number) => [block, number]));
    const blockOf = new Uint32Array(records.length);
    for (const [number, block] of blocks.entries())
      for (const record of block.records) blockOf[record] = number;
    let room = new BigUint64Array(LEAST_ROOM);
    for (let record = 0; record < records.length; record++) {
      const size = records.sizeOf(record);
      if (size > room.length) room = new BigUint64Array(2 * size);
      records.read(record, room);
      this.#bytes.add(blockOf[record], bytesOf(room.subarray(0, size)));
    }
    this.#bytes.finish();
  }

  /** Fills `values`, whose length is the number of values of the block. */
  read(block: SizeBlock, values: BigUint64Array): void {
    this.#bytes.read(this.#numbers.get(block)!, 0, bytesOf(values));
  }

  close(): void {
    this.#bytes.close();
  }
}
