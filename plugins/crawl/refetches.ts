import type { ClaimPageOptions } from './claim-options.ts';
import type { Decider } from './decider.ts';
import type { GivenUpPage, RetriedPage } from './page-checks.ts';
import type { ReadPage } from './read-page.ts';
import type { BringBack } from './requests.ts';
import { failedKind, nameOfText, WalledPages } from './walled-pages.ts';

/** Has the pages of {@link WalledPages} fetched again, and stores those that wait. */
export class Refetches {
  readonly #walled = new WalledPages();
  readonly #decider: Pick<Decider, 'keepWaiting' | 'waiting'>;
  #bringBack: BringBack | undefined;

  constructor(decider: Pick<Decider, 'keepWaiting' | 'waiting'>) {
    this.#decider = decider;
  }

  /** Sets the function that has requests made again. Without it no page is. */
  onReturn(bringBack: BringBack): void {
    this.#bringBack = bringBack;
  }

  /** Continues with the pages that an earlier process left. */
  async resume(): Promise<void> {
    if (this.#bringBack === undefined) return;
    const { returned, forgotten } = this.#walled.restore(await this.#decider.waiting());
    for (const key of forgotten) await this.#decider.keepWaiting(key, undefined);
    await Promise.all(returned.map((page) => this.#bringBack?.(page)));
  }

  /** Whether a page is known to have answered with this text when a wall stood before it. */
  isAsBefore(key: string, grams: BigUint64Array): boolean {
    return this.#walled.isAsBefore(key, grams);
  }

  /** Lets the caller retry a page for which a wall answered, if that is of use. */
  async tellWall(
    { key, url, requestedUrl = url }: ReadPage,
    onWall: (() => unknown) | undefined,
  ): Promise<void> {
    if (onWall !== undefined && this.#walled.next(key, requestedUrl) !== undefined) await onWall();
  }

  /**
   * Has a page fetched again for which a wall answered, if it is known how: now, or once the wall has gone.
   *
   * @param kind what answered
   */
  async isWalled(
    { key, url: answered, requestedUrl: url = answered, content }: ReadPage,
    kind: string,
    { provisional, onWall }: ClaimPageOptions,
  ): Promise<void> {
    const request = provisional?.request;
    if (request === undefined || this.#bringBack === undefined) return;
    // with `onWall` the caller has retried it
    const returns = onWall === undefined ? this.#walled.next(key, url) : undefined;
    if (returns !== undefined) {
      await this.#bringBack({ key, url, request, returns });
      return;
    }
    const text = content && content.grams.length > 0 ? { text: nameOfText(content.grams) } : {};
    await this.#decider.keepWaiting(key, this.#walled.stayed({ key, url, request, kind, ...text }));
  }

  /** Has a page that could not be fetched wait, if it is known how to fetch it. @param key of the page in the index */
  async failed(
    key: string,
    { key: ownKey, requestedUrl: url = ownKey, request }: GivenUpPage,
  ): Promise<void> {
    if (request === undefined || this.#bringBack === undefined) await this.failedAgain(key);
    else await this.#decider.keepWaiting(key, this.#walled.stayed({ key, url, request, kind: failedKind }));
  }

  /** Has a page wait on that was fetched again, and again in vain. */
  async failedAgain(key: string): Promise<void> {
    const page = this.#walled.get(key);
    if (page !== undefined) await this.#decider.keepWaiting(key, this.#walled.stayed(page));
  }

  /** Stores a request that is put back into its queue. @param key of its page in the index */
  async retries(
    key: string,
    { key: ownKey, requestedUrl: url = ownKey, request, returns = 0 }: RetriedPage,
  ): Promise<void> {
    const stored = this.#walled.retries({ key, url, request }, returns);
    if (stored !== undefined) await this.#decider.keepWaiting(key, stored);
  }

  /** Has a page wait no longer that was handled without a claim. @param url that was asked for */
  async handledUnclaimed(key: string, url: string): Promise<void> {
    if (this.#walled.get(key) !== undefined) await this.cameBack({ key, url });
  }

  /** Has pages that wait fetched again if a page, or what came in its place, shows that their wall has gone or that their site is back. */
  async cameBack({
    key,
    url,
    requestedUrl = url,
  }: Pick<ReadPage, 'key' | 'url' | 'requestedUrl'>): Promise<void> {
    const { returned, wasKept } = this.#walled.came(key, requestedUrl);
    await Promise.all(returned.map((page) => this.#bringBack?.(page)));
    if (wasKept) await this.#decider.keepWaiting(key, undefined);
  }
}
