import { jaccardOfSets } from '../grams/jaccard.ts';
import { CrawlNames } from './crawl-names.ts';
import { CrawlTemplates } from './crawl-templates.ts';
import { forgetFirst } from './forget-first.ts';
import { haveNamesApart } from './names-apart.ts';
import { areOfTwoNamespaces } from './namespaces.ts';
import { fewestOfContent, fewestOfCopy, listOtherThings, mayBeCopies, mostOfNamed } from './pair-rule.ts';
import { areInOnePlace, endAlike, urlEnd } from './places.ts';
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

  /** Whether a page repeats an earlier, similar one: it has the same text, or a similar one without another name. */
  isOneThing(page: CrawledSubject, earlier: EarlierSubject): boolean {
    const name = this.#names.identityOf(page.host, page.names);
    const earlierName = this.#names.identityOf(earlier.host, earlier.names);
    if (name === '' || earlierName === '') return true;
    const isCopy = earlier.similarity === 1 && page.size >= fewestOfCopy;
    if (page.host === earlier.host && !isCopy && areOfTwoNamespaces(page, earlier)) return false;
    if (name === earlierName) return !this.#areApart(page, earlier) && !this.#areOtherLists(page, earlier);
    if (isCopy) return this.#areCopies({ ...page, identity: name }, { ...earlier, identity: earlierName });
    if (this.#countSimilar(earlier.key, name) >= fewestOthers) return false;
    if (this.#isByTemplate(page, earlier)) return false;
    if (page.host !== earlier.host || endAlike(urlEnd(page.url), urlEnd(earlier.url))) return true;
    if (areInOnePlace(page.url, earlier.url)) return false;
    return Math.min(page.size, earlier.size) >= mostOfNamed || earlier.similarity >= this.#mostAlike;
  }

  /** Whether pages of two names with the same grams are copies, as offline (`mayBeCopies`), if the template of their site is known. */
  #areCopies(page: NamedSubject, earlier: NamedSubject): boolean {
    const contents = this.#contentsOf(page, earlier);
    if (contents === undefined) return true;
    const [x, y] = contents;
    return mayBeCopies({ ...page, contentSize: x.length }, { ...earlier, contentSize: y.length });
  }

  /** Whether two pages are similar only by their sites' templates. */
  #isByTemplate(page: CrawledSubject, earlier: CrawledSubject): boolean {
    const contents = this.#contentsOf(page, earlier);
    if (contents === undefined) return false;
    const [x, y] = contents;
    if (page.host === earlier.host && 2 * (x.length + y.length) < page.size + earlier.size) return true;
    return jaccardOfSets(x, y) < this.#threshold;
  }

  /** Whether two pages of one name have other names that differ, and different content. */
  #areApart(page: CrawledSubject, earlier: CrawledSubject): boolean {
    if (page.host !== earlier.host || !haveNamesApart(page, earlier)) return false;
    const contents = this.#contentsOf(page, earlier);
    if (contents === undefined) return false;
    const [x, y] = contents;
    return Math.min(x.length, y.length) >= fewestOfCopy && jaccardOfSets(x, y) < this.#threshold;
  }

  /** Whether two pages of one name list other things, as offline (`listOtherThings`), and hardly more than their template is left of one. */
  #areOtherLists(page: CrawledSubject, earlier: CrawledSubject): boolean {
    if (page.host !== earlier.host || !listOtherThings(page, earlier)) return false;
    const contents = this.#contentsOf(page, earlier);
    if (contents === undefined) return false;
    const [x, y] = contents;
    return (
      Math.min(x.length, y.length) < fewestOfContent && 2 * (x.length + y.length) < page.size + earlier.size
    );
  }

  /** The grams of two pages outside their sites' templates; undefined if these are all their grams, or unknown. */
  #contentsOf(page: CrawledSubject, earlier: CrawledSubject): [BigUint64Array, BigUint64Array] | undefined {
    if (page.grams === undefined || earlier.grams === undefined) return undefined;
    const x = this.#templates.contentOf(page.host, page.grams);
    const y = this.#templates.contentOf(earlier.host, earlier.grams);
    return x === page.grams && y === earlier.grams ? undefined : [x, y];
  }

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
