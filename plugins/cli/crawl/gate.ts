import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressGuard } from './addresses.ts';
import { Pace } from './pace.ts';
import type { Robots } from './robots.ts';

/** Longest `Crawl-delay` that is obeyed. A longer one is shortened to this, so that no site stops the crawl. */
export const mostCrawlDelaySeconds = 60;

/** Checks a page's address and robots.txt before it is fetched, and waits for its turn. */
export class Gate {
  readonly #guard: AddressGuard;
  readonly #robots: Robots | undefined;
  readonly #delaySeconds: number;
  readonly #pace = new Pace();

  /**
   * @param robots undefined if robots.txt is ignored
   * @param delaySeconds least time between the starts of two requests to one host
   */
  constructor(guard: AddressGuard, robots: Robots | undefined, delaySeconds: number) {
    this.#guard = guard;
    this.#robots = robots;
    this.#delaySeconds = delaySeconds;
  }

  /** Whether a link is worth queueing, as far as is known. */
  mayFollow(url: URL): boolean {
    return this.#robots?.isKnownToRefuse(url) !== true;
  }

  /** Resolves when it is the URL's turn to be fetched. @throws RefusedError if it may not be fetched */
  async enter(url: URL): Promise<void> {
    // while this waits, the host may ask for a pause, in which robots.txt is not requested either
    do {
      await this.#letAlone(url.host);
      const waitMs = await this.#takeTurn(url);
      if (waitMs > 0) await sleep(waitMs);
    } while (this.#pace.heldMs(url.host) > 0);
  }

  /** Pauses a host for this many seconds. Only redirects to it begin earlier. */
  hold(host: string, seconds: number): void {
    this.#pace.hold(host, seconds);
  }

  /** Checks the next hop of a redirect, which takes a turn but does not wait for it. @throws RefusedError */
  async follow(url: URL): Promise<void> {
    await this.#takeTurn(url);
  }

  async #letAlone(host: string): Promise<void> {
    for (let ms = this.#pace.heldMs(host); ms > 0; ms = this.#pace.heldMs(host)) await sleep(Math.ceil(ms));
  }

  async #takeTurn(url: URL): Promise<number> {
    this.#guard.check(url);
    await this.#robots?.check(url);
    const wanted = Math.min(this.#robots?.crawlDelaySeconds(url) ?? 0, mostCrawlDelaySeconds);
    return this.#pace.takeTurn(url.host, Math.max(this.#delaySeconds, wanted));
  }
}
