import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { siteTemplate, Template } from './template.ts';

/** A template is counted anew at so many identities, and at each doubling, up to so many identities and grams. */
const fewestIdentities = 8;
const mostIdentities = 256;
const mostGramsOfSite = 1 << 17;
/** Gram sets of all sites together; those of the site met longest ago are let go of, its template stays. */
const mostGrams = 1 << 22;
const mostSites = 10_000;

interface Site {
  template: Template;
  /** A gram set of each identity, until enough are known. */
  readonly sets: Map<string, BigUint64Array>;
  grams: number;
}

/**
 * The templates of the sites of a crawl, as far as its pages so far tell: counted on the first 256 things that a site writes
 * about, anew whenever these have doubled.
 *
 * Memory: at most 32 MB of gram sets, and the templates. Counting takes some 20 ms at most, and seven times a site.
 */
export class CrawlTemplates {
  readonly #sites = new Map<string, Site>();
  #grams = 0;

  /** Learns from a page what is common on its site. @param identity empty where the page does not name a thing */
  add(host: string, identity: string, grams: BigUint64Array): void {
    if (identity === '' || grams.length === 0) return;
    const site = this.#siteOf(host);
    const { sets } = site;
    if (sets.has(identity) || sets.size >= mostIdentities || site.grams + grams.length > mostGramsOfSite)
      return;
    sets.set(identity, grams);
    site.grams += grams.length;
    this.#grams += grams.length;
    this.#letGo(host);
    const isDoubled = (sets.size & (sets.size - 1)) === 0;
    if (sets.size >= fewestIdentities && isDoubled) site.template = templateOf(sets);
  }

  /** The grams of a page that are not known for template. */
  contentOf(host: string, grams: BigUint64Array): BigUint64Array {
    return this.#sites.get(host)?.template.contentOf(grams) ?? grams;
  }

  #siteOf(host: string): Site {
    const site = this.#sites.get(host) ?? { template: none, sets: new Map(), grams: 0 };
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
      site.sets.clear();
      site.grams = 0;
    }
  }
}

const none = new Template(new BigUint64Array(0), new Uint8Array(0));

function templateOf(sets: ReadonlyMap<string, BigUint64Array>): Template {
  const builder = new ValueSetsBuilder();
  for (const grams of sets.values()) builder.append(grams);
  return siteTemplate(
    builder.finish(),
    Int32Array.from(sets.keys(), (_, i) => i),
  );
}
