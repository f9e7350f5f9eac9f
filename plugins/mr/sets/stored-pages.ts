import { bytesOf, Spool } from '../../../src/flow/index.ts';

/** Numbers stored of a page: its id, and the ends of its grams and facts. */
const PLACE_NUMBERS = 3;
const PLACE_BYTES = 8 * PLACE_NUMBERS;
const GRAM_BYTES = 8;

/**
 * Pages by their numbers from 0, in unnamed files: id, gram set and facts of each. Memory: 4 MB, and twice the largest
 * page.
 */
export class StoredPages {
  /** Number of pages so far. */
  length = 0;
  readonly #places = new Spool();
  readonly #grams = new Spool();
  readonly #facts = new Spool();
  /** The numbers stored of the previous page, then those of the page itself. */
  readonly #place = new Float64Array(2 * PLACE_NUMBERS);
  #gramRoom = new BigUint64Array(1 << 10);
  #factsRoom = Buffer.allocUnsafeSlow(1 << 10);

  /** Adds a page. */
  push(id: number, grams: BigUint64Array, facts: string): void {
    this.#grams.append(bytesOf(grams));
    this.#facts.append(Buffer.from(facts));
    this.#places.append(bytesOf(Float64Array.of(id, this.#grams.length, this.#facts.length)));
    this.length++;
  }

  idOf(page: number): number {
    return this.#placeOf(page)[PLACE_NUMBERS];
  }

  /** The gram set of a page, valid until the next one is read. */
  gramsOf(page: number): BigUint64Array {
    const [, begin, , , end] = this.#placeOf(page);
    const length = (end - begin) / GRAM_BYTES;
    if (length > this.#gramRoom.length) this.#gramRoom = new BigUint64Array(2 * length);
    const grams = this.#gramRoom.subarray(0, length);
    this.#grams.read(begin, bytesOf(grams));
    return grams;
  }

  /** The facts of a page, as they were given. */
  factsOf(page: number): string {
    const [, , begin, , , end] = this.#placeOf(page);
    if (end - begin > this.#factsRoom.length) this.#factsRoom = Buffer.allocUnsafeSlow(2 * (end - begin));
    const bytes = this.#factsRoom.subarray(0, end - begin);
    this.#facts.read(begin, bytes);
    return bytes.toString();
  }

  /** Closes the files. */
  close(): void {
    for (const spool of [this.#places, this.#grams, this.#facts]) spool.close();
  }

  #placeOf(page: number): Float64Array {
    const bytes = bytesOf(this.#place);
    if (page > 0) {
      this.#places.read((page - 1) * PLACE_BYTES, bytes);
    } else {
      bytes.fill(0, 0, PLACE_BYTES);
      this.#places.read(0, bytes.subarray(PLACE_BYTES));
    }
    return this.#place;
  }
}
