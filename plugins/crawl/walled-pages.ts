/** Most times that a page is fetched again because a wall answered for it. */
const MOST_RETURNS = 2;
/** Most pages whose times are remembered, some 150 bytes each. Beyond that no page is fetched again. */
const MOST_PAGES = 20_000;

/** How often the pages for which walls answered were fetched again. */
export class WalledPages {
  readonly #returns = new Map<string, number>();

  /** Counts another time. Undefined if the page is not to be fetched again. */
  next(key: string): number | undefined {
    const before = this.#returns.get(key);
    // forgetting a page instead would have it fetched again without end
    if (before === undefined ? this.#returns.size === MOST_PAGES : before === MOST_RETURNS) return undefined;
    this.#returns.set(key, (before ?? 0) + 1);
    return (before ?? 0) + 1;
  }

  /** Says that a page has come that is no wall. */
  forget(key: string): void {
    this.#returns.delete(key);
  }
}
