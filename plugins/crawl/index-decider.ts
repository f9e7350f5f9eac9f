import { CrawlSubjects, forgetFirst } from '../../src/flow/index.ts';
import type { IndexCounts, SketchIndex } from '../../src/index.ts';
import type { Claim, ClaimOptions, PageVerdict, RecheckedDuplicate } from '../../src/store/index.ts';
import type { UnjudgedLinks, UrlRulesState } from '../../src/url-rules/index.ts';
import type { LearnedRules, RuleEvent } from './crawl-rules.ts';
import { CrawlUrls, type DroppedLink } from './crawl-urls.ts';
import type { DecidedPage, DecideOptions, Decider, StoredVerdict } from './decider.ts';
import { openIndex } from './open-index.ts';
import type { DeduperSettings } from './options.ts';
import { urlOfKey } from './page-key.ts';
import type { ComparablePage, PageContent } from './read-page.ts';
import { type BringBack, requestOfUrl } from './requests.ts';
import { processOf } from './shared/place.ts';
import { SkippedCopies } from './skipped-copies.ts';
import { storedLinks, storeLinks } from './stored-links.ts';
import { keepWaitingPage, waitingPagesIn } from './stored-waiting-pages.ts';
import { subjectOf } from './subjects.ts';
import type { LinkedRequest } from './transform-request.ts';
import type { WaitingPage } from './walled-pages.ts';
import { Walls } from './walls.ts';

/** Most pages of which it is remembered that they were found new, some 150 bytes each; a copy of others may be fetched once more. */
const MOST_FOUND_NEW = 20_000;

/** Decides pages by the index in a folder and by what has been learned of their sites. */
export class IndexDecider implements Decider {
  readonly #index: SketchIndex;
  readonly #urls: CrawlUrls;
  /** Undefined if the site model is off. */
  readonly #subjects: CrawlSubjects | undefined;
  /** Undefined if the site model is off. */
  readonly #walls: Walls | undefined;
  /**
   * What a page was judged to be about, by its content. Kept since the page is claimed again when its original
   * is given up.
   */
  readonly #repeats = new WeakMap<PageContent, ClaimOptions['repeats']>();
  readonly #skipped = new SkippedCopies();
  /** Whether the index has verdicts of an earlier process. */
  readonly #isLater: boolean;
  /** Keys of the pages that this process found new, where there are earlier ones. */
  readonly #foundNew = new Set<string>();
  #bringBack: BringBack | undefined;

  private constructor(index: SketchIndex, urls: CrawlUrls, { siteModel, threshold }: DeduperSettings) {
    this.#index = index;
    this.#urls = urls;
    this.#isLater = index.position > 0;
    this.#subjects = siteModel ? new CrawlSubjects(threshold) : undefined;
    this.#walls = this.#subjects && new Walls(this.#subjects, threshold);
  }

  /** Opens the index that the settings name. Makes its folder if there is none. @throws IndexError */
  static async open(settings: DeduperSettings): Promise<IndexDecider> {
    const index = await openIndex(settings);
    return new IndexDecider(index, await CrawlUrls.open(index), settings);
  }

  get counts(): IndexCounts {
    return this.#index.counts;
  }

  get provisional(): number {
    return this.#index.provisional;
  }

  onReturn(bringBack: BringBack): void {
    const wanted: BringBack = (returned) => {
      if (returned.key !== undefined) this.#urls.want(returned.key);
      return bringBack(returned);
    };
    this.#bringBack = wanted;
    this.#index.onReturn(wanted, requestOfKey);
  }

  async claim(page: ComparablePage, { signal, provisional }: DecideOptions): Promise<DecidedPage | 'wall'> {
    const { key, url, requestedUrl = url, linkedFrom = '' } = page;
    const { isNamedByUrl, message: _, saysUrl: __, hidesTitle: ___, outline, ...content } = page.content;
    const repeats = this.#repeatsOf(page);
    const decide = () =>
      this.#index.claim(
        { key, url, ...content },
        { ...(signal && { signal }), ...(repeats && { repeats }), ...(provisional && { provisional }) },
      );
    let claim = await decide();
    if (claim.replayed && claim.verdict === 'duplicate') {
      if (await this.#index.hasOriginal(key)) this.#skipped.add(claim, provisional?.request);
      else {
        await this.#index.remove(key);
        claim = await decide();
      }
    }
    const walled = this.#walls?.see(page, claim, provisional?.request);
    try {
      for (const earlier of walled?.earlier ?? []) await this.#bringBack?.({ ...earlier, returns: 1 });
    } catch (error) {
      // its copies would wait for a claim that nobody has
      claim.release();
      throw error;
    }
    if (walled?.isWall) {
      claim.release();
      return 'wall';
    }
    // the other page may turn out to have changed since an earlier crawl, or the text to be a wall at its URL, while it belongs to this page
    const mayOutlast = isNamedByUrl === true || this.#repeatsEarlier(claim);
    if (claim.verdict === 'duplicate' && mayOutlast) this.#skipped.add(claim, provisional?.request);
    const { commit, release, ...verdict } = claim;
    return {
      verdict,
      release,
      commit: async () => {
        const hasOtherText = claim.previous !== undefined;
        if (hasOtherText && claim.provisional) {
          // what it said before is there no longer; once this is committed, it may have a verdict, which must stay
          await this.#index.remove(key);
          await this.#bringBackCopyOf(key);
        }
        if (!(await commit())) return false;
        if (this.#isLater && claim.verdict === 'unique' && !claim.replayed) {
          this.#foundNew.add(key);
          forgetFirst(this.#foundNew, MOST_FOUND_NEW);
        }
        if (!page.isAnswer) await this.#learn(requestedUrl, claim, outline, linkedFrom);
        if (hasOtherText) await this.#bringBackCopyOf(key);
        return true;
      },
    };
  }

  resume(): Promise<void> {
    return this.#index.resume();
  }

  settled(): Promise<void> {
    return this.#index.settled();
  }

  giveUp(key: string): Promise<void> {
    return this.#index.giveUp(key);
  }

  async ledToNoPage(url: string): Promise<void> {
    this.#urls.learnWall(url);
  }

  async forget(key: string, url: string | undefined): Promise<void> {
    if (!(await this.#index.remove(key))) return;
    if (url !== undefined) this.#urls.forget(url);
    await this.#bringBackCopyOf(key);
    await this.#bringBackDropped(key);
  }

  async passOver(key: string, request: string): Promise<void> {
    const stored = await this.get(key);
    if (stored === undefined) return;
    if (stored.isOutdated !== true) {
      this.#skipped.add(stored, request);
      return;
    }
    // forgotten, so that a server that never sends it does not have it fetched without end
    await this.#index.remove(key);
    await this.#bringBack?.({ key, url: stored.url, request, returns: 1 });
  }

  keepWaiting(key: string, page: WaitingPage | undefined): Promise<void> {
    return keepWaitingPage(this.#index, key, page);
  }

  /** @param process the one whose pages are asked for; undefined if the index is not shared */
  async waiting(process?: string): Promise<WaitingPage[]> {
    const pages = await waitingPagesIn(this.#index);
    const asked = process === undefined ? pages : pages.filter(({ key }) => processOf(key) === process);
    for (const { key } of asked) this.#urls.want(key);
    return asked;
  }

  dropsLink(request: LinkedRequest): boolean {
    return this.#urls.dropsLink(request);
  }

  /** Whether each link, which another process would leave out, is left out here too. */
  async dropLinks(links: readonly DroppedLink[]): Promise<boolean[]> {
    return links.map((link) => this.#urls.dropsDescribed(link));
  }

  isKnown(url: string, key: string, request: string): boolean {
    return this.#urls.isKnown(url, key, request);
  }

  learned(): LearnedRules {
    return this.#urls.learned();
  }

  /** The state of the URL rules. */
  get rulesState(): UrlRulesState {
    return this.#urls.state;
  }

  /** Calls `listener` with everything that changes the URL rules from now on. @returns a function that ends this */
  followRules(listener: (event: RuleEvent) => void): () => void {
    return this.#urls.follow(listener);
  }

  /** Continues with an earlier owner's URL rules if they know more than the index does. */
  adoptRules(state: UrlRulesState): void {
    this.#urls.adopt(state);
  }

  async get(key: string): Promise<StoredVerdict | undefined> {
    const stored = await this.#index.get(key);
    const isOutdated = stored?.verdict === 'duplicate' && !(await this.#index.hasOriginal(key));
    return stored && { ...stored, ...(isOutdated && { isOutdated }) };
  }

  text(key: string): Promise<string | undefined> {
    return this.#index.text(key);
  }

  verdicts(): AsyncIterable<PageVerdict> {
    return this.#index.verdicts();
  }

  async *recheck(fetchAgain: boolean): AsyncGenerator<RecheckedDuplicate> {
    for await (const page of this.#index.recheck()) {
      if (fetchAgain) {
        const { key, url } = page;
        await this.#index.remove(key);
        const request = this.#walls?.requestOf(key) ?? requestOfUrl(url);
        await this.#bringBack?.({ key, url, request, returns: 1, isRechecked: true });
      }
      yield page;
    }
  }

  async *export(): AsyncGenerator<string> {
    await this.#urls.save();
    yield* this.#index.export();
  }

  links(): Promise<UnjudgedLinks> {
    return storedLinks(this.#index);
  }

  keepLinks(links: UnjudgedLinks): Promise<void> {
    return storeLinks(this.#index, links);
  }

  async flush(): Promise<void> {
    await this.#urls.save();
    await this.#index.flush();
  }

  async close(): Promise<void> {
    await this.#urls.save().catch(() => undefined);
    await this.#index.close();
  }

  #repeatsOf({ url, content }: ComparablePage): ClaimOptions['repeats'] {
    if (this.#subjects === undefined) return undefined;
    const known = this.#repeats.get(content);
    if (known !== undefined) return known;
    const { identity = '', grams } = content;
    const repeats = subjectOf(this.#subjects, { url, identity, grams });
    this.#repeats.set(content, repeats);
    return repeats;
  }

  /** Whether a page repeats one with a verdict of an earlier process, as far as that is remembered. */
  #repeatsEarlier({ of, provisional }: Claim): boolean {
    return this.#isLater && of !== undefined && provisional !== true && !this.#foundNew.has(of.key);
  }

  /** Has a copy fetched again that was passed over before its original turned out to be gone or to have changed. */
  async #bringBackCopyOf(key: string): Promise<void> {
    const copy = this.#skipped.take(key);
    if (copy === undefined) return;
    // it may have come since, and be no copy any more
    const { verdict = 'duplicate' } = (await this.#index.get(copy.key)) ?? {};
    if (verdict === 'duplicate') await this.#bringBack?.({ ...copy, returns: 1 });
  }

  async #learn(url: string, verdict: Claim, outline: number | undefined, linkedFrom: string): Promise<void> {
    this.#urls.learn(url, verdict, outline, linkedFrom);
    await this.#bringBackDropped(verdict.key);
  }

  /** Has what was dropped wrongly fetched after all. @param shownBy key of the page that showed that it was */
  async #bringBackDropped(shownBy: string): Promise<void> {
    // without a function that makes requests again, they wait
    if (this.#bringBack === undefined) return;
    for (const dropped of this.#urls.takeBack()) {
      await this.#bringBack({ ...dropped, shownBy, returns: 1 });
    }
  }
}

/** The request for a page of which only the key is known. Crawlers use the URL of a GET request as its key. */
function requestOfKey(indexed: string): { url: string; request: string } | undefined {
  const url = urlOfKey(indexed);
  return url === undefined ? undefined : { url, request: requestOfUrl(url) };
}
