import type { CrawlEvents, Crawler } from './crawlers.ts';

/** Crawlee's events when its process may be about to end. `persistState` comes at intervals and at the end of a run. */
const EVENTS = ['persistState', 'migrating', 'aborting'] as const;

/** Milliseconds between two `persistState` events of Crawlee. */
const INTERVAL_MS = 60_000;

/**
 * Follows the events of crawlers. State is flushed at each event; statistics are logged at intervals and at the end
 * of a run. A crawler of Crawlee 4 does not say which events are its own, so there is an interval instead.
 */
export class LifeCycle {
  readonly #followed = new Set<CrawlEvents>();
  readonly #listeners: Readonly<Record<(typeof EVENTS)[number], () => unknown>>;
  #interval: NodeJS.Timeout | undefined;

  constructor(flush: () => Promise<void>, tell: () => void) {
    // a failed flush is ignored: the next write will report the error
    const flushed = () => flush().catch(() => undefined);
    const told = () => {
      tell();
      return flushed();
    };
    this.#listeners = { persistState: told, migrating: flushed, aborting: flushed };
  }

  /** Listens to a crawler's events, once if several crawlers share them. */
  follow({ config }: Crawler): void {
    const events = config?.getEventManager?.();
    if (events === undefined) this.#interval ??= setInterval(this.tell, INTERVAL_MS).unref();
    if (events === undefined || this.#followed.has(events)) return;
    this.#followed.add(events);
    for (const event of EVENTS) events.on(event, this.#listeners[event]);
  }

  /** Logs the statistics and flushes the state, as at the end of a run. */
  readonly tell = (): void => {
    this.#listeners.persistState();
  };

  /** Stops listening. */
  end(): void {
    clearInterval(this.#interval);
    for (const events of this.#followed) {
      for (const event of EVENTS) events.off(event, this.#listeners[event]);
    }
    this.#followed.clear();
  }
}
