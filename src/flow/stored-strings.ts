import { Positions } from '../grams/positions.ts';
import type { Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { RecentValues } from './recent-values.ts';

const HEAD_BYTES = 4;
/** What is read at once of a string whose length is not known yet: most have no more. */
const LIKELY_BYTES = 60;
/** Strings that are kept at hand: pairs ask for those of a site again and again. Names of 28,000 pages take 3 MB. */
const RECENT = 1 << 15;

/** A string for each page, in a file: a head of the length, and UTF-8. Memory: 6 bytes a page. */
export class StoredStrings {
  readonly #spool: Spool;
  /** One more than where a string begins; 0 of an empty one. */
  readonly #positions: Positions;
  readonly #first = Buffer.alloc(HEAD_BYTES + LIKELY_BYTES);
  /** Where a head and a string are put together: three buffers for each took two thirds of the time of putting it. */
  #record = Buffer.alloc(1 << 10);
  readonly #recent = new RecentValues<string>(RECENT);
  /** Recent strings, so that equal ones are the same: pairs of versions compare their names, and memory then need not be read. */
  readonly #shared = new Map<string, string>();

  /** @param pages how many there are at first: of each the string is empty until it is put */
  constructor(pages: number, folder: WorkFolder) {
    this.#spool = folder.spool();
    this.#positions = new Positions(pages);
  }

  /** Puts the string of a page, once. */
  put(page: number, text: string): void {
    if (text !== '') this.#positions.set(page, this.#stored(text));
  }

  /** Adds a page, and puts its string. */
  push(text: string): void {
    this.#positions.push(this.#stored(text));
  }

  at(page: number): string {
    const position = this.#positions.at(page);
    if (position === 0) return '';
    return this.#recent.get(page) ?? this.#recent.set(page, this.#share(this.#read(position - 1)));
  }

  /** Lets go of all strings. */
  close(): void {
    this.#spool.close();
  }

  /** One more than where a string now begins; 0 of an empty one. */
  #stored(text: string): number {
    if (text === '') return 0;
    // a code unit takes at most three bytes of UTF-8
    const most = HEAD_BYTES + 3 * text.length;
    if (this.#record.length < most) this.#record = Buffer.alloc(2 * most);
    const length = this.#record.write(text, HEAD_BYTES);
    this.#record.writeUInt32LE(length);
    return 1 + this.#spool.append(this.#record.subarray(0, HEAD_BYTES + length));
  }

  #share(text: string): string {
    const known = this.#shared.get(text);
    if (known !== undefined) return known;
    if (this.#shared.size === RECENT) this.#shared.clear();
    this.#shared.set(text, text);
    return text;
  }

  #read(at: number): string {
    const first = this.#first.subarray(0, this.#spool.length - at);
    this.#spool.read(at, first);
    const length = first.readUInt32LE();
    if (length <= LIKELY_BYTES) return first.toString('utf8', HEAD_BYTES, HEAD_BYTES + length);
    const bytes = Buffer.allocUnsafe(length);
    this.#spool.read(at + HEAD_BYTES, bytes);
    return bytes.toString();
  }
}
