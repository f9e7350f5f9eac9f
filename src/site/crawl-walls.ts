import { putLast } from '../first-entry.ts';
import {
  CrawlSites,
  isKnownWall,
  isToBeCounted,
  mostPages,
  type Site,
  type Texts,
  without,
} from './crawl-sites.ts';
import type { CrawlSubjects } from './crawl-subjects.ts';
import {
  added,
  type CrawledText,
  comparedNames,
  givenBeside,
  haveChanged,
  haveNamesEach,
  isCopy,
  isShort,
  ownsText,
  seen,
  type Text,
  textOf,
  unlikeIn,
  unlikeWithoutMessage,
} from './crawled-text.ts';
import { type MessageOfName, Namesakes, type ShortPage } from './namesakes.ts';
import { countUnlike, isRarelyNamed, StandingHosts } from './unlike-urls.ts';
import { isOfFolder, type TextAtPattern, TextPatterns } from './url-patterns.ts';
import { areNaming } from './url-words.ts';
import {
  type LeastOfWall,
  type Named,
  needed,
  neededOfMessage,
  none,
  standsForOthers,
  sumOfNamed,
} from './wall-evidence.ts';

/** Most messages of which it is remembered which hosts show them under unlike URLs, and most hosts of each. */
const mostMessages = 1 << 14;
const mostHosts = 8;
/**
 * Numbers of pages of a text that is no message after which its patterns are counted anew. To keep them up to date would take a
 * kilobyte and more a page; so each page is read three times in all.
 */
const countedAfter: ReadonlySet<number> = new Set([2, 3, 4, 6, 9, 13, 19, 28, 42, 63]);

/** Fewest unlike URLs with one text for a wall. More than in a collection, since a crawl has seen only a part. */
const fewestUrls = 3;
/** For a message two are enough, as in a collection, once this many other pages show what is usual on the site. */
const fewestBesideTwo = 20;

/** Which hosts show a message under unlike URLs, and whether it is a wall on any. */
interface MessageHosts {
  /** Those met last. */
  readonly hosts: readonly string[];
  readonly isWall: boolean;
}

const noHosts: MessageHosts = { hosts: [], isWall: false };

interface TextOfSite {
  readonly site: Site;
  readonly text: Text;
}

interface NameOfSite {
  readonly site: Site;
  readonly host: string;
  readonly names: string;
}

const noTemplates: Pick<CrawlSubjects, 'contentOf' | 'templateOf'> = {
  contentOf: (_, grams) => grams,
  templateOf: () => undefined,
};

/**
 * Finds page by page which texts of a crawl are walls, by the rule of `findWalls` for whole collections: one text under
 * unlike URLs that it does not name, on a site whose other pages name theirs. As there, short pages of one name count
 * as one text if they have one message (`pagesOfOneMessage`), without the site's template as far as that is known, and
 * so do short pages of one digest anywhere.
 *
 * Memory: 4 MB for short pages of one name; some 300 bytes for each page of a text that several pages have, at most 5
 * MB; as much for 5,000 sites, and for the hosts of 16,384 messages. What was met longest ago is forgotten. Each process
 * starts without any knowledge.
 */
export class CrawlWalls {
  readonly #sites = new CrawlSites();
  readonly #templates: typeof noTemplates;
  readonly #namesakes: Namesakes;
  /** By `messageDigest`, of messages under unlike URLs. */
  readonly #hostsOf = new Map<number, MessageHosts>();

  /** @param templates of the sites, as far as they are known. Default: none are */
  constructor(templates: Pick<CrawlSubjects, 'contentOf' | 'templateOf'> = noTemplates) {
    this.#templates = templates;
    this.#namesakes = new Namesakes((host, grams) => templates.contentOf(host, grams));
  }

  /**
   * Must be called for every page. Returns undefined while its text is not known to be a wall; else the keys of the
   * earlier pages with that text that were not returned before. They were taken for pages, or for copies of one.
   */
  see(page: CrawledText): readonly string[] | undefined {
    const { host, isNamedByUrl, repeats, message } = page;
    const isOwner = ownsText(page);
    const own = page.identity === undefined ? undefined : comparedNames(page.url, page.identity);
    if (message === undefined && own !== undefined) this.#namesakes.addLong(host, own);
    // the names by which it is compared with other short pages
    const names = message === undefined || isOwner ? undefined : own;
    const site = this.#sites.of(host);
    if (!isOwner && this.#isOfKnownWall(site, page, names)) return [];
    if (isToBeCounted(site, page)) {
      site.all = added(site.all, isNamedByUrl);
      this.#sites.count(site, site.patterns.add(page.url, page.hidesTitle));
    }
    if (repeats !== undefined && message !== undefined && !site.messages.has(message)) {
      // it repeats a page met by an earlier process: both share a text at the pattern, though only one was seen here
      const both = unlikeIn([seen(page), seen({ ...page, ...repeats })]);
      site.patterns.share(
        both.map((at) => ({ ...at, pages: 1 })),
        [],
      );
    }
    const ofText =
      this.#seeText(site, page) ??
      (message === undefined ? undefined : this.#seeIn(site, site.messages, message, page));
    if (ofText === undefined) return names === undefined ? undefined : this.#seeName(site, page, names);
    if (names !== undefined)
      for (const each of [page.key, ...ofText]) this.#namesakes.forget(host, names, each);
    return ofText;
  }

  /**
   * Must be called before `see` for a page whose URL gave another text the last time. Returns the keys of the pages with that text, if
   * it turns out to be a wall by this, as in `findWalls`.
   */
  seeChange({ key, url, host, identity, message, before, repeats }: CrawledText): readonly string[] {
    if (before === undefined) return [];
    const site = this.#sites.of(host);
    // the same message with another number is nothing else
    if (message !== undefined && site.messages.get(message)?.pages.has(before.key)) return [];
    const beside = givenBeside(url, before.identity, identity, repeats?.key ?? key);
    const walled: string[] = [];
    // messages first: by these further pages are known
    for (const text of [...site.messages.values(), ...site.texts.values()]) {
      const earlier = text.pages.get(before.key);
      if (earlier === undefined || text.isWall) continue;
      text.pages.set(before.key, { ...earlier, beside });
      if (haveChanged(text.pages.values(), isShort)) walled.push(...this.#addWall({ site, text }));
    }
    if (before.identity === undefined) return walled;
    const names = comparedNames(url, before.identity);
    for (const each of walled) this.#namesakes.forget(host, names, each);
    const alike = this.#namesakes.change(host, names, before.key, beside);
    if (haveChanged(alike, isUnnamed)) walled.push(...this.#addWallOfName({ site, host, names }, alike));
    return walled;
  }

  /**
   * Must be called before `see`. Returns the keys of earlier pages of the host that turn out to be a wall by what is known of its template
   * now: outside of it, short pages of one name have one message.
   */
  seeTemplate({ key, host }: Pick<CrawledText, 'key' | 'host'>): readonly string[] {
    const site = this.#sites.of(host);
    const template = this.#templates.templateOf(host);
    if (template === site.template) return [];
    site.template = template;
    const walled = this.#namesakes.compareAgain(host).flatMap(({ names, ...told }) => {
      const wall = this.#wallAmong(site, told);
      return wall === undefined ? [] : this.#addWallOfName({ site, host, names }, wall, wall === told.brief);
    });
    return walled.filter((earlier) => earlier !== key);
  }

  /** Whether a page's text, its message, or the message of its names is known to be a wall. */
  #isOfKnownWall(
    site: Site,
    { host, grams, repeats, message }: CrawledText,
    names: string | undefined,
  ): boolean {
    if (isKnownWall(site, grams)) return true;
    const text = repeats && site.texts.get(repeats.key);
    const ofMessage = message === undefined ? undefined : site.messages.get(message);
    if (text?.isWall || ofMessage?.isWall) {
      this.#sites.rememberWall(site, grams);
      return true;
    }
    return names !== undefined && this.#namesakes.isWall(host, names, grams);
  }

  /** The other pages with a page's text, if this page shows that the text is a wall. */
  #seeText(site: Site, page: CrawledText): readonly string[] | undefined {
    const { repeats, message } = page;
    if (repeats === undefined) return undefined;
    if (!site.texts.has(repeats.key)) {
      const first = isCopy(page) ? { ...repeats, isNamedByUrl: true } : repeats;
      // what a host shows says nothing about an article of another, from which it may be copied
      const isElsewhere = message === undefined && repeats.host !== undefined && repeats.host !== page.host;
      this.#sites.rememberText(site, site.texts, repeats.key, isElsewhere ? textOf() : textOf(first));
    }
    return this.#seeIn(site, site.texts, repeats.key, page);
  }

  /** Like `#seeText`, for one text of a site. */
  #seeIn(site: Site, texts: Texts, of: string | number, page: CrawledText): readonly string[] | undefined {
    const { key, isNamedByUrl, grams } = page;
    const isMessage = texts === site.messages;
    const isOwner = ownsText(page);
    let text = texts.get(of);
    if (text === undefined) {
      if (isOwner) return undefined;
      this.#sites.rememberText(site, texts, of, (text = textOf()));
    }
    if (!text.pages.has(key) && text.pages.size < mostPages) {
      text.pages.set(key, seen(page, sharesMessage(site, page)));
      this.#sites.count(site, 1);
      text.named = added(text.named, isNamedByUrl);
      if (isMessage) this.#countPatterns(site, text, unlikeIn(text.pages.values()));
      else if (page.message === undefined && countedAfter.has(text.pages.size))
        this.#countPatterns(site, text, unlikeWithoutMessage(text.pages.values()), true);
    }
    if (isOwner) return undefined;
    const urls = countUnlike(text.pages.values(), leastOfText(page, isMessage));
    const isOne = this.#isWall(site, text, urls, page, isMessage);
    const keys = isOne ? this.#addWall({ site, text }) : [];
    if (isMessage && (isOne || urls > 0 || text.shared.length > 0)) {
      const walls = this.#wallsOnHosts(of as number, page.host, isOne);
      keys.push(...walls.flatMap((wall) => this.#addWall(wall)));
    }
    if (!text.isWall) return undefined;
    this.#sites.rememberWall(site, grams);
    return keys.filter((earlier) => earlier !== key);
  }

  /** Whether the text of a page stands in the place of others on its site. @param urls number of its unlike URLs there */
  #isWall(site: Site, text: Text, urls: number, page: CrawledText, isMessage: boolean): boolean {
    const pages = [...text.pages.values()];
    const least = leastOfText(page, isMessage);
    if (
      areEnough(urls, isMessage && !isCopy(page), text.named, site.all) &&
      standsForOthers(text.named, site.all, urls, least) &&
      isRarelyNamed(pages, least.mostNamed) &&
      (isMessage || !haveNamesEach(pages))
    )
      return true;
    const isByValues = (at: TextAtPattern): boolean =>
      !isOfFolder(at.key) && site.patterns.standsForOthers(at);
    if (isMessage && text.shared.some(isByValues)) return true;
    if (page.before === undefined) return false;
    return haveChanged(pages, isShort);
  }

  /**
   * Notes that a host shows a message under unlike URLs. Returns the texts of all hosts that do, if the message is a wall on one, as
   * `isKnown` says of this host, or if by these URLs together it replaces other pages.
   */
  #wallsOnHosts(message: number, shownBy: string, isKnown: boolean): readonly TextOfSite[] {
    const before = this.#hostsOf.get(message) ?? noHosts;
    const hosts = [...before.hosts.filter((host) => host !== shownBy).slice(1 - mostHosts), shownBy];
    const shown: TextOfSite[] = [];
    const standing = new StandingHosts();
    let [standingHosts, own, all] = [0, none, none];
    for (const host of hosts) {
      const site = this.#sites.known(host);
      const text = site?.messages.get(message);
      if (site === undefined || text === undefined) continue;
      shown.push({ site, text });
      for (const page of text.pages.values()) standing.add(page, page.isNamed);
      // by a pattern alone: that says nothing about words
      if (!standing.endHost().isStanding) continue;
      standingHosts++;
      own = sumOfNamed([own, text.named]);
      all = sumOfNamed([all, site.all]);
    }
    const least = neededOfMessage(message);
    const together = (): boolean =>
      standingHosts > 1 && standsForOthers(own, all, standing.unlike(least), least);
    const isWall = isKnown || before.isWall || together();
    putLast(this.#hostsOf, message, { hosts, isWall }, mostMessages);
    return isWall ? shown.filter(({ text }) => !text.isWall) : [];
  }

  /** Notes that a text is a wall. Returns the keys of its pages. */
  #addWall({ site, text }: TextOfSite): string[] {
    text.isWall = true;
    site.all = without(site.all, text.named);
    if (text.isLong) site.patterns.share([], text.shared, 'name');
    site.patterns.leaveOut(text.shared);
    // also one that the text belongs to: it may count as a copy of another, which no longer stands for it
    const keys = [...text.pages.keys()];
    this.#sites.forgetPages(site, keys, text);
    return keys;
  }

  #countPatterns(site: Site, text: Text, now: readonly TextAtPattern[], isLong = false): void {
    site.patterns.share(now, text.shared);
    if (isLong) site.patterns.share(now, text.isLong ? text.shared : [], 'name');
    text.shared = now;
    text.isLong = isLong;
  }

  /** The other short pages with a page's name and message, if this page shows that they are a wall. */
  #seeName(site: Site, page: CrawledText, names: string): readonly string[] | undefined {
    const { key, host, grams } = page;
    const { own, ...compared } = seen(page, sharesMessage(site, page));
    const short = { ...compared, key, named: own?.named ?? 0, grams };
    const { alike, brief, before, shared } = this.#namesakes.add(host, names, short);
    site.patterns.share(shared, before, 'name');
    const hasChanged = page.before !== undefined && haveChanged(alike, isUnnamed);
    const wall = hasChanged ? alike : this.#wallAmong(site, { alike, brief }, !isCopy(page));
    if (wall === undefined) return undefined;
    const keys = this.#addWallOfName({ site, host, names }, wall, wall === brief);
    return keys.filter((earlier) => earlier !== key);
  }

  /** The pages of one name that are a wall by their URLs: all that have a message, or those that say hardly more; undefined if there are none. */
  #wallAmong(
    site: Site,
    { alike, brief }: MessageOfName,
    mayBeTwo = false,
  ): readonly ShortPage[] | undefined {
    const areByWords = (pages: readonly ShortPage[], least: LeastOfWall): boolean => {
      const urls = countUnlike(pages, least);
      const named = namedAmong(pages);
      return (
        areEnough(urls, mayBeTwo, named, site.all) &&
        standsForOthers(named, site.all, urls, least) &&
        isRarelyNamed(pages, least.mostNamed)
      );
    };
    if (areByWords(alike, needed.text)) return alike;
    return areByWords(brief, needed.message) || this.#areByValues(site, brief) ? brief : undefined;
  }

  /** Notes that pages of a name are a wall. Returns their keys. */
  #addWallOfName({ site, host, names }: NameOfSite, pages: readonly ShortPage[], isBrief = false): string[] {
    site.patterns.leaveOut(this.#namesakes.addWall(host, names, pages, isBrief), 'name');
    site.all = without(site.all, namedAmong(pages));
    const keys = pages.map(({ key }) => key);
    this.#sites.forgetPages(site, keys);
    return keys;
  }

  /** Whether brief pages of one message replace others, by patterns of URLs whose other pages rarely share a name. */
  #areByValues(site: Site, brief: readonly ShortPage[]): boolean {
    const patterns = new TextPatterns();
    for (const { url, named } of brief) patterns.add(url, '', named);
    return [...patterns.unlike()].some((at) => site.patterns.standsForOthers(at, 'name'));
  }
}

/** What a text of a page needs. @param isMessage whether it is compared as a message */
function leastOfText({ message }: CrawledText, isMessage: boolean): LeastOfWall {
  if (message === undefined) return needed['no message'];
  return isMessage ? neededOfMessage(message) : needed.text;
}

function areEnough(urls: number, isMessage: boolean, own: Named, all: Named): boolean {
  return urls >= fewestUrls || (isMessage && all.worded - own.worded >= fewestBesideTwo);
}

/** Whether an earlier page of a site has the message of a page. */
function sharesMessage(site: Site, { key, message }: CrawledText): boolean {
  const pages = message === undefined ? undefined : site.messages.get(message)?.pages;
  return pages !== undefined && pages.size > (pages.has(key) ? 1 : 0);
}

function isUnnamed({ isNamedByUrl }: ShortPage): boolean {
  return isNamedByUrl !== true;
}

/** Counts of short pages. */
function namedAmong(pages: readonly ShortPage[]): Named {
  const worded = pages.filter(({ words }) => areNaming(words));
  return { worded: worded.length, named: worded.filter((page) => !isUnnamed(page)).length };
}
