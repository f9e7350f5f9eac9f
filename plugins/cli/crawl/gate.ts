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
  /** How many requests wait for a turn at a host. */
  readonly #waiting = new Map<string, number>();

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

  /** Resolves when it is the URL's turn to be fetched, and says whether it had to wait. @throws RefusedError if it may not be fetched */
  async enter(url: URL): Promise<boolean> {
    const { host } = url;
    for (let hasWaited = false; ; hasWaited = true) {
      // in a pause that the host asked for, robots.txt is not requested either
      const seconds = this.#pace.heldMs(host) > 0 ? undefined : await this.#delayOf(url);
      const waitMs = this.#msUntilTurn(host);
      // only now: a turn that was taken ahead could be late, and the next one would follow it too soon
      if (waitMs === 0 && seconds !== undefined) {
        this.#pace.takeTurn(host, seconds);
        return hasWaited;
      }
      await this.#wait(host, waitMs);
    }
  }

  /** How long a request to a host would wait for its turn now; infinite where another one waits for it. In milliseconds. */
  waitMs(host: string): number {
    return this.#waiting.has(host) ? Number.POSITIVE_INFINITY : this.#msUntilTurn(host);
  }

  /** Pauses a host for this many seconds. Only redirects to it begin earlier. */
  hold(host: string, seconds: number): void {
    this.#pace.hold(host, seconds);
  }

  /** Checks the next hop of a redirect, which takes a turn but does not wait for it. @throws RefusedError */
  async follow(url: URL): Promise<void> {
    this.#pace.takeTurn(url.host, await this.#delayOf(url));
  }

  #msUntilTurn(host: string): number {
    return Math.max(this.#pace.heldMs(host), this.#pace.waitMs(host));
  }

  async #wait(host: string, ms: number): Promise<void> {
    this.#waiting.set(host, (this.#waiting.get(host) ?? 0) + 1);
    await sleep(Math.ceil(ms));
    const others = this.#waiting.get(host)! - 1;
    if (others === 0) this.#waiting.delete(host);
    else this.#waiting.set(host, others);
  }

  /** Seconds from a request for a URL to the next one to its host. @throws RefusedError if it may not be fetched */
  async #delayOf(url: URL): Promise<number> {
    this.#guard.check(url);
    await this.#robots?.check(url);
    const wanted = Math.min(this.#robots?.crawlDelaySeconds(url) ?? 0, mostCrawlDelaySeconds);
    return Math.max(this.#delaySeconds, wanted);
  }
}
