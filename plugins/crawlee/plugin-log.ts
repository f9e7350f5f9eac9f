import type { CrawlContext, CrawlLog } from './context.ts';
import type { Crawler } from './crawlers.ts';

/** Most warnings of a crawl: a page may be the reason of one. */
const MOST_WARNINGS = 20;

/** The plugin's log: the given one, or else a child of the log of the first context or crawler. */
export class PluginLog {
  #log: CrawlLog | undefined;
  readonly #warned = new Set<string>();

  constructor(log: CrawlLog | undefined) {
    this.#log = log;
  }

  /** Takes the log of a context or crawler if there is none yet. */
  follow(of: CrawlContext | Crawler): void {
    const { log } = of as { readonly log?: CrawlLog };
    this.#log ??= log?.child?.({ prefix: 'NearDuplicates' }) ?? log;
  }

  info(message: string, data: Record<string, unknown>): void {
    this.#log?.info?.(message, data);
  }

  debug(message: string): void {
    this.#log?.debug(oneLine(message));
  }

  /**
   * Warns of each thing once, and of no more than twenty.
   *
   * @param where an example. It is printed, but a thing with another example is the same thing
   */
  warnOnce(message: string, where = ''): void {
    if (this.#warned.has(message) || this.#warned.size === MOST_WARNINGS) return;
    this.#warned.add(message);
    this.#log?.warning(oneLine(where === '' ? message : `${message} ${where}`));
  }
}

/**
 * Makes a text safe for one line of a log: a URL cannot begin another line, move a cursor or change the direction of
 * the text.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}
