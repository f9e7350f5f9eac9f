import { BoundedMap } from './bounded-map.ts';
import { boundOfLoss, type LossCounts } from './loss-counts.ts';
import { hash53, mixed53 } from './url-parts.ts';

/** Most contents that are awaited, some 50 bytes each. */
const MOST_AWAITED = 4096;
/** Share of contents that are never met again, where nothing is known. */
const USUAL_SHARE = 1;

const NEVER = hash53('never met again');

/** An entry in `toJSON`: hashes of a content and of the place of the rule that was wrong about it. */
export type StoredContent = readonly [content: number, place: number];

/**
 * Contents that were new where a rule about versions expected a repeat, until they are met again. If that page had been dropped, the
 * other one would have been fetched, so that nothing would have been lost. Counts how many are never met again, by the place of the rule.
 */
export class AwaitedContents {
  readonly #counts: LossCounts;
  /** The places by content. */
  readonly #places = new BoundedMap<number, number>(MOST_AWAITED);

  /** @param counts where they are counted: as losses, until they are met again */
  constructor(counts: LossCounts) {
    this.#counts = counts;
  }

  /** Upper bound of the share of contents at a place that are never met again: (0, 1). */
  worstShareOf(place: number): number {
    return boundOfLoss(this.#counts.get(mixed53(place, NEVER)), USUAL_SHARE);
  }

  has(content: number): boolean {
    return this.#places.has(content);
  }

  /** Begins to wait for a content. */
  add(content: number, place: number): void {
    if (this.has(content)) return;
    this.#places.set(content, place);
    this.#counts.add(mixed53(place, NEVER), true);
  }

  /** Says that an awaited content was met again, on a page that would have been fetched if no other page with it had been. */
  meet(content: number): void {
    this.#counts.takeBack(mixed53(this.#places.get(content)!, NEVER));
    this.#places.delete(content);
  }

  /** All entries; those awaited longest come first. */
  entries(): Iterable<StoredContent> {
    return this.#places;
  }

  /** Restores what `entries` returned. */
  restore([content, place]: StoredContent): void {
    this.#places.set(content, place);
  }
}
