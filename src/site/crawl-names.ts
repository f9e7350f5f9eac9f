import { takeFirst } from '../first-entry.ts';
import { SiteNames } from './identities.ts';

/** Most lists of names of a site on which common names are counted; fewer if the crawl meets many sites. */
const mostLists = 4096;
/** Most bytes of lists of names, and most sites that are remembered. Those met longest ago are forgotten. */
const mostBytes = 16 << 20;
const mostSites = 5000;

/**
 * The identities of the pages of a crawl, site by site.
 *
 * Memory: at most 16 MB of lists, and some hundred bytes for each of 5,000 sites. If the lists of many sites would take
 * more, each site keeps half as many as before, those with the smallest hashes, which show what is common just as well.
 */
export class CrawlNames {
  readonly #sites = new Map<string, SiteNames>();
  #mostLists = mostLists;
  #bytes = 0;

  /** Learns which names are common on a site. @param names of a page, from `nameWords` */
  add(host: string, names: readonly string[]): void {
    const site = this.#sites.get(host) ?? new SiteNames(this.#mostLists);
    this.#sites.delete(host);
    this.#sites.set(host, site);
    this.#bytes -= site.bytes;
    site.add(names);
    this.#bytes += site.bytes;
    while (this.#sites.size > mostSites) this.#bytes -= takeFirst(this.#sites)[1].bytes;
    while (this.#bytes > mostBytes && this.#mostLists > 1) this.#halve();
  }

  /** The identity of a page: see `SiteNames.identityOf`. */
  identityOf(host: string, names: readonly string[]): string {
    return this.#sites.get(host)?.identityOf(names) ?? names[0] ?? '';
  }

  /** How many headings of its own a page has: see `SiteNames.countOwnHeadings`. */
  countOwnHeadings(host: string, names: readonly string[]): number | undefined {
    return this.#sites.get(host)?.countOwnHeadings(names);
  }

  #halve(): void {
    this.#mostLists /= 2;
    this.#bytes = 0;
    for (const site of this.#sites.values()) {
      site.shrink(this.#mostLists);
      this.#bytes += site.bytes;
    }
  }
}
