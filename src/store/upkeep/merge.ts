import type { ClaimDecider } from '../claim-decider.ts';
import { type BinaryStore, scanEntries, visitEntries } from '../disk/binary-store.ts';
import type { Change } from '../layout/entries.ts';
import { areOfSameHost, hexOfKey, sameHostRange, tableRange } from '../layout/keys.ts';
import type { OperationQueue } from '../operation-queue.ts';
import type { DecidedPage, Writer } from '../writer.ts';
import { type IndexView, type StoredPage, sketchedSetOf, storedPagesWithTexts } from './stored-pages.ts';

/** What became of the other index's pages. */
export interface MergeCounts {
  /** Decided anew and stored. */
  readonly merged: number;
  /** There already with the same gram set. */
  readonly replayed: number;
  /** Hosts of which the two indexes know different things: the other's were left. Missing where there are none. */
  readonly hostsLeft?: number;
}

/** The index that pages are merged into. */
interface MergeTarget {
  readonly decider: ClaimDecider;
  readonly queue: OperationQueue;
  readonly writer: Writer;
  readonly store: BinaryStore;
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

  for await (const stored of storedPagesWithTexts(other)) {
    signal?.throwIfAborted();
    const page = decidedPage(stored, other);
    if (stored.record.added === true) {
      added.push(page);
      if (added.length === ADDED_PAGES) await flush();
      continue;
    }
    await flush();
    const { key, url = key, ...facts } = stored.record;
    const text = page.text === undefined ? {} : { text: page.text };
    const { alike } = facts;
    const claim = await target.decider.claimSketched({ key, url, ...facts, ...text }, page.set, {
      ...(signal && { signal }),
      ...(alike && { repeats: (earlier) => earlier.key !== alike.key }),
    });
    await claim.commit();
    if (claim.replayed) replayed++;
    else merged++;
  }
  await flush();
  const hostsLeft = await mergeHosts(other, target);
  return { merged, replayed, ...(hostsLeft > 0 && { hostsLeft }) };
}

/** A page as it was stored, by a read that throws where its set is damaged. */
function decidedPage(stored: StoredPage, { layout }: IndexView): DecidedPage {
  const { record, text } = stored;
  return { record, set: sketchedSetOf(stored, layout)!, ...(text !== undefined && { text }) };
}

/**
 * Takes over what the other index knows of hosts of which this one knows nothing, a batch a host. How two tables of a
 * host become one is for the version that writes them: resolves to the number of those that were left.
 */
async function mergeHosts({ store, snapshot }: IndexView, target: MergeTarget): Promise<number> {
  let left = 0;
  let host: Required<Change>[] = [];

  async function flush(): Promise<void> {
    if (host.length > 0 && !(await target.queue.run(() => tookOver(host, target)))) left++;
    host = [];
  }

  for await (const entries of scanEntries(store, tableRange('hosts'), { snapshot })) {
    for (const [key, value] of entries) {
      if (host.length > 0 && !areOfSameHost(host[0].key, key)) await flush();
      host.push({ key, value });
    }
  }
  await flush();
  return left;
}

/** Whether all that is known of a host is what the other index knew of it. */
async function tookOver(host: readonly Required<Change>[], { store, writer }: MergeTarget): Promise<boolean> {
  const own = new Map<string, Buffer>();
  await visitEntries(store, sameHostRange(host[0].key), (key, value) => own.set(hexOfKey(key), value));
  if (own.size === 0) {
    await writer.put(host);
    return true;
  }
  return (
    own.size === host.length && host.every(({ key, value }) => own.get(hexOfKey(key))?.equals(value) === true)
  );
}
