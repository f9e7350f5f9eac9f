import { putLast } from '../first-entry.ts';
import { type ClaimedIndex, type Claims, Reservation, similarityOf } from './claims.ts';
import type { GroupedCommits } from './grouped-commits.ts';
import { IntentQueue } from './intent-queue.ts';
import {
  type Intent,
  Intents,
  intentEntry,
  intentWithoutSet,
  isBegun,
  storedIntents,
  withoutIntent,
} from './intents.ts';
import type { Change, SketchedSet } from './layout/entries.ts';
import {
  type Claim,
  type ClaimOptions,
  earlierPage,
  mayStandFor,
  type PageDescription,
  pageVerdict,
  type ReturnedPage,
  recordOfPage,
} from './verdicts.ts';

/** How often a page is brought back before its claims wait for the page that it repeats. */
const MOST_RETURNS = 3;
/** Of so many pages that were given up it is remembered how often they were brought back; some 150 bytes each. */
const MOST_GIVEN_UP = 20_000;

/** Claims and commits pages. */
interface Decider {
  claimSketched(
    page: PageDescription,
    set: SketchedSet,
    options: ClaimOptions,
    isStored: boolean,
  ): Promise<Claim>;
  commit(reservation: Reservation): Promise<boolean>;
}

/** Receives a page to fetch again. Its errors are ignored: the intent stays until the page is decided. */
type BringBack = (page: ReturnedPage) => unknown;

/** How to fetch a page again, by its key alone; undefined if the key is not enough. */
type RequestOf = (key: string) => Pick<ReturnedPage, 'url' | 'request'> | undefined;

/**
 * Duplicates of pages that are themselves only reserved. When the original is stored, they are stored too. When it is
 * given up, one of them is brought back in its place, and the others wait for that one.
 *
 * Each page that fails brings back at most one other, and each page is brought back only a few times. So however many
 * copies fail, the number of fetches grows linearly and not with its square.
 */
export class ProvisionalPages {
  readonly #index: ClaimedIndex;
  readonly #claims: Claims;
  readonly #commits: GroupedCommits;
  readonly #decider: Decider;
  readonly #intents = new Intents();
  /** How often pages that were given up had been brought back: another request for one may come, and crawlers make each return once. */
  readonly #returnsOfGivenUp = new Map<string, number>();
  readonly #work = new Set<Promise<unknown>>();
  #bringBack: BringBack = () => undefined;
  #requestOf: RequestOf = () => undefined;
  #isEnded = false;

  constructor(index: ClaimedIndex, claims: Claims, commits: GroupedCommits, decider: Decider) {
    this.#index = index;
    this.#claims = claims;
    this.#commits = commits;
    this.#decider = decider;
  }

  /** Number of pages that were taken for copies and have no verdict. */
  get size(): number {
    return this.#intents.copies;
  }

  onReturn(bringBack: BringBack, requestOf?: RequestOf): void {
    this.#bringBack = bringBack;
    if (requestOf !== undefined) this.#requestOf = requestOf;
  }

  /**
   * Reads what an earlier process left. A page whose handler was running when that process ended may already have been
   * saved by it. So this page is expected to come again, and pages that repeat it wait.
   */
  async load(): Promise<void> {
    const { store, layout } = this.#index;
    for (const intent of await storedIntents(store, layout)) {
      this.#intents.keep(intent);
      if (isBegun(intent) && intent.damage === undefined) this.#expect(intent);
    }
  }

  #expect({ page, set }: Intent): void {
    const expected = new Reservation(recordOfPage(page, set), set);
    expected.isExpected = true;
    this.#claims.reserve(expected);
  }

  /** Stores on disk that the handler of a page begins, if the page can be brought back. */
  async begin(page: PageDescription, set: SketchedSet, { provisional }: ClaimOptions): Promise<void> {
    const reservation = this.#claims.of(page.key);
    if (provisional?.request === undefined || reservation?.record.verdict !== 'unique') return;
    const intent = {
      ...{ page, set, of: page.key, request: provisional.request },
      returns: this.#returnsOf(page.key),
    };
    this.#intents.keep(intent);
    await this.#store(intent).catch((error) => {
      this.#claims.end(reservation);
      throw error;
    });
  }

  /** Brings back or decides the pages that an earlier process left, except those that wait for a page under way. */
  resume(): Promise<void> {
    for (const intent of this.#intents.all()) if (intent.damage !== undefined) this.#setAside(intent);
    const groups = new Map<string, IntentQueue<Intent>>();
    for (const intent of this.#intents.all()) {
      const { page, of, request } = intent;
      if (isBegun(intent)) {
        if (this.#claims.of(page.key)?.isExpected && request !== undefined) {
          void this.#do(() => this.#return(intent, request, true));
        }
        continue;
      }
      if (this.#claims.of(of)?.isExpected) {
        this.#intents.wait(of, intent);
        continue;
      }
      if (this.#claims.isUnderWay(intent.page.key) || this.#claims.isUnderWay(intent.of)) continue;
      const group = groups.get(of) ?? new IntentQueue<Intent>();
      group.add(intent);
      groups.set(of, group);
    }
    for (const group of groups.values()) void this.#do(() => this.#decideAll(group, true));
    return this.settled();
  }

  /** Has the page of a damaged intent fetched again if its key tells how; otherwise forgets it. */
  #setAside({ page: { key }, damage }: Intent): void {
    const { layout, tell } = this.#index;
    tell(damage!);
    const known = this.#requestOf(key);
    if (known === undefined) {
      void this.#do(() => this.#forget(key));
      return;
    }
    const { url, request } = known;
    const intent = { ...intentWithoutSet(key, url, layout), request };
    this.#intents.keep(intent);
    // A claim under way for this key decides the page, or is itself tried again.
    if (!this.#claims.isUnderWay(key)) this.#expect(intent);
  }

  /** Resolves when all pages whose originals were stored or given up are decided or brought back. */
  async settled(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  end(): void {
    this.#isEnded = true;
  }

  /** Whether a page may wait as a provisional duplicate: not if it was brought back too often. */
  mayWaitFor(key: string): boolean {
    return this.#returnsOf(key) < MOST_RETURNS;
  }

  /** Claims a page as a provisional duplicate of a reserved one. */
  claim(page: PageDescription, set: SketchedSet, original: Reservation, options: ClaimOptions): Claim {
    const { layout, queue, plan } = this.#index;
    const found = similarityOf(layout, original.set, set, plan().threshold)!;
    const reservation = new Reservation(
      recordOfPage(page, set, { found, of: original.record }),
      set,
      page.text,
    );
    this.#claims.reserve(reservation);
    let committing: Promise<boolean> | undefined;
    const commit = async (): Promise<boolean> => {
      if (reservation.state === 'ended' || reservation.state === 'superseded') return false;
      if (original.isStored) return this.#decider.commit(reservation);
      this.#claims.end(reservation);
      if (original.state === 'ended') return false;
      await this.#keep(this.#intentOf(page, set, original, options));
      return true;
    };
    return {
      ...pageVerdict(reservation.record),
      replayed: false,
      provisional: true,
      commit: () => {
        if (committing !== undefined) return committing;
        if (queue.isClosed) return queue.run(() => Promise.resolve(false));
        committing = commit();
        return committing;
      },
      release: () => {
        if (reservation.state !== 'open') return;
        this.#claims.end(reservation);
        this.givenUp(page.key);
      },
    };
  }

  /** The changes to write together with the verdict on a page. */
  entriesOfVerdict(key: string): Change[] {
    return this.#intents.get(key) === undefined ? [] : [withoutIntent(key)];
  }

  /** Decides the pages that waited for a page that is now stored. Resolves when they are decided or brought back. */
  async stored({ record, set }: Reservation): Promise<void> {
    const { key } = record;
    this.#intents.forget(key);
    const waiting = this.#intents.take(key);
    if (waiting.length === 0) return;
    const { layout, plan } = this.#index;
    const deciding: Promise<unknown>[] = [];
    for (const intent of waiting) {
      const found =
        record.verdict === 'unique' ? similarityOf(layout, set, intent.set, plan().threshold) : undefined;
      const isRepeated =
        found !== undefined &&
        mayStandFor(record, intent.page) &&
        (intent.of === key || (intent.repeats?.(earlierPage(record, found.similarity, set.grams)) ?? true));
      if (!isRepeated || this.#claims.isUnderWay(intent.page.key)) {
        deciding.push(this.#do(() => this.#decide(intent)));
      } else {
        const { page } = intent;
        const decided = new Reservation(
          recordOfPage(page, intent.set, { found, of: record }),
          intent.set,
          page.text,
        );
        this.#claims.reserve(decided);
        deciding.push(this.#do(() => this.#decider.commit(decided)));
      }
    }
    await Promise.all(deciding);
  }

  /** Decides the pages that waited for a page that already had a verdict, or that no claim will decide. */
  decide(key: string): void {
    for (const intent of this.#intents.take(key)) void this.#do(() => this.#decide(intent));
  }

  /** Brings back one of the pages that waited for a page that is given up. The others wait for that one. */
  givenUp(key: string): void {
    const own = this.#intents.get(key);
    // An intent that was brought back stays until its page is decided or cannot be fetched.
    if (own !== undefined && isBegun(own) && own.returns === 0) void this.#do(() => this.#forget(key));
    const waiting = this.#intents.takeQueue(key);
    if (waiting !== undefined) void this.#do(() => this.#decideAll(waiting));
  }

  /** Forgets a page that cannot be fetched, and brings back one of the pages that waited for it. */
  async giveUp(key: string): Promise<void> {
    const expected = this.#claims.of(key);
    if (expected?.isExpected) this.#claims.end(expected);
    if (this.#claims.isUnderWay(key)) return;
    this.givenUp(key);
    const returns = this.#returnsOf(key);
    if (returns > 0) putLast(this.#returnsOfGivenUp, key, returns, MOST_GIVEN_UP);
    await this.#forget(key);
  }

  /** How often a page was brought back. */
  #returnsOf(key: string): number {
    return this.#intents.get(key)?.returns ?? this.#returnsOfGivenUp.get(key) ?? 0;
  }

  async #forget(key: string): Promise<void> {
    if (this.#intents.get(key) === undefined) return;
    this.#intents.forget(key);
    await this.#commits.add({ entries: [withoutIntent(key)] });
  }

  #intentOf(
    page: PageDescription,
    set: SketchedSet,
    original: Reservation,
    { provisional, repeats }: ClaimOptions,
  ): Intent {
    return {
      page,
      // An exact copy shares its original's grams, to save memory.
      set: set.fingerprint.equals(original.set.fingerprint) ? { ...set, grams: original.set.grams } : set,
      of: original.record.key,
      ...(provisional?.request !== undefined && { request: provisional.request }),
      returns: this.#returnsOf(page.key),
      ...(repeats && { repeats }),
    };
  }

  /** Makes an intent wait for its original, and stores it. */
  async #keep(intent: Intent): Promise<void> {
    this.#intents.keep(intent);
    this.#intents.wait(intent.of, intent);
    await this.#store(intent);
  }

  /** Decides the pages whose handlers have run. Brings back the first of the others, and the rest wait for it. */
  async #decideAll(waiting: IntentQueue<Intent>, isLeft: boolean = false): Promise<void> {
    for (const intent of waiting.takeHandled()) await this.#decide(intent);
    const first = waiting.take((intent) => this.#intents.isValid(intent));
    if (first === undefined) return;
    this.#intents.waitAll(first.page.key, waiting);
    await this.#decide(first, isLeft);
  }

  /** Decides a page by its stored set, as if it came now. If it is unique and has a request, it is brought back. */
  async #decide(intent: Intent, isLeft: boolean = false): Promise<void> {
    const { page, set, request, repeats } = intent;
    const { key } = page;
    // A claim under way for this key decides it.
    if (this.#intents.get(key) !== intent || this.#claims.isUnderWay(key)) return;
    const options = {
      provisional: request === undefined ? {} : { request },
      ...(repeats && { repeats }),
    };
    const claim = await this.#decider.claimSketched(page, set, options, true);
    if (claim.replayed) await this.#forget(key);
    else if (request === undefined || claim.verdict === 'duplicate') {
      // If its original was given up meanwhile, it is decided again.
      if (!(await claim.commit()) && this.#intents.get(key) === intent) await this.#decide(intent, isLeft);
    } else {
      // Not released, since that would bring back the pages that wait for this one.
      const reserved = this.#claims.of(key);
      if (reserved !== undefined) this.#claims.end(reserved);
      await this.#return(intent, request, isLeft);
    }
  }

  async #return(intent: Intent, request: string, isLeft: boolean): Promise<void> {
    const { page } = intent;
    const { key, url } = page;
    const returned = { ...intent, returns: intent.returns + 1 };
    this.#intents.keep(returned);
    await this.#store(returned);
    await this.#bringBack({ key, url, request, returns: returned.returns, isLeft });
  }

  #store(intent: Intent): Promise<void> {
    return this.#commits.add({ entries: [intentEntry(intent, this.#index.layout)] });
  }

  /** Runs work that no caller waits for. If it fails, the intent stays on disk and is decided in the next run. */
  async #do(work: () => Promise<unknown>): Promise<void> {
    if (this.#isEnded) return;
    const running = work().catch(() => undefined);
    this.#work.add(running);
    await running;
    this.#work.delete(running);
  }
}
