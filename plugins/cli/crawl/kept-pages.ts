import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { writeAt } from '../../dump/copy/whole-file.ts';
import { numberedLines, objectIn } from '../read-lines.ts';

/** A line of `pages.jsonl`, which `neardup dedup` and `neardup report` read. */
interface KeptPage {
  readonly id: string;
  readonly url: string;
  readonly html?: string;
  /** In place of `html`, of a page that is plain text. */
  readonly text?: string;
}

/** The place of a line in the file, without its line feed. */
interface Place {
  readonly offset: number;
  readonly length: number;
}

/**
 * The pages of a crawl in the order in which they came, one per line. After a kill only the last line of the file may
 * be cut.
 *
 * A page is kept before its verdict is, so it comes again if the process dies in between, or if its verdict cannot be
 * written; and a page that a wall answered is fetched again. It is in the file once all the same, as it came last: its
 * line before is overwritten with blanks. Memory: the ids, and where their lines are.
 */
export class KeptPages {
  readonly #file: FileHandle;
  readonly #places: Map<string, Place>;
  /** Offset at which the last whole line ends. */
  #end: number;
  #adding: Promise<void> = Promise.resolve();

  private constructor(file: FileHandle, places: Map<string, Place>, end: number) {
    this.#file = file;
    this.#places = places;
    this.#end = end;
  }

  /** @param resume whether to keep the lines that are there, except a last line that was cut off */
  static async open(path: string, resume: boolean): Promise<KeptPages> {
    const { O_RDWR, O_CREAT } = constants;
    const file = await open(path, O_RDWR | O_CREAT);
    const end = resume ? await endOfLines(file) : 0;
    await file.truncate(end);
    const kept = new KeptPages(file, new Map(), end);
    for await (const [number, line, offset] of numberedLines(path)) {
      const { id } = objectIn<KeptPage>(line, `${path}:${number}`);
      // two lines of a page are left if the process died between writing one and blanking the other
      await kept.#place(id, { offset, length: Buffer.byteLength(line) });
    }
    return kept;
  }

  /** Adds a page, in place of what came of it before. Pages are written one after the other: their lines do not mix. */
  add(page: KeptPage): Promise<void> {
    const adding = this.#adding.then(() => this.#add(page));
    this.#adding = adding.catch(() => undefined);
    return adding;
  }

  async #add(page: KeptPage): Promise<void> {
    const line = Buffer.from(`${JSON.stringify(page)}\n`);
    const offset = this.#end;
    try {
      await writeAt(this.#file, line, offset);
    } catch (error) {
      // on a full disk a part of it may have been written, and another line would follow on that
      await this.#file.truncate(this.#end);
      throw error;
    }
    this.#end += line.length;
    await this.#place(page.id, { offset, length: line.length - 1 });
  }

  /** Notes where the line of a page is, and blanks the one before. */
  async #place(id: string, place: Place): Promise<void> {
    const before = this.#places.get(id);
    this.#places.set(id, place);
    if (before !== undefined) await writeAt(this.#file, Buffer.alloc(before.length, ' '), before.offset);
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
