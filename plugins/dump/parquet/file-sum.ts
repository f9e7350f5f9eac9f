import { fileBomb } from '../bytes/inflate-context.ts';
import type { DumpDamage } from '../damage.ts';
import type { Limits } from '../limits.ts';

/** The file, and how much one of its pages may inflate to. */
interface SummedFile {
  readonly sizeBytes: number;
  readonly reading: { readonly limits: Limits };
}

/**
 * Bytes that a Parquet file has become so far: pages that were decompressed, and texts that were given out, since a dictionary gives one
 * text to any number of rows. A few bytes can claim terabytes of both.
 */
export class FileSum {
  #bytes = 0;
  readonly #file: SummedFile;

  constructor(file: SummedFile) {
    this.#file = file;
  }

  /** Adds bytes. Returns the damage if they make the file a bomb, of which nothing more is read then. */
  add(bytes: number): DumpDamage | undefined {
    this.#bytes += bytes;
    return this.damage;
  }

  /** The damage if the file is a bomb. */
  get damage(): DumpDamage | undefined {
    const { sizeBytes, reading } = this.#file;
    return fileBomb(this.#bytes, sizeBytes, reading.limits);
  }
}
