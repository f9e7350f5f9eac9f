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
    const waitMs = await this.#takeTurn(url);
    if (waitMs > 0) await sleep(waitMs);
  }

  /** For the next hop of a redirect, which takes a turn but does not wait for it. @throws RefusedError */
  async follow(url: URL): Promise<void> {
    await this.#takeTurn(url);
  }

  async #takeTurn(url: URL): Promise<number> {
    this.#guard.check(url);
    await this.#robots?.check(url);
    const wanted = Math.min(this.#robots?.crawlDelaySeconds(url) ?? 0, mostCrawlDelaySeconds);
    return this.#pace.takeTurn(url.host, Math.max(this.#delaySeconds, wanted));
  }
}
