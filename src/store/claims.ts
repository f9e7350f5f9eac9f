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

/** The parts of an index that claims need. */
export interface ClaimedIndex {
  readonly store: BinaryStore;
  readonly layout: IndexLayout;
  readonly queue: OperationQueue;
  readonly writer: Writer;
  readonly memory: IndexMemory;
  /** Called with each damaged entry that is set aside. */
  readonly tell: ReportDamage;
  /** Search plan for the index's own threshold, at its present size. */
  plan(): SearchPlan;
}

/** One claim of a key. */
export interface Attempt {
  /** How the page differs from the content of an earlier verdict on its key. Set once the search has found one. */
  previous?: PreviousContent;
}

/** A page with a verdict that is not stored yet. */
export class Reservation {
  readonly record: DecisionRecord;
  readonly set: SketchedSet;
  readonly text?: Buffer;
  /** `superseded`: a later claim of its key is under way. It cannot be stored; its copies wait for the later one. */
  state: 'open' | 'superseded' | 'committing' | 'ended' = 'open';
  /** Whether it ended because it was stored. */
  isStored = false;
  /**
   * Whether its handler was running when its process died. It should come again; only claims with a request wait for
   * it.
   */
  isExpected = false;
  /** Resolves when the page is stored, or given up. */
  readonly ended: Promise<void>;
  #end!: () => void;

  /** @param text of the page, in stored form */
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
 * The reservations of an index and the claims that wait for them. They are kept in memory and compared one by one:
 * there are only as many as the crawler has pages in work.
 */
export class Claims {
  readonly #layout: IndexLayout;
  readonly #reserved = new Map<string, Reservation>();
  /** The latest claim of each key that has no verdict yet. */
  readonly #latest = new Map<string, Attempt>();

  constructor(layout: IndexLayout) {
    this.#layout = layout;
  }

  /** Starts a claim. Earlier claims of its key are superseded, unless their commit has begun. */
  begin(key: string): Attempt {
    const attempt: Attempt = {};
    this.#latest.set(key, attempt);
    const earlier = this.#reserved.get(key);
    // Expected and superseded reservations stay until the page comes, so that no similar page gets ahead of it.
    if (earlier?.state === 'open' && !earlier.isExpected) earlier.state = 'superseded';
    return attempt;
  }

  /** Ends a claim that has its verdict or has failed. */
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

  /** Whether a claim of the key has no verdict yet, or holds a reservation. */
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

  /** Removes a reservation that was released or stored. */
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
   * The reserved unique page most similar to `set`, among those that reach `threshold` and that the page repeats.
   *
   * @param page the claimed page itself, which is skipped
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

/** The properties of a searched page that decide which pages may match it. */
interface SearchedPage {
  readonly key?: string;
  /** See `PageNotes.truncatedFrom`. */
  readonly truncatedFrom?: number;
}

/** A reserved or just stored page, its similarity, and in the exact setting the number of shared grams. */
interface SimilarReservation {
  readonly reservation: Reservation;
  readonly similarity: number;
  readonly overlap?: number;
}

/** Of the unique pages in `reservations` that the page repeats, the most similar to `set`; the first among equals. */
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

/** Similarity of two sets, if it reaches `threshold`; an estimate in the compact setting. */
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

/** The error of a claim that a later claim of the same key superseded. */
export function superseded(key: string): IndexError {
  return new IndexError(
    'NEARDUP_CLAIM_SUPERSEDED',
    `a later claim of ${key} took the place of this one before it was stored`,
  );
}
