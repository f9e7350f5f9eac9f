import type { ClaimDecider } from '../claim-decider.ts';
import { type BinaryStore, scanEntries, visitEntries } from '../disk/binary-store.ts';
import type { Change } from '../layout/entries.ts';
import { areOfSameHost, hexOfKey, sameHostRange, tableRange } from '../layout/keys.ts';
import type { OperationQueue } from '../operation-queue.ts';
import type { DecidedPage, Writer } from '../writer.ts';
import { type IndexView, type StoredPage, sketchedSetOf, storedPagesWithTexts } from './stored-pages.ts';

/** What became of the other index's pages. */
export interface MergeCounts {
  /** Decided again and stored. */
  readonly merged: number;
  /** Already stored here with the same gram set. */
  readonly replayed: number;
  /** Hosts about which the two indexes hold different entries; the other's were left out. Missing if there are none. */
  readonly hostsLeft?: number;
}

/** The index that pages are merged into. */
interface MergeTarget {
  readonly decider: ClaimDecider;
  readonly queue: OperationQueue;
  readonly writer: Writer;
  readonly store: BinaryStore;
}

/** Most pages added by one batch. */
const ADDED_PAGES = 256;

/** Gives the pages of `other` to an index, in the order of their commits; see `SketchIndex.merge`. */
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

/** A stored page ready to be written. Reading it throws if its set is damaged. */
function decidedPage(stored: StoredPage, { layout }: IndexView): DecidedPage {
  const { record, text } = stored;
  return { record, set: sketchedSetOf(stored, layout)!, ...(text !== undefined && { text }) };
}

/**
 * Copies the other index's entries about each host of which this one has none, one batch a host. Resolves to the number
 * of hosts left out: only the version that writes such entries can combine those of two indexes.
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

/** Copies a host's entries if this index has none. Returns whether it now has exactly these. */
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
