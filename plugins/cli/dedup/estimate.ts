import { bytesPerPage, freeBytesIn, type Journal, type WorkFolder } from '../../../src/flow/index.ts';
import { inMegabytes, inSeconds, inThousands } from '../numbers.ts';
import type { Progress } from '../progress.ts';

/** Share of the input from which the whole is estimated. */
const shareRead = 0.01;
/**
 * Disk space as a multiple of the journal: the grams of pages outside their sites' templates are written once more,
 * and so are the sets that are joined out of core; pairs are added.
 */
const diskPerJournal = 3;

/** Says once, after the first hundredth of the input, how much memory, disk and time the run will take. */
export class Estimate {
  readonly #memoryBytes: number;
  readonly #progress: Progress;
  readonly #startedAt = performance.now();
  /** Share of the input that had been read when the last page came. */
  #share = 0;
  #isTold = false;

  constructor({ memoryBytes }: { readonly memoryBytes: number }, progress: Progress) {
    this.#memoryBytes = memoryBytes;
    this.#progress = progress;
  }

  /**
   * @param share of the input that had been read when the last page of the journal came; undefined if that is not
   * known
   * @param pagesOfShare number of pages in that share. The journal may have more: those of a block come together
   */
  update(share: number | undefined, pagesOfShare: number, journal: Journal, folder: WorkFolder): void {
    if (this.#isTold || share === undefined || share === this.#share) return;
    // A megabyte is read at a time; of compressed data a second one is read before the first page comes. Only when
    // the share grows have the pages of the first read come.
    const isFirst = this.#share === 0;
    this.#share = share;
    if (isFirst || share < shareRead) return;
    this.#isTold = true;
    // a small input would be finished before anybody has read the estimate
    if (share > 0.5) return;
    const pages = Math.ceil(pagesOfShare / share);
    const diskBytes = Math.ceil((diskPerJournal * journal.bytes * pages) / journal.length);
    const readMs = (performance.now() - this.#startedAt) / share;
    const freeBytes = freeBytesIn(folder.directory);
    this.#progress.note(
      `expected: about ${inThousands(pages)} pages; reading ${inSeconds(readMs, 0)}; in memory ${inMegabytes(pages * bytesPerPage)} ` +
        `for pages, of ${inMegabytes(this.#memoryBytes)}; on disk ${inMegabytes(diskBytes)} in ${folder.directory}, where ` +
        `${inMegabytes(freeBytes)} are free`,
    );
  }
}
