/** Hosts remembered at most before those whose time is over are forgotten. */
const MOST_HOSTS = 1000;

/** Keeps requests to one host apart. */
export class Pace {
  /** When the next request to a host may start: milliseconds of `performance.now()`. */
  readonly #next = new Map<string, number>();

  /** Takes the next turn at a host, `seconds` after the one before it: how many milliseconds it is away. */
  takeTurn(host: string, seconds: number): number {
    if (seconds <= 0) return 0;
    const now = performance.now();
    const start = Math.max(now, this.#next.get(host) ?? now);
    if (this.#next.size >= MOST_HOSTS) {
      for (const [other, next] of this.#next) if (next <= now) this.#next.delete(other);
    }
    this.#next.set(host, start + 1000 * seconds);
    return start - now;
  }
}
