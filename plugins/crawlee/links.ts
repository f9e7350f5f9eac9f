import { forgetFirst } from '../../src/flow/index.ts';
import type { CrawlVerdict, Deduper } from '../crawl/index.ts';
import { indexKey } from '../crawl/page-key.ts';
import { type Transformed, transformedLink } from '../crawl/transform-request.ts';
import { linkSourceOf } from '../crawl/verdict.ts';
import { type CrawlContext, isOfAdaptive, type LinkContext } from './context.ts';
import { EnqueuedLinks, type Linked } from './enqueued-links.ts';
import type { EnqueueOptions, LinkPolicy } from './options.ts';
import { verdictOf } from './with-verdict.ts';

/** A context that may be able to enqueue links, and to add requests. */
type MaybeLinkContext = CrawlContext &
  Partial<LinkContext> & { addRequests?(requests: unknown, options?: object): Promise<unknown> };

/** Most pages whose links wait for a handler to end. Each keeps its page in memory. */
const MOST_WAITING = 64;

/** Most pages without links that are remembered for a label, some 150 bytes each. */
const MOST_SILENT = 20_000;

/** Stands for a call that names the links itself: which those of another page would be, it does not tell. */
const BY_URLS = { urls: [] };

/** A page in work, and what waits for it. */
export interface LinksInWork {
  readonly key: string;
  /** Functions that follow the links of its exact copies. */
  readonly copies: (() => Promise<void>)[];
  /** Says that nothing more is to be learned from it: it is skipped, or its handler has ended. */
  readonly leave: () => void;
}

/** How the handler of a label enqueues links, as far as known. */
interface Habit {
  /** Pages that are being judged or are in the handler. Each promise resolves when nothing more is to be learned. */
  readonly running: Set<Promise<void>>;
  /** The options of each call in the last run that succeeded and made any; empty if those that succeeded made none, undefined if none has. */
  calls?: readonly (object | undefined)[];
  /** Keys of the pages of which its last run enqueued no links. */
  readonly silent: Set<string>;
  /** Functions that follow the links of pages that were skipped before any run has succeeded. */
  readonly skipped: (() => Promise<void>)[];
}

/** The option of `enqueueLinks` that sees each link first. */
interface Transform {
  readonly transformRequestFunction?: (request: Linked) => Transformed<Linked>;
}

/** The options for following links. */
interface LinkSettings {
  readonly links: LinkPolicy;
  readonly enqueueLinks: EnqueueOptions | undefined;
}

/**
 * Follows the links of skipped pages as the handler would have done: with the given options, or else with the options
 * of the handler's own calls of `enqueueLinks` for the last page with the same label of which it enqueued any. None if it enqueued none of the
 * page that the skipped one repeats.
 */
export class SkippedLinks {
  readonly #settings: LinkSettings;
  readonly #deduper: Pick<Deduper, 'follows' | 'leftOut'>;
  readonly #warn: (message: string) => void;
  readonly #habits = new Map<string, Habit>();
  /** The pages in work, by key; of several attempts the latest. */
  readonly #inWork = new Map<string, LinksInWork>();

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

  /**
   * Says that a page is about to be claimed, since a copy may have its verdict before the page's own handler begins.
   * `end` must be called with the result.
   *
   * @param key of the page in the index
   */
  begin(context: CrawlContext, key: string): LinksInWork {
    const habit = this.#habitOf(context);
    const { running } = habit;
    let resolve = () => {};
    const left = new Promise<void>((resolved) => {
      resolve = resolved;
    });
    running.add(left);
    const leave = () => {
      running.delete(left);
      resolve();
      if (habit.skipped.length > 0) this.#warnIfUnknown(habit);
    };
    const page = { key, copies: [], leave };
    this.#inWork.set(key, page);
    return page;
  }

  /** Says that a page is decided or given up. */
  end(page: LinksInWork): void {
    page.leave();
    if (this.#inWork.get(page.key) === page) this.#inWork.delete(page.key);
  }

  /**
   * Follows the links of the copies of a page whose handler has succeeded, and ends the page. If its handler fails,
   * the copies are fetched again instead.
   */
  async followCopies(page: LinksInWork): Promise<void> {
    // a copy that comes from now on, while the page is committed, finds its links enqueued
    this.end(page);
    await this.#followAll(page.copies);
  }

  async #followAll(follows: readonly (() => Promise<void>)[]): Promise<void> {
    for (const follow of follows) {
      // the page in work counts as handled even if the links of others fail
      await follow().catch((error: unknown) =>
        this.#warn(error instanceof Error ? error.message : `${error}`),
      );
    }
  }

  /** Runs a handler, and learns from it how links of pages with its label are enqueued. */
  async learn(context: MaybeLinkContext, run: () => unknown): Promise<void> {
    const { links, enqueueLinks: given } = this.#settings;
    const { enqueueLinks, addRequests } = context;
    if (links !== 'near' && (links !== 'follow' || given !== undefined)) {
      await run();
      return;
    }
    const calls: (object | undefined)[] = [];
    const enqueued = new EnqueuedLinks(context.request);
    const habit = this.#habitOf(context);
    if (enqueueLinks !== undefined) {
      context.enqueueLinks = (...args: [object?]) => {
        const [options] = args;
        calls.push(options);
        const enqueue = (changed?: object) => Reflect.apply(enqueueLinks, context, [changed]);
        // if the page is a duplicate, its handler decides itself which links to enqueue
        const isDuplicate = verdictOf(context)?.verdict === 'duplicate';
        return this.#enqueue(
          context,
          enqueue,
          isDuplicate ? options : this.#asked(context, options),
          enqueued,
        );
      };
    }
    if (addRequests !== undefined) {
      context.addRequests = (requests, options) => {
        calls.push(BY_URLS);
        return addRequests.call(context, requests, options);
      };
    }
    await run();
    this.#leaveOut(context, enqueued);
    this.#learnFrom(context, habit, calls);
    await this.#followAll(habit.skipped.splice(0));
  }

  /** Learns from the calls of a run that has succeeded. A handler may enqueue links of lists, and none of what these list. */
  #learnFrom(context: CrawlContext, habit: Habit, calls: readonly (object | undefined)[]): void {
    const verdict = verdictOf(context);
    // a file, an error or a wall, where it looks for no links, does not tell what it does with those of a page
    if (verdict === undefined || (verdict.verdict === 'unclassifiable' && calls.length === 0)) return;
    const key = indexKey(verdict);
    habit.calls = calls.length > 0 ? calls : (habit.calls ?? calls);
    if (calls.length > 0) habit.silent.delete(key);
    else habit.silent.add(key);
    forgetFirst(habit.silent, MOST_SILENT);
  }

  /**
   * Enqueues the links of a duplicate that are to be followed. For an exact copy of a page in work, and while no handler with its label
   * has shown how, the links are enqueued when a handler has ended, so that the page holds no slot.
   */
  async follow(context: CrawlContext & LinkContext, verdict: CrawlVerdict): Promise<void> {
    const isExact = this.#settings.links === 'near' && verdict.code === 'same-grams';
    const original = isExact ? this.#inWork.get(indexKey(verdict.of!)) : undefined;
    if (original === undefined || !this.#mayWait(context)) await this.#follow(context, verdict);
    else original.copies.push(() => this.#follow(context, verdict));
  }

  /** Whether the links of one more page may be followed later, when its handler has ended. */
  #mayWait(context: CrawlContext): boolean {
    if (!outlivesHandler(context)) return false;
    const ofCopies = [...this.#inWork.values()].map(({ copies }) => copies.length);
    const ofSkipped = [...this.#habits.values()].map(({ skipped }) => skipped.length);
    return [...ofCopies, ...ofSkipped].reduce((sum, pages) => sum + pages, 0) < MOST_WAITING;
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
    const enqueued = new EnqueuedLinks(context.request);
    if (given !== undefined) {
      const options = typeof given === 'function' ? given(context) : given;
      await this.#enqueueAsked(context, options, enqueued);
      this.#leaveOut(context, enqueued);
      return;
    }
    const habit = this.#habitOf(context);
    if (habit.calls === undefined && this.#mayWait(context)) {
      // the handler of the page that this one repeats may be running, or about to; this page holds no slot meanwhile
      habit.skipped.push(() => this.#follow(context, verdict));
      this.#warnIfUnknown(habit);
      return;
    }
    while (habit.calls === undefined && habit.running.size > 0) await Promise.race(habit.running);
    this.#warnIfUnknown(habit);
    if (verdict.of !== undefined && habit.silent.has(indexKey(verdict.of))) return;
    for (const options of habit.calls ?? []) {
      if (options !== undefined && 'urls' in options) {
        this.#warn("its handler enqueues links by their urls: give 'links' a function to follow them");
      } else await this.#enqueueAsked(context, options, enqueued);
    }
    this.#leaveOut(context, enqueued);
  }

  /** Warns if no handler with a label has succeeded and none is running, from which its links could be learned. */
  #warnIfUnknown({ calls, running, skipped }: Habit): void {
    if (calls !== undefined || running.size > 0) return;
    const when = skipped.length > 0 ? ' until a handler with its label has run' : '';
    this.#warn(
      `how its links are enqueued is not known yet: they are not followed${when}; name the options by 'enqueueLinks', or set links: 'drop'`,
    );
  }

  async #enqueueAsked(
    context: CrawlContext & LinkContext,
    options: object | undefined,
    enqueued: EnqueuedLinks,
  ): Promise<void> {
    const enqueue = (asked?: object) => context.enqueueLinks(asked);
    try {
      await this.#enqueue(context, enqueue, this.#asked(context, options), enqueued);
    } catch (error) {
      if (!foundNoLink(context, error)) throw error;
    }
  }

  /** Enqueues links by one call. @param enqueued of this and earlier calls for the page */
  async #enqueue(
    context: CrawlContext,
    enqueue: (options?: object) => Promise<unknown>,
    options: (object & Transform) | undefined,
    enqueued: EnqueuedLinks,
  ): Promise<unknown> {
    const own = options?.transformRequestFunction;
    const verdict = verdictOf(context);
    if (own === undefined || verdict === undefined) return enqueue(options);
    const followed: Linked[] = [];
    const result = await enqueue({
      ...options,
      transformRequestFunction: (request: Linked) => {
        const changed = transformedLink(request, own);
        if (changed) followed.push(changed);
        return changed;
      },
    });
    enqueued.add(followed, result);
    if (linkSourceOf(verdict) === undefined) return result;
    // a copy, an error or a wall: no verdict is waited for, and the next call may have the links that this one left out
    this.#leaveOut(context, enqueued);
    for (const url of enqueued.present) this.#deduper.leftOut(url);
    return result;
  }

  /** Says which links of a page were followed, but led to no request. After all calls for it: one enqueues what another leaves out. */
  #leaveOut(context: CrawlContext, { leftOut }: EnqueuedLinks): void {
    for (const url of leftOut) this.#deduper.leftOut(url, verdictOf(context));
  }

  /** The options for enqueueing only those links of a page that are to be followed. */
  #asked(context: CrawlContext, options: (object & Transform) | undefined): object | undefined {
    const verdict = verdictOf(context);
    if (this.#settings.links !== 'near' || verdict === undefined) return options;
    const own = options?.transformRequestFunction;
    return {
      ...options,
      transformRequestFunction: (request: Linked) => {
        const changed = own === undefined ? request : transformedLink(request, own);
        return changed && this.#deduper.follows(changed.url, verdict) ? changed : false;
      },
    };
  }

  #habitOf({ request }: CrawlContext): Habit {
    const { label = '' } = request as { readonly label?: string };
    let habit = this.#habits.get(label);
    if (habit === undefined) {
      habit = { running: new Set(), silent: new Set(), skipped: [] };
      this.#habits.set(label, habit);
    }
    return habit;
  }
}

/**
 * Whether AdaptivePlaywrightCrawler has waited in vain for a link. In a browser its `enqueueLinks` throws for a page
 * without one.
 */
function foundNoLink(context: CrawlContext, error: unknown): boolean {
  return isOfAdaptive(context) && error instanceof Error && error.name === 'TimeoutError';
}

/**
 * Whether the page of a context can still be read after its handler has ended. A browser's tab and JSDOM's window
 * cannot.
 */
function outlivesHandler(context: CrawlContext): boolean {
  return !('page' in context) && !('window' in context);
}
