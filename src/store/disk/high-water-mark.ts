import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { damagedIndex } from '../errors.ts';

/** Name of the file in the index's folder. */
export const HIGH_WATER_MARK_FILE = 'REACHED';

const SLOT_BYTES = 12;

/**
 * The highest number of an acknowledged write, in a separate file next to LevelDB's: LevelDB reports nothing when its
 * log has lost its end.
 *
 *      8                            4
 *     ┌────────────────────────────┬────────┐
 *     │ sequence, of even writes   │ CRC-32 │    big-endian, the checksum over the 8 bytes before it
 *     ├────────────────────────────┼────────┤
 *     │ sequence, of odd writes    │ CRC-32 │    a torn write leaves the other slot intact
 *     └────────────────────────────┴────────┘
 *
 * A slot is written in place and not forced to disk: what a killed process wrote survives in the operating system.
 * If the machine died, the file may be older or newer than the log. Raising the mark takes 1.1 µs.
 */
export class HighWaterMark {
  /** The mark when it was opened; 0 if there was none. */
  readonly reached: number;
  readonly #file: number;
  readonly #slot: Buffer = Buffer.alloc(SLOT_BYTES);

  /** Opens the mark of a folder, or creates one. @throws IndexError NEARDUP_INDEX_DAMAGED when it is not readable */
  constructor(folder: string) {
    this.#file = openSync(join(folder, HIGH_WATER_MARK_FILE), constants.O_RDWR | constants.O_CREAT, 0o600);
    try {
      this.reached = readReached(this.#file);
    } catch (error) {
      closeSync(this.#file);
      throw error;
    }
  }

  /** Records that the write with this number, the next one, is stored. */
  raise(sequence: number): void {
    this.#write(sequence, sequence % 2 === 0 ? 0 : SLOT_BYTES);
  }

  /** Records that the last write is this one, even if a later one was reached before. */
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

/** The later of the intact slots; 0 in a new file, which has none. */
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
