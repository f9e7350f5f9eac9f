import type { CrawlEvents, Crawler } from './crawlers.ts';

/** What Crawlee tells when its process may be about to end: `persistState` comes now and then, and at the end of a run. */
const EVENTS = ['persistState', 'migrating', 'aborting'] as const;

/** Follows the events of crawlers: state is flushed at each, statistics are told now and then and at the end of a run. */
export class LifeCycle {
  readonly #followed = new Set<CrawlEvents>();
  readonly #listeners: Readonly<Record<(typeof EVENTS)[number], () => unknown>>;

  constructor(flush: () => Promise<void>, tell: () => void) {
    // What cannot be flushed now is told by the next write.
    const flushed = () => flush().catch(() => undefined);
    const told = () => {
      tell();
      return flushed();
    };
    this.#listeners = { persistState: told, migrating: flushed, aborting: flushed };
  }

  /** Listens to a crawler's events, once where several crawlers share them. */
  follow({ config }: Crawler): void {
    const events = config?.getEventManager?.();
    if (events === undefined || this.#followed.has(events)) return;
    this.#followed.add(events);
    for (const event of EVENTS) events.on(event, this.#listeners[event]);
  }

  /** Listens no more. */
  end(): void {
    for (const events of this.#followed) {
      for (const event of EVENTS) events.off(event, this.#listeners[event]);
    }
    this.#followed.clear();
  }
}
