import type { ClaimDecider } from '../claim-decider.ts';
import type { OperationQueue } from '../operation-queue.ts';
import type { DecidedPage, Writer } from '../writer.ts';
import { type IndexView, type StoredPage, sketchedSetOf, storedPages } from './stored-pages.ts';

/** What became of the other index's pages. */
export interface MergeCounts {
  /** Decided anew and stored. */
  readonly merged: number;
  /** There already with the same gram set. */
  readonly replayed: number;
}

/** The index that pages are merged into. */
interface MergeTarget {
  readonly decider: ClaimDecider;
  readonly queue: OperationQueue;
  readonly writer: Writer;
}

/** Pages added by one batch. */
const ADDED_PAGES = 256;

/** Feeds the pages of `other` to an index, in the order of their commits; see `SketchIndex.merge`. */
export async function mergePages(
  other: IndexView,
  target: MergeTarget,
  signal: AbortSignal | undefined,
): Promise<MergeCounts> {
  let merged = 0;
  let replayed = 0;
  let added: DecidedPage[] = [];

  async function flush(): Promise<void> {
    if (added.length === 0) return;
    const pages = added;
    added = [];
    const count = await target.queue.run(() => target.writer.addAll(pages, true));
    merged += count;
    replayed += pages.length - count;
  }

  for await (const block of storedPages(other)) {
    for (const stored of block) {
      signal?.throwIfAborted();
      const page = decidedPage(stored, other);
      if (stored.record.added === true) {
        added.push(page);
        if (added.length === ADDED_PAGES) await flush();
        continue;
      }
      await flush();
      const { key, url = key, ...facts } = stored.record;
      const claim = await target.decider.claimSketched({ key, url, ...facts }, page.set, signal);
      await claim.commit();
      if (claim.replayed) replayed++;
      else merged++;
    }
  }
  await flush();
  return { merged, replayed };
}

/** A page as it was stored, by a read that throws where its set is damaged. */
function decidedPage(stored: StoredPage, { layout }: IndexView): DecidedPage {
  return { record: stored.record, set: sketchedSetOf(stored, layout)! };
}
