import { forgetFirst, hostOf } from '../../src/flow/index.ts';

/** Most times that a page is fetched again because a wall answered for it, and most with those after the wall has gone. */
const MOST_RETURNS = 2;
const MOST_RETURNS_IN_ALL = 4;
/** Most pages whose times are remembered, some 150 bytes each. Beyond that no page is fetched again. */
const MOST_PAGES = 20_000;
/** Most pages that wait for a wall to go, some 300 bytes each; others of their host are not fetched again. */
const MOST_WAITING = 20_000;

/** After walls for so many pages of a host, fetching more of them again tells nothing new until one of those comes. */
const MOST_IN_VAIN = 50;
/** Of the pages after that, one in so many is fetched again nevertheless, in case the walls have gone. */
const IN_VAIN_PER_TRIAL = 20;
const MOST_HOSTS = 4096;

/** A page for which a wall answered. */
interface WalledPage {
  readonly key: string;
  readonly url: string;
  /** What it takes to fetch it again. */
  readonly request: string;
}

/** A page to fetch again. */
interface ReturnedPage extends WalledPage {
  /** How often it has been, including this time. */
  readonly returns: number;
}

/**
 * The pages for which walls answered. Some of each host are fetched again; if one of them comes, the wall has gone, and all
 * others are, too. So a login that has run out, or a pause of the site, loses no page, and a wall that stays costs little.
 */
export class WalledPages {
  readonly #returns = new Map<string, number>();
  /** Pages since the last one that came, by host. */
  readonly #inVain = new Map<string, number>();
  /** By host, then by key. */
  readonly #waiting = new Map<string, Map<string, WalledPage>>();
  #waitingPages = 0;

  /** Counts another time. Undefined if the page is not to be fetched again for now. */
  next(key: string, url: string): number | undefined {
    const before = this.#returns.get(key);
    // forgetting a page instead would have it fetched again without end
    if (before === undefined ? this.#returns.size === MOST_PAGES : before >= MOST_RETURNS) return undefined;
    if (before === undefined && !this.#isWorth(url)) return undefined;
    this.#returns.set(key, (before ?? 0) + 1);
    return (before ?? 0) + 1;
  }

  /** Says that a page is not fetched again for now. It is once another one comes. */
  stayed(page: WalledPage): void {
    if (this.#waitingPages === MOST_WAITING || (this.#returns.get(page.key) ?? 0) >= MOST_RETURNS_IN_ALL)
      return;
    const host = hostOf(page.url);
    const waiting = this.#waiting.get(host) ?? new Map<string, WalledPage>();
    this.#waitingPages -= waiting.size;
    waiting.set(page.key, page);
    this.#waitingPages += waiting.size;
    this.#waiting.set(host, waiting);
  }

  /** Says that a page has come that is no wall. @returns the pages to fetch again, now that the wall has gone */
  came(key: string, url: string): ReturnedPage[] {
    const host = hostOf(url);
    const waiting = this.#waiting.get(host) ?? new Map<string, WalledPage>();
    const hasWaited = waiting.delete(key);
    if (hasWaited) this.#waitingPages--;
    if (!this.#returns.delete(key) && !hasWaited) return [];
    this.#inVain.delete(host);
    this.#waiting.delete(host);
    this.#waitingPages -= waiting.size;
    const returned: ReturnedPage[] = [];
    for (const page of waiting.values()) {
      if (this.#returns.size === MOST_PAGES) break;
      const returns = (this.#returns.get(page.key) ?? 0) + 1;
      this.#returns.set(page.key, returns);
      returned.push({ ...page, returns });
    }
    return returned;
  }

  #isWorth(url: string): boolean {
    const host = hostOf(url);
    const inVain = this.#inVain.get(host) ?? 0;
    this.#inVain.set(host, inVain + 1);
    forgetFirst(this.#inVain, MOST_HOSTS);
    return inVain < MOST_IN_VAIN || inVain % IN_VAIN_PER_TRIAL === 0;
  }
}
