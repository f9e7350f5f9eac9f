import type { ReportDamage } from '../damage.ts';
import type { BinaryStore } from '../disk/binary-store.ts';
import type { SketchRecord } from '../layout/codec.ts';
import type { SketchedSet } from '../layout/entries.ts';
import type { IndexLayout } from '../layout/parameters.ts';
import { type FoundPage, findSimilar } from '../search.ts';
import type { SearchPlan } from '../search-plan.ts';
import type { DistinctPages } from './candidate-tables.ts';
import type { IndexMemory } from './index-memory.ts';
import { MetRepresentatives } from './set-differences.ts';

/** Options of a search in memory. */
interface FindOptions {
  /** Most pages to find, the best ones. */
  readonly limit: number;
  /** Receives damage of a sketch. Its page is left out if no page with the same set has an intact one. */
  readonly report: ReportDamage;
}

/**
 * `findSimilar` with scope `both` and the tables in memory. Of pages with the same set only one sketch and one gram set
 * are read: the others are equally similar. A set that an earlier search has read is not read again: it is held as the
 * difference from another set of its crowd.
 *
 * @param met the pages that the tables lead to, without the one to leave out
 */
export async function findInMemory(
  { store, layout, plan }: { store: BinaryStore; layout: IndexLayout; plan: SearchPlan },
  memory: IndexMemory,
  { treesOf, copies }: DistinctPages,
  set: SketchedSet,
  { limit, report }: FindOptions,
): Promise<{ found: FoundPage[]; candidates: number }> {
  if (set.size === 0) return { found: [], candidates: 0 };
  const { differences } = memory;
  const met = new MetRepresentatives(set.grams);
  const { found, candidates } = await findSimilar(store, layout, plan, set, {
    ...{ candidates: treesOf, limit, report },
    read: {
      ...(layout.setting === 'exact' && {
        atHand: (pages) => differences.similarTo(met, plan.threshold, pages),
      }),
      async grams(pages) {
        const sets = await memory.gramsOnce(pages);
        for (const [i, grams] of sets.entries()) differences.hold(pages[i], grams, met);
        return sets;
      },
      async sketches(pages) {
        const sketches = await memory.sketches(pages, report);
        for (const [i, page] of pages.entries()) {
          sketches[i] ??= await firstSketch(memory, copies.get(page)!, report);
        }
        return sketches;
      },
    },
  });
  // of a crowd with one set no more copies are named than asked for
  const all = found.flatMap((each) => {
    const others = copies.get(each.page)!.slice(0, limit);
    return [each, ...others.map((page) => ({ ...each, page }))];
  });
  all.sort((a, b) => b.similarity - a.similarity || a.page - b.page);
  return { found: all.slice(0, limit), candidates };
}

/** The first intact sketch of these pages. */
async function firstSketch(
  memory: IndexMemory,
  pages: readonly number[],
  report: ReportDamage,
): Promise<SketchRecord | undefined> {
  for (const page of pages) {
    const [sketch] = await memory.sketches([page], report);
    if (sketch !== undefined) return sketch;
  }
  return undefined;
}
