import type { CrawlRequest } from './context.ts';

/** How often running attempts are looked at, in milliseconds. */
const SWEEP_MS = 250;

/** One run of a request handler: a retry of the same request is another attempt. */
export interface Attempt {
  /** Aborted as soon as the crawler no longer waits for this run. */
  readonly signal: AbortSignal;
  /** Called as the signal aborts: a listener of the signal costs a page some microseconds. */
  onAbort: (() => unknown) | undefined;
  /** Looks at once whether the crawler still waits for this run; else it is looked at now and then. */
  check(): void;
  /** REQUIRES: called once, when the run is over. */
  end(): void;
}

interface Running {
  readonly request: CrawlRequest;
  readonly failuresBefore: number;
  readonly controller: AbortController;
  readonly attempt: Attempt;
}

/**
 * Tells runs that the crawler has given up from those it still waits for.
 *
 * A handler that Crawlee timed out keeps running, and nothing tells it so. Two signs do: a newer attempt of
 * the same request begins, or the request gains an error message while the run is not over. Without the
 * second, a handler that hangs for good would hold its page's reservation, and keep every copy of the page
 * from its handler.
 */
export class Attempts {
  readonly #running = new Map<string, Running>();
  readonly #idle = new Set<() => void>();
  #sweep: NodeJS.Timeout | undefined;

  /**
   * Begins an attempt; an earlier one of the same request is aborted.
   *
   * @param key of the page, by default the request's
   */
  begin(request: CrawlRequest, key: string = request.uniqueKey): Attempt {
    const controller = new AbortController();
    const attempt: Attempt = {
      signal: controller.signal,
      onAbort: undefined,
      check: () => this.abortGivenUp(),
      end: () => {
        if (this.#running.get(key)?.attempt === attempt) this.#forget(key);
      },
    };
    const earlier = this.#running.get(key);
    if (earlier !== undefined) abort(key, earlier);
    this.#running.set(key, { request, failuresBefore: failures(request), controller, attempt });
    this.#sweep ??= setInterval(() => this.abortGivenUp(), SWEEP_MS).unref();
    return attempt;
  }

  /** Whether an attempt runs that the crawler waits for. */
  get areRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Whether another request for a page runs than this one. */
  hasOther(request: CrawlRequest, key: string): boolean {
    const running = this.#running.get(key);
    return running !== undefined && running.request.uniqueKey !== request.uniqueKey;
  }

  /** Aborts the attempts that the crawler no longer waits for. */
  abortGivenUp(): void {
    for (const [key, running] of this.#running) {
      if (failures(running.request) === running.failuresBefore) continue;
      abort(key, running);
      this.#forget(key);
    }
  }

  /** Resolves when no attempt runs that the crawler waits for. */
  async idle(): Promise<void> {
    while (this.areRunning) await new Promise<void>((resolve) => this.#idle.add(resolve));
  }

  #forget(key: string): void {
    this.#running.delete(key);
    if (this.#running.size > 0) return;
    clearInterval(this.#sweep);
    this.#sweep = undefined;
    for (const resolve of this.#idle) resolve();
    this.#idle.clear();
  }
}

function failures(request: CrawlRequest): number {
  return request.errorMessages?.length ?? 0;
}

function abort(key: string, { controller, attempt }: Running): void {
  controller.abort(
    new Error(`The crawler has given up this attempt of ${key} (timed out, or a newer attempt began).`),
  );
  attempt.onAbort?.();
}
