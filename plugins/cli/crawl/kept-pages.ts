import { type FileHandle, open } from 'node:fs/promises';

/** A line of `pages.jsonl`: what `neardup dedup` and `neardup report` read. */
interface KeptPage {
  readonly id: string;
  readonly url: string;
  readonly html: string;
}

/** The pages of a crawl as they came, a line each, in a file that a killed crawl leaves whole but for its last line. */
export class KeptPages {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** @param resume whether what is there is kept: all but a line that was cut off */
  static async open(path: string, resume: boolean): Promise<KeptPages> {
    const file = await open(path, resume ? 'a+' : 'w');
    if (resume) await file.truncate(await endOfLines(file));
    return new KeptPages(file);
  }

  /** One write, so that lines of pages in work at once do not mix. */
  async add(page: KeptPage): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(page)}\n`);
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#file.close();
  }
}

const PIECE_BYTES = 1 << 16;

/** Where the last whole line ends. */
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
