import type { CrawlVerdict, Deduper } from '../crawl/index.ts';
import { indexKey } from '../crawl/page-key.ts';
import type { CrawlContext, LinkContext } from './context.ts';
import { type Linked, notEnqueued } from './not-enqueued.ts';
import type { EnqueueOptions, LinkPolicy } from './options.ts';
import { verdictOf } from './with-verdict.ts';

/** A context that may be able to enqueue links. */
type MaybeLinkContext = CrawlContext & Partial<LinkContext>;

/** Most copies that wait for the links of the page that they repeat. Each keeps its page in memory. */
const MOST_WAITING = 64;

/** How the handler of a label enqueues links, as far as known. */
interface Habit {
  /** Runs of the handler that have not ended. */
  readonly running: Set<Promise<void>>;
  /** The options of each call in the last run that succeeded; undefined if none has. */
  calls?: readonly (object | undefined)[];
}

/** The option of `enqueueLinks` that sees each link first. */
interface Transform {
  readonly transformRequestFunction?: (request: Linked) => Linked | false | null | undefined;
}

/** The options for following links. */
interface LinkSettings {
  readonly links: LinkPolicy;
  readonly enqueueLinks: EnqueueOptions | undefined;
}

/**
 * Follows the links of skipped pages as the handler would have done: with the given options, or else with the options
 * of the handler's own calls of `enqueueLinks` for the last page with the same label.
 */
export class SkippedLinks {
  readonly #settings: LinkSettings;
  readonly #deduper: Pick<Deduper, 'follows' | 'leftOut'>;
  readonly #warn: (message: string) => void;
  readonly #habits = new Map<string, Habit>();
  /** For each page that is in its handler, by key: functions that follow the links of its copies. */
  readonly #waiting = new Map<string, (() => Promise<void>)[]>();

  /**
   * @param deduper under `near` asked about each link before it is enqueued, and told which links were not
   * @param warn called with the reason why links are not followed
   */
  constructor(
    settings: LinkSettings,
    deduper: Pick<Deduper, 'follows' | 'leftOut'>,
    warn: (message: string) => void,
  ) {
    this.#settings = settings;
    this.#deduper = deduper;
    this.#warn = warn;
  }

  /** Runs a handler, and learns from it how links of pages with its label are enqueued. */
  async learn(context: MaybeLinkContext, run: () => unknown): Promise<void> {
    const { links, enqueueLinks: given } = this.#settings;
    const { enqueueLinks } = context;
    const isLearned = links === 'near' || (links === 'follow' && given === undefined);
    if (!isLearned || enqueueLinks === undefined) {
      await run();
      return;
    }
    const calls: (object | undefined)[] = [];
    const habit = this.#habitOf(context);
    context.enqueueLinks = (...args: [object?]) => {
      const [options] = args;
      calls.push(options);
      const enqueue = (changed?: object) => Reflect.apply(enqueueLinks, context, [changed]);
      // if the page is a duplicate, its handler decides itself which links to enqueue
      const isDuplicate = verdictOf(context)?.verdict === 'duplicate';
      return this.#enqueue(context, enqueue, isDuplicate ? options : this.#asked(context, options));
    };
    const key = keyOf(context);
    // an attempt that the crawler has given up may still run, and copies may already wait for it
    if (key !== undefined && !this.#waiting.has(key)) this.#waiting.set(key, []);
    const running = (async () => {
      await run();
      habit.calls = calls;
    })();
    const ended = running.catch(() => undefined);
    habit.running.add(ended);
    let copies: (() => Promise<void>)[] = [];
    try {
      await running;
    } finally {
      habit.running.delete(ended);
      copies = this.#takeWaiting(key);
    }
    // not reached if the handler failed: then the copies are brought back instead
    for (const follow of copies) {
      // the page itself counts as handled even if the links of its copies fail
      await follow().catch((error: unknown) =>
        this.#warn(error instanceof Error ? error.message : `${error}`),
      );
    }
  }

  /**
   * Enqueues the links of a duplicate that are to be followed. For an exact copy of a page that is in its handler,
   * the links are enqueued when that handler has ended, so that the copy holds no slot.
   */
  async follow(context: CrawlContext & LinkContext, verdict: CrawlVerdict): Promise<void> {
    const isExact = this.#settings.links === 'near' && verdict.code === 'same-grams';
    const copies = isExact && outlivesHandler(context) ? this.#waiting.get(indexKey(verdict.of!)) : undefined;
    if (copies === undefined || this.#waitingCount >= MOST_WAITING) await this.#follow(context, verdict);
    else copies.push(() => this.#follow(context, verdict));
  }

  get #waitingCount(): number {
    return [...this.#waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  #takeWaiting(key: string | undefined): (() => Promise<void>)[] {
    if (key === undefined) return [];
    const copies = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    return copies;
  }

  /** Enqueues the links of a page that has not changed; false if it is not known how. */
  async followUnchanged(context: CrawlContext & LinkContext, verdict: CrawlVerdict): Promise<boolean> {
    const { links, enqueueLinks } = this.#settings;
    const isLearned = links !== 'drop' && typeof links !== 'function' && enqueueLinks === undefined;
    if (isLearned && this.#habitOf(context).calls === undefined) return false;
    await this.#follow(context, verdict);
    return true;
  }

  async #follow(context: CrawlContext & LinkContext, verdict: CrawlVerdict): Promise<void> {
    const { links, enqueueLinks: given } = this.#settings;
    if (typeof links === 'function') {
      await links(context, verdict);
      return;
    }
    if (links === 'drop') return;
    if (given !== undefined) {
      const options = typeof given === 'function' ? given(context) : given;
      await this.#enqueueAsked(context, options);
      return;
    }
    const habit = this.#habitOf(context);
    // the page that this one repeats may be in its handler right now
    while (habit.calls === undefined && habit.running.size > 0) await Promise.race(habit.running);
    // an exact copy rarely has new links, so it is no reason to warn a user whose handlers enqueue none
    if (habit.calls === undefined && verdict.code !== 'same-grams') {
      this.#warn("how its links are enqueued is not known yet: name the options by 'enqueueLinks'");
    }
    for (const options of habit.calls ?? []) {
      if (options !== undefined && 'urls' in options) {
        this.#warn("its handler enqueues links by their urls: give 'links' a function to follow them");
      } else await this.#enqueueAsked(context, options);
    }
  }

  #enqueueAsked(context: CrawlContext & LinkContext, options: object | undefined): Promise<unknown> {
    return this.#enqueue(context, (asked) => context.enqueueLinks(asked), this.#asked(context, options));
  }

  /** Enqueues links. If Crawlee makes no request for some links of an exact copy, their verdicts are not waited for. */
  async #enqueue(
    context: CrawlContext,
    enqueue: (options?: object) => Promise<unknown>,
    options: (object & Transform) | undefined,
  ): Promise<unknown> {
    const own = options?.transformRequestFunction;
    if (own === undefined || verdictOf(context)?.code !== 'same-grams') return enqueue(options);
    const followed: Linked[] = [];
    const result = await enqueue({
      ...options,
      transformRequestFunction: (request: Linked) => {
        const changed = own(request);
        if (changed) followed.push(changed);
        return changed;
      },
    });
    for (const { url } of notEnqueued(followed, result, context.request)) this.#deduper.leftOut(url);
    return result;
  }

  /** The options for enqueueing only those links of a page that are to be followed. */
  #asked(context: CrawlContext, options: (object & Transform) | undefined): object | undefined {
    const verdict = verdictOf(context);
    if (this.#settings.links !== 'near' || verdict === undefined) return options;
    const own = options?.transformRequestFunction;
    return {
      ...options,
      transformRequestFunction: (request: Linked) => {
        const changed = own === undefined ? request : own(request);
        return changed && this.#deduper.follows(changed.url, verdict) ? changed : false;
      },
    };
  }

  #habitOf({ request }: CrawlContext): Habit {
    const { label = '' } = request as { readonly label?: string };
    let habit = this.#habits.get(label);
    if (habit === undefined) {
      habit = { running: new Set() };
      this.#habits.set(label, habit);
    }
    return habit;
  }
}

/** The key in the index of a page that has a verdict. */
function keyOf(context: CrawlContext): string | undefined {
  const verdict = verdictOf(context);
  return verdict && indexKey(verdict);
}

/**
 * Whether the page of a context can still be read after its handler has ended. A browser's tab and JSDOM's window
 * cannot.
 */
function outlivesHandler(context: CrawlContext): boolean {
  return !('page' in context) && !('window' in context);
}
