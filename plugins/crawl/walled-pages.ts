import { addToGroup, forgetFirst, hostOf } from '../../src/flow/index.ts';
import { pageKeyOf } from './page-key.ts';
import type { PageRequest, ReturnedRequest } from './requests.ts';

/** Most times that a page is fetched again while a wall answers for it, and most in all, with those after the wall has gone. */
const MOST_RETURNS = 2;
const MOST_RETURNS_IN_ALL = 4;
/** Most pages whose times are remembered, some 150 bytes each. Beyond that no page is fetched again. */
const MOST_PAGES = 20_000;
/** Most characters of the pages that wait for a wall to go, some 300 a page; others are not fetched again. */
const MOST_CHARACTERS = 6_000_000;
/** Characters that a page takes beside its key, URL and request. */
const OTHER_CHARACTERS = 100;

/** After walls for so many pages of a host, fetching more of them again tells nothing new until one of those comes. */
const MOST_IN_VAIN = 50;
/** Of the pages after that, one in so many is fetched again nevertheless, in case the walls have gone. */
const IN_VAIN_PER_TRIAL = 20;
const MOST_HOSTS = 4096;

/** The kind of a page that could not be fetched at all. */
export const failedKind = 'failed';
/** The kind of a page whose request was put back into its queue, which may lose it if the process is killed. */
const retriedKind = 'retried';
/** After so many of a host in a row, one that comes shows that the host was away, and not these pages. */
const FAILURES_OF_ABSENCE = 5;

/** Most pages that are fetched again since one has come: each of these brings further ones. In Crawlee a thousand take 2 s. */
const MOST_AT_ONCE = 1000;

/** Of the pages that an earlier process left, so many of each host and kind of wall are fetched as trials. */
const TRIALS = 2;
/** After so many runs whose trials all met the wall, those pages are forgotten. */
const MOST_RUNS = 8;

/** A page for which a wall answered, by the URL that was asked for: a login may be on another host. */
interface WalledPage extends PageRequest {
  /** The code of the wall, the status that the server answered with, {@link failedKind}, or {@link retriedKind}. */
  readonly kind: string;
  /** Names the wall's text, if that is known as one only since other pages have it, too. */
  readonly text?: string;
}

/** A page that is fetched again once the wall has gone, as it is stored. */
export interface WaitingPage extends WalledPage {
  /** How often it was fetched again. */
  readonly returns: number;
  /** In a trial: number of runs, with this one, whose trials all met the wall. */
  readonly runs: number;
}

/** A page to fetch again. */
type ReturnedPage = ReturnedRequest & { readonly key: string };

/** A page that waits or that is being fetched again. */
interface KeptPage extends WaitingPage {
  readonly isLeft?: true;
  readonly isTrial?: true;
}

/**
 * The pages for which walls answered, and those that could not be fetched. Some of each host are fetched again; if one of them comes,
 * the wall has gone, and all others are, too. So a login that has run out, or a pause of the site, loses no page, and a wall that stays
 * costs little.
 *
 * The caller stores the pages that wait. A page stays stored until it has come, so that the next run finds it even if this
 * process is killed. That run fetches two pages of each host and kind of wall as trials. After eight runs in which they all met the
 * wall, its pages are forgotten. So a wall that never goes costs at most 32 fetches after the run that met it, since a page is fetched
 * at most twice in a row, and a page that alone never comes four. The retries of the crawler itself are not counted here. A request that the
 * crawler puts back for a retry is stored meanwhile, too: it is no trial, and the next run puts it into the queue unless it is there.
 */
export class WalledPages {
  readonly #returns = new Map<string, number>();
  /** Pages since the last one that came, by host. */
  readonly #inVain = new Map<string, number>();
  /** Pages that could not be fetched since the last one that came, by host. */
  readonly #failures = new Map<string, number>();
  /** The pages that are stored, by key. */
  readonly #kept = new Map<string, KeptPage>();
  #characters = 0;
  /** Keys of those that wait, by host. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Runs in vain before this one, by group. */
  readonly #runs = new Map<string, number>();

  /** Counts another time. Undefined if the page is not to be fetched again for now. */
  next(key: string, url: string): number | undefined {
    const before = this.#returnsOf(key);
    if (before >= MOST_RETURNS) return undefined;
    // forgetting a page instead would have it fetched again without end
    if (!this.#returns.has(key) && this.#returns.size >= MOST_PAGES) return undefined;
    if (before === 0 && !this.#isWorth(url)) return undefined;
    this.#returns.set(key, before + 1);
    return before + 1;
  }

  /** A page that is stored. */
  get(key: string): WaitingPage | undefined {
    return this.#kept.get(key);
  }

  /**
   * Says that a request is put back into its queue. It is stored until its page comes or stays, and fetched again by the next run if the
   * queue has lost it.
   *
   * @param returns how often its page had been fetched again
   * @returns the page as it is to be stored; undefined if it is stored already, or if there is no room
   */
  retries(page: Omit<WalledPage, 'kind'>, returns: number): WaitingPage | undefined {
    const stored = { ...page, kind: retriedKind, returns, runs: 0 };
    return !this.#kept.has(page.key) && this.#keep(stored) ? stored : undefined;
  }

  /** Whether a page is known to have answered with this text when a wall stood before it. */
  isAsBefore(key: string, grams: BigUint64Array): boolean {
    const text = this.#kept.get(key)?.text;
    return text !== undefined && text === nameOfText(grams);
  }

  /**
   * Says that a page is not fetched again for now. It is once another one comes, unless its request was put back and has failed for good.
   *
   * @returns the page as it is to be stored; undefined if it is to be stored no longer
   */
  stayed(page: WalledPage): WaitingPage | undefined {
    const { key, url, request, kind, text } = page;
    const returns = this.#returnsOf(key);
    const isTrial = this.#kept.get(key)?.isTrial === true;
    this.#forget(key);
    if (kind === failedKind) {
      const host = hostOf(url);
      this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
      forgetFirst(this.#failures, MOST_HOSTS);
    }
    if (kind === retriedKind || returns >= MOST_RETURNS_IN_ALL) return undefined;
    const runs = isTrial ? (this.#runs.get(groupOf(page)) ?? 0) + 1 : 0;
    const waiting = { key, url, request, kind, ...(text !== undefined && { text }), returns, runs };
    if (!this.#keep(waiting)) return undefined;
    this.#wait(hostOf(url), key);
    return waiting;
  }

  /**
   * Says that a page has come that is no wall. O(1), or O(pages that wait for its host).
   *
   * @returns the pages to fetch again, now that the wall has gone, and whether this page is to be stored no longer
   */
  came(key: string, url: string): { readonly returned: readonly ReturnedPage[]; readonly wasKept: boolean } {
    const host = hostOf(url);
    const { kind } = this.#kept.get(key) ?? {};
    const isBack = (this.#failures.get(host) ?? 0) >= FAILURES_OF_ABSENCE || kind === failedKind;
    this.#failures.delete(host);
    const wasKept = this.#forget(key);
    const wasWalled = this.#returns.delete(key) || (wasKept && kind !== retriedKind);
    if (wasWalled) this.#inVain.delete(host);
    else if (!isBack) return { returned: [], wasKept };
    const returned: ReturnedPage[] = [];
    for (const each of this.#waiting.get(host) ?? []) {
      if (returned.length === MOST_AT_ONCE || this.#returns.size >= MOST_PAGES) break;
      const page = this.#kept.get(each)!;
      // a page that fails at a site that is there may always fail
      if (!(page.kind === failedKind ? isBack : wasWalled)) continue;
      this.#runs.delete(groupOf(page));
      returned.push(this.#return(page));
    }
    return { returned, wasKept };
  }

  /**
   * Continues with the pages that an earlier process stored.
   *
   * @returns the pages to fetch: the trials, and those whose request the queue may have lost; and the keys of those to be stored no longer
   */
  restore(stored: readonly WaitingPage[]): {
    readonly returned: readonly ReturnedPage[];
    readonly forgotten: readonly string[];
  } {
    const groups = new Map<string, WaitingPage[]>();
    const returned: ReturnedPage[] = [];
    for (const page of stored) {
      if (page.kind === retriedKind) {
        const { key, url, request, returns } = page;
        if (!this.#kept.has(key) && this.#keep(page))
          returned.push({ key, url, request, returns, isRetried: true });
        continue;
      }
      addToGroup(groups, groupOf(page), page);
    }
    const forgotten: string[] = [];
    for (const [group, pages] of groups) {
      const runs = pages.reduce((most, page) => Math.max(most, page.runs), 0);
      if (runs >= MOST_RUNS) {
        forgotten.push(...pages.map(({ key }) => key));
        continue;
      }
      this.#runs.set(group, runs);
      // others than in the run before: a page may be refused for a reason of its own
      pages.sort((a, b) => a.returns - b.returns);
      for (const [i, page] of pages.entries()) {
        if (this.#kept.has(page.key) || !this.#keep({ ...page, isLeft: true })) continue;
        this.#wait(hostOf(page.url), page.key);
        if (i < TRIALS) returned.push(this.#return({ ...this.#kept.get(page.key)!, isTrial: true }));
      }
    }
    return { returned, forgotten };
  }

  #returnsOf(key: string): number {
    return this.#returns.get(key) ?? this.#kept.get(key)?.returns ?? 0;
  }

  /** Ends the wait of a page that is fetched again. It is kept until it comes or stays. */
  #return(page: KeptPage): ReturnedPage {
    const { key, url, request, isLeft } = page;
    const returns = this.#returnsOf(key) + 1;
    this.#returns.set(key, returns);
    this.#kept.set(key, page);
    this.#endWait(hostOf(url), key);
    return { key, url, request, returns, ...(isLeft && { isLeft }) };
  }

  #wait(host: string, key: string): void {
    const waiting = this.#waiting.get(host);
    if (waiting === undefined) this.#waiting.set(host, new Set([key]));
    else waiting.add(key);
  }

  #endWait(host: string, key: string): void {
    const waiting = this.#waiting.get(host);
    waiting?.delete(key);
    if (waiting?.size === 0) this.#waiting.delete(host);
  }

  /** Keeps a page that is not kept; false if there is no room for it. */
  #keep(page: KeptPage): boolean {
    if (this.#characters + charactersOf(page) > MOST_CHARACTERS) return false;
    this.#characters += charactersOf(page);
    this.#kept.set(page.key, page);
    return true;
  }

  /** @returns whether the page was kept */
  #forget(key: string): boolean {
    const page = this.#kept.get(key);
    if (page === undefined) return false;
    this.#kept.delete(key);
    this.#characters -= charactersOf(page);
    this.#endWait(hostOf(page.url), key);
    return true;
  }

  #isWorth(url: string): boolean {
    const host = hostOf(url);
    const inVain = this.#inVain.get(host) ?? 0;
    this.#inVain.set(host, inVain + 1);
    forgetFirst(this.#inVain, MOST_HOSTS);
    return inVain < MOST_IN_VAIN || inVain % IN_VAIN_PER_TRIAL === 0;
  }
}

/** A name for a text: pages with another text have another one, unless they are made for it. */
export function nameOfText(grams: BigUint64Array): string {
  return `${grams.length} ${grams[0]} ${grams.at(-1)}`;
}

/** Pages of one group wait for the same: those of a crawler, a host and a kind of wall. */
function groupOf({ key, url, kind }: WalledPage): string {
  return `${pageKeyOf(key).crawler}\0${hostOf(url)}\0${kind}`;
}

function charactersOf({ key, url, request }: WalledPage): number {
  return key.length + url.length + request.length + OTHER_CHARACTERS;
}
