import { fingerprint128 } from '../grams/fingerprint.ts';
import { forgetFirst } from './forget-first.ts';
import { Namesakes } from './namesakes.ts';
import { urlWords } from './url-words.ts';
import { countUnlike, type Named, none, standsForOthers } from './wall-evidence.ts';

/** Sites that are remembered, texts of a site that more than one page has, and pages of a text: bounds on memory. */
const mostSites = 5000;
const mostTexts = 200;
const mostPages = 64;
/** Pages and walls that are remembered of all sites together; those of the sites met longest ago are forgotten. */
const mostRemembered = 1 << 14;

/** One text under so many unlike URLs may be a wall: what a crawl has seen so far says less than a whole collection. */
const fewestUrls = 3;

/** A page of a crawl. */
export interface CrawledText {
  readonly key: string;
  readonly url: string;
  readonly host: string;
  /** As `isNamedByUrl` gives it. */
  readonly isNamedByUrl: boolean | undefined;
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** What a page of a short text calls itself, all of it, where it does not name what its URL does (`isMessage`). */
  readonly identity?: string;
  /** The earlier page that it repeats, if it does. */
  readonly repeats?: {
    readonly key: string;
    readonly url: string;
    readonly isNamedByUrl: boolean | undefined;
  };
}

/** A text that more than one page of a site has. */
interface Text {
  /** URL words of the pages that have it, by key. */
  readonly words: Map<string, string>;
  named: Named;
  isWall: boolean;
}

interface Site {
  /** Of all pages but those of walls. */
  all: Named;
  /** Fingerprints of texts that are walls. */
  readonly walls: Map<string, true>;
  /** By the key of the first page with it. */
  readonly texts: Map<string, Text>;
  /** Pages of these texts, and walls. */
  remembered: number;
}

/**
 * Tells page by page which texts of a crawl are walls, by what `findWalls` goes by for whole collections: one text under unlike URLs
 * that it does not name, on a site whose other pages name theirs. As there, short pages of one name count as of one text
 * that share half of what most of them have.
 *
 * Memory: 4 MB for short pages; some 300 bytes a page of a text that several pages have, 5 MB of those at most, and as much for 5,000 sites; what
 * was met longest ago is forgotten. It begins anew with each process.
 */
export class CrawlWalls {
  readonly #sites = new Map<string, Site>();
  readonly #namesakes = new Namesakes();
  #remembered = 0;

  /**
   * To be told of every page. Undefined while its text is not known for a wall; else the keys of the earlier pages with
   * that text that have not been named before: they were taken for copies of a page, or for one.
   */
  see(page: CrawledText): readonly string[] | undefined {
    const { host, isNamedByUrl, grams, repeats, identity } = page;
    const site = this.#siteOf(host);
    // most sites have none: fingerprints are made of pages that may be one
    if (site.walls.size > 0 && site.walls.has(fingerprintOf(grams))) return [];
    if (repeats !== undefined && site.texts.get(repeats.key)?.isWall) {
      this.#rememberWall(site, grams);
      return [];
    }
    if (identity !== undefined && this.#namesakes.isWall(host, identity, grams)) return [];
    site.all = added(site.all, isNamedByUrl);
    const ofText = this.#seeText(site, page);
    if (ofText === undefined) return this.#seeName(site, page);
    if (identity !== undefined)
      for (const each of [page.key, ...ofText]) this.#namesakes.forget(host, identity, each);
    return ofText;
  }

  /** The other pages of a page's text, where that is known for a wall from this page on. */
  #seeText(
    site: Site,
    { key, url, isNamedByUrl, grams, repeats }: CrawledText,
  ): readonly string[] | undefined {
    if (repeats === undefined) return undefined;
    let text = site.texts.get(repeats.key);
    if (text === undefined) {
      text = {
        words: new Map([[repeats.key, wordsOf(repeats.url)]]),
        named: added(none, repeats.isNamedByUrl),
        isWall: false,
      };
      this.#rememberText(site, repeats.key, text);
    }
    if (!text.words.has(key) && text.words.size < mostPages) {
      text.words.set(key, wordsOf(url));
      this.#count(site, 1);
      text.named = added(text.named, isNamedByUrl);
    }
    const urls = countUnlike(text.words.values());
    if (urls < fewestUrls || !standsForOthers(text.named, site.all, urls)) return undefined;
    text.isWall = true;
    site.all = without(site.all, text.named);
    this.#rememberWall(site, grams);
    return [...text.words.keys()].filter((earlier) => earlier !== key);
  }

  /** The other short pages of a page's name and message, where these are known for a wall from this page on. */
  #seeName(site: Site, { key, url, host, grams, identity }: CrawledText): readonly string[] | undefined {
    if (identity === undefined) return undefined;
    const alike = this.#namesakes.add(host, identity, { key, words: wordsOf(url), grams });
    const urls = countUnlike(alike.map(({ words }) => words));
    const own = { worded: alike.length, named: 0 };
    if (urls < fewestUrls || !standsForOthers(own, site.all, urls)) return undefined;
    this.#namesakes.addWall(host, identity, alike);
    site.all = without(site.all, own);
    const keys = alike.map((page) => page.key);
    for (const text of site.texts.values()) this.#forgetPages(site, text, keys);
    return keys.filter((earlier) => earlier !== key);
  }

  /** What is known of pages of a wall is not said again by another text that they were taken for. */
  #forgetPages(site: Site, text: Text, keys: readonly string[]): void {
    for (const key of keys) {
      if (!text.words.delete(key)) continue;
      this.#count(site, -1);
      text.named = without(text.named, { worded: 1, named: 0 });
    }
  }

  #siteOf(host: string): Site {
    const site = this.#sites.get(host) ?? { all: none, walls: new Map(), texts: new Map(), remembered: 0 };
    this.#sites.delete(host);
    this.#sites.set(host, site);
    for (const [first, { remembered }] of this.#sites) {
      if (first === host || (this.#sites.size <= mostSites && this.#remembered <= mostRemembered)) break;
      this.#remembered -= remembered;
      this.#sites.delete(first);
    }
    return site;
  }

  #rememberText(site: Site, key: string, text: Text): void {
    site.texts.set(key, text);
    this.#count(site, text.words.size);
    for (const [first, { words }] of site.texts) {
      if (site.texts.size <= mostTexts) break;
      site.texts.delete(first);
      this.#count(site, -words.size);
    }
  }

  #rememberWall(site: Site, grams: BigUint64Array): void {
    const before = site.walls.size;
    const fingerprint = fingerprintOf(grams);
    site.walls.delete(fingerprint);
    site.walls.set(fingerprint, true);
    forgetFirst(site.walls, mostTexts);
    this.#count(site, site.walls.size - before);
  }

  #count(site: Site, more: number): void {
    site.remembered += more;
    this.#remembered += more;
  }
}

function fingerprintOf(grams: BigUint64Array): string {
  return Buffer.from(fingerprint128(grams)).toString('latin1');
}

function wordsOf(url: string): string {
  return urlWords(url).join(' ');
}

function added({ worded, named }: Named, isNamedByUrl: boolean | undefined): Named {
  if (isNamedByUrl === undefined) return { worded, named };
  return { worded: worded + 1, named: named + (isNamedByUrl ? 1 : 0) };
}

/** What is usual on a site is not said by its walls. */
function without(all: Named, { worded, named }: Named): Named {
  return { worded: Math.max(0, all.worded - worded), named: Math.max(0, all.named - named) };
}
