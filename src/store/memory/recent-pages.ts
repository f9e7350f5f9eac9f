import type { DecisionRecord, SketchRecord } from '../layout/codec.ts';

/** What was read or written of a page. */
export interface KnownPage {
  readonly record?: DecisionRecord;
  readonly sketch?: SketchRecord;
  /** Not to be changed. */
  readonly grams?: BigUint64Array;
}

/** About what is held of a page beside its grams. */
const BYTES_OF_PAGE = 1024;
/** A page that takes a larger part than this of the room would push out too many others. */
const LARGEST_PART = 1 / 8;

/** The pages that were asked about or written last, as many as there is room for: copies come in crowds. */
export class RecentPages {
  readonly #mostBytes: number;
  /** Those asked about last stand last. */
  readonly #pages = new Map<number, KnownPage>();
  #bytes = 0;

  /** @param mostBytes of gram sets, with 1 KB a page */
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

  /** Keeps what is known of a page, with what was known before. */
  keep(page: number, part: KnownPage): void {
    const known = { ...this.#pages.get(page), ...part };
    this.forget(page);
    const bytes = bytesOf(known);
    if (bytes > LARGEST_PART * this.#mostBytes) return;
    this.#pages.set(page, known);
    this.#bytes += bytes;
    for (const [first, oldest] of this.#pages) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#pages.delete(first);
      this.#bytes -= bytesOf(oldest);
    }
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
