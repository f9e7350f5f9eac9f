/** Most hosts that are remembered before those whose time is over are forgotten. */
const MOST_HOSTS = 1000;

/** Keeps requests to one host apart. */
export class Pace {
  /** When the next request to a host may start: milliseconds of `performance.now()`. */
  readonly #next = new Map<string, number>();
  /** When the pause that a host asked for ends: milliseconds of `performance.now()`. */
  readonly #held = new Map<string, number>();

  /** Takes a turn at a host now, or behind those taken before: the next one is `seconds` later. */
  takeTurn(host: string, seconds: number): void {
    if (seconds <= 0) return;
    const now = performance.now();
    const start = Math.max(now, this.#next.get(host) ?? now);
    forgetPast(this.#next, now);
    this.#next.set(host, start + 1000 * seconds);
  }

  /** How many milliseconds the next turn at a host is away; 0 if it is now. */
  waitMs(host: string): number {
    return msUntil(this.#next.get(host));
  }

  /** Pauses all requests to a host for this many seconds from now. */
  hold(host: string, seconds: number): void {
    const now = performance.now();
    forgetPast(this.#held, now);
    this.#held.set(host, Math.max(now + 1000 * seconds, this.#held.get(host) ?? 0));
  }

  /** How many more milliseconds a host is paused; 0 if it is not. */
  heldMs(host: string): number {
    return msUntil(this.#held.get(host));
  }
}

function msUntil(time: number | undefined): number {
  return time === undefined ? 0 : Math.max(0, time - performance.now());
}

function forgetPast(times: Map<string, number>, now: number): void {
  if (times.size < MOST_HOSTS) return;
  for (const [host, time] of times) if (time <= now) times.delete(host);
}
