import { GramCounts } from './gram-counts.ts';
import { fewestIdentities as fewestOfTemplate, Template } from './template.ts';

/** A template is counted anew at so many identities, and at each doubling, up to so many identities and grams. */
const fewestIdentities = 8;
const mostIdentities = 256;
const mostGramsOfSite = 1 << 17;
/** Grams counted for all sites together; those of the site met longest ago are let go of, its template stays. */
const mostGrams = 1 << 21;
const mostSites = 10_000;

interface Site {
  template: Template;
  /** Those of which a page was counted, until enough are known. */
  readonly identities: Set<string>;
  counts: GramCounts;
  /** Of the pages that were counted. */
  grams: number;
}

/**
 * The templates of the sites of a crawl, as far as its pages so far tell: counted on the first 256 things that a site writes
 * about, anew whenever these have doubled.
 *
 * Memory: at most some 40 MB of counts, and the templates. The grams of a page are counted once.
 */
export class CrawlTemplates {
  readonly #sites = new Map<string, Site>();
  #grams = 0;

  /** Learns from a page what is common on its site. @param identity empty where the page does not name a thing */
  add(host: string, identity: string, grams: BigUint64Array): void {
    if (identity === '' || grams.length === 0) return;
    const site = this.#siteOf(host);
    const { identities } = site;
    if (identities.has(identity) || identities.size >= mostIdentities) return;
    if (site.grams + grams.length > mostGramsOfSite) return;
    identities.add(identity);
    site.counts.add(grams);
    site.grams += grams.length;
    this.#grams += grams.length;
    this.#letGo(host);
    const isDoubled = (identities.size & (identities.size - 1)) === 0;
    if (identities.size >= fewestIdentities && isDoubled) site.template = templateOf(site);
  }

  /** The grams of a page that are not known for template. */
  contentOf(host: string, grams: BigUint64Array): BigUint64Array {
    return this.#sites.get(host)?.template.contentOf(grams) ?? grams;
  }

  #siteOf(host: string): Site {
    const site = this.#sites.get(host) ?? {
      template: none,
      identities: new Set(),
      counts: new GramCounts(),
      grams: 0,
    };
    this.#sites.delete(host);
    this.#sites.set(host, site);
    for (const [first, { grams }] of this.#sites) {
      if (this.#sites.size <= mostSites) break;
      this.#grams -= grams;
      this.#sites.delete(first);
    }
    return site;
  }

  #letGo(except: string): void {
    for (const [host, site] of this.#sites) {
      if (this.#grams <= mostGrams) return;
      if (host === except) continue;
      this.#grams -= site.grams;
      site.identities.clear();
      site.counts = new GramCounts();
      site.grams = 0;
    }
  }
}

const none = new Template(new BigUint64Array(0), new Uint8Array(0));

/** As `siteTemplate` makes it of a page of each identity. */
function templateOf({ counts, identities }: Site): Template {
  const { grams, counts: pages } = counts.atLeast(fewestOfTemplate);
  return new Template(
    grams,
    Uint8Array.from(pages, (count) => Math.floor((100 * count) / identities.size)),
  );
}
