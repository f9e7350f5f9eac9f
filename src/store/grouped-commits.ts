import { setImmediate } from 'node:timers/promises';
import type { OperationQueue } from './operation-queue.ts';
import type { Commit, Writer } from './writer.ts';

/** Most commits, and bytes of gram sets, in one batch. More is no faster, and filling a batch blocks the event loop. */
const GROUP_COMMITS = 128;
const GROUP_BYTES = 512 << 10;

/** A commit, and the callbacks of its caller. */
interface Waiting {
  readonly commit: Commit;
  readonly stored: () => void;
  readonly failed: (error: unknown) => void;
}

/** Writes commits in the order of their calls. Those that come while a batch is written go into the next one. */
export class GroupedCommits {
  readonly #queue: OperationQueue;
  readonly #writer: Writer;
  #waiting: Waiting[] = [];

  constructor(queue: OperationQueue, writer: Writer) {
    this.#queue = queue;
    this.#writer = writer;
  }

  /** Resolves when the commit is stored. @throws what the write of its batch throws; NEARDUP_INDEX_CLOSED */
  add(commit: Commit): Promise<void> {
    return new Promise((stored, failed) => {
      this.#waiting.push({ commit, stored, failed });
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  #schedule(): void {
    this.#queue
      .run(async () => {
        // Commits of other pages in this turn of the event loop go into the same batch.
        await setImmediate();
        await this.#write();
      })
      .catch((error) => {
        for (const { failed } of this.#waiting.splice(0)) failed(error);
      });
  }

  async #write(): Promise<void> {
    const group = this.#take();
    if (this.#waiting.length > 0) this.#schedule();
    try {
      await this.#writer.commit(group.map(({ commit }) => commit));
    } catch (error) {
      for (const { failed } of group) failed(error);
      return;
    }
    for (const { stored } of group) stored();
  }

  /** The first waiting commits that fit in one batch, up to a key that occurs again: a batch stores each page once. */
  #take(): Waiting[] {
    const keys = new Set<string>();
    let end = 0;
    let bytes = 0;
    for (const { commit } of this.#waiting) {
      const key = commit.page?.record.key;
      bytes += bytesOf(commit);
      if (end === GROUP_COMMITS || (end > 0 && bytes > GROUP_BYTES) || (key !== undefined && keys.has(key)))
        break;
      if (key !== undefined) keys.add(key);
      end++;
    }
    return this.#waiting.splice(0, end);
  }
}

/** Approximate bytes of a commit: its gram set and its entries' values. */
function bytesOf({ page, entries = [] }: Commit): number {
  return entries.reduce((sum, { value }) => sum + (value?.length ?? 0), page?.set.grams.byteLength ?? 0);
}
