import type { CrawlEvents, Crawler } from './crawlers.ts';

/** Crawlee's events when its process may be about to end. `persistState` comes at intervals and at the end of a run. */
const EVENTS = ['persistState', 'migrating', 'aborting'] as const;

/**
 * Follows the events of crawlers. State is flushed at each event; statistics are logged at intervals and at the end
 * of a run.
 */
export class LifeCycle {
  readonly #followed = new Set<CrawlEvents>();
  readonly #listeners: Readonly<Record<(typeof EVENTS)[number], () => unknown>>;

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
    if (events === undefined || this.#followed.has(events)) return;
    this.#followed.add(events);
    for (const event of EVENTS) events.on(event, this.#listeners[event]);
  }

  /** Stops listening. */
  end(): void {
    for (const events of this.#followed) {
      for (const event of EVENTS) events.off(event, this.#listeners[event]);
    }
    this.#followed.clear();
  }
}
