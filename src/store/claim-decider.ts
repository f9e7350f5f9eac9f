import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import { type Attempt, type ClaimedIndex, Claims, mostSimilar, Reservation, superseded } from './claims.ts';
import type { DamageFacts, ReportDamage } from './damage.ts';
import { estimateSimilarity } from './estimated-similarity.ts';
import { GroupedCommits } from './grouped-commits.ts';
import type { DecisionRecord } from './layout/codec.ts';
import { type SketchedSet, sketchSet } from './layout/entries.ts';
import { userKey } from './layout/keys.ts';
import type { CandidateTables } from './memory/candidate-tables.ts';
import { pageOfKey } from './pages.ts';
import { ProvisionalPages } from './provisional-pages.ts';
import { type FoundPage, findCopy, findSimilar, readSketches } from './search.ts';
import {
  type Claim,
  type ClaimedPage,
  type ClaimOptions,
  describedPage,
  earlierPage,
  mayStandFor,
  type PageDescription,
  type PageVerdict,
  type PreviousContent,
  pageVerdict,
  recordOfPage,
  replay,
  type SimilarRecord,
} from './verdicts.ts';
import { isSameContent } from './writer.ts';

/** So many similar pages is the caller of a claim asked about. */
const MOST_ASKED = 16;

/** What a search found: an earlier verdict on the very page, or what is similar to it. */
interface Found {
  readonly replayed?: PageVerdict;
  /** What the page was, where an earlier verdict is on other content. */
  readonly previous?: PreviousContent;
  /** The most similar committed page that the page repeats, and the most similar that it does not. */
  readonly match?: SimilarRecord;
  readonly alike?: SimilarRecord;
}

/**
 * Decides pages: claims, and what becomes of them. See `SketchIndex.claim`.
 *
 * Any number of searches run at once, beside the writes. What a search cannot have seen are the pages that were
 * reserved, and those committed since it began: a page is held against these in one go when its search is over, and is
 * reserved in the same go, so that of like pages one is first. Every page is in what the search read, or among the
 * stored ones that it was told of, or reserved; a search that another kind of write came between (pages removed,
 * replaced or added in bulk) is made again while nothing is written.
 */
export class ClaimDecider {
  readonly provisional: ProvisionalPages;
  readonly #index: ClaimedIndex;
  readonly #claims: Claims;
  readonly #commits: GroupedCommits;
  /** Of each search under way, the pages stored since it began. */
  readonly #searches = new Set<Reservation[]>();
  readonly #running = new Set<Promise<unknown>>();
  /** The last `addIfNew` of each key that is under way. */
  readonly #adding = new Map<string, Promise<unknown>>();

  constructor(index: ClaimedIndex) {
    this.#index = index;
    this.#claims = new Claims(index.layout);
    this.#commits = new GroupedCommits(index.queue, index.writer);
    this.provisional = new ProvisionalPages(index, this.#claims, this.#commits, this);
  }

  async claim(page: ClaimedPage, options: ClaimOptions): Promise<Claim> {
    const { queue, layout } = this.#index;
    queue.assertOpen();
    // Throws where the key is none, which nothing on disk may be asked for.
    userKey(page.key);
    return this.claimSketched(
      describedPage(page),
      sketchSet(page.grams, page.url, layout, page.sketches),
      options,
    );
  }

  /**
   * Claims a page whose sketches are made.
   *
   * @param isStored whether it is an intent, whose page is not at hand: no handler begins, and it may be provisional again
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
        // Its own earlier attempt, whose commit is under way, is no other page.
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

  /** Stores a reserved page, and then decides the copies that waited for it. Resolves to false when it was released or superseded. */
  async commit(reservation: Reservation): Promise<boolean> {
    if (reservation.state === 'ended' || reservation.state === 'superseded') return false;
    reservation.state = 'committing';
    try {
      await this.#commits.add({
        page: reservation,
        entries: this.provisional.entriesOfVerdict(reservation.record.key),
      });
      // From here to the end nothing is awaited: a search finds the page reserved, or stored since it began.
      reservation.isStored = true;
      for (const stored of this.#searches) stored.push(reservation);
    } finally {
      // Also after a failed write: the pages that wait for this one look again.
      this.#claims.end(reservation);
    }
    await this.provisional.stored(reservation);
    return true;
  }

  /** Ends all claims, and resolves when nothing that they began reads the store any more. */
  async end(): Promise<void> {
    this.#claims.endAll();
    this.provisional.end();
    await this.#index.memory.end();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }

  /** Gives a verdict, or the reservation to wait for. */
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
    // after a restart pages may stand in no table as yet
    if (memory.tables === undefined && !writer.hasTables) await memory.loaded;
    const { state } = writer;
    const { tables } = memory;
    if (state !== undefined && (tables !== undefined || writer.hasTables)) {
      const stored: Reservation[] = [];
      this.#searches.add(stored);
      try {
        // What a write took away while it was read looks like damage.
        const damages: DamageFacts[] = [];
        const report = (damage: DamageFacts) => void damages.push(damage);
        const found = await this.#search(page, set, options, tables, report).catch((error) => {
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
      const found = await this.#search(page, set, options, now, tell);
      return this.#reserve(page, set, attempt, options, found, []);
    });
  }

  /** The verdict on a page, by what its search found and by what came since: nothing is awaited here. */
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
      return replay(replayed);
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

  /**
   * @param tables in memory; where they are missing those on disk hold all pages
   * @param report takes the damage of sketches, whose pages are left out
   */
  async #search(
    page: PageDescription,
    set: SketchedSet,
    options: ClaimOptions,
    tables: CandidateTables | undefined,
    report: ReportDamage,
  ): Promise<Found> {
    const { store, memory } = this.#index;
    const number = memory.mayHold(page.key) ? await pageOfKey(store, page.key) : undefined;
    if (number !== undefined) {
      const record = await memory.record(number);
      if (isSameContent(record, { fingerprint: set.fingerprint.toString('hex'), size: set.size })) {
        return { replayed: pageVerdict(record) };
      }
      const previous = { similarity: await this.#similarity(number, record, set) };
      return { previous, ...(await this.#best(page, set, number, options, tables, report)) };
    }
    return this.#best(page, set, undefined, options, tables, report);
  }

  /** How similar a stored page is to a set. */
  async #similarity(page: number, record: DecisionRecord, set: SketchedSet): Promise<number> {
    if (record.size === 0 || set.size === 0) return 0;
    const { store, layout, memory } = this.#index;
    if (layout.setting === 'exact') {
      const [grams] = await memory.grams([page]);
      return jaccard(overlapOfSorted(grams, set.grams), record.size, set.size);
    }
    const [sketch] = await readSketches(store, layout, [page]);
    return estimateSimilarity(sketch, set).value;
  }

  /** An exact copy, the usual duplicate, costs one scan instead of all. */
  async #best(
    page: PageDescription,
    set: SketchedSet,
    except: number | undefined,
    { repeats }: ClaimOptions,
    tables: CandidateTables | undefined,
    report: ReportDamage,
  ): Promise<Found> {
    if (set.size === 0) return {};
    const { store, layout, memory } = this.#index;
    // Never the page itself: with its own gram set it would have been a replay.
    const copy = await (tables ? memory.copyAmong(tables.copiesOf(set), set) : findCopy(store, layout, set));
    if (copy !== undefined) {
      const found = await this.#firstRepeated(page, [copy], set, repeats);
      if (found.match !== undefined) return found;
    }
    const candidates = tables?.similarTo(set);
    // the usual page of a crawl: nothing is like it
    if (candidates?.size === 0) return {};
    const plan = tables ? memory.plan : this.#index.plan();
    const search = async (limit: number): Promise<Found & { readonly all: boolean }> => {
      const { found } = await findSimilar(store, layout, plan, set, {
        ...{ except, limit, read: memory, report },
        ...(candidates && { candidates }),
      });
      // In the compact setting a search also names pages whose estimate is below the threshold.
      const similar = found.filter(({ similarity }) => similarity >= plan.threshold);
      return { ...(await this.#firstRepeated(page, similar, set, repeats)), all: similar.length < limit };
    };
    const first = await search(repeats === undefined ? 1 : MOST_ASKED);
    // the most similar one of all was cut
    return first.match !== undefined || repeats !== undefined || first.all ? first : search(MOST_ASKED);
  }

  /** The first of some similar pages, the most similar first, that a page repeats; else the first that is like it. */
  async #firstRepeated(
    page: PageDescription,
    similar: readonly FoundPage[],
    set: SketchedSet,
    repeats: ClaimOptions['repeats'],
  ): Promise<Found> {
    const { layout, memory } = this.#index;
    let alike: SimilarRecord | undefined;
    for (const found of similar) {
      const match = { found, of: await memory.record(found.page) };
      if (!mayStandFor(match.of, page)) continue;
      if (repeats === undefined) return { match };
      const { similarity, page: number } = found;
      let grams: BigUint64Array | undefined;
      if (layout.setting === 'exact')
        grams = similarity === 1 ? set.grams : (await memory.grams([number]))[0];
      if (repeats(earlierPage(match.of, similarity, grams))) return { match };
      alike ??= match;
    }
    return alike === undefined ? {} : { alike };
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
