import type { DumpDamage } from '../damage.ts';
import type { Limits } from '../limits.ts';

/** What a decompressor tells and is told. */
export interface InflateContext {
  readonly limits: Limits;
  /** Names a damaged spot by its offset in the stored file. */
  report(damage: DumpDamage, offset: number): void;
  /** Hears of a frame without a checksum: its data may be changed without a sign of it. */
  onUnchecked?(): void;
  /**
   * Inflated bytes since the reader of records or lines last began one. It sets this to 0; the decompressor adds
   * and gives a member up as a bomb when `limits.maxInflatedBytes` is passed at a ratio of more than 100.
   */
  sinceRecord: number;
}

/** A ratio that no single text or page keeps up for long; deflate itself ends at 1032. */
const BOMB_RATIO = 100;

/** Watches what one record inflates to, while a member or frame is read as a stream. */
export class BombWatch {
  readonly #context: InflateContext;
  /** Where the stored bytes of the record begin. */
  #recordAt: number;

  /** `position`: where in the stored file the data begin. */
  constructor(context: InflateContext, position: number) {
    this.#context = context;
    this.#recordAt = position;
  }

  /** Counts `bytes` of data, the stored ones of which begin at `position` or before. */
  add(bytes: number, position: number): void {
    if (this.#context.sinceRecord === 0) this.#recordAt = position;
    this.#context.sinceRecord += bytes;
  }

  /** The record as a bomb, if it is one now that the stored bytes up to `position` are used; it is given up then. */
  bombAt(position: number): DumpDamage | undefined {
    const inflatedBytes = this.#context.sinceRecord;
    const ratio = inflatedBytes / Math.max(1, position - this.#recordAt);
    if (inflatedBytes <= this.#context.limits.maxInflatedBytes || ratio <= BOMB_RATIO) return undefined;
    this.#context.sinceRecord = 0;
    return { code: 'bomb', inflatedBytes, ratio };
  }
}
