import type { Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';

/** Strings that are kept at hand. */
const RECENT = 1 << 12;

/** A string for each page, in a file. Memory: 12 bytes a page. */
export class StoredStrings {
  readonly #spool: Spool;
  readonly #positions: Float64Array;
  readonly #lengths: Uint32Array;
  readonly #recent: ({ readonly page: number; readonly text: string } | undefined)[] = [];

  /** @param pages how many there are: of each the string is empty until it is put */
  constructor(pages: number, folder: WorkFolder) {
    this.#spool = folder.spool();
    this.#positions = new Float64Array(pages);
    this.#lengths = new Uint32Array(pages);
  }

  /** Puts the string of a page, once. */
  put(page: number, text: string): void {
    if (text === '') return;
    const bytes = Buffer.from(text);
    this.#positions[page] = this.#spool.append(bytes);
    this.#lengths[page] = bytes.length;
  }

  at(page: number): string {
    if (this.#lengths[page] === 0) return '';
    const recent = this.#recent[page % RECENT];
    if (recent?.page === page) return recent.text;
    const bytes = Buffer.allocUnsafe(this.#lengths[page]);
    this.#spool.read(this.#positions[page], bytes);
    const text = bytes.toString();
    this.#recent[page % RECENT] = { page, text };
    return text;
  }
}
