import { BoundedMap } from './bounded-map.ts';
import type { Counterpart } from './counterparts.ts';
import { FirstLinks } from './first-links.ts';
import { movedPage } from './moved-links.ts';
import { nameIn } from './rule-name.ts';
import { hash53 } from './url-parts.ts';

/**
 * Of the pages that probably only one page leads to, so many may be dropped together with it, if rules would drop each. It is fetched
 * if there are more: each of them takes as long to judge as a URL.
 */
const MOST_BEHIND = 4;

/** Most URLs asked about that are remembered, some 50 bytes each. */
const MOST_ASKED = 100_000;

/** What is known about the URLs of pages that may be missed. */
interface KnownUrls {
  /** Whether a page was decided or dropped. */
  isKnown(url: string): boolean;
  /** The risk that dropping a URL loses a page; undefined if it would be fetched. `missing` as for `PagesBehind.riskOf`. */
  riskOf(url: string, missing: Set<string>): number | undefined;
}

/**
 * The pages behind a URL: those that its counterparts were the first to link to, moved to its place (`movedPage`). Unless they were met
 * elsewhere, only the page at that URL may lead to them, and they are lost with it.
 */
export class PagesBehind {
  readonly firstLinks: FirstLinks;
  readonly #known: KnownUrls;
  /** Hashes of URLs asked about: links to them were found. Not stored: they are asked about again when they come out of a queue. */
  readonly #asked = new BoundedMap<number, true>(MOST_ASKED);

  /** @param most links that are remembered */
  constructor(most: number, known: KnownUrls) {
    this.firstLinks = new FirstLinks(most);
    this.#known = known;
  }

  /** Notes that a link to a page was found. */
  meet(url: string): void {
    this.#asked.set(hash53(url), true);
  }

  /**
   * How many pages are expected to be lost because no other page leads to them, if a URL is dropped for a counterpart; undefined if one
   * of them would have to be fetched.
   *
   * @param missing pages that are missed already, to which those are added that this would miss
   */
  riskOf(url: string, { rules, others }: Counterpart, missing: Set<string>): number | undefined {
    const rule = nameIn(rules.at(-1)!);
    let sum = 0;
    for (const { url: other } of others) {
      for (const page of this.firstLinks.of(other)) {
        const moved = movedPage(rule, url, other, page);
        const risk = moved === undefined ? 0 : this.riskOfMissing(moved, missing);
        if (risk === undefined) return undefined;
        sum += risk;
      }
    }
    return sum;
  }

  /** The risk that a page is lost if it is not found; 0 if it was met, undefined if it would have to be fetched. */
  riskOfMissing(url: string, missing: Set<string>): number | undefined {
    if (missing.has(url) || this.#asked.has(hash53(url)) || this.#known.isKnown(url)) return 0;
    if (missing.size === MOST_BEHIND) return undefined;
    missing.add(url);
    return this.#known.riskOf(url, missing);
  }
}
