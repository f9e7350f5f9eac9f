import { checkFunction, checkOptionNames, checkString, wrongType } from '../../src/flow/index.ts';
import type { ProvisionalPage } from '../../src/store/index.ts';

/** How a page is claimed. */
export interface ClaimPageOptions {
  /** Aborts the wait for a similar page that is in work. */
  readonly signal?: AbortSignal;
  /**
   * Lets the page finish as a copy of one that is still in work, without waiting for that one. `request` is
   * what it takes to fetch this page again; `onReturn` gets it if the other page fails. Without `request` the
   * page counts as handled whatever its verdict. Without this option a copy waits.
   */
  readonly provisional?: ProvisionalPage;
  /**
   * Called when a wall answered for the page: a text that its site sends in place of many pages, a page that asks for
   * consent or a login, or a status by which servers block a crawl or ask for a pause (403, 408, 429, 502, 503, 504). If it throws,
   * the claim fails with that error, and the page can be fetched again. If it returns, the page is unclassifiable, with the code `wall`,
   * `consent-wall`, `login-wall` or `no-page-status`. Without this function `onReturn` gets such a page when it is committed.
   * Either happens at most twice for a page, and after fifty pages of a host for one page in twenty. Once one of those comes,
   * `onReturn` gets all others of its host.
   */
  onWall?(): unknown;
  /**
   * The crawler's object for the request. A page that is judged again for the same object, since the crawler reads it
   * in two ways, counts once in the statistics, by its last verdict.
   */
  readonly request?: object;
}

const CLAIM_OPTIONS: Record<keyof ClaimPageOptions, true> = {
  ...{ signal: true, provisional: true, onWall: true, request: true },
};

/** @throws TypeError naming the option of a claim whose type is not the one of `ClaimPageOptions` */
export function checkClaimOptions(options: ClaimPageOptions): void {
  checkOptionNames('claim', options, CLAIM_OPTIONS);
  const { signal, provisional, onWall, request } = options;
  if (signal !== undefined && typeof signal?.throwIfAborted !== 'function')
    throw wrongType('claim: signal', 'an AbortSignal', signal);
  if (provisional !== undefined) {
    if (Object(provisional) !== provisional)
      throw wrongType('claim: provisional', 'an object, with a request if it has one', provisional);
    if (provisional.request !== undefined) checkString('claim', 'provisional.request', provisional.request);
  }
  if (onWall !== undefined) checkFunction('claim', 'onWall', onWall);
  if (request !== undefined && Object(request) !== request)
    throw wrongType('claim: request', "the crawler's object for the request", request);
}
