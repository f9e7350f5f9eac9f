import { jaccardOfSets } from '../grams/jaccard.ts';
import { CrawlNames } from './crawl-names.ts';
import { CrawlTemplates } from './crawl-templates.ts';
import { forgetFirst } from './forget-first.ts';
import { haveNamesApart } from './names-apart.ts';
import { fewestOfCopy, mostOfNamed } from './pair-rule.ts';
import { endAlike, placesOf } from './places.ts';
import { textHash } from './text-hash.ts';

/** Earlier pages that are remembered; those met longest ago are forgotten. */
const mostEarlier = 1 << 14;
/** What so many names beside its own share with a page is template. */
const fewestOthers = 3;

/** A page as a crawl has it. */
export interface CrawledSubject {
  readonly url: string;
  readonly host: string;
  /** As `nameWords` gives them. */
  readonly names: readonly string[];
  /** Number of grams. */
  readonly size: number;
  /** Its grams, ascending and distinct, where they are at hand: without, templates do not count. */
  readonly grams?: BigUint64Array | undefined;
}

/** An earlier page, as similar as a duplicate. */
export interface EarlierSubject extends CrawledSubject {
  readonly key: string;
  /** Jaccard similarity over all grams; 1 says that they are the same. */
  readonly similarity: number;
}

/**
 * Tells page by page whether a page that is similar to an earlier one is about the same thing.
 *
 * A crawl cannot know the templates of its sites beforehand, and a page that is skipped is lost: where names differ,
 * this only ever says no where the offline rule (`PairRule`) might say yes. What it learns of a site, its names and its
 * template, only adds reasons to say no; `SketchIndex.recheck` holds earlier answers against all that is known in the end.
 *
 * Memory: 64 MB at most, for any number of sites of any size. It begins anew with each process: then names are taken as
 * they stand.
 */
export class CrawlSubjects {
  readonly #threshold: number;
  readonly #mostAlike: number;
  readonly #templates = new CrawlTemplates();
  readonly #names = new CrawlNames();
  /** Hashes of the names of the pages that were similar to an earlier one, by its key. */
  readonly #similarNames = new Map<string, number[]>();

  /** @param threshold from which similarity on pages are duplicates */
  constructor(threshold: number) {
    this.#threshold = threshold;
    this.#mostAlike = (1 + threshold) / 2;
  }

  /** Learns what is common on a site; to be told of every page before it is judged. */
  see({ host, names, grams }: Pick<CrawledSubject, 'host' | 'names' | 'grams'>): void {
    this.#names.add(host, names);
    if (grams !== undefined) this.#templates.add(host, this.#names.identityOf(host, names), grams);
  }

  /** What a page has beside its site's template, as far as that is known. */
  contentOf(host: string, grams: BigUint64Array): BigUint64Array {
    return this.#templates.contentOf(host, grams);
  }

  /** Whether a page repeats an earlier one to which it is similar: the same text, or a similar one under no other name. */
  isOneThing(page: CrawledSubject, earlier: EarlierSubject): boolean {
    const name = this.#names.identityOf(page.host, page.names);
    const earlierName = this.#names.identityOf(earlier.host, earlier.names);
    if (name === '' || earlierName === '') return true;
    if (name === earlierName) return !this.#areApart(page, earlier);
    if (earlier.similarity === 1 && page.size >= fewestOfCopy) return true;
    if (this.#countSimilar(earlier.key, name) >= fewestOthers) return false;
    if (this.#isByTemplate(page, earlier)) return false;
    if (page.host !== earlier.host || endAlike(page.url, earlier.url)) return true;
    if (standSideBySide(page.url, earlier.url)) return false;
    return Math.min(page.size, earlier.size) >= mostOfNamed || earlier.similarity >= this.#mostAlike;
  }

  /** Whether it is their sites' templates that make two pages alike. */
  #isByTemplate(page: CrawledSubject, earlier: CrawledSubject): boolean {
    const contents = this.#contentsOf(page, earlier);
    if (contents === undefined) return false;
    const [x, y] = contents;
    if (page.host === earlier.host && 2 * (x.length + y.length) < page.size + earlier.size) return true;
    return jaccardOfSets(x, y) < this.#threshold;
  }

  /** Whether two pages of one name have others that tell them apart, and say different things beside their site's template. */
  #areApart(page: CrawledSubject, earlier: CrawledSubject): boolean {
    if (page.host !== earlier.host || !haveNamesApart(page, earlier)) return false;
    const contents = this.#contentsOf(page, earlier);
    if (contents === undefined) return false;
    const [x, y] = contents;
    return Math.min(x.length, y.length) >= fewestOfCopy && jaccardOfSets(x, y) < this.#threshold;
  }

  /** What two pages have beside their sites' templates; undefined where that is all they have, or not known. */
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

function standSideBySide(url: string, earlier: string): boolean {
  const places = placesOf(url);
  return placesOf(earlier).some((place) => places.includes(place));
}
