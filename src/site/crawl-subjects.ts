import { forgetFirst } from '../first-entry.ts';
import { jaccardOfSets, overlapOfSorted } from '../grams/jaccard.ts';
import { CrawlNames } from './crawl-names.ts';
import { CrawlTemplates } from './crawl-templates.ts';
import {
  areLong,
  areMostlyTemplate,
  fewestOfContent,
  fewestOfCopy,
  mayBeOfOnePage,
  sayOtherThings,
} from './judged-pages.ts';
import { type ListingPage, listOtherThings } from './listing-pages.ts';
import { haveNamesApart, haveOwnNamesEach } from './names-apart.ts';
import { areOfTwoNamespaces } from './namespaces.ts';
import { mayBeCopies } from './pair-rule.ts';
import { areInOnePlace, areOfTwoReleases, endAlike, urlEnd } from './places.ts';
import { textHash } from './text-hash.ts';

/** Most earlier pages that are remembered. Those met longest ago are forgotten. */
const mostEarlier = 1 << 14;
/** Grams that a page shares with this many other names are template. */
const fewestOthers = 3;

/** A page of a crawl. */
export interface CrawledSubject {
  readonly url: string;
  readonly host: string;
  /** Its names, from `nameWords`. */
  readonly names: readonly string[];
  /** Number of grams. */
  readonly size: number;
  /** Its grams, ascending and distinct, if available. Without them templates do not count. */
  readonly grams?: BigUint64Array | undefined;
}

/** An earlier page that is similar enough for a duplicate. */
export interface EarlierSubject extends CrawledSubject {
  readonly key: string;
  /** Jaccard similarity over all grams; 1 if they are the same. */
  readonly similarity: number;
}

/** A page with its identity. */
type NamedSubject = CrawledSubject & { readonly identity: string };

/** A page with its grams outside the template of its site. */
type SubjectContent = NamedSubject & { readonly content: BigUint64Array; readonly contentSize: number };

/**
 * Decides page by page whether a page similar to an earlier one is about the same thing.
 *
 * A crawl cannot know the templates of its sites beforehand, and a skipped page is lost. So for pages with different
 * names the answer is no wherever the offline rule (`PairRule`) might say yes. Names and templates learned later only
 * add reasons to say no. `SketchIndex.recheck` compares earlier answers with everything known in the end.
 *
 * Memory: at most 64 MB, for any number of sites of any size. Each process starts without any knowledge and takes names
 * as they are.
 */
export class CrawlSubjects {
  readonly #threshold: number;
  readonly #mostAlike: number;
  readonly #templates = new CrawlTemplates();
  readonly #names = new CrawlNames();
  /** By key of an earlier page: hashes of the names of the pages that were similar to it. */
  readonly #similarNames = new Map<string, number[]>();

  /** @param threshold least similarity of duplicates */
  constructor(threshold: number) {
    this.#threshold = threshold;
    this.#mostAlike = (1 + threshold) / 2;
  }

  /** Learns what is common on a site. Call it for every page before that is judged. */
  see({ host, names, grams }: Pick<CrawledSubject, 'host' | 'names' | 'grams'>): void {
    this.#names.add(host, names);
    if (grams !== undefined) this.#templates.add(host, this.#names.identityOf(host, names), grams);
  }

  /** The grams of a page outside its site's template, as far as that is known. */
  contentOf(host: string, grams: BigUint64Array): BigUint64Array {
    return this.#templates.contentOf(host, grams);
  }

  /** The template of a site, as far as that is known: another object whenever it was computed again. */
  templateOf(host: string): object | undefined {
    return this.#templates.templateOf(host);
  }

  /** Whether a page repeats an earlier, similar one: it has the same text, or a similar one without another name. */
  isOneThing(page: CrawledSubject, earlier: EarlierSubject): boolean {
    const x = { ...page, identity: this.#names.identityOf(page.host, page.names) };
    const y = { ...earlier, identity: this.#names.identityOf(earlier.host, earlier.names) };
    if (x.identity === '' || y.identity === '') return true;
    const isOneSite = x.host === y.host;
    const isCopy = y.similarity === 1 && x.size >= fewestOfCopy;
    if (isOneSite && !isCopy && areOfTwoNamespaces(x, y)) return false;
    if (x.identity === y.identity) return !isOneSite || !this.#areApart(x, y, isCopy);
    if (isCopy) {
      const known = this.#withContents(x, y);
      return known === undefined || mayBeCopies(...known);
    }
    if (this.#countSimilar(y.key, x.identity) >= fewestOthers || this.#isByTemplate(x, y)) return false;
    if (!isOneSite || endAlike(urlEnd(x.url), urlEnd(y.url))) return true;
    if (Math.min(x.size, y.size) < fewestOfCopy) return false;
    if (areInOnePlace(x.url, y.url)) return this.#saysTheSame(x, y);
    return areLong(x, y, Math.min(x.size, y.size)) || y.similarity >= this.#mostAlike;
  }

  /** Whether two pages are similar only by their sites' templates. */
  #isByTemplate(page: NamedSubject, earlier: NamedSubject): boolean {
    const known = this.#withContents(page, earlier);
    if (known === undefined) return false;
    const [x, y] = known;
    return (x.host === y.host && areMostlyTemplate(x, y)) || this.#areUnlike(x, y);
  }

  /**
   * Whether two pages of one site and name are two things, as offline: they are short and their addresses end in two releases
   * (`areOfTwoReleases`); or, if the template of their site is known, their other names and their contents differ; or one is hardly more
   * than template and they list other things (`listOtherThings`); or each says little, which the other does not say (`sayOtherThings`).
   */
  #areApart(page: NamedSubject, earlier: NamedSubject, isCopy: boolean): boolean {
    const haveOtherNames = haveNamesApart(page, earlier);
    const listOthers = listOtherThings(this.#listing(page), this.#listing(earlier));
    const areReleases = !isCopy && areOfTwoReleases(page.url, earlier.url);
    if (!haveOtherNames && !listOthers && !areReleases && mayBeOfOnePage(page, earlier)) return false;
    const known = this.#withContents(page, earlier);
    if (known === undefined) return areReleases && !areLong(page, earlier, Math.min(page.size, earlier.size));
    const [x, y] = known;
    const least = Math.min(x.contentSize, y.contentSize);
    if (areReleases && !areLong(x, y, least)) return true;
    const ofEach = Math.min(x.size, y.size) - overlapOfSorted(x.grams!, y.grams!);
    if (sayOtherThings(x, y, ofEach) && this.#areUnlike(x, y)) return true;
    if (haveOtherNames && least >= fewestOfCopy) return this.#areUnlike(x, y);
    return listOthers && least < fewestOfContent && areMostlyTemplate(x, y);
  }

  /**
   * Whether two pages of one place are an article and the same article under another headline: outside the template of their site, which must
   * be known, they are long and differ little; and not each of them is named by its address, as two classes are that inherit from a third.
   */
  #saysTheSame(page: NamedSubject, earlier: NamedSubject): boolean {
    if (haveOwnNamesEach(page, earlier)) return false;
    const known = this.#withContents(page, earlier);
    if (known === undefined) return false;
    const [x, y] = known;
    return (
      areLong(x, y, Math.min(x.contentSize, y.contentSize)) &&
      jaccardOfSets(x.content, y.content) >= this.#mostAlike
    );
  }

  #listing(page: NamedSubject): ListingPage {
    return { ...page, ownHeadings: this.#names.countOwnHeadings(page.host, page.names) };
  }

  #areUnlike(x: SubjectContent, y: SubjectContent): boolean {
    return jaccardOfSets(x.content, y.content) < this.#threshold;
  }

  /** Two pages with their grams outside their sites' templates; undefined if these are all their grams, or unknown. */
  #withContents(x: NamedSubject, y: NamedSubject): [SubjectContent, SubjectContent] | undefined {
    if (x.grams === undefined || y.grams === undefined) return undefined;
    const [ofX, ofY] = [this.contentOf(x.host, x.grams), this.contentOf(y.host, y.grams)];
    if (ofX === x.grams && ofY === y.grams) return undefined;
    return [
      { ...x, content: ofX, contentSize: ofX.length },
      { ...y, content: ofY, contentSize: ofY.length },
    ];
  }

  /** Counts the names of the pages that were similar to an earlier one, up to `fewestOthers`. */
  #countSimilar(key: string, name: string): number {
    let names = this.#similarNames.get(key);
    if (names === undefined) {
      this.#similarNames.set(key, (names = []));
      forgetFirst(this.#similarNames, mostEarlier);
    }
    const hash = textHash(name, 0) | 0;
    if (names.length < fewestOthers && !names.includes(hash)) names.push(hash);
    return names.length;
  }
}
