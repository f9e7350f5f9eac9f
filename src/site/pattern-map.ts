import { putLast } from '../first-entry.ts';

/**
 * What is known of patterns of URLs, by key. Those met longest ago are forgotten. The patterns of one page are apart: a URL with a query
 * fits two that no other page fits, and these do not displace the others.
 */
export class PatternMap<Key, Value> {
  readonly #mostOfOne: number;
  readonly #mostOfSeveral: number;
  readonly #ofOne = new Map<Key, Value>();
  readonly #ofSeveral = new Map<Key, Value>();

  /** @param mostOfOne most patterns of one page @param mostOfSeveral most of those of several */
  constructor(mostOfOne: number, mostOfSeveral: number) {
    this.#mostOfOne = mostOfOne;
    this.#mostOfSeveral = mostOfSeveral;
  }

  /** Number of patterns. */
  get size(): number {
    return this.#ofOne.size + this.#ofSeveral.size;
  }

  get(key: Key): Value | undefined {
    return this.#ofSeveral.get(key) ?? this.#ofOne.get(key);
  }

  /** Notes that a page fits a pattern. Returns what is known of it; of a new one, what `make` returns. */
  meet(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known === undefined) {
      const made = make();
      putLast(this.#ofOne, key, made, this.#mostOfOne);
      return made;
    }
    this.#ofOne.delete(key);
    putLast(this.#ofSeveral, key, known, this.#mostOfSeveral);
    return known;
  }

  /** What is known of the patterns of several pages, those met last at the end. */
  ofSeveral(): Iterable<Value> {
    return this.#ofSeveral.values();
  }
}
