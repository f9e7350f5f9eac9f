import { CrawlSubjects, gramName, hostOf, nameWords } from '../../src/flow/index.ts';
import {
  type Claim,
  type IndexCounts,
  type PageVerdict,
  type ShingledPage,
  SketchIndex,
  shingleDom,
  shinglePage,
} from '../../src/index.ts';
import type { EarlierPage } from '../../src/store/index.ts';
import type { Attempt } from './attempts.ts';
import { Attempts } from './attempts.ts';
import type { PageCluster } from './clusters.ts';
import { gatherClusters } from './clusters.ts';
import type { CrawlContext, CrawlLog, LinkContext } from './context.ts';
import { type NearDuplicatesOptions, readOptions, type Settings } from './options.ts';
import type { PageSource } from './page-source.ts';
import { findPage } from './page-source.ts';
import type { CrawlVerdict, WithVerdict } from './verdict.ts';
import { verdictOf, verdictOn } from './verdict.ts';

/** The grams of a page that is to be similar to nothing. */
const NO_GRAMS = new BigUint64Array(0);

/** A verdict, and the claim that stores it; what is no page has no claim. */
interface Judged {
  readonly verdict: CrawlVerdict;
  readonly claim: Claim | undefined;
}

/**
 * The near-duplicates of one crawl: opened by `nearDuplicates()`, put around request handlers with `guard`.
 *
 * Each page is reserved in the index before its handler runs, committed when the handler succeeds, and
 * released when it throws. Copies of a page that is reserved wait for its handler, so that exactly one of any
 * number of equal pages fetched at once is handled, and none is lost when that handler fails.
 */
export class NearDuplicates {
  readonly #index: SketchIndex;
  readonly #settings: Settings;
  readonly #attempts = new Attempts();
  /** Missing where names do not count. */
  readonly #subjects: CrawlSubjects | undefined;
  #log: CrawlLog | undefined;
  #warned = false;

  private constructor(index: SketchIndex, settings: Settings) {
    this.#index = index;
    this.#settings = settings;
    this.#subjects = settings.siteModel ? new CrawlSubjects(settings.threshold) : undefined;
    this.#log = settings.log;
  }

  /** Opens the index that the options name, and makes its folder where there is none. */
  static async open(options: NearDuplicatesOptions): Promise<NearDuplicates> {
    const settings = readOptions(options);
    const { directory, purge, threshold, gram, extract, recall } = settings;
    if (purge) await SketchIndex.destroy(directory);
    const index = await SketchIndex.open(directory, {
      gram: gramName(gram),
      threshold,
      recall,
      extract,
    });
    return new NearDuplicates(index, settings);
  }

  /**
   * Wraps a request handler (a function or a Router) so that it is not called for a page that repeats one seen
   * before; such a request counts as finished. Under `onDuplicate: 'annotate'` it is called for every page. It
   * finds the verdict in `context.nearDuplicate`.
   *
   * A page that is `unclassifiable` always reaches the handler. A request that Crawlee runs again, after a
   * restart or in a later crawl, gets its earlier verdict again, `replayed`, unless its text has changed; so a
   * handler may see a page twice when the process died between the commit and Crawlee's own note that the
   * request is handled.
   */
  guard<Context extends CrawlContext>(
    handler: (context: Context & WithVerdict) => unknown,
  ): (context: Context) => Promise<void> {
    const guarded = async (context: Context): Promise<void> => {
      const attempt = this.#attempts.begin(context.request);
      try {
        await this.#run(context, attempt, handler);
      } finally {
        attempt.end();
      }
    };
    // A Router is a function with methods; Crawlee looks on the handler for the userData schemas of its routes.
    return Object.setPrototypeOf(guarded, handler) as typeof guarded;
  }

  /**
   * For `router.use`: puts the verdict on `context.nearDuplicate` and never skips a page, which a Router's
   * middleware cannot do without failing the request. The page is committed at once, for a middleware does not
   * learn whether the handler succeeds: with handlers that fail for good, use `guard` with
   * `onDuplicate: 'annotate'`.
   */
  readonly middleware = async (context: CrawlContext): Promise<void> => {
    if (verdictOf(context) !== undefined) return;
    const attempt = this.#attempts.begin(context.request);
    try {
      const { verdict, claim } = await this.#judge(context, attempt);
      await claim?.commit();
      annotate(context, verdict);
    } finally {
      attempt.end();
    }
  };

  /** How many pages the index has decided, those of earlier runs too. */
  get counts(): IndexCounts {
    return this.#index.counts;
  }

  /** The clusters of two pages or more, in the order in which their first copy was found. O(duplicates) memory. */
  clusters(): Promise<PageCluster[]> {
    return gatherClusters(this.verdicts());
  }

  /** Every verdict, those of earlier runs too, in the order in which they were given. */
  async *verdicts(): AsyncGenerator<CrawlVerdict> {
    for await (const verdict of this.#index.verdicts()) yield this.#tell(verdict);
  }

  /** Closes the index. REQUIRES: the crawl is over. */
  async close(): Promise<void> {
    await this.#index.close();
  }

  async #run<Context extends CrawlContext>(
    context: Context,
    attempt: Attempt,
    handler: (context: Context & WithVerdict) => unknown,
  ): Promise<void> {
    const { verdict, claim } = await this.#judge(context, attempt);
    const release = () => claim?.release();
    attempt.signal.addEventListener('abort', release, { once: true });
    try {
      attempt.signal.throwIfAborted();
      annotate(context, verdict);
      if (verdict.verdict === 'duplicate' && this.#settings.onDuplicate !== 'annotate') {
        await this.#handleDuplicate(context, verdict);
      } else {
        await handler(context);
      }
      // It may have finished just after the crawler had given it up: what failed is not to be decided.
      attempt.check();
    } catch (error) {
      release();
      throw error;
    } finally {
      attempt.signal.removeEventListener('abort', release);
    }
    await claim?.commit();
  }

  async #handleDuplicate(context: CrawlContext, verdict: CrawlVerdict): Promise<void> {
    const { onDuplicate, followLinks } = this.#settings;
    const linked = context as CrawlContext & LinkContext;
    if (typeof onDuplicate === 'function') {
      await onDuplicate(linked, verdict);
      return;
    }
    this.#logOf(context)?.debug(oneLine(`Skipped ${verdict.url}: ${verdict.reason}`));
    if (followLinks) await linked.enqueueLinks();
  }

  async #judge(context: CrawlContext, { signal }: Attempt): Promise<Judged> {
    const { request } = context;
    const source = await findPage(context);
    const key = request.uniqueKey;
    const url = request.loadedUrl ?? request.url;
    if (source.kind === 'none') {
      const { code, reason } = source.why;
      if (code === 'nothing-fetched') this.#warnOnce(context, reason);
      return {
        verdict: { verdict: 'unclassifiable', key, url, size: 0, code, reason, replayed: false },
        claim: undefined,
      };
    }
    const page = this.#shingle(source);
    // a page without grams is unclassifiable; the note keeps what it is
    const claimed = page.kind === 'article' ? { grams: page.grams } : { grams: NO_GRAMS, note: page.kind };
    const identity = nameWords(page.names).join('\n');
    const repeats = this.#subjects && subjectOf(this.#subjects, { url, identity, size: page.grams.length });
    const named = { key, url, ...(identity !== '' && { identity }), ...claimed };
    const claim = await this.#index.claim(named, { signal, ...(repeats && { repeats }) });
    return { verdict: this.#tell(claim), claim };
  }

  #tell(page: PageVerdict & { readonly replayed?: boolean }): CrawlVerdict {
    const { threshold, gram } = this.#settings;
    return verdictOn(page, threshold, gram);
  }

  #shingle(source: Exclude<PageSource, { kind: 'none' }>): ShingledPage {
    const { extract, gram } = this.#settings;
    return source.kind === 'dom'
      ? shingleDom(source.root, { extract, gram })
      : shinglePage(source.page, { extract, gram });
  }

  #warnOnce(context: CrawlContext, reason: string): void {
    if (this.#warned) return;
    this.#warned = true;
    this.#logOf(context)?.warning(
      oneLine(`${reason}. First seen at ${context.request.url}; every such page is handled.`),
    );
  }

  #logOf(context: CrawlContext): CrawlLog | undefined {
    const log = (context as { log?: CrawlLog }).log;
    return (this.#log ??= log?.child?.({ prefix: 'NearDuplicates' }) ?? log);
  }
}

/** Whether a page is about the same thing as an earlier one that it is similar to. */
function subjectOf(
  subjects: CrawlSubjects,
  { url, identity, size }: { readonly url: string; readonly identity: string; readonly size: number },
): (earlier: EarlierPage) => boolean {
  const page = { url, host: hostOf(url), names: namesIn(identity), size };
  subjects.see(page);
  return (earlier) =>
    subjects.isOneThing(page, {
      ...earlier,
      host: hostOf(earlier.url),
      names: namesIn(earlier.identity),
    });
}

/** The index keeps a page's names a line each. */
function namesIn(identity = ''): string[] {
  return identity === '' ? [] : identity.split('\n');
}

/** A line of a log: what a URL says cannot begin another, move a cursor or turn the direction of what follows. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd');
}

function annotate<Context extends CrawlContext>(
  context: Context,
  verdict: CrawlVerdict,
): asserts context is Context & WithVerdict {
  (context as Partial<WithVerdict>).nearDuplicate = verdict;
}
