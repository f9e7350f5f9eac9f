import { fingerprint128 } from '../grams/fingerprint.ts';
import { forgetFirst } from './forget-first.ts';
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
 * that it does not name, on a site whose other pages name theirs.
 *
 * Memory: some 300 bytes a page of a text that several pages have, 5 MB of those at most, and as much for 5,000 sites; what
 * was met longest ago is forgotten. It begins anew with each process.
 */
export class CrawlWalls {
  readonly #sites = new Map<string, Site>();
  #remembered = 0;

  /**
   * To be told of every page. Undefined while its text is not known for a wall; else the keys of the earlier pages with
   * that text that have not been named before: they were taken for copies of a page, or for one.
   */
  see({ key, url, host, isNamedByUrl, grams, repeats }: CrawledText): readonly string[] | undefined {
    const site = this.#siteOf(host);
    // most sites have none: fingerprints are made of pages that may be one
    if (site.walls.size > 0 && site.walls.has(fingerprintOf(grams))) return [];
    let text = repeats && site.texts.get(repeats.key);
    if (text?.isWall) {
      this.#rememberWall(site, grams);
      return [];
    }
    site.all = added(site.all, isNamedByUrl);
    if (repeats === undefined) return undefined;
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
    // what is usual on a site is not said by its walls
    const { worded, named } = text.named;
    site.all = { worded: site.all.worded - worded, named: site.all.named - named };
    this.#rememberWall(site, grams);
    return [...text.words.keys()].filter((earlier) => earlier !== key);
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
