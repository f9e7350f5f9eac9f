import { SiteNames } from './identities.ts';

/** What is common on a site is counted on so many lists of names at most, and on fewer where many sites are met. */
const mostLists = 4096;
/** Bytes that lists of names may take, and sites that are remembered; those met longest ago are forgotten. */
const mostBytes = 16 << 20;
const mostSites = 5000;

/**
 * What the pages of the sites of a crawl call themselves.
 *
 * Memory: 16 MB of lists at most, and some hundred bytes for each of 5,000 sites. Where the lists of many sites would take
 * more, each site keeps half as many as before: those of smallest hash, which say what is common as well.
 */
export class CrawlNames {
  readonly #sites = new Map<string, SiteNames>();
  #mostLists = mostLists;
  #bytes = 0;

  /** Learns what is common on a site. @param names of a page, as `nameWords` gives them */
  add(host: string, names: readonly string[]): void {
    const site = this.#sites.get(host) ?? new SiteNames(this.#mostLists);
    this.#sites.delete(host);
    this.#sites.set(host, site);
    this.#bytes -= site.bytes;
    site.add(names);
    this.#bytes += site.bytes;
    for (const [first, { bytes }] of this.#sites) {
      if (this.#sites.size <= mostSites) break;
      this.#bytes -= bytes;
      this.#sites.delete(first);
    }
    while (this.#bytes > mostBytes && this.#mostLists > 1) this.#halve();
  }

  /** What a page calls itself: see `SiteNames.identityOf`. */
  identityOf(host: string, names: readonly string[]): string {
    return this.#sites.get(host)?.identityOf(names) ?? names[0] ?? '';
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
