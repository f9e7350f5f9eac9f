import { Claims, Reservation, superseded } from './claims.ts';
import type { BinaryStore } from './disk/binary-store.ts';
import { type SketchedSet, sketchSet } from './layout/entries.ts';
import type { IndexLayout } from './layout/parameters.ts';
import type { OperationQueue } from './operation-queue.ts';
import { pageOfKey, recordOf } from './pages.ts';
import { type FoundPage, findCopy, findSimilar } from './search.ts';
import type { SearchPlan } from './search-plan.ts';
import {
  type Claim,
  type ClaimedPage,
  type ClaimOptions,
  earlierPage,
  type PageDescription,
  type PageVerdict,
  pageVerdict,
  recordOfPage,
  replay,
  type SimilarRecord,
} from './verdicts.ts';
import { isSameContent, type Writer } from './writer.ts';

/** So many similar pages is the caller of a claim asked about. */
const MOST_ASKED = 16;

/** The index whose pages are claimed, by its parts. */
interface ClaimedIndex {
  readonly store: BinaryStore;
  readonly layout: IndexLayout;
  readonly queue: OperationQueue;
  readonly writer: Writer;
  /** How pages are searched by the index's own threshold, at its size of now. */
  plan(): SearchPlan;
}

/** Decides pages one after the other: claims, and what becomes of them. See `SketchIndex.claim`. */
export class ClaimDecider {
  readonly #index: ClaimedIndex;
  readonly #claims: Claims;
  /** The last `addIfNew` of each key that is under way. */
  readonly #adding = new Map<string, Promise<unknown>>();

  constructor(index: ClaimedIndex) {
    this.#index = index;
    this.#claims = new Claims(index.layout);
  }

  async claim(page: ClaimedPage, options: ClaimOptions): Promise<Claim> {
    const { queue, layout } = this.#index;
    queue.assertOpen();
    return this.claimSketched(page, sketchSet(page.grams, page.url, layout), options);
  }

  /** Claims a page whose sketches are made. */
  async claimSketched(page: PageDescription, set: SketchedSet, options: ClaimOptions): Promise<Claim> {
    const { queue } = this.#index;
    const { signal } = options;
    const attempt = this.#claims.begin(page.key);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const decided = await queue.run(() => this.#decide(page, set, attempt, options));
        if (!(decided instanceof Reservation)) return decided;
        await endedOrAborted(decided, signal);
      }
    } finally {
      this.#claims.finish(page.key, attempt);
    }
  }

  /** Claims and commits; calls for one key wait for each other instead of superseding one another. */
  async addIfNew(
    page: ClaimedPage,
    signal: AbortSignal | undefined,
  ): Promise<PageVerdict & { readonly replayed: boolean }> {
    const { key } = page;
    const before = this.#adding.get(key);
    const adding = (async () => {
      await before?.catch(() => undefined);
      const { commit, release: _, ...verdict } = await this.claim(page, signal ? { signal } : {});
      if (await commit()) return verdict;
      throw superseded(key);
    })();
    this.#adding.set(key, adding);
    try {
      return await adding;
    } finally {
      if (this.#adding.get(key) === adding) this.#adding.delete(key);
    }
  }

  endAll(): void {
    this.#claims.endAll();
  }

  /** Gives a verdict, or the reservation to wait for. REQUIRES: it is an operation of the queue. */
  async #decide(
    page: PageDescription,
    set: SketchedSet,
    attempt: object,
    options: ClaimOptions,
  ): Promise<Claim | Reservation> {
    const { store } = this.#index;
    const { key } = page;
    this.#claims.assertLatest(key, attempt);
    const number = await pageOfKey(store, key);
    if (number !== undefined) {
      const record = await recordOf(store, number);
      if (isSameContent(record, { fingerprint: set.fingerprint.toString('hex'), size: set.size })) {
        return replay(pageVerdict(record));
      }
    }
    const { match, alike } = await this.#best(set, number, options);
    // From here to the reservation nothing is awaited: no other claim can come between.
    this.#claims.assertLatest(key, attempt);
    if (match === undefined && set.size > 0) {
      const reserved = this.#claims.mostSimilar(set, this.#index.plan().threshold, options);
      if (reserved !== undefined) return reserved;
    }
    const reservation = new Reservation(recordOfPage(page, set, match, alike), set, page.text);
    this.#claims.reserve(reservation);
    return this.#claimOf(reservation);
  }

  /**
   * The most similar committed page that the page repeats, and the most similar that it does not. An exact copy, the
   * usual duplicate, costs one scan instead of all.
   */
  async #best(
    set: SketchedSet,
    except: number | undefined,
    { repeats }: ClaimOptions,
  ): Promise<{ readonly match?: SimilarRecord; readonly alike?: SimilarRecord }> {
    if (set.size === 0) return {};
    const { store, layout, writer } = this.#index;
    const recorded = async (found: FoundPage): Promise<SimilarRecord> => ({
      found,
      of: await recordOf(store, found.page),
    });
    const isRepeated = ({ found, of }: SimilarRecord): boolean =>
      repeats === undefined || repeats(earlierPage(of, found.similarity));
    // Never the page itself: with its own gram set it would have been a replay.
    const copy = await findCopy(store, layout, set);
    if (copy !== undefined) {
      const match = await recorded(copy);
      if (isRepeated(match)) return { match };
    }
    await writer.fillTables();
    const plan = this.#index.plan();
    const limit = repeats === undefined ? 1 : MOST_ASKED;
    const { found } = await findSimilar(store, layout, plan, set, { except, limit });
    let alike: SimilarRecord | undefined;
    for (const each of found) {
      // In the compact setting a search also names pages whose estimate is below the threshold.
      if (each.similarity < plan.threshold) break;
      const match = await recorded(each);
      if (isRepeated(match)) return { match };
      alike ??= match;
    }
    return alike === undefined ? {} : { alike };
  }

  #claimOf(reservation: Reservation): Claim {
    const { queue, writer } = this.#index;
    let committing: Promise<boolean> | undefined;
    return {
      ...pageVerdict(reservation.record),
      replayed: false,
      commit: () => {
        if (committing !== undefined) return committing;
        if (queue.isClosed) return queue.run(() => Promise.resolve(false));
        if (reservation.state === 'ended') return Promise.resolve(false);
        reservation.state = 'committing';
        committing = queue.run(async () => {
          try {
            await writer.commit(reservation);
          } finally {
            // Also after a failed write: the pages that wait for this one look again.
            this.#claims.end(reservation);
          }
          return true;
        });
        return committing;
      },
      release: () => {
        if (reservation.state === 'open') this.#claims.end(reservation);
      },
    };
  }
}

/** Resolves when a reservation has ended. @throws the signal's reason when it aborts first */
function endedOrAborted({ ended }: Reservation, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return ended;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    ended.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, reject);
  });
}
