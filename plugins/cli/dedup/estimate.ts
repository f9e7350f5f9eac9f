import { bytesPerPage, freeBytesIn, type Journal, type WorkFolder } from '../../../src/flow/index.ts';
import { inMegabytes, inSeconds, inThousands } from '../numbers.ts';
import type { Progress } from '../progress.ts';

/** So much of the input says what the whole is like. */
const shareRead = 0.01;
/** What pages have beside their sites' templates is written once more, so are the sets that are joined out of core, and pairs are. */
const diskPerJournal = 3;

/** Says once, after the first hundredth of the input, what the run will take. */
export class Estimate {
  readonly #memoryBytes: number;
  readonly #progress: Progress;
  readonly #startedAt = performance.now();
  #isTold = false;
  /** Of the journal when the input had last been read so far. */
  #read = { share: 0, pages: 0, bytes: 0, elapsedMs: 0 };

  constructor({ memoryBytes }: { readonly memoryBytes: number }, progress: Progress) {
    this.#memoryBytes = memoryBytes;
    this.#progress = progress;
  }

  /** @param share of the input that was read when the last page of the journal came; undefined where that is not known */
  update(share: number | undefined, journal: Journal, folder: WorkFolder): void {
    if (this.#isTold || share === undefined) return;
    const read = this.#read;
    const elapsedMs = performance.now() - this.#startedAt;
    this.#read = { share, pages: journal.length, bytes: journal.bytes, elapsedMs };
    // what is read at once has many pages, all of which have come when more is read
    if (share === read.share || read.share < shareRead) return;
    this.#isTold = true;
    // a small input is read before anybody has read this
    if (read.share > 0.5) return;
    const pages = Math.ceil(read.pages / read.share);
    const diskBytes = Math.ceil((diskPerJournal * read.bytes) / read.share);
    const readMs = read.elapsedMs / read.share;
    const freeBytes = freeBytesIn(folder.directory);
    this.#progress.note(
      `expected: about ${inThousands(pages)} pages; reading ${inSeconds(readMs, 0)}; in memory ${inMegabytes(pages * bytesPerPage)} ` +
        `for pages, of ${inMegabytes(this.#memoryBytes)}; on disk ${inMegabytes(diskBytes)} in ${folder.directory}, where ` +
        `${inMegabytes(freeBytes)} are free`,
    );
  }
}
