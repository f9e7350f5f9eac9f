import { type ClusterPolicy, Clusters } from '../cluster/clusters.ts';
import type { SortedPairs } from '../cluster/sorted-pairs.ts';
import { gramsOf } from '../grams/gram-sets.ts';
import { overlapOfSorted } from '../grams/jaccard.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { measures, type Similarity } from '../join/similarity.ts';
import { type DecidedPages, decisionOn, type PageDecision } from './decisions.ts';
import type { Journal } from './journal.ts';
import type { PageFacts } from './page-grams.ts';
import { type ReasonCode, reasonCodes } from './reasons.ts';

/** The input of a resolution. */
export interface ResolvedFrom {
  readonly journal: Journal;
  /** Folder in which similarities are stored. */
  readonly folder: WorkFolder;
  readonly representative: Uint32Array;
  readonly cluster: ClusterPolicy;
  /** Each with its similarity and the similarity over all grams. */
  readonly duplicates: SortedPairs;
  readonly alike: SortedPairs;
  readonly isEstimated: boolean;
  readonly similarity: Similarity;
  readonly threshold: number;
  /** The page that a page was compared with alone (`Crowds`); undefined for other pages. */
  leaderOf(page: number): number | undefined;
  /** As `wallsAmong` returns them. No page of a wall has a representative, or is one. */
  readonly walls: StoredColumn | undefined;
}

/** A page that another stands for, or its representative. */
export interface ClusteredPage {
  readonly page: number;
  /** To the representative; 1 for the representative itself. */
  readonly similarity: number;
  /** Whether the two are no pair of duplicates themselves: similar pages link them (`components`). */
  readonly linked?: true;
}

/** How many pages have each decision. */
export interface DecisionCounts {
  readonly decisions: Readonly<Record<PageDecision['decision'], number>>;
  /** Number of pages for each code that any has, in the order of `reasonCodes`. */
  readonly codes: Readonly<Partial<Record<ReasonCode, number>>>;
}

/** The decision on each page, given its representative. Memory: 12 bytes a page. */
export class ResolvedPages implements DecidedPages {
  readonly threshold: number;
  readonly similarity: Similarity;
  readonly #journal: Journal;
  readonly #clusters: Clusters;
  readonly #similarity: StoredColumn;
  readonly #raw: StoredColumn;
  /** Whether a page is only linked to its representative; for a representative the number of such pages. Missing if none can be. */
  readonly #linked: StoredColumn | undefined;
  /** Whether a page's similarity is an estimate. */
  readonly #estimated: StoredColumn | undefined;
  readonly #alike: MostAlike | undefined;
  /**
   * For each page of a wall, the number of other pages of this wall; 0 for any other page. Missing if there is no wall.
   */
  readonly #walls: StoredColumn | undefined;
  /** Counts of the pages up to `end`, once they have been iterated over. */
  #counted: (DecisionCounts & { readonly end: number }) | undefined;

  constructor({ journal, folder, representative, duplicates, alike, walls, ...from }: ResolvedFrom) {
    this.#journal = journal;
    this.threshold = from.threshold;
    this.similarity = from.similarity;
    this.#clusters = new Clusters(representative);
    this.#similarity = folder.column('f64', Number.NaN);
    this.#raw = folder.column('f64', Number.NaN);
    this.#estimated = from.isEstimated ? folder.column('u8') : undefined;
    this.#linked = from.cluster === 'components' ? folder.column('u32') : undefined;
    for (const { length, a, b, values } of duplicates.blocks()) {
      for (let i = 0; i < length; i++) {
        if (representative[b[i]] === a[i]) this.#put(b[i], values[0][i], values[1][i]);
        else if (representative[a[i]] === b[i]) this.#put(a[i], values[0][i], values[1][i]);
      }
    }
    this.#measureOthers(from.leaderOf);
    this.#alike = alike.length === 0 ? undefined : mostAlikePages(journal, alike, folder);
    this.#walls = walls;
  }

  /** Number of clusters of two or more. */
  get clusterCount(): number {
    let count = 0;
    for (const others of this.#clusters.others) if (others > 0) count++;
    return count;
  }

  /** The clusters of two or more, in the order of their representatives; members in input order. */
  *clusters(): Generator<{
    readonly representative: number;
    readonly size: number;
    members(): Generator<ClusteredPage>;
  }> {
    for (const { representative, pages } of this.#clusters.each()) {
      yield { representative, size: pages.length, members: () => this.#membersOf(representative, pages) };
    }
  }

  /** The decisions on all pages, in input order, up to `end`. */
  *decisions(end: number = this.#journal.length): Generator<PageDecision> {
    const decisions = { keep: 0, drop: 0, unclassifiable: 0 };
    const codes: Partial<Record<ReasonCode, number>> = {};
    for (let page = 0; page < end; page++) {
      const decided = decisionOn(page, this);
      decisions[decided.decision]++;
      codes[decided.code] = (codes[decided.code] ?? 0) + 1;
      yield decided;
    }
    const counted = reasonCodes.flatMap((code) => (codes[code] === undefined ? [] : [[code, codes[code]]]));
    this.#counted = { end, decisions, codes: Object.fromEntries(counted) };
  }

  /** How many of the pages up to `end` have each decision. No cost if {@link decisions} was iterated over before. */
  counts(end: number = this.#journal.length): DecisionCounts {
    if (this.#counted?.end !== end) for (const _ of this.decisions(end));
    return this.#counted!;
  }

  /** The dropped pages up to `end` with their decisions, in input order. Other pages cost almost nothing. */
  *dropped(
    end: number = this.#journal.length,
  ): Generator<{ readonly page: number; readonly decision: PageDecision }> {
    for (let page = 0; page < end; page++) {
      if (this.representativeOf(page) !== page) yield { page, decision: decisionOn(page, this) };
    }
  }

  factsOf(page: number): PageFacts {
    return this.#journal.factsOf(page);
  }

  representativeOf(page: number): number {
    return this.#clusters.representative[page];
  }

  othersOf(representative: number): number {
    return this.#clusters.others[representative];
  }

  linkedOf(representative: number): number {
    return this.#linked?.at(representative) ?? 0;
  }

  wallOf(page: number): number {
    return this.#walls?.at(page) ?? 0;
  }

  similarityOf(page: number): ReturnType<DecidedPages['similarityOf']> {
    return {
      value: this.#similarity.at(page),
      raw: this.#raw.at(page),
      isEstimated: this.#estimated?.at(page) === 1,
      isLinked: this.#isLinked(page),
    };
  }

  mostAlike(page: number): { page: number; similarity: number } | undefined {
    const similarity = this.#alike?.similarity.at(page) ?? -1;
    return similarity < 0 ? undefined : { page: this.#alike!.page.at(page), similarity };
  }

  *#membersOf(representative: number, pages: Uint32Array): Generator<ClusteredPage> {
    for (const page of pages) {
      if (page === representative) continue;
      yield { page, similarity: this.#similarity.at(page), ...(this.#isLinked(page) && { linked: true }) };
    }
  }

  #isLinked(page: number): boolean {
    return this.representativeOf(page) !== page && this.#linked?.at(page) === 1;
  }

  #put(page: number, similarity: number, raw: number): void {
    this.#similarity.set(page, similarity);
    this.#raw.set(page, raw);
    this.#estimated?.set(page, 1);
  }

  /**
   * Measures pages that are linked to their representative through others, and pairs of which only the content was
   * compared. Pages equal to one that was compared are as similar as this one.
   */
  #measureOthers(leaderOf: ResolvedFrom['leaderOf']): void {
    const journal = this.#journal;
    const firstOf = journal.firstEqual();
    const { value } = measures[this.similarity];
    for (const [page, best] of this.#clusters.representative.entries()) {
      if (page === best || !Number.isNaN(this.#raw.at(page))) continue;
      const overlap = overlapOfSorted(gramsOf(journal, page), gramsOf(journal, best));
      const raw = value(overlap, journal.sizeOf(page), journal.sizeOf(best));
      this.#raw.set(page, raw);
      if (!Number.isNaN(this.#similarity.at(page))) continue;
      const leader = leaderOf(page);
      const isEqual = leader !== undefined && firstOf[leader] === firstOf[page];
      const ofEqual = isEqual ? this.#similarity.at(leader) : Number.NaN;
      this.#similarity.set(page, Number.isNaN(ofEqual) ? raw : ofEqual);
      if (this.#linked === undefined || (!Number.isNaN(ofEqual) && !this.#isLinked(leader!))) continue;
      this.#linked.set(page, 1);
      this.#linked.set(best, this.#linked.at(best) + 1);
    }
  }
}

interface MostAlike {
  readonly page: StoredColumn;
  /** −1 if there is none. */
  readonly similarity: StoredColumn;
}

/** For each article in a pair, the page it is most similar to; at a tie the first. */
function mostAlikePages(journal: Journal, pairs: SortedPairs, folder: WorkFolder): MostAlike {
  const page = folder.column('u32');
  const similarity = folder.column('f64', -1);
  const offer = (to: number, other: number, value: number): void => {
    const best = similarity.at(to);
    if (value > best || (value === best && other < page.at(to))) {
      page.set(to, other);
      similarity.set(to, value);
    }
  };
  for (const { length, a, b, values } of pairs.blocks()) {
    for (let i = 0; i < length; i++) {
      if (!journal.isArticle(a[i]) || !journal.isArticle(b[i])) continue;
      offer(a[i], b[i], values[0][i]);
      offer(b[i], a[i], values[0][i]);
    }
  }
  return { page, similarity };
}
