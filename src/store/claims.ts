import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import { agreeingComponents } from '../sketch/minhash.ts';
import { IndexError } from './errors.ts';
import type { DecisionRecord } from './layout/codec.ts';
import type { SketchedSet } from './layout/entries.ts';
import type { IndexLayout } from './layout/parameters.ts';
import { type ClaimOptions, earlierPage } from './verdicts.ts';

/** A page whose verdict is given and not yet stored. */
export class Reservation {
  readonly record: DecisionRecord;
  readonly set: SketchedSet;
  readonly text?: Buffer;
  state: 'open' | 'committing' | 'ended' = 'open';
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
  readonly #latest = new Map<string, object>();

  constructor(layout: IndexLayout) {
    this.#layout = layout;
  }

  /** Starts a claim: the earlier claims of its key are superseded, unless their commit has begun. */
  begin(key: string): object {
    const attempt = {};
    this.#latest.set(key, attempt);
    const earlier = this.#reserved.get(key);
    if (earlier?.state === 'open') this.end(earlier);
    return attempt;
  }

  /** Ends a claim that has its verdict, or failed. */
  finish(key: string, attempt: object): void {
    if (this.#latest.get(key) === attempt) this.#latest.delete(key);
  }

  /** Checks that no later claim of the key has begun. @throws IndexError NEARDUP_CLAIM_SUPERSEDED */
  assertLatest(key: string, attempt: object): void {
    if (this.#latest.get(key) === attempt) return;
    throw superseded(key);
  }

  reserve(reservation: Reservation): void {
    this.#reserved.set(reservation.record.key, reservation);
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
   */
  mostSimilar(set: SketchedSet, threshold: number, { repeats }: ClaimOptions = {}): Reservation | undefined {
    let best: Reservation | undefined;
    let highest = 0;
    for (const reservation of this.#reserved.values()) {
      if (reservation.record.verdict !== 'unique') continue;
      const { size } = reservation.set;
      if (jaccard(Math.min(size, set.size), size, set.size) < threshold) continue;
      const similarity = this.#similarity(reservation.set, set);
      if (similarity < threshold || similarity <= highest) continue;
      if (repeats === undefined || repeats(earlierPage(reservation.record, similarity))) {
        best = reservation;
        highest = similarity;
      }
    }
    return best;
  }

  #similarity(x: SketchedSet, y: SketchedSet): number {
    const { setting, components } = this.#layout;
    if (setting === 'compact') return agreeingComponents(x.minHash, y.minHash) / components;
    return jaccard(overlapOfSorted(x.grams, y.grams), x.size, y.size);
  }
}

/** The error of a claim whose place a later one of the same key took. */
export function superseded(key: string): IndexError {
  return new IndexError(
    'NEARDUP_CLAIM_SUPERSEDED',
    `a later claim of ${key} took the place of this one before it was stored`,
  );
}
