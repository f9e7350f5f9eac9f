import { type FileHandle, open } from 'node:fs/promises';
import { readJsonLines } from '../read-lines.ts';

/** A line of `pages.jsonl`, which `neardup dedup` and `neardup report` read. */
interface KeptPage {
  readonly id: string;
  readonly url: string;
  readonly html: string;
}

/**
 * The pages of a crawl in the order in which they came, one per line. After a kill only the last line of the file may
 * be cut.
 *
 * A page is kept before its verdict is, so it comes again if the process dies in between, or if its verdict cannot be
 * written. It is in the file once all the same. Memory: the ids.
 */
export class KeptPages {
  readonly #file: FileHandle;
  readonly #ids: Set<string>;
  /** Offset at which the last whole line ends. */
  #end: number;
  #adding: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, ids: Set<string>, end: number) {
    this.#file = file;
    this.#ids = ids;
    this.#end = end;
  }

  /** @param resume whether to keep the lines that are there, except a last line that was cut off */
  static async open(path: string, resume: boolean): Promise<KeptPages> {
    const file = await open(path, 'a+');
    const end = resume ? await endOfLines(file) : 0;
    await file.truncate(end);
    const ids = new Set<string>();
    for await (const { id } of readJsonLines<KeptPage>(path)) ids.add(id);
    return new KeptPages(file, ids, end);
  }

  /** Adds a page unless it is there. Pages are written one after the other, so that their lines do not mix. */
  add(page: KeptPage): Promise<void> {
    const adding = this.#adding.then(() => this.#add(page));
    this.#adding = adding.catch(() => undefined);
    return adding;
  }

  async #add(page: KeptPage): Promise<void> {
    if (this.#ids.has(page.id)) return;
    const line = Buffer.from(`${JSON.stringify(page)}\n`);
    try {
      await this.#file.appendFile(line);
    } catch (error) {
      // on a full disk a part of it may have been written, and another line would follow on that
      await this.#file.truncate(this.#end);
      throw error;
    }
    this.#end += line.length;
    this.#ids.add(page.id);
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#file.close();
  }
}

const PIECE_BYTES = 1 << 16;

/** Offset at which the last whole line ends. */
async function endOfLines(file: FileHandle): Promise<number> {
  const piece = Buffer.alloc(PIECE_BYTES);
  for (let end = (await file.stat()).size; end > 0; ) {
    const start = Math.max(0, end - PIECE_BYTES);
    const { bytesRead } = await file.read(piece, 0, end - start, start);
    const at = piece.subarray(0, bytesRead).lastIndexOf('\n');
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}
