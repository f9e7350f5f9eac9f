import { jaccard, overlapReaching } from '../grams/jaccard.ts';
import type { ReportDamage } from './damage.ts';
import type { BinaryStore } from './disk/binary-store.ts';
import { IndexError } from './errors.ts';
import { estimateSimilarity } from './estimated-similarity.ts';
import type { DecisionRecord } from './layout/codec.ts';
import type { SketchedSet } from './layout/entries.ts';
import type { IndexLayout } from './layout/parameters.ts';
import type { IndexMemory } from './memory/index-memory.ts';
import type { OperationQueue } from './operation-queue.ts';
import type { SearchPlan } from './search-plan.ts';
import { type ClaimOptions, earlierPage, mayStandFor, type PreviousContent } from './verdicts.ts';
import type { Writer } from './writer.ts';

/** The index whose pages are claimed, by its parts. */
export interface ClaimedIndex {
  readonly store: BinaryStore;
  readonly layout: IndexLayout;
  readonly queue: OperationQueue;
  readonly writer: Writer;
  readonly memory: IndexMemory;
  /** Told of what is set aside. */
  readonly tell: ReportDamage;
  /** How pages are searched by the index's own threshold, at its size of now. */
  plan(): SearchPlan;
}

/** One claim of a key. */
export interface Attempt {
  /** What its search found of an earlier verdict on other content. */
  previous?: PreviousContent;
}

/** A page whose verdict is given and not yet stored. */
export class Reservation {
  readonly record: DecisionRecord;
  readonly set: SketchedSet;
  readonly text?: Buffer;
  /** `superseded`: a later claim of its key is under way; it cannot be stored, and its copies wait for that one. */
  state: 'open' | 'superseded' | 'committing' | 'ended' = 'open';
  /** Whether it ended by being stored. */
  isStored = false;
  /** Whether its handler ran in a process that died: it is to come again, and only who need not wait waits for it. */
  isExpected = false;
  /** Resolves when the page is stored, or given up. */
  readonly ended: Promise<void>;
  #end!: () => void;

  /** @param text of the page, as a later version stored it */
  constructor(record: DecisionRecord, set: SketchedSet, text?: Buffer) {
    this.record = record;
    this.set = set;
    if (text !== undefined) this.text = text;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  end(): void {
    this.state = 'ended';
    this.#end();
  }
}

/**
 * The reservations of an index and the claims that wait for them: kept in memory, as many as the crawler has
 * pages in work, and compared one by one.
 */
export class Claims {
  readonly #layout: IndexLayout;
  readonly #reserved = new Map<string, Reservation>();
  /** The latest claim of each key that is still to get its verdict. */
  readonly #latest = new Map<string, Attempt>();

  constructor(layout: IndexLayout) {
    this.#layout = layout;
  }

  /** Starts a claim: the earlier claims of its key are superseded, unless their commit has begun. */
  begin(key: string): Attempt {
    const attempt: Attempt = {};
    this.#latest.set(key, attempt);
    const earlier = this.#reserved.get(key);
    // What is expected stays until it has come, and what is superseded: nothing like it may go before it meanwhile.
    if (earlier?.state === 'open' && !earlier.isExpected) earlier.state = 'superseded';
    return attempt;
  }

  /** Ends a claim that has its verdict, or failed. */
  finish(key: string, attempt: Attempt): void {
    if (this.#latest.get(key) !== attempt) return;
    this.#latest.delete(key);
    const left = this.#reserved.get(key);
    if (left?.state === 'superseded') this.end(left);
  }

  /** Checks that no later claim of the key has begun. @throws IndexError NEARDUP_CLAIM_SUPERSEDED */
  assertLatest(key: string, attempt: Attempt): void {
    if (this.#latest.get(key) === attempt) return;
    throw superseded(key);
  }

  /** Whether a claim of the key is to get its verdict, or holds a reservation. */
  isUnderWay(key: string): boolean {
    return this.#latest.has(key) || this.#reserved.has(key);
  }

  /** The reservation of a key. */
  of(key: string): Reservation | undefined {
    return this.#reserved.get(key);
  }

  reserve(reservation: Reservation): void {
    const { key } = reservation.record;
    const earlier = this.#reserved.get(key);
    this.#reserved.set(key, reservation);
    if (earlier?.isExpected || earlier?.state === 'superseded') earlier.end();
  }

  /** Takes a reservation back, or off the list when it is stored. */
  end(reservation: Reservation): void {
    const { key } = reservation.record;
    if (this.#reserved.get(key) === reservation) this.#reserved.delete(key);
    reservation.end();
  }

  endAll(): void {
    for (const reservation of this.#reserved.values()) reservation.end();
    this.#reserved.clear();
  }

  /**
   * The reserved unique page most similar to `set`, when it will reach `threshold` once it is committed and the page
   * then repeats it.
   *
   * @param page itself, which is not meant
   */
  mostSimilar(
    set: SketchedSet,
    threshold: number,
    options: Pick<ClaimOptions, 'repeats' | 'provisional'> = {},
    page: SearchedPage = {},
  ): Reservation | undefined {
    const waits = options.provisional?.request === undefined;
    const reserved = [...this.#reserved.values()].filter(
      ({ isExpected, record }) => record.key !== page.key && !(isExpected && waits),
    );
    return mostSimilar(this.#layout, reserved, set, threshold, options, page)?.reservation;
  }
}

/** What is asked of a page whose set is searched for. */
interface SearchedPage {
  readonly key?: string;
  /** As `PageNotes` has it. */
  readonly truncatedFrom?: number;
}

/** A page of which the verdict is known, how similar it is, and how many grams it shares in the exact setting. */
interface SimilarReservation {
  readonly reservation: Reservation;
  readonly similarity: number;
  readonly overlap?: number;
}

/** The unique page among `reservations` that is most similar to `set`, the first among equals, and repeated by it. */
export function mostSimilar(
  layout: IndexLayout,
  reservations: Iterable<Reservation>,
  set: SketchedSet,
  threshold: number,
  { repeats }: Pick<ClaimOptions, 'repeats'>,
  page: SearchedPage,
): SimilarReservation | undefined {
  let best: SimilarReservation | undefined;
  for (const reservation of reservations) {
    const { record } = reservation;
    if (record.verdict !== 'unique' || !mayStandFor(record, page)) continue;
    const alike = similarityOf(layout, reservation.set, set, threshold);
    if (alike === undefined || alike.similarity <= (best?.similarity ?? 0)) continue;
    const { grams } = reservation.set;
    if (repeats === undefined || repeats(earlierPage(record, alike.similarity, grams))) {
      best = { reservation, ...alike };
    }
  }
  return best;
}

/** How similar two sets are, where that reaches `threshold`; in the compact setting an estimate. */
export function similarityOf(
  { setting }: IndexLayout,
  x: SketchedSet,
  y: SketchedSet,
  threshold: number,
): { readonly similarity: number; readonly overlap?: number } | undefined {
  if (jaccard(Math.min(x.size, y.size), x.size, y.size) < threshold) return undefined;
  if (setting === 'compact') {
    const { value: similarity } = estimateSimilarity(x, y);
    return similarity < threshold ? undefined : { similarity };
  }
  const overlap = overlapReaching(x.grams, y.grams, threshold);
  return overlap === undefined ? undefined : { similarity: jaccard(overlap, x.size, y.size), overlap };
}

/** The error of a claim whose place a later one of the same key took. */
export function superseded(key: string): IndexError {
  return new IndexError(
    'NEARDUP_CLAIM_SUPERSEDED',
    `a later claim of ${key} took the place of this one before it was stored`,
  );
}
