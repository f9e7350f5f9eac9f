import { takeFirst } from '../../first-entry.ts';
import type { DecisionRecord, SketchRecord } from '../layout/codec.ts';

/** The parts of a page that were read or written. */
export interface KnownPage {
  readonly record?: DecisionRecord;
  readonly sketch?: SketchRecord;
  /** Must not be changed. */
  readonly grams?: BigUint64Array;
}

/** Approximate bytes of a page besides its grams. */
const BYTES_OF_PAGE = 1024;
/** Largest share of the memory for one page: a larger page would displace too many others. */
const LARGEST_PART = 1 / 8;

/** The pages read or written last, as many as fit in memory: copies come in crowds. */
export class RecentPages {
  readonly #mostBytes: number;
  /** In the order of use, the latest last. */
  readonly #pages = new Map<number, KnownPage>();
  #bytes = 0;

  /** @param mostBytes of gram sets and 1 KB a page */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  get(page: number): KnownPage | undefined {
    const known = this.#pages.get(page);
    if (known === undefined) return undefined;
    this.#pages.delete(page);
    this.#pages.set(page, known);
    return known;
  }

  /** Adds parts to what is kept of a page. */
  keep(page: number, part: KnownPage): void {
    const known = { ...this.#pages.get(page), ...part };
    this.forget(page);
    const bytes = bytesOf(known);
    if (bytes > LARGEST_PART * this.#mostBytes) return;
    this.#pages.set(page, known);
    this.#bytes += bytes;
    while (this.#bytes > this.#mostBytes) this.#bytes -= bytesOf(takeFirst(this.#pages)[1]);
  }

  forget(page: number): void {
    const known = this.#pages.get(page);
    if (known === undefined) return;
    this.#pages.delete(page);
    this.#bytes -= bytesOf(known);
  }
}

function bytesOf({ grams }: KnownPage): number {
  return BYTES_OF_PAGE + (grams?.byteLength ?? 0);
}
