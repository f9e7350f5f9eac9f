import type { CrawlContext, CrawlLog } from './context.ts';

/** Where the plugin writes: the log that it was given, else a child of the log of the first context. */
export class PluginLog {
  #log: CrawlLog | undefined;
  readonly #warned = new Set<string>();

  constructor(log: CrawlLog | undefined) {
    this.#log = log;
  }

  /** Takes the log of a context where there is none yet. */
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

  /** Warns once of each kind of trouble: messages that begin alike. */
  warnOnce(message: string): void {
    const kind = message.slice(0, 40);
    if (this.#warned.has(kind)) return;
    this.#warned.add(kind);
    this.#log?.warning(oneLine(message));
  }
}

/** A line of a log: what a URL says cannot begin another, move a cursor or turn the direction of what follows. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}
