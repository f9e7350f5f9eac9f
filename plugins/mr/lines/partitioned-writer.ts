import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { formatVersion, padded } from './format.ts';
import { noLines, type Trailer } from './trailer.ts';
import { type LineOutput, LineWriter } from './writer.ts';

const NUMBER_DIGITS = 5;

/** The name of the file of a partition. */
export function partName(part: number): string {
  return `part-${padded(part, NUMBER_DIGITS)}`;
}

/**
 * Writes each line to the file of its key's partition, in an existing folder. Each file ends with a trailer of its own.
 * The trailer of the first file has what the verb has read and counted, so that sums over all trailers are right.
 */
export class PartitionedWriter implements LineOutput {
  readonly #streams: readonly WriteStream[];
  readonly #writers: readonly LineWriter[];
  readonly #failures: unknown[] = [];
  #isFull = false;

  constructor(folder: string, parts: number) {
    this.#streams = Array.from({ length: parts }, (_, part) => {
      const file = join(folder, partName(part));
      // the system's error of a write does not name the file
      const failed = (cause: Error) => this.#failures.push(new Error(`cannot write ${file}`, { cause }));
      return createWriteStream(file).on('error', failed);
    });
    this.#writers = this.#streams.map((stream) => new LineWriter(stream));
  }

  get isFull(): boolean {
    return this.#isFull || this.#failures.length > 0;
  }

  line(line: string): void {
    const writer = this.#writers[partOf(line, this.#writers.length)];
    writer.line(line);
    if (writer.isFull) this.#isFull = true;
  }

  async drained(): Promise<void> {
    await this.#orNamed(async () => {
      for (const writer of this.#writers) await writer.drained();
    });
    this.#isFull = false;
  }

  async end(trailer: Omit<Trailer, 'written'>): Promise<void> {
    await this.#orNamed(async () => {
      for (const [part, writer] of this.#writers.entries()) {
        await writer.end(part === 0 ? trailer : { ...trailer, read: noLines(), counters: {} });
      }
      for (const stream of this.#streams) {
        stream.end();
        await finished(stream);
      }
    });
  }

  /** Does something to the files. The error of one names it. */
  async #orNamed(does: () => Promise<void>): Promise<void> {
    if (this.#failures.length === 0) await does().catch((error) => this.#failures.push(error));
    if (this.#failures.length > 0) throw this.#failures[0];
  }
}

/** The partition of a line's key, by its FNV-1a hash. */
function partOf(line: string, parts: number): number {
  let hash = 0x811c9dc5;
  for (let i = formatVersion.length + 1; i < line.length; i++) {
    const character = line.charCodeAt(i);
    if (character === 9) break;
    hash = Math.imul(hash ^ character, 0x01000193);
  }
  return (hash >>> 0) % parts;
}
