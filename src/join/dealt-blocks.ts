import { bytesOf, type Spool } from '../grams/spool.ts';
import type { ValueSets } from '../grams/value-sets.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { SizeBlock } from './size-blocks.ts';

/** Records by number from 0 that lie where each can be read. */
export interface StoredRecords {
  readonly length: number;
  /** Number of values of a record. */
  sizeOf(record: number): number;
  /** Puts the values of a record, ascending and distinct, at the beginning of `into`. */
  read(record: number, into: BigUint64Array): void;
}

/** Values of a block that wait in memory, 4 to 32 KB: the more, the less a disk has to seek when the block is read. */
const LEAST_PIECE = 1 << 9;
const MOST_PIECE = 1 << 12;

/** A block in a file: where its pieces begin, which are full but for the last, and the one that waits. */
interface Dealt {
  readonly positions: number[];
  readonly piece: BigUint64Array;
  filled: number;
}

/** Records dealt to their blocks, in a file. Memory while they are dealt: `memoryBytes` or 4 KB a block, and 4 bytes a record. */
export class DealtBlocks {
  readonly #spool: Spool;
  readonly #pieceValues: number;
  /** Where the pieces of each block begin. */
  readonly #positions: ReadonlyMap<SizeBlock, readonly number[]>;

  /** Reads all records, in their order. */
  constructor(
    records: StoredRecords,
    blocks: readonly SizeBlock[],
    { folder, memoryBytes }: { readonly folder: WorkFolder; readonly memoryBytes: number },
  ) {
    this.#spool = folder.spool();
    const share = Math.floor(memoryBytes / blocks.length / BigUint64Array.BYTES_PER_ELEMENT);
    this.#pieceValues = Math.max(LEAST_PIECE, Math.min(MOST_PIECE, share));
    const dealt = blocks.map(
      (): Dealt => ({ positions: [], piece: new BigUint64Array(this.#pieceValues), filled: 0 }),
    );
    const blockOf = new Uint32Array(records.length);
    for (const [number, block] of blocks.entries())
      for (const record of block.records) blockOf[record] = number;
    let room = new BigUint64Array(MOST_PIECE);
    for (let record = 0; record < records.length; record++) {
      const size = records.sizeOf(record);
      if (size > room.length) room = new BigUint64Array(2 * size);
      records.read(record, room);
      this.#add(dealt[blockOf[record]], room.subarray(0, size));
    }
    for (const each of dealt) this.#write(each);
    this.#positions = new Map(blocks.map((block, number) => [block, dealt[number].positions]));
  }

  read(block: SizeBlock): ValueSets {
    const { offsets } = block;
    const values = new BigUint64Array(offsets[offsets.length - 1]);
    for (const [k, position] of this.#positions.get(block)!.entries()) {
      const from = k * this.#pieceValues;
      this.#spool.read(position, bytesOf(values.subarray(from, from + this.#pieceValues)));
    }
    return { offsets, values };
  }

  close(): void {
    this.#spool.close();
  }

  #add(into: Dealt, values: BigUint64Array): void {
    for (let done = 0; done < values.length; ) {
      const part = values.subarray(done, done + this.#pieceValues - into.filled);
      into.piece.set(part, into.filled);
      into.filled += part.length;
      done += part.length;
      if (into.filled === this.#pieceValues) this.#write(into);
    }
  }

  #write(of: Dealt): void {
    if (of.filled === 0) return;
    of.positions.push(this.#spool.append(bytesOf(of.piece.subarray(0, of.filled))));
    of.filled = 0;
  }
}
