import { type FileHandle, open } from 'node:fs/promises';

/** A line of `pages.jsonl`, which `neardup dedup` and `neardup report` read. */
interface KeptPage {
  readonly id: string;
  readonly url: string;
  readonly html: string;
}

/**
 * The pages of a crawl in the order in which they came, one per line. After a kill only the last line of the file may
 * be cut.
 */
export class KeptPages {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @param resume whether to keep the lines that are there, except a last line that was cut off */
  static async open(path: string, resume: boolean): Promise<KeptPages> {
    const file = await open(path, resume ? 'a+' : 'w');
    if (resume) await file.truncate(await endOfLines(file));
    return new KeptPages(file);
  }

  /** Adds a page with a single write, so that lines of pages in work at the same time do not mix. */
  async add(page: KeptPage): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(page)}\n`);
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
