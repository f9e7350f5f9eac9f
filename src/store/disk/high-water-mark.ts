import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { damagedIndex } from '../errors.ts';

/** Name of the file in the index's folder. */
export const HIGH_WATER_MARK_FILE = 'REACHED';

const SLOT_BYTES = 12;

/**
 * The highest number that an acknowledged write had, in a file of its own beside LevelDB's: LevelDB takes a log
 * that lost its end for one that is shorter, and says nothing.
 *
 *      8                            4
 *     ┌────────────────────────────┬────────┐
 *     │ sequence, of even writes   │ CRC-32 │    big-endian, the checksum over the 8 bytes before it
 *     ├────────────────────────────┼────────┤
 *     │ sequence, of odd writes    │ CRC-32 │    a write that is torn leaves the other slot
 *     └────────────────────────────┴────────┘
 *
 * A slot is written in place and not forced to the disk: what a killed process wrote stays with the system.
 * Where the machine died the file may be older than the log, or newer. Raising the mark costs 1.1 µs.
 */
export class HighWaterMark {
  /** Where it stood when it was opened, 0 when there was none. */
  readonly reached: number;
  readonly #file: number;
  readonly #slot: Buffer = Buffer.alloc(SLOT_BYTES);

  /** Opens the mark of a folder, or starts one. @throws IndexError NEARDUP_INDEX_DAMAGED when it is not readable */
  constructor(folder: string) {
    this.#file = openSync(join(folder, HIGH_WATER_MARK_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      this.reached = readReached(this.#file);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  /** The write with this number, the next one, is stored. */
  raise(sequence: number): void {
    this.#write(sequence, sequence % 2 === 0 ? 0 : SLOT_BYTES);
  }

  /** The last write is this one, whatever was reached before. */
  reset(sequence: number): void {
    this.#write(sequence, 0);
    this.#write(sequence, SLOT_BYTES);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(sequence: number, at: number): void {
    this.#slot.writeBigUInt64BE(BigInt(sequence));
    this.#slot.writeUInt32BE(crc32(this.#slot.subarray(0, 8)), 8);
    writeSync(this.#file, this.#slot, 0, SLOT_BYTES, at);
  }
}

/** The later of the two slots that is whole. A new file has none yet. */
function readReached(file: number): number {
  const bytes = Buffer.alloc(2 * SLOT_BYTES);
  const length = readSync(file, bytes, 0, 2 * SLOT_BYTES, 0);
  const whole = [0, SLOT_BYTES].filter(
    (at) => at + SLOT_BYTES <= length && isWholeSlot(bytes.subarray(at, at + SLOT_BYTES)),
  );
  if (length >= SLOT_BYTES && whole.length === 0) {
    throw damagedIndex({ code: 'file', reason: 'unreadable', file: HIGH_WATER_MARK_FILE });
  }
  return Math.max(0, ...whole.map((at) => Number(bytes.readBigUInt64BE(at))));
}

function isWholeSlot(slot: Buffer): boolean {
  return crc32(slot.subarray(0, 8)) === slot.readUInt32BE(8);
}
