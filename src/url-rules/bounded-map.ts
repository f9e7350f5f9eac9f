import { forgetFirst } from '../first-entry.ts';

/** A Map of at most `most` entries. When it is full, the entry set longest ago is removed. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  /** Setting a key again makes its entry the newest. */
  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    forgetFirst(this, this.#most);
    return this;
  }
}
