import { checkOptionNames, checkString, PageShingler, type Reason, wrongType } from '../../src/flow/index.ts';
import type { IndexCounts } from '../../src/index.ts';
import type { PageVerdict } from '../../src/store/index.ts';
import { type ClaimPageOptions, checkClaimOptions } from './claim-options.ts';
import { gatherClusters, type PageCluster } from './clusters.ts';
import { type UrlConflict, UrlConflicts } from './conflicts.ts';
import { CrawlLinks } from './crawl-links.ts';
import type { LearnedRules } from './crawl-rules.ts';
import type { DecidedPage, Decider } from './decider.ts';
import { IndexDecider } from './index-decider.ts';
import { type DeduperOptions, type DeduperSettings, readDeduperOptions } from './options.ts';
import {
  checkGivenUp,
  checkPage,
  checkPlace,
  checkRetried,
  type GivenUpPage,
  type RetriedPage,
} from './page-checks.ts';
import { indexKey, indexKeyOf, pageKeyOf } from './page-key.ts';
import {
  asWall,
  type FetchedPage,
  isComparable,
  isRead,
  type PagePlace,
  type ReadPage,
  readPage,
  unreadPage,
} from './read-page.ts';
import { Refetches } from './refetches.ts';
import type { BringBack, RequestToMake } from './requests.ts';
import { type SavedIndex, saveLines } from './saved-index.ts';
import { ownCrawler, sharedCrawler } from './shared/place.ts';
import { SharedDecider } from './shared/shared-decider.ts';
import { type CrawlStatistics, Tally } from './statistics.ts';
import { type TransformRequest, transformRequestBy } from './transform-request.ts';
import {
  type ClaimFacts,
  type CrawlVerdict,
  named,
  ownWallCodes,
  type RecheckedPage,
  verdictOn,
  wallCodes,
} from './verdict.ts';

const OWN_WALLS: ReadonlySet<string | undefined> = new Set(ownWallCodes);
const WALLS: ReadonlySet<string | undefined> = new Set(wallCodes);

/** The verdict on a page that is in work, and the right to store it. */
export interface PageClaim {
  readonly verdict: CrawlVerdict;
  /**
   * Stores the verdict. Call it when the page has been handled or skipped. Resolves to false and stores nothing
   * in three cases: the claim was released; a later claim of the same key superseded it; or this is a
   * provisional duplicate, and the page that it repeats was given up meanwhile. In the last case, claim the
   * page again.
   */
  commit(): Promise<boolean>;
  /**
   * Gives up a page that could not be handled, so that the next one like it is unique. Resolves when the copy
   * that takes its place has been given to `onReturn`.
   */
  release(): Promise<void>;
}

/** A URL about to be fetched. */
export interface QueuedRequest extends PagePlace {
  /** What it takes to make the request. Given to `onReturn` if it turns out that it was left out wrongly. */
  readonly request: string;
}

/**
 * The pages of a crawl, for any crawler. Each page is claimed before it is handled, committed if that succeeded
 * and released if it failed. So of any number of pages that repeat each other, one is handled.
 */
export class Deduper {
  readonly #decider: Decider;
  readonly #settings: DeduperSettings;
  readonly #shingler: PageShingler;
  readonly #tally = new Tally();
  readonly #conflicts = new UrlConflicts();
  readonly #links: CrawlLinks;
  readonly #refetches: Refetches;
  #resumed: Promise<void> | undefined;

  private constructor(decider: Decider, settings: DeduperSettings) {
    this.#decider = decider;
    this.#links = new CrawlLinks(decider);
    this.#refetches = new Refetches(decider);
    this.#settings = settings;
    const { extract, gram, maxPageBytes, keepText } = settings;
    this.#shingler = new PageShingler({ extract, gram }, maxPageBytes, keepText);
    this.transform = transformRequestBy((request) => {
      const isLeftOut = this.#links.leavesOut(request);
      if (isLeftOut) this.#save(request.url);
      return isLeftOut;
    });
  }

  /** Opens the index that the options name. Makes its folder if there is none. */
  static async open(options: DeduperOptions): Promise<Deduper> {
    const settings = readDeduperOptions(options);
    const { process } = settings;
    const decider =
      process === undefined ? await IndexDecider.open(settings) : await SharedDecider.open(settings, process);
    const deduper = new Deduper(decider, settings);
    await deduper.#links.restore();
    return deduper;
  }

  /**
   * Reads the text of a fetched page, as grams. `claim` does this itself; call `read` for a page that may be
   * claimed more than once. O(bytes).
   *
   * @throws TypeError naming the field that has a wrong type
   */
  async read(page: FetchedPage): Promise<ReadPage> {
    checkPage(page);
    return readPage(this.#owned(page), this.#shingler, this.#settings);
  }

  /** Like `read`, for a request that brought no page. @param why the reason, for people and programs */
  unread(page: PagePlace, why: Reason): ReadPage {
    checkPlace('unread', page);
    return unreadPage(this.#owned(page), why);
  }

  /**
   * Gives a page its verdict. Compares it with all stored pages and all pages in work.
   *
   * If the only similar page is itself in work, waits until that page is committed or released, unless the page
   * may be `provisional`. A later claim of the same key supersedes an earlier one. A response that is no page,
   * such as an image, gets a verdict, but nothing is stored. A page that its server did not send again (304)
   * keeps the verdict it had; if that repeats a page that is gone or has changed, `onReturn` gets the `provisional` request, and the page
   * must be sent then.
   *
   * @throws the signal's reason if that aborts the wait; IndexError, by `code`
   */
  async claim(page: FetchedPage | ReadPage, options: ClaimPageOptions = {}): Promise<PageClaim> {
    checkClaimOptions(options);
    const { onWall, request, ...decide } = options;
    const given = isRead(page) ? page : await this.read(page);
    if (!isComparable(given)) {
      if (given.putOff !== undefined) await this.#refetches.tellWall(given, onWall);
      return this.#unstored(given, options);
    }
    const linkedFrom = this.#links.linkedFrom(given.requestedUrl ?? given.url);
    const read = linkedFrom === undefined ? given : { ...given, linkedFrom };
    const { key, content } = read;
    // what was a wall before the process began again still is, though none of the other pages that have it has come
    const isWall = OWN_WALLS.has(content.note) || this.#refetches.isAsBefore(key, content.grams);
    let decided = isWall ? 'wall' : await this.#decider.claim(read, decide);
    if (decided === 'wall') {
      await this.#refetches.tellWall(read, onWall);
      const { signal } = decide;
      // a page without grams is not checked for walls
      decided = (await this.#decider.claim(asWall(read), signal ? { signal } : {})) as DecidedPage;
      return this.#claimOf(read, decided, request, options);
    }
    return this.#claimOf(read, decided, request);
  }

  /**
   * Sets the function that makes requests again: for copies whose original was given up, for pages for which a
   * wall answered, and for URLs that were left out wrongly. Call it once, before the first claim. A promise
   * that `make` returns is awaited. By then the request must be in a queue that lasts: not all are given again if the process is killed.
   *
   * If processes share the index, a process that is gone may have left requests (`isAdopted`). If `make` returns
   * false for a request, such a one or one of this process, another process gets it.
   */
  onReturn(make: (request: RequestToMake) => unknown): void {
    if (typeof make !== 'function') throw wrongType('onReturn', 'a function that makes a request', make);
    const bringBack: BringBack = ({ key, shownBy, ...returned }) => {
      if (shownBy !== undefined) this.#tally.unsave(returned.url);
      else if (key !== undefined && returned.isRetried !== true) this.#tally.broughtBack++;
      const shared = pageKeyOf(key ?? shownBy ?? '').crawler;
      const crawler = this.#settings.process === undefined ? shared : ownCrawler(shared).crawler;
      return make({
        ...returned,
        ...(key !== undefined && { key: pageKeyOf(key).key }),
        ...(crawler !== '' && { crawler }),
      });
    };
    this.#refetches.onReturn(bringBack);
    this.#decider.onReturn(bringBack);
  }

  /**
   * Gives the pages that an earlier process left in work to `onReturn`, or decides them. Of the pages for which walls answered then
   * it gives two of each host and kind of wall; once one comes, the wall has gone, and all others follow. After eight runs in vain they
   * are forgotten. Call it before the crawl begins.
   */
  resume(): Promise<void> {
    this.#resumed ??= this.#resume().catch((error) => {
      this.#resumed = undefined;
      throw error;
    });
    return this.#resumed;
  }

  /** Resolves when the copies of all committed and released pages are decided or have been given to `onReturn`. */
  settled(): Promise<void> {
    return this.#decider.settled();
  }

  /**
   * Says that a page cannot be fetched. If the page had been given to `onReturn`, the next page like it is
   * given instead. With its `request`, it waits as if a wall had answered for it: `onReturn` gets it once a page of its host comes after
   * five or more could not be fetched.
   */
  async giveUp(page: GivenUpPage): Promise<void> {
    checkGivenUp(page);
    const { key: ownKey, requestedUrl: url = ownKey, isFile = false, isElsewhere = false } = page;
    this.#links.judged(url, false);
    const key = indexKey(this.#owned(page));
    await this.#decider.giveUp(key);
    // what it said before is not there any more, and copies of that must not be passed over for it
    if (isFile || isElsewhere) await this.#decider.forget(key, url);
    if (isFile) await this.#refetches.cameBack({ key, url });
    else await this.#refetches.failed(key, page);
  }

  /**
   * Says that the request of a page has failed and is put back into its queue, for queues that lose a request if the process is killed while
   * they write it, as Crawlee's does. It is stored until its page is committed, given up or handled without a claim; until then each later
   * process gives it to `onReturn`. Call it before the queue writes. O(|request|)
   */
  async retries(page: RetriedPage): Promise<void> {
    checkRetried(page);
    await this.#refetches.retries(indexKey(this.#owned(page)), page);
  }

  /**
   * Says that a page was handled without a claim. If its request was put back (`retries`), or it was to come another time (`giveUp`), it
   * is waited for no longer. O(1)
   */
  async handledUnclaimed(page: PagePlace): Promise<void> {
    checkPlace('handledUnclaimed', page);
    const { url, requestedUrl = url } = page;
    await this.#refetches.handledUnclaimed(indexKeyOf(this.#owned(page)), requestedUrl);
  }

  /**
   * Says that a URL led to something that is no page: a file, or a page of another site to which it was redirected. Once a hundred
   * such URLs end alike (`/…/feed/`, `/…?share`), or thirty with pages of the site in between, and none that led to a page does,
   * `transform` and `isKnown` leave them out, but for a sample. It need not be said of a URL whose answer was claimed; a file that
   * was claimed may be wanted.
   */
  async ledToNoPage(url: string): Promise<void> {
    checkString('ledToNoPage', 'url', url);
    this.#links.judged(url, false);
    return this.#decider.ledToNoPage(url);
  }

  /**
   * For links about to be enqueued: leaves out links to pages that are already stored, as far as the URLs of
   * the site have shown this (session ids, print versions, mirrors, versions of a page that never changed,
   * endless calendars). A request with another `method` than GET is kept. `transform(own)` returns a function that
   * applies your own function first.
   *
   * One such link in twenty is enqueued anyway. A rule that begins to be wrong is turned off, and the links
   * that it has left out since then are given to `onReturn`. A link that was let through is in a queue and not left out later: ask
   * `isKnown` before it is fetched.
   */
  readonly transform: TransformRequest;

  /**
   * Whether a request taken from a queue leads to a stored page, so that it need not be made. Most rules are
   * learned after a link was found and before it is fetched.
   */
  async isKnown(queued: QueuedRequest): Promise<boolean> {
    checkPlace('isKnown', queued);
    const { request, ...place } = queued;
    checkString('isKnown', 'request', request);
    const { url, requestedUrl = url } = place;
    const isKnown = await this.#decider.isKnown(requestedUrl, indexKeyOf(this.#owned(place)), request);
    if (isKnown) this.#save(requestedUrl);
    return isKnown;
  }

  /**
   * Whether to follow a link of a page. Ask it for the links of all pages: it remembers which page led where, so that pages
   * that say the same are not given up while they lead to new ones. For a link of an exact copy it is
   * false in two cases: a page of this process had the same link, or the one that it would be on the original
   * (with its session id, on its host); or many new links of such copies have led to nothing new. A page that another
   * process or crawler has met at the same URL is none. The links of an error page (a soft 404, or a status of 400 and
   * above) and of a wall are treated as those of copies: where they are relative, or lead to the next day, each leads to
   * another such page, without end. O(|link|)
   */
  follows(link: string, verdict: CrawlVerdict): boolean {
    checkString('follows', 'link', link);
    if (Object(verdict) !== verdict) throw wrongType('follows', 'the verdict of the page', verdict);
    return this.#links.follows(link, verdict);
  }

  /**
   * Says that a link for which {@link follows} was true is not fetched after all, since a filter of the crawler
   * left it out. Only a limited number of links of a host's copies may wait for their verdicts; this link no
   * longer counts as one. O(|link|)
   *
   * @param verdict of the page that has the link. The page does not count as one that had it then: the filter may let a copy follow it, on
   *   another host for instance. Leave it out for a link that is in the queue already
   */
  leftOut(link: string, verdict?: CrawlVerdict): void {
    checkString('leftOut', 'link', link);
    if (verdict !== undefined && Object(verdict) !== verdict)
      throw wrongType('leftOut', 'the verdict of the page', verdict);
    this.#links.leftOut(link, verdict);
  }

  /** What this and earlier crawls have learned about URLs: each rule with its evidence, its state and what it saved. */
  rules(): LearnedRules {
    return this.#decider.learned();
  }

  /**
   * Headers for a request whose page was decided before, so that the server can answer 304 if the page has not
   * changed. Empty if the page must come: nothing is known of it, a wall answered for it, or the page that it repeats is gone or has changed.
   */
  async conditionalHeaders(page: PagePlace): Promise<Record<string, string>> {
    checkPlace('conditionalHeaders', page);
    const { validators, isOutdated, note } = (await this.#decider.get(indexKeyOf(this.#owned(page)))) ?? {};
    // what a wall sends again as it was says nothing of the page behind it
    if (isOutdated || WALLS.has(note)) return {};
    const { etag, lastModified } = validators ?? {};
    return {
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    };
  }

  /** How many pages the index has decided, including those of earlier runs. */
  get counts(): IndexCounts {
    return this.#decider.counts;
  }

  /** Outcomes of the pages that were judged since the index was opened. */
  stats(): CrawlStatistics {
    return this.#tally.counts(this.#decider.provisional, this.#conflicts.count);
  }

  /** The clusters of two or more pages, in the order in which their first copy was found. O(duplicates) memory. */
  clusters(): Promise<PageCluster[]> {
    return gatherClusters(this.verdicts());
  }

  /**
   * Writes the report of the crawl so far, like the one that `neardup report` makes of a dump: HTML that needs
   * no network. Pages are shown side by side if their texts were kept (`keepText`).
   */
  async report(file: string, options: { readonly title?: string } = {}): Promise<void> {
    checkString('report', 'file', file);
    checkOptionNames('report', options, { title: true });
    const { title = 'crawl' } = options;
    const { threshold, gram } = this.#settings;
    // the code that draws is loaded only when something is drawn
    const [{ writeReport }, { crawlReport }] = await Promise.all([
      import('../report/index.ts'),
      import('./crawl-report.ts'),
    ]);
    const report = await crawlReport({
      title,
      threshold,
      gram,
      verdicts: () => this.verdicts(),
      text: (key) => this.#decider.text(key),
    });
    await writeReport(file, report);
  }

  /**
   * Canonical links, redirects and hreflang that disagree with the clusters, among the pages that this process
   * has judged since it opened the index: the first 10,000.
   */
  conflicts(): readonly UrlConflict[] {
    return this.#conflicts.list();
  }

  /** Every verdict, including those of earlier runs, in the order in which they were given. */
  async *verdicts(): AsyncGenerator<CrawlVerdict> {
    for await (const verdict of this.#decider.verdicts()) yield this.#tell(verdict);
  }

  /**
   * Pages that were taken for duplicates and would not be any more, since more of their sites is known
   * (`SketchIndex.recheck`).
   *
   * @param options.fetchAgain whether to forget these pages and give them to `onReturn`. For a page of an
   * earlier process the request is the JSON of its URL
   */
  async *recheck(options: { readonly fetchAgain?: boolean } = {}): AsyncGenerator<RecheckedPage> {
    checkOptionNames('recheck', options, { fetchAgain: true });
    const { fetchAgain = false } = options;
    for await (const page of this.#decider.recheck(fetchAgain)) {
      yield { ...page, ...named(page), of: named(page.of) };
    }
  }

  /** Forces verdicts and what was learned to disk, so that they survive a crash of the machine. */
  async flush(): Promise<void> {
    await this.#links.keep();
    await this.#decider.flush();
  }

  /**
   * Saves the index in a store of records, such as Crawlee's KeyValueStore, for `restoreFrom`. Claims continue
   * meanwhile. If the process is killed while saving, the earlier save stays. Memory: some megabytes.
   */
  async saveTo(saved: SavedIndex): Promise<void> {
    await this.#links.keep();
    await saveLines(this.#decider.export(), saved);
  }

  /** Closes the index, or leaves it to the other processes. Pages still in work here are given up. */
  async close(): Promise<void> {
    await this.#shingler.close();
    // a full disk must not keep the index open
    await this.#links.keep().catch(() => undefined);
    await this.#decider.close();
  }

  async #resume(): Promise<void> {
    await this.#decider.resume();
    await this.#refetches.resume();
  }

  /** Notes that a URL is not fetched. */
  #save(url: string): void {
    this.#tally.save(url);
    this.#links.leftOut(url);
  }

  /** Adds this process's name to the crawler of a page if processes share the index. */
  #owned<Place extends { readonly crawler?: string }>(page: Place): Place {
    const { process } = this.#settings;
    return process === undefined ? page : { ...page, crawler: sharedCrawler(process, page.crawler) };
  }

  /** @param walled how it was claimed, if a wall answered for it */
  #claimOf(
    page: ReadPage,
    { verdict: decided, commit, release }: DecidedPage,
    request: object | undefined,
    walled?: ClaimPageOptions,
  ): PageClaim {
    const { requestedUrl, declared } = page;
    const verdict = { ...this.#tell(decided), ...(requestedUrl !== undefined && { requestedUrl }) };
    return {
      verdict,
      commit: once(async () => {
        if (!(await commit())) return false;
        this.#count(verdict, request);
        this.#conflicts.see(verdict, declared);
        await (walled === undefined
          ? this.#refetches.cameBack(page)
          : this.#refetches.isWalled(page, verdict.code, walled));
        return true;
      }),
      release: () => {
        release();
        return this.settled();
      },
    };
  }

  /**
   * A claim of a response that is no page, or of a page that was not sent again: there is nothing to store. If the page
   * is gone, its earlier verdict is forgotten.
   */
  async #unstored(page: ReadPage, options: ClaimPageOptions): Promise<PageClaim> {
    const { key, url, requestedUrl, isAnswer, why, isNotModified, isGone, isRefused, putOff } = page;
    const request = options.provisional?.request;
    const stored = isNotModified ? await this.#decider.get(key) : undefined;
    const before = stored?.isOutdated && request === undefined ? undefined : stored;
    const verdict = {
      ...(before
        ? this.#tell({ ...before, replayed: true })
        : {
            ...this.#tell({ verdict: 'unclassifiable', key, url, size: 0, replayed: false }),
            ...why,
          }),
      ...(requestedUrl !== undefined && { requestedUrl }),
    };
    return {
      verdict,
      commit: once(async () => {
        if (isGone) await this.#decider.forget(key, isAnswer ? undefined : (requestedUrl ?? url));
        if (before?.verdict === 'duplicate' && request !== undefined)
          await this.#decider.passOver(key, request);
        if (isRefused && !isAnswer) await this.#decider.ledToNoPage(requestedUrl ?? url);
        if (putOff !== undefined) await this.#refetches.isWalled(page, `${putOff}`, options);
        else if (why?.code === 'no-page-status' && !isGone) await this.#refetches.failedAgain(key);
        else await this.#refetches.cameBack(page);
        this.#count(verdict, options.request);
        return true;
      }),
      release: () => Promise.resolve(),
    };
  }

  #count(verdict: CrawlVerdict, request: object | undefined): void {
    const { requestedUrl, url } = verdict;
    this.#tally.add(verdict, request);
    this.#links.judged(requestedUrl ?? url, verdict.verdict === 'unique');
  }

  #tell(page: PageVerdict & Partial<ClaimFacts>): CrawlVerdict {
    const { threshold, gram } = this.#settings;
    return verdictOn(page, threshold, gram);
  }
}

/**
 * A commit that is made once: its second call has the result of the first, also where the process that has the index has forgotten the claim.
 * One that failed is made again.
 */
function once(commit: () => Promise<boolean>): () => Promise<boolean> {
  let committing: Promise<boolean> | undefined;
  return () => {
    committing ??= commit().catch((error) => {
      committing = undefined;
      throw error;
    });
    return committing;
  };
}
