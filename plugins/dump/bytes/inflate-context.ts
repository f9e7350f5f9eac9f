import type { DumpDamage } from '../damage.ts';
import type { Limits } from '../limits.ts';

/** The limits of a decompressor, and how it reports to its caller. */
export interface InflateContext {
  readonly limits: Limits;
  /** Reports damage at an offset in the stored file. */
  report(damage: DumpDamage, offset: number): void;
  /** Called for a frame without a checksum: changes of its data go unnoticed. */
  onUnchecked?(): void;
  /**
   * Inflated bytes since the reader of records or lines began its current one. The reader sets this to 0. The
   * decompressor adds to it, and gives up a member as a bomb beyond `limits.maxInflatedBytes` at a ratio above 100.
   */
  sinceRecord: number;
}

/** No single text or page keeps up this ratio for long. The maximum of deflate is 1032. */
const BOMB_RATIO = 100;

/** Highest ratio of a file that inflates to more than `maxInflatedBytes`. gzip cannot reach much more. */
const MOST_FILE_RATIO = 1000;

/** The damage if `stored` bytes of a file that inflate to `inflatedBytes` make it a bomb: it may be one even if none of its records is. */
export function fileBomb(inflatedBytes: number, stored: number, limits: Limits): DumpDamage | undefined {
  const ratio = inflatedBytes / Math.max(1, stored);
  if (inflatedBytes <= limits.maxInflatedBytes || ratio <= MOST_FILE_RATIO) return undefined;
  return { code: 'bomb', inflatedBytes, ratio, isFile: true };
}

/** Watches the inflated size of one record while a member or frame is read as a stream. */
export class BombWatch {
  readonly #context: InflateContext;
  /** Where the stored bytes of the record begin. */
  #recordAt: number;

  /** @param position offset in the stored file at which the data begin */
  constructor(context: InflateContext, position: number) {
    this.#context = context;
    this.#recordAt = position;
  }

  /** Counts `bytes` of data. Their stored bytes begin at `position` or before. */
  add(bytes: number, position: number): void {
    if (this.#context.sinceRecord === 0) this.#recordAt = position;
    this.#context.sinceRecord += bytes;
  }

  /**
   * The damage if the record is a bomb, given that stored bytes up to `position` are used. The record is then given up.
   */
  bombAt(position: number): DumpDamage | undefined {
    const inflatedBytes = this.#context.sinceRecord;
    const ratio = inflatedBytes / Math.max(1, position - this.#recordAt);
    if (inflatedBytes <= this.#context.limits.maxInflatedBytes || ratio <= BOMB_RATIO) return undefined;
    this.#context.sinceRecord = 0;
    return { code: 'bomb', inflatedBytes, ratio };
  }
}
