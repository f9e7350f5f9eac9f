import type { CrawlRequest } from './context.ts';

/** Interval at which running attempts are checked, in milliseconds. */
const SWEEP_MS = 250;

/** One run of a request handler: a retry of the same request is another attempt. */
export interface Attempt {
  /** Aborts as soon as the crawler no longer waits for this run. */
  readonly signal: AbortSignal;
  /** Called when the signal aborts. A listener of the signal would cost some microseconds for each page. */
  onAbort: (() => unknown) | undefined;
  /** Checks immediately whether the crawler still waits for this run; without this call it is checked at intervals. */
  check(): void;
  /** Says that the page has been fetched. */
  fetched(): void;
  /**
   * Whether the page is not to be judged again, as no other request for it was left to this attempt since it was asked last
   * (`leaveToOther`). From then on none is.
   */
  isDone(): boolean;
  /** REQUIRES: called once, when the run is over. */
  end(): void;
}

interface Running {
  readonly request: CrawlRequest;
  /** Whether another request for the page was left to it. */
  isAwaited: boolean;
  isDone: boolean;
  readonly failuresBefore: number;
  readonly controller: AbortController;
  readonly attempt: Attempt;
}

/**
 * Tells runs that the crawler has given up from those it still waits for.
 *
 * A handler that Crawlee timed out keeps running, and nothing tells it so. There are two signs: a newer attempt of
 * the same request begins, or the request gains an error message while the run is not over. Without the second sign,
 * a handler that hangs for good would keep its page reserved, and no copy of the page would reach a handler.
 */
export class Attempts {
  readonly #running = new Map<string, Running>();
  /** Of requests whose pages were fetched: how often they had failed before that attempt. */
  readonly #fetched = new WeakMap<CrawlRequest, number>();
  readonly #idle = new Set<() => void>();
  #sweep: NodeJS.Timeout | undefined;

  /**
   * Begins an attempt. Aborts an earlier one of the same request.
   *
   * @param key of the page, by default the request's
   */
  begin(request: CrawlRequest, key: string = request.uniqueKey): Attempt {
    const controller = new AbortController();
    const failuresBefore = failures(request);
    const attempt: Attempt = {
      signal: controller.signal,
      onAbort: undefined,
      check: () => this.abortGivenUp(),
      fetched: () => this.#fetched.set(request, failuresBefore),
      isDone: () => {
        running.isDone = !running.isAwaited;
        running.isAwaited = false;
        return running.isDone;
      },
      end: () => {
        if (this.#running.get(key)?.attempt === attempt) this.#forget(key);
      },
    };
    const earlier = this.#running.get(key);
    if (earlier !== undefined) abort(key, earlier);
    const running = { request, isAwaited: false, isDone: false, failuresBefore, controller, attempt };
    this.#running.set(key, running);
    this.#sweep ??= setInterval(() => this.abortGivenUp(), SWEEP_MS).unref();
    return attempt;
  }

  /** Whether any attempt is running that the crawler waits for. */
  get areRunning(): boolean {
    return this.#running.size > 0;
  }

  /** Whether the page of a request's latest attempt was fetched, which has failed nevertheless: a handler did. */
  hadPage(request: CrawlRequest): boolean {
    return this.#fetched.get(request) === failures(request) - 1;
  }

  /** Leaves a page to an attempt of another request for it, if one is running that may judge it again. Returns whether there is one. */
  leaveToOther(request: CrawlRequest, key: string): boolean {
    const running = this.#running.get(key);
    if (running === undefined || running.isDone || running.request.uniqueKey === request.uniqueKey)
      return false;
    running.isAwaited = true;
    return true;
  }

  /** Aborts the attempts that the crawler no longer waits for. */
  abortGivenUp(): void {
    for (const [key, running] of this.#running) {
      if (failures(running.request) === running.failuresBefore) continue;
      abort(key, running);
      this.#forget(key);
    }
  }

  /** Resolves when no attempt is running that the crawler waits for. */
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
