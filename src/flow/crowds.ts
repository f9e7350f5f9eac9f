import type { ClusterPolicy } from '../cluster/clusters.ts';
import { type KeepPolicy, preferenceOrder } from '../cluster/preference.ts';
import { mergePairs, pairsThat } from '../cluster/sorted-pairs.ts';
import { type GramSets, gramsOf } from '../grams/gram-sets.ts';
import { halvesOf } from '../grams/halves.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { measures, type Similarity } from '../join/similarity.ts';
import type { PageSets, SearchResult } from '../methods/method.ts';
import { fewestOfCopy } from '../site/judged-pages.ts';
import { type LikenessOptions, ownLikeness } from '../site/pair-rule.ts';
import { withoutReleases } from '../site/places.ts';
import { Followers, type Following } from './followers.ts';
import { halfAlike } from './half-alike.ts';
import type { Journal } from './journal.ts';
import { judgedPages } from './journal-page.ts';
import type { NamedPages } from './named-pages.ts';
import { OneThings } from './one-thing-pairs.ts';
import type { PairScope } from './pair-scope.ts';
import { SomeSets } from './some-sets.ts';

/** So many similar pages are compared with all pages and with each other. */
export const mostOfCrowd = 1000;
/** Pages that stand for followers of a page that is itself dropped. */
const mostFurther = 16;

/** How pages are compared. */
interface CrowdOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly siteModel: boolean;
  readonly identity: boolean;
  readonly keep: KeepPolicy;
  readonly cluster: ClusterPolicy;
  readonly scope: PairScope;
  readonly folder: WorkFolder;
  /** Default: {@link mostOfCrowd}. */
  readonly mostCompared?: number | undefined;
}

/** What a result tells of pages of crowds. */
export interface CrowdPages {
  /** Number of pages that were compared with one page alone, at least by all their grams, besides those that may be one thing with them. */
  readonly length: number;
  /** Whether a page is a copy, which was compared with its leader alone. */
  isCopy(page: number): boolean;
  /** The page that a copy was compared with; undefined for other pages. */
  leaderOf(page: number): number | undefined;
}

/** The identity of a page; empty if it has none. */
type IdentityOf = (page: number) => string;

/**
 * Pages of crowds, of more than a thousand pages that are similar to one: each further page is compared with this one alone. All pairs
 * of n pages would be n²/2, so that one page at many URLs, a calendar or the profiles of a forum could make a run as long as they
 * like. Which pages are kept does not depend on it, but a page may have one of several representatives, and a page of a crowd is
 * said to be as similar as the one that it was compared with.
 *
 * - *Copies* are duplicates of their leader and share its representative: they have its grams, or its site and name and similar grams or
 *   contents.
 * - *Others* have their name, their grams, what they list and their address but for versions in common with at most a thousand pages. With these
 *   they are compared by all grams. If they are similar to further pages by all grams, but not by content, they are about different things. So
 *   with all pages they are compared by content.
 */
export class Crowds implements CrowdPages {
  readonly #journal: Journal;
  readonly #options: CrowdOptions;
  readonly #named: Omit<NamedPages, 'unnamed'>;
  readonly #identityOf: IdentityOf;
  readonly #equal: Followers | undefined;
  readonly #similar: Followers | undefined;
  readonly #others: Followers | undefined;
  #byContent: Followers | undefined;
  /** Made for the first page of a crowd that may be among the others. */
  #things: OneThings | undefined;

  /** Finds pages that are similar by all grams. O(pages), and the grams of pages of crowds. */
  constructor(journal: Journal, named: Omit<NamedPages, 'unnamed'>, options: CrowdOptions) {
    this.#journal = journal;
    this.#options = options;
    this.#named = named;
    this.#identityOf = (page) => named.identities.at(page);
    this.#equal = this.#equalPages();
    const keyOf = readOnce(journal.length, smallestGram(journal));
    this.#similar = this.#pagesOfOneName(keyOf);
    this.#others = this.#pagesOfOtherNames(keyOf);
  }

  get length(): number {
    const { length } = this.#journal;
    let count = 0;
    for (let page = 0; page < length; page++) if (this.#others?.has(page) || this.isCopy(page)) count++;
    return count;
  }

  isCopy(page: number): boolean {
    return this.leaderOf(page) !== undefined;
  }

  /** Whether there are pages that are compared with all pages by content alone. */
  get hasOthers(): boolean {
    return this.#others !== undefined;
  }

  leaderOf(page: number): number | undefined {
    for (const copies of [this.#equal, this.#similar, this.#byContent])
      if (copies?.has(page)) return copies.leaderOf(page);
    return undefined;
  }

  /** Whether a pair of pages counts: a copy has one, with its leader. */
  counts(a: number, b: number): boolean {
    return this.#isPairOf(a, b) && this.#isPairOf(b, a);
  }

  /** The gram sets to search: those of copies are empty, and also those of others if all grams are compared. */
  among(sets: PageSets, by: 'grams' | 'content'): PageSets {
    const isIn = this.#isCompared(by);
    return isIn === undefined ? sets : new SomeSets(sets, isIn);
  }

  /** A search's result with the pairs of pages that were compared with one page. Those that were not compared have no others. */
  complete(found: SearchResult, by: 'grams' | 'content'): SearchResult {
    const isIn = this.#isCompared(by);
    if (isIn === undefined) return found;
    const added = by === 'grams' ? [this.#equal, this.#similar, this.#others] : [this.#byContent];
    const parts = [
      pairsThat(found.pairs, (a, b) => isIn(a) && isIn(b)),
      ...added.flatMap((followers) => followers?.pairs() ?? []),
    ];
    if (by === 'grams' && this.#others !== undefined)
      parts.push(this.#things!.pairs(this.#journal, (a, b) => this.#isOfOther(a, b), this.#options));
    return { ...found, pairs: mergePairs(parts, this.#options.folder, found.isEstimated ? 1 : 0) };
  }

  /** Finds copies by content among those pages that are no copies yet. @param contents grams outside templates */
  addByContent(contents: Pick<GramSets, 'length' | 'sizeOf' | 'read'>): void {
    const { threshold, identity } = this.#options;
    const rule: LikenessOptions = { threshold, namesCount: identity };
    const journal = this.#journal;
    const pageAt = judgedPages(journal, this.#named, (page) => contents.sizeOf(page));
    const isHalf = halfAlike(journal, this.#options);
    this.#byContent = this.#copies({
      sets: contents,
      keyOf: smallestGram(contents),
      groupOf: (page) => (this.isCopy(page) ? undefined : this.#nameOf(page)),
      mayFollow: (page, leader) => {
        const likeness = {
          ...{ equal: false, grams: false, content: 1, lasting: false },
          half: () => isHalf(leader, page),
        };
        return ownLikeness(pageAt(leader), pageAt(page), likeness, rule) === 'content';
      },
    });
  }

  /**
   * Gives copies whose leader another page stands for that page, too, if it is similar to them. If the leader is in no cluster, as a
   * wall, the first of its copies stands for those similar to it.
   *
   * @param isClustered whether a page may have a representative, or be one
   * @param isInQuestion whether one of two such pages may stand for the other
   */
  follow(
    representative: Uint32Array,
    isClustered: (page: number) => boolean,
    isInQuestion: (a: number, b: number) => boolean,
  ): void {
    const { value } = measures[this.#options.similarity];
    const journal = this.#journal;
    /** By leader: pages that stand for its followers. */
    const further = new Map<number, number[]>();
    for (let page = 0; page < journal.length; page++) {
      const leader = this.leaderOf(page);
      if (leader === undefined || representative[page] !== page || !isClustered(page)) continue;
      const best = representative[leader];
      const hasLeader = isClustered(leader);
      if (hasLeader && best === leader) continue;
      let own: BigUint64Array | undefined;
      const isSimilar = (other: number): boolean => {
        own ??= gramsOf(journal, page);
        const overlap = overlapOfSorted(own, gramsOf(journal, other));
        return value(overlap, own.length, journal.sizeOf(other)) >= this.#options.threshold;
      };
      const standing = further.get(leader) ?? [];
      const stands = [...(hasLeader ? [best] : []), ...standing].find(
        (other) => isInQuestion(other, page) && (this.#equal?.has(page) || isSimilar(other)),
      );
      if (stands !== undefined) representative[page] = stands;
      else if (standing.length < mostFurther) further.set(leader, [...standing, page]);
    }
  }

  get #mostCompared(): number {
    return this.#options.mostCompared ?? mostOfCrowd;
  }

  /** Whether a pair of pages that may be one thing is found in no other way: one of the two is compared with its leader alone. */
  #isOfOther(a: number, b: number): boolean {
    const others = this.#others!;
    if (this.isCopy(a) || this.isCopy(b)) return false;
    const isOfLeader = (page: number, leader: number): boolean =>
      others.has(page) && others.leaderOf(page) === leader;
    return (others.has(a) || others.has(b)) && !isOfLeader(a, b) && !isOfLeader(b, a);
  }

  #isPairOf(page: number, other: number): boolean {
    const leader = this.leaderOf(page);
    return leader === undefined || leader === other;
  }

  #isCompared(by: 'grams' | 'content'): ((page: number) => boolean) | undefined {
    const [equal, similar] = [this.#equal, this.#similar];
    const last = by === 'grams' ? this.#others : this.#byContent;
    if (equal === undefined && similar === undefined && last === undefined) return undefined;
    return (page) => !(equal?.has(page) || similar?.has(page) || last?.has(page));
  }

  #equalPages(): Followers | undefined {
    const journal = this.#journal;
    const { scope, siteModel, identity, cluster } = this.#options;
    // a page may then link pages of its own host that are not compared
    if (cluster === 'components' && scope === 'cross-host') return undefined;
    const firstOf = journal.firstEqual();
    return this.#followers({
      sets: journal,
      keyOf: (page) => firstOf[page],
      groupOf: (page) => {
        // fewer grams may be equal by chance, and in chains of pairs a copy may link pages of its site or name
        const isByChance = siteModel && identity && journal.sizeOf(page) < fewestOfCopy;
        const isNamed = isByChance || cluster === 'components';
        const host = isNamed || scope !== 'any' ? journal.hostOf(page) : '';
        // a known page is compared with no other known page, and so cannot tell its followers of those of other hosts
        const isKnown = scope === 'cross-host' && journal.isKnown(page);
        const names = isNamed ? journal.factsOf(page).names : [];
        return [journal.isArticle(page), host, isKnown, ...names].join('\n');
      },
      mayFollow: () => true,
    });
  }

  /** Pages of one site and one name, or any pages if templates do not count, that are similar by all grams. */
  #pagesOfOneName(keyOf: Following['keyOf']): Followers | undefined {
    const journal = this.#journal;
    const { siteModel, identity } = this.#options;
    if (siteModel && !identity) return undefined;
    return this.#copies({
      sets: journal,
      keyOf,
      groupOf: (page) => {
        if (this.#equal?.has(page) || (siteModel && this.#identityOf(page) === '')) return undefined;
        return this.#nameOf(page);
      },
      mayFollow: (page, leader) => {
        if (!siteModel) return true;
        const [x, y] = [journal.factsOf(page), journal.factsOf(leader)];
        // else further names may tell them apart
        return x.names.join('\n') === y.names.join('\n');
      },
    });
  }

  /** Pages that are similar by all grams, and have their name, their gram set and the like in common with few pages. */
  #pagesOfOtherNames(keyOf: Following['keyOf']): Followers | undefined {
    const journal = this.#journal;
    const { siteModel, identity } = this.#options;
    if (!siteModel) return undefined;
    const firstOf = journal.firstEqual();
    return this.#followers({
      sets: journal,
      keyOf,
      groupOf: (page) => (this.isCopy(page) ? undefined : `${journal.isArticle(page)}`),
      mayFollow: (page) => {
        this.#things ??= new OneThings(
          journal.length,
          [
            (each) => firstOf[each],
            (each) => (identity && this.#identityOf(each)) || undefined,
            (each) => this.#named.listed[each] || undefined,
            (each) => releasesOf(journal.factsOf(each).url),
          ],
          this.#mostCompared,
        );
        return this.#things.areFewFor(page);
      },
    });
  }

  #nameOf(page: number): string {
    const journal = this.#journal;
    const { siteModel, identity, scope } = this.#options;
    const host = siteModel || scope !== 'any' ? journal.hostOf(page) : '';
    const name = siteModel && identity ? this.#identityOf(page) : '';
    return [journal.isArticle(page), host, name].join('\n');
  }

  /** Copies whose gram sets may differ from that of their leader, which must stand for them itself. */
  #copies(following: Omit<Following, 'inOrder'>): Followers | undefined {
    const { cluster, scope } = this.#options;
    // in chains of pairs a page links others; and a known page, or one that its leader may not stand for, must be compared with all pages
    if (cluster !== 'representative' || scope === 'cross-host') return undefined;
    const { mayFollow } = following;
    return this.#followers({
      ...following,
      mayFollow: (page, leader) => !this.#journal.isKnown(page) && mayFollow(page, leader),
    });
  }

  #followers(following: Omit<Following, 'inOrder'>): Followers | undefined {
    const { keep, similarity, threshold, folder } = this.#options;
    const inOrder = (pages: Uint32Array): Uint32Array => preferenceOrder(this.#journal, keep, pages);
    const mostCompared = this.#mostCompared;
    return Followers.among({ ...following, inOrder }, { similarity, threshold, mostCompared, folder });
  }
}

/** A part of the smallest gram: two pages have it in common with the probability of their resemblance (MinHash, Broder 1997). */
function smallestGram(sets: Pick<GramSets, 'read'>): (page: number) => number {
  const smallest = new BigUint64Array(1);
  const halves = halvesOf(smallest);
  return (page) => {
    sets.read(page, smallest);
    return halves[0];
  };
}

/** Computes a number of 32 bits for each page when it is first asked for. Memory: 5 bytes a page from then on. */
function readOnce(pages: number, read: (page: number) => number): (page: number) => number {
  let known: { readonly numbers: Uint32Array; readonly isRead: Uint8Array } | undefined;
  return (page) => {
    known ??= { numbers: new Uint32Array(pages), isRead: new Uint8Array(pages) };
    if (known.isRead[page] === 0) {
      known.numbers[page] = read(page);
      known.isRead[page] = 1;
    }
    return known.numbers[page];
  };
}

/** What the URLs of a page's versions have in common; undefined if its folders name no version. */
function releasesOf(url: string): string | undefined {
  const common = withoutReleases(url);
  return common === url ? undefined : common;
}
