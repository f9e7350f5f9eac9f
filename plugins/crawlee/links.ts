import type { CrawlVerdict } from '../crawl/index.ts';
import type { CrawlContext, LinkContext } from './context.ts';
import type { EnqueueOptions, LinkPolicy } from './options.ts';

/** A context whose links can be enqueued, where it has that. */
type MaybeLinkContext = CrawlContext & Partial<LinkContext>;

/** What is known of how the handler of a label enqueues links. */
interface Habit {
  /** Runs of the handler that have not ended. */
  readonly running: Set<Promise<void>>;
  /** The options of each call in the last run that succeeded; missing where none has. */
  calls?: readonly (object | undefined)[];
}

/** How links are followed, as the options have it. */
interface LinkSettings {
  readonly links: LinkPolicy;
  readonly enqueueLinks: EnqueueOptions | undefined;
}

/**
 * Follows the links of skipped pages as the handler would have: with the options that it was given for that, or else
 * those of the handler's own calls of `enqueueLinks` for the last page of the same label.
 */
export class SkippedLinks {
  readonly #settings: LinkSettings;
  readonly #warn: (message: string) => void;
  readonly #habits = new Map<string, Habit>();

  /** @param warn called for what is not followed */
  constructor(settings: LinkSettings, warn: (message: string) => void) {
    this.#settings = settings;
    this.#warn = warn;
  }

  /** Runs a handler, and learns from it how links of pages with its label are enqueued. */
  async learn(context: MaybeLinkContext, run: () => unknown): Promise<void> {
    const { links, enqueueLinks: given } = this.#settings;
    const { enqueueLinks } = context;
    const isLearned = (links === 'near' || links === 'follow') && given === undefined;
    if (!isLearned || enqueueLinks === undefined) {
      await run();
      return;
    }
    const calls: (object | undefined)[] = [];
    const habit = this.#habitOf(context);
    context.enqueueLinks = (...args: [object?]) => {
      calls.push(args[0]);
      return Reflect.apply(enqueueLinks, context, args);
    };
    const running = (async () => {
      await run();
      habit.calls = calls;
    })();
    const ended = running.catch(() => undefined);
    habit.running.add(ended);
    try {
      await running;
    } finally {
      habit.running.delete(ended);
    }
  }

  /** Enqueues the links of a page that repeats another, where they are to be followed. */
  async follow(context: CrawlContext & LinkContext, verdict: CrawlVerdict): Promise<void> {
    const { links } = this.#settings;
    if (links === 'near' && verdict.code === 'same-grams') return;
    await this.#follow(context, verdict);
  }

  /** Enqueues the links of a page that has not changed; false where it is not known how. */
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
      await context.enqueueLinks(typeof given === 'function' ? given(context) : given);
      return;
    }
    const habit = this.#habitOf(context);
    // The page that this one repeats may be in its handler right now.
    while (habit.calls === undefined && habit.running.size > 0) await Promise.race(habit.running);
    if (habit.calls === undefined) {
      this.#warn("how its links are enqueued is not known yet: name the options by 'enqueueLinks'");
    }
    for (const options of habit.calls ?? []) {
      if (options !== undefined && 'urls' in options) {
        this.#warn("its handler enqueues links by their urls: give 'links' a function to follow them");
      } else await context.enqueueLinks(options);
    }
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
