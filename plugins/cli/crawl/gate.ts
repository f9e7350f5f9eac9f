import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressGuard } from './addresses.ts';
import { Pace } from './pace.ts';
import type { Robots } from './robots.ts';

/** A site that asks for a longer `Crawl-delay` gets this one: it does not stop the crawl. */
export const mostCrawlDelaySeconds = 60;

/** What is asked before a page is fetched: its address, its robots.txt, and when it is its turn. */
export class Gate {
  readonly #guard: AddressGuard;
  readonly #robots: Robots | undefined;
  readonly #delaySeconds: number;
  readonly #pace = new Pace();

  /**
   * @param robots undefined where it is not to be asked
   * @param delaySeconds between the starts of two requests to one host, at least
   */
  constructor(guard: AddressGuard, robots: Robots | undefined, delaySeconds: number) {
    this.#guard = guard;
    this.#robots = robots;
    this.#delaySeconds = delaySeconds;
  }

  /** Whether a link is worth being queued, by what is known so far. */
  mayFollow(url: URL): boolean {
    return this.#robots?.isKnownToRefuse(url) !== true;
  }

  /** Resolves when a URL may be fetched and it is its turn. @throws RefusedError where it may not */
  async enter(url: URL): Promise<void> {
    // its host may ask to be let alone while this one waits, and then robots.txt is not asked for either
    do {
      await this.#letAlone(url.host);
      const waitMs = await this.#takeTurn(url);
      if (waitMs > 0) await sleep(waitMs);
    } while (this.#pace.heldMs(url.host) > 0);
  }

  /** Lets a host alone for so many seconds: no request to it begins before, but for redirects. */
  hold(host: string, seconds: number): void {
    this.#pace.hold(host, seconds);
  }

  /** For the next hop of a redirect, which takes a turn but does not wait for it. @throws RefusedError */
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
