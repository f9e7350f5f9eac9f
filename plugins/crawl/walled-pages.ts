import { forgetFirst, hostOf } from '../../src/flow/index.ts';

/** Most times that a page is fetched again because a wall answered for it. */
const MOST_RETURNS = 2;
/** Most pages whose times are remembered, some 150 bytes each. Beyond that no page is fetched again. */
const MOST_PAGES = 20_000;

/** After so many pages in a row that stayed walls, fetching again is of no use on their host. */
const MOST_IN_VAIN = 50;
/** Of the pages after that, one in so many is fetched again nevertheless, in case the walls have gone. */
const IN_VAIN_PER_TRIAL = 20;
const MOST_HOSTS = 4096;

/** How often the pages for which walls answered were fetched again, and on which hosts that is of use. */
export class WalledPages {
  readonly #returns = new Map<string, number>();
  /** Pages that stayed walls since the last one that came, by host. */
  readonly #inVain = new Map<string, number>();

  /** Counts another time. Undefined if the page is not to be fetched again. */
  next(key: string, url: string): number | undefined {
    const before = this.#returns.get(key);
    // forgetting a page instead would have it fetched again without end
    if (before === undefined ? this.#returns.size === MOST_PAGES : before === MOST_RETURNS) return undefined;
    if (before === undefined && !this.#isWorth(url)) return undefined;
    this.#returns.set(key, (before ?? 0) + 1);
    return (before ?? 0) + 1;
  }

  /** Says that a page is a wall and is not fetched again. */
  stayed(url: string): void {
    const host = hostOf(url);
    this.#inVain.set(host, (this.#inVain.get(host) ?? 0) + 1);
    forgetFirst(this.#inVain, MOST_HOSTS);
  }

  #isWorth(url: string): boolean {
    const inVain = this.#inVain.get(hostOf(url)) ?? 0;
    if (inVain < MOST_IN_VAIN) return true;
    if (inVain % IN_VAIN_PER_TRIAL > 0) return false;
    // pages that come before the outcome of this trial are no trials
    this.stayed(url);
    return true;
  }

  /** Says that a page has come that is no wall. */
  came(key: string, url: string): void {
    if (this.#returns.delete(key)) this.#inVain.delete(hostOf(url));
  }
}
