import { takeFirst } from '../first-entry.ts';
import { GramCounts } from './gram-counts.ts';
import { NameLetters } from './name-letters.ts';
import { fewestIdentities as fewestOfTemplate, Template } from './template.ts';
import { textHash } from './text-hash.ts';

/** Identities for a first template. It is computed again whenever they have grown by a quarter, up to so many, and so many grams. */
const fewestIdentities = 8;
const growth = 1 / 4;
const mostIdentities = 256;
const mostGramsOfSite = 1 << 17;
/** Most bytes of counts, and the share to which they are reduced if they exceed it. */
const mostBytes = 12 << 20;
const shareKept = 3 / 4;
/** Most grams of all templates together. Those of the sites met longest ago are released. */
const mostTemplateGrams = 1 << 19;
const mostSites = 5000;

/** Bytes of the set of identities for each identity. */
const bytesPerIdentity = 24;

interface Site {
  template: Template;
  /** The counts from which it is computed; missing once enough was counted. */
  counted: Counted | undefined;
}

interface Counted {
  /** Hashes of the identities with a counted page. */
  readonly identities: Set<number>;
  readonly letters: NameLetters;
  readonly counts: GramCounts;
  /** Number of grams of the counted pages. */
  grams: number;
  /** Number of identities at which the template is computed again. */
  nextTemplate: number;
  /** Whether grams were counted since rare ones were last forgotten. */
  hasRare: boolean;
}

/**
 * The templates of the sites of a crawl, as far as its pages show so far: computed from the first 256 identities of a
 * site, again whenever their number has grown by a quarter.
 *
 * Memory: 12 MB of counts, 9 MB of templates, and some hundred bytes for each of 5,000 sites. If the counts of many
 * sites would take more, grams of a single page are forgotten, then all counts of the sites met longest ago, whose
 * known templates stay. The grams of a page are counted once.
 */
export class CrawlTemplates {
  readonly #sites = new Map<string, Site>();
  #bytes = 0;
  #templateGrams = 0;

  /** Learns from a page what is common on its site. @param identity of the page; empty if it has none */
  add(host: string, identity: string, grams: BigUint64Array): void {
    if (identity === '' || grams.length === 0) return;
    const site = this.#siteOf(host);
    const { counted } = site;
    if (counted === undefined) return;
    const { identities, counts } = counted;
    const hash = textHash(identity, 0) | 0;
    if (identities.has(hash) || counted.grams + grams.length > mostGramsOfSite) return;
    this.#bytes -= bytesOf(counted);
    identities.add(hash);
    counted.letters.learn(identity);
    counts.add(grams);
    counted.grams += grams.length;
    counted.hasRare = true;
    this.#bytes += bytesOf(counted);
    if (identities.size >= counted.nextTemplate) {
      counted.nextTemplate = Math.min(mostIdentities, Math.ceil((1 + growth) * identities.size));
      this.#setTemplate(site, templateOf(counted));
    }
    if (identities.size >= mostIdentities) this.#setCounted(site, undefined);
    if (this.#bytes > mostBytes) this.#makeRoom();
  }

  /** The grams of a page that are not known to be template. */
  contentOf(host: string, grams: BigUint64Array): BigUint64Array {
    return this.#sites.get(host)?.template.contentOf(grams) ?? grams;
  }

  /** The template of a site; undefined if nothing is known of it. */
  templateOf(host: string): Template | undefined {
    return this.#sites.get(host)?.template;
  }

  #siteOf(host: string): Site {
    let site = this.#sites.get(host);
    if (site === undefined) {
      site = { template: none, counted: undefined };
      this.#setCounted(site, nothingCounted());
    }
    this.#sites.delete(host);
    this.#sites.set(host, site);
    while (this.#sites.size > mostSites) {
      const [, known] = takeFirst(this.#sites);
      this.#setCounted(known, undefined);
      this.#setTemplate(known, none);
    }
    return site;
  }

  #setTemplate(site: Site, template: Template): void {
    this.#templateGrams += template.grams.length - site.template.grams.length;
    site.template = template;
    for (const other of this.#sites.values()) {
      if (this.#templateGrams <= mostTemplateGrams) return;
      if (other === site) continue;
      this.#templateGrams -= other.template.grams.length;
      other.template = none;
    }
  }

  /** Reduces the counts, first those of the sites met longest ago. */
  #makeRoom(): void {
    for (const { counted } of this.#sites.values()) {
      if (this.#bytes <= shareKept * mostBytes) return;
      if (!counted?.hasRare) continue;
      this.#bytes -= bytesOf(counted);
      counted.counts.keepAtLeast(2);
      counted.hasRare = false;
      this.#bytes += bytesOf(counted);
    }
    for (const site of this.#sites.values()) {
      if (this.#bytes <= shareKept * mostBytes) return;
      if (site.counted?.identities.size) this.#setCounted(site, nothingCounted());
    }
  }

  #setCounted(site: Site, counted: Counted | undefined): void {
    this.#bytes += bytesOf(counted) - bytesOf(site.counted);
    site.counted = counted;
  }
}

const none = new Template(new BigUint64Array(0), new Uint8Array(0));

function nothingCounted(): Counted {
  return {
    identities: new Set(),
    letters: new NameLetters(),
    counts: new GramCounts(),
    grams: 0,
    nextTemplate: fewestIdentities,
    hasRare: false,
  };
}

function bytesOf(counted: Counted | undefined): number {
  return counted === undefined ? 0 : counted.counts.bytes + bytesPerIdentity * counted.identities.size;
}

/** The template that `templateOfSite` makes of one page of each identity, but for its blocks (`block-grams.ts`). */
function templateOf({ counts, identities, letters }: Counted): Template {
  const least = Math.max(fewestOfTemplate, Math.ceil(letters.everyday * identities.size));
  const { grams, counts: pages } = counts.atLeast(least);
  return new Template(
    grams,
    Uint8Array.from(pages, (count) => Math.floor((100 * count) / identities.size)),
  );
}
