import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import type { ClaimedIndex } from './claims.ts';
import type { ReportDamage } from './damage.ts';
import { estimateSimilarity } from './estimated-similarity.ts';
import type { DecisionRecord } from './layout/codec.ts';
import type { SketchedSet } from './layout/entries.ts';
import type { CandidateTables, DistinctPages } from './memory/candidate-tables.ts';
import { findInMemory } from './memory/find-in-memory.ts';
import { pageOfKey, type StoredPage } from './pages.ts';
import { type FoundPage, findCopy, findSimilar, readSketches } from './search.ts';
import {
  type ClaimOptions,
  earlierPage,
  mayStandFor,
  type PageDescription,
  type PreviousContent,
  type SimilarRecord,
} from './verdicts.ts';
import { isSameContent } from './writer.ts';

/** Most similar pages that the caller of a claim is asked about. */
const MOST_ASKED = 16;
/**
 * Of so many candidates or more, the gram sets are held as differences, which is as exact. Thin pages of a site that call themselves by names of their
 * own are all similar, and none repeats another, so that each claim meets all earlier ones.
 */
const FEWEST_OF_CROWD = 64;

/** Result of a search: the page itself, if it is stored with the same content, or the pages similar to it. */
export interface Found {
  readonly replayed?: StoredPage;
  /** How the page differs from an earlier verdict's content. */
  readonly previous?: PreviousContent;
  /** The most similar committed page that the page repeats, and the most similar one that it does not repeat. */
  readonly match?: SimilarRecord;
  readonly alike?: SimilarRecord;
}

/**
 * Searches an index for what a claimed page repeats. Nothing is reserved or changed, so any number of searches run
 * concurrently; `ClaimDecider` makes verdicts of what they find.
 */
export class ClaimSearch {
  readonly #index: Pick<ClaimedIndex, 'store' | 'layout' | 'memory' | 'plan'>;

  constructor(index: Pick<ClaimedIndex, 'store' | 'layout' | 'memory' | 'plan'>) {
    this.#index = index;
  }

  /**
   * Searches among the committed pages, for the page itself by its key and for those that it may repeat.
   *
   * @param tables in memory; if undefined, the tables on disk hold all pages
   * @param report receives damage of sketches, whose pages are left out
   */
  async find(
    page: PageDescription,
    set: SketchedSet,
    options: ClaimOptions,
    tables: CandidateTables | undefined,
    report: ReportDamage,
  ): Promise<Found> {
    const { store, memory } = this.#index;
    const number = memory.mayHold(page.key) ? await pageOfKey(store, page.key) : undefined;
    if (number !== undefined) {
      const record = await memory.record(number);
      if (isSameContent(record, { fingerprint: set.fingerprint.toString('hex'), size: set.size })) {
        return { replayed: { page: number, record } };
      }
      const { identity, of = page } = record;
      const similarity = await this.#similarity(number, record, set);
      const previous = { similarity, text: of.key, ...(identity !== undefined && { identity }) };
      return { previous, ...(await this.#best(page, set, number, options, tables, report)) };
    }
    return this.#best(page, set, undefined, options, tables, report);
  }

  /** How similar a stored page is to a set. */
  async #similarity(page: number, record: DecisionRecord, set: SketchedSet): Promise<number> {
    if (record.size === 0 || set.size === 0) return 0;
    const { store, layout, memory } = this.#index;
    if (layout.setting === 'exact') {
      const [grams] = await memory.grams([page]);
      return jaccard(overlapOfSorted(grams, set.grams), record.size, set.size);
    }
    const [sketch] = await readSketches(store, layout, [page]);
    return estimateSimilarity(sketch, set).value;
  }

  /** Looks for an exact copy first: it is the usual duplicate, and costs one scan instead of all. */
  async #best(
    page: PageDescription,
    set: SketchedSet,
    except: number | undefined,
    { repeats }: ClaimOptions,
    tables: CandidateTables | undefined,
    report: ReportDamage,
  ): Promise<Found> {
    if (set.size === 0) return {};
    const { store, layout, memory } = this.#index;
    // Never the page itself: with the same gram set it would be a replay.
    const copy = await (tables ? memory.copyAmong(tables.copiesOf(set), set) : findCopy(store, layout, set));
    if (copy !== undefined) {
      const found = await this.#firstRepeated(page, [copy], set, repeats);
      if (found.match !== undefined) return found;
    }
    const met = tables?.distinctSimilarTo(set, except);
    // The usual page of a crawl: nothing is similar to it.
    if (met?.pages === 0) return {};
    const isOfCrowd = met !== undefined && met.pages >= FEWEST_OF_CROWD;
    const candidates = isOfCrowd ? undefined : met && withCopies(met);
    const plan = tables ? memory.plan : this.#index.plan();
    const search = async (limit: number): Promise<Found & { readonly all: boolean }> => {
      const { found } = isOfCrowd
        ? await findInMemory({ store, layout, plan }, memory, met, set, { limit, report })
        : await findSimilar(store, layout, plan, set, {
            ...{ except, limit, read: memory, report },
            ...(candidates && { candidates }),
          });
      // In the compact setting a search also returns pages whose estimate is below the threshold.
      const similar = found.filter(({ similarity }) => similarity >= plan.threshold);
      return { ...(await this.#firstRepeated(page, similar, set, repeats)), all: similar.length < limit };
    };
    const first = await search(repeats === undefined ? 1 : MOST_ASKED);
    // The most similar page was truncated and does not count: look at more.
    return first.match !== undefined || repeats !== undefined || first.all ? first : search(MOST_ASKED);
  }

  /** The first of some similar pages (most similar first) that a page repeats; if none, the first similar one. */
  async #firstRepeated(
    page: PageDescription,
    similar: readonly FoundPage[],
    set: SketchedSet,
    repeats: ClaimOptions['repeats'],
  ): Promise<Found> {
    const { layout, memory } = this.#index;
    let alike: SimilarRecord | undefined;
    for (const found of similar) {
      const match = { found, of: await memory.record(found.page) };
      if (!mayStandFor(match.of, page)) continue;
      if (repeats === undefined) return { match };
      const { similarity, page: number } = found;
      let grams: BigUint64Array | undefined;
      if (layout.setting === 'exact')
        grams = similarity === 1 ? set.grams : (await memory.grams([number]))[0];
      if (repeats(earlierPage(match.of, similarity, grams))) return { match };
      alike ??= match;
    }
    return alike === undefined ? {} : { alike };
  }
}

/** All pages that a search meets, each with the number of trees that lead to it. */
function withCopies({ treesOf, copies }: DistinctPages): Map<number, number> {
  const all = new Map(treesOf);
  for (const [page, trees] of treesOf) for (const copy of copies.get(page)!) all.set(copy, trees);
  return all;
}
