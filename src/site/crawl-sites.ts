import { putLast, takeFirst } from '../first-entry.ts';
import { fingerprint128 } from '../grams/fingerprint.ts';
import { CrawlPatterns } from './crawl-patterns.ts';
import { added, type CrawledText, type Text } from './crawled-text.ts';
import { type Named, none } from './wall-evidence.ts';

/** Bounds on memory: most sites, and most shared texts of a site. */
const mostSites = 5000;
const mostTexts = 200;
/** Most pages of a text that are remembered. */
export const mostPages = 64;
/** Most pages and walls remembered for all sites together. Those of the sites met longest ago are forgotten. */
const mostRemembered = 1 << 14;

/** Texts by the key of their first page, or by their `messageDigest`. */
export type Texts = Map<string | number, Text>;

/** What is remembered of a site. */
export interface Site {
  /** Counts of all pages except those of walls. */
  all: Named;
  /** Fingerprints of texts that are walls. */
  readonly walls: Map<string, true>;
  /** By the key of the first page with the text. */
  readonly texts: Texts;
  /** By `messageDigest`. */
  readonly messages: Texts;
  /** Patterns of all pages except those of walls. */
  readonly patterns: CrawlPatterns;
  /** The template by which pages of one name were last compared. */
  template: object | undefined;
  /** Number of pages of these texts, of walls and of patterns that are remembered. */
  remembered: number;
}

/**
 * What a crawl remembers of its sites to find walls.
 *
 * Memory: some 300 bytes for each page of a text that several pages have, at most 5 MB, and as much for 5,000 sites. What was met longest
 * ago is forgotten.
 */
export class CrawlSites {
  readonly #sites = new Map<string, Site>();
  #remembered = 0;

  /** What is remembered of a site, if anything is. */
  known(host: string): Site | undefined {
    return this.#sites.get(host);
  }

  /** Forgets pages of a wall, so that no other text that they were taken for returns them again. */
  forgetPages(site: Site, keys: readonly string[], wall?: Text): void {
    for (const text of [...site.texts.values(), ...site.messages.values()]) {
      for (const key of text === wall ? [] : keys) {
        const page = text.pages.get(key);
        if (page === undefined) continue;
        text.pages.delete(key);
        this.count(site, -1);
        text.named = without(text.named, added(none, page.isNamedByUrl));
      }
    }
  }

  /** A site of which a page is met now. */
  of(host: string): Site {
    const site = this.#sites.get(host) ?? {
      all: none,
      walls: new Map(),
      texts: new Map(),
      messages: new Map(),
      patterns: new CrawlPatterns(),
      template: undefined,
      remembered: 0,
    };
    this.#sites.delete(host);
    this.#sites.set(host, site);
    for (const [first, { remembered }] of this.#sites) {
      if (first === host || (this.#sites.size <= mostSites && this.#remembered <= mostRemembered)) break;
      this.#remembered -= remembered;
      this.#sites.delete(first);
    }
    return site;
  }

  /** Adds a text. */
  rememberText(site: Site, texts: Texts, of: string | number, text: Text): void {
    texts.set(of, text);
    this.count(site, text.pages.size);
    while (texts.size > mostTexts) this.count(site, -takeFirst(texts)[1].pages.size);
  }

  /** Notes that the text of a page is a wall. */
  rememberWall(site: Site, grams: BigUint64Array): void {
    const before = site.walls.size;
    putLast(site.walls, fingerprintOf(grams), true, mostTexts);
    this.count(site, site.walls.size - before);
  }

  /** Notes how many more pages, walls and patterns are remembered. */
  count(site: Site, more: number): void {
    site.remembered += more;
    this.#remembered += more;
  }
}

/**
 * Whether a page counts among those of its site: not if it comes again, nor if its text has so many pages that no more of them are
 * remembered, since it would seem to have a text of its own.
 */
export function isToBeCounted({ texts, messages }: Site, { key, repeats, message }: CrawledText): boolean {
  const known = [
    repeats && texts.get(repeats.key),
    message === undefined ? undefined : messages.get(message),
  ];
  return known.every((text) => text === undefined || (!text.pages.has(key) && text.pages.size < mostPages));
}

/** Whether the text of a page is known to be a wall. Most sites have none, so that no fingerprint is computed. O(grams) */
export function isKnownWall({ walls }: Site, grams: BigUint64Array): boolean {
  return walls.size > 0 && walls.has(fingerprintOf(grams));
}

function fingerprintOf(grams: BigUint64Array): string {
  return Buffer.from(fingerprint128(grams)).toString('latin1');
}

/** The counts without the pages of a wall, which do not show what is usual on a site. */
export function without(all: Named, { worded, named }: Named): Named {
  return { worded: Math.max(0, all.worded - worded), named: Math.max(0, all.named - named) };
}
