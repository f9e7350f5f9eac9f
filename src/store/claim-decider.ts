import { ClaimSearch, type Found } from './claim-search.ts';
import { type Attempt, type ClaimedIndex, Claims, mostSimilar, Reservation, superseded } from './claims.ts';
import type { DamageFacts } from './damage.ts';
import { GroupedCommits } from './grouped-commits.ts';
import { type SketchedSet, sketchSet } from './layout/entries.ts';
import { userKey } from './layout/keys.ts';
import type { StoredPage } from './pages.ts';
import { ProvisionalPages } from './provisional-pages.ts';
import {
  type Claim,
  type ClaimedPage,
  type ClaimOptions,
  describedPage,
  type PageDescription,
  type PageVerdict,
  pageVerdict,
  recordOfPage,
} from './verdicts.ts';

/**
 * Decides claims, and commits or releases them. See `SketchIndex.claim`.
 *
 * Any number of searches run concurrently with each other and with writes. A search cannot have seen the pages that are
 * reserved, or those committed since it began. When it ends, the page is compared with these and reserved without an
 * await in between, so that one of several similar pages is first. Every page is therefore covered by the search, by
 * the list of pages stored since, or by the reservations. If another kind of write (pages removed, replaced or added in
 * bulk) happened during a search, it is repeated while nothing is written.
 */
export class ClaimDecider {
  readonly provisional: ProvisionalPages;
  readonly #index: ClaimedIndex;
  readonly #search: ClaimSearch;
  readonly #claims: Claims;
  readonly #commits: GroupedCommits;
  /** For each running search, the pages stored since it began. */
  readonly #searches = new Set<Reservation[]>();
  readonly #running = new Set<Promise<unknown>>();
  /** The latest running `addIfNew` of each key. */
  readonly #adding = new Map<string, Promise<unknown>>();

  constructor(index: ClaimedIndex) {
    this.#index = index;
    this.#search = new ClaimSearch(index);
    this.#claims = new Claims(index.layout);
    this.#commits = new GroupedCommits(index.queue, index.writer);
    this.provisional = new ProvisionalPages(index, this.#claims, this.#commits, this);
  }

  async claim(page: ClaimedPage, options: ClaimOptions): Promise<Claim> {
    const { queue, layout } = this.#index;
    queue.assertOpen();
    // Throws for an invalid key, before anything on disk is read.
    userKey(page.key);
    return this.claimSketched(
      describedPage(page),
      sketchSet(page.grams, page.url, layout, page.sketches),
      options,
    );
  }

  /**
   * Claims a page whose sketches exist.
   *
   * @param isStored whether the page comes from a stored intent: no handler begins then, and it may stay provisional
   */
  async claimSketched(
    page: PageDescription,
    set: SketchedSet,
    options: ClaimOptions,
    isStored: boolean = false,
  ): Promise<Claim> {
    const { key } = page;
    const { signal } = options;
    const attempt = this.#claims.begin(key);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const decided = await this.#decide(page, set, attempt, options);
        if (!(decided instanceof Reservation)) {
          if (!isStored) await this.provisional.begin(page, set, options);
          return decided;
        }
        // A page is no copy of itself: if an earlier claim of this key is being committed, this claim waits for it.
        const isOther = decided.record.key !== key;
        const mayBeProvisional = isStored || this.provisional.mayWaitFor(key);
        if (isOther && mayBeProvisional && options.provisional !== undefined) {
          const claim = this.provisional.claim(page, set, decided, options);
          return attempt.previous === undefined ? claim : { ...claim, previous: attempt.previous };
        }
        await endedOrAborted(decided, signal);
      }
    } finally {
      this.#claims.finish(key, attempt);
      if (!this.#claims.isUnderWay(key)) this.provisional.decide(key);
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

  /** Stores a reserved page, then decides the copies that waited for it. False if it was released or superseded. */
  async commit(reservation: Reservation): Promise<boolean> {
    if (reservation.state === 'ended' || reservation.state === 'superseded') return false;
    reservation.state = 'committing';
    try {
      await this.#commits.add({
        page: reservation,
        entries: this.provisional.entriesOfVerdict(reservation.record.key),
      });
      // No await from here to the end: a search finds the page either reserved or stored since the search began.
      reservation.isStored = true;
      for (const stored of this.#searches) stored.push(reservation);
    } finally {
      // Also after a failed write: the pages that wait for this one are then decided again.
      this.#claims.end(reservation);
    }
    await this.provisional.stored(reservation);
    return true;
  }

  /** Ends all claims. Resolves when nothing that they began reads the store any more. */
  async end(): Promise<void> {
    this.#claims.endAll();
    this.provisional.end();
    await this.#index.memory.end();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Gives a verdict, or the reservation that the claim must wait for. */
  #decide(
    page: PageDescription,
    set: SketchedSet,
    attempt: Attempt,
    options: ClaimOptions,
  ): Promise<Claim | Reservation> {
    const deciding = this.#decided(page, set, attempt, options);
    this.#running.add(deciding);
    const done = () => this.#running.delete(deciding);
    void deciding.then(done, done);
    return deciding;
  }

  async #decided(
    page: PageDescription,
    set: SketchedSet,
    attempt: Attempt,
    options: ClaimOptions,
  ): Promise<Claim | Reservation> {
    const { queue, writer, memory, tell } = this.#index;
    queue.assertOpen();
    memory.prepare(writer.counts.nextPage, writer.counts.unique);
    // After a restart the tables on disk may lack some pages; the memory being loaded will have them.
    if (memory.tables === undefined && !writer.hasTables) await memory.loaded;
    const { state } = writer;
    const { tables } = memory;
    if (state !== undefined && (tables !== undefined || writer.hasTables)) {
      const stored: Reservation[] = [];
      this.#searches.add(stored);
      try {
        // A concurrent write can remove entries during the search, which looks like damage.
        const damages: DamageFacts[] = [];
        const report = (damage: DamageFacts) => void damages.push(damage);
        const found = await this.#search.find(page, set, options, tables, report).catch((error) => {
          if (writer.state === state) throw error;
          return undefined;
        });
        if (writer.state === state) for (const damage of damages) tell(damage);
        const isOwn = (reservation: Reservation) => reservation.record.key === page.key;
        if (found !== undefined && writer.state === state && !stored.some(isOwn)) {
          return this.#reserve(page, set, attempt, options, found, stored);
        }
      } finally {
        this.#searches.delete(stored);
      }
    }
    return queue.run(async () => {
      const { tables: now } = memory;
      if (now === undefined) await writer.fillTables();
      const found = await this.#search.find(page, set, options, now, tell);
      return this.#reserve(page, set, attempt, options, found, []);
    });
  }

  /** The verdict on a page, from its search and the pages stored or reserved since. Contains no await. */
  #reserve(
    page: PageDescription,
    set: SketchedSet,
    attempt: Attempt,
    options: ClaimOptions,
    { replayed, previous, match: found, alike }: Found,
    stored: readonly Reservation[],
  ): Claim | Reservation {
    const { key } = page;
    if (previous !== undefined) attempt.previous = previous;
    this.#index.queue.assertOpen();
    this.#claims.assertLatest(key, attempt);
    if (replayed !== undefined) {
      const expected = this.#claims.of(key);
      if (expected?.isExpected) this.#claims.end(expected);
      return this.#replay(replayed, page);
    }
    let match = found;
    if (set.size > 0) {
      const own = this.#claims.of(key);
      if (own?.state === 'committing') return own;
      const { layout, plan } = this.#index;
      const { threshold } = plan();
      const since = mostSimilar(layout, stored, set, threshold, options, page);
      if (since !== undefined && since.similarity > (match?.found.similarity ?? 0)) {
        match = { found: since, of: since.reservation.record };
      }
      if (match === undefined) {
        const reserved = this.#claims.mostSimilar(set, threshold, options, page);
        if (reserved !== undefined) return reserved;
      }
    }
    const reservation = new Reservation(
      recordOfPage(page, set, match, match ? undefined : alike),
      set,
      page.text,
    );
    this.#claims.reserve(reservation);
    return { ...this.#claimOf(reservation), ...(previous && { previous }) };
  }

  /** A claim of a page that already has its verdict: only other validators are stored. */
  #replay({ page, record }: StoredPage, { validators }: PageDescription): Claim {
    const { etag, lastModified } = record.validators ?? {};
    const isSame =
      validators === undefined || (validators.etag === etag && validators.lastModified === lastModified);
    const renewed = isSame ? undefined : { page, validators };
    return {
      ...pageVerdict(record),
      replayed: true,
      commit: async () => {
        if (renewed !== undefined) await this.#commits.add({ renewed });
        return true;
      },
      release: () => undefined,
    };
  }

  #claimOf(reservation: Reservation): Claim {
    const { queue } = this.#index;
    let committing: Promise<boolean> | undefined;
    return {
      ...pageVerdict(reservation.record),
      replayed: false,
      commit: () => {
        if (committing !== undefined) return committing;
        if (queue.isClosed) return queue.run(() => Promise.resolve(false));
        committing = this.commit(reservation);
        return committing;
      },
      release: () => {
        if (reservation.state !== 'open') return;
        this.#claims.end(reservation);
        this.provisional.givenUp(reservation.record.key);
      },
    };
  }
}

/** Resolves when a reservation has ended. @throws the signal's reason if it aborts first */
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
