import type { CrawlContext, CrawlLog } from './context.ts';

/** The plugin's log: the given one, or else a child of the log of the first context. */
export class PluginLog {
  #log: CrawlLog | undefined;
  readonly #warned = new Set<string>();

  constructor(log: CrawlLog | undefined) {
    this.#log = log;
  }

  /** Takes the log of a context if there is none yet. */
  follow(context: CrawlContext): void {
    const log = (context as { log?: CrawlLog }).log;
    this.#log ??= log?.child?.({ prefix: 'NearDuplicates' }) ?? log;
  }

  info(message: string, data: Record<string, unknown>): void {
    this.#log?.info?.(message, data);
  }

  debug(message: string): void {
    this.#log?.debug(oneLine(message));
  }

  /** Warns once for each kind of trouble: messages of one kind begin alike. */
  warnOnce(message: string): void {
    const kind = message.slice(0, 40);
    if (this.#warned.has(kind)) return;
    this.#warned.add(kind);
    this.#log?.warning(oneLine(message));
  }
}

/**
 * Makes a text safe for one line of a log: a URL cannot begin another line, move a cursor or change the direction of
 * the text.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}
