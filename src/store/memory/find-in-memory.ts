import type { ReportDamage } from '../damage.ts';
import type { BinaryStore } from '../disk/binary-store.ts';
import type { SketchRecord } from '../layout/codec.ts';
import type { SketchedSet } from '../layout/entries.ts';
import type { IndexLayout } from '../layout/parameters.ts';
import { type FoundPage, findSimilar } from '../search.ts';
import type { SearchPlan } from '../search-plan.ts';
import type { CandidateTables } from './candidate-tables.ts';
import type { IndexMemory } from './index-memory.ts';

/** What is to be found. */
interface FindOptions {
  /** A page that is not to be found. */
  readonly except: number | undefined;
  /** How many of the best to find. */
  readonly limit: number;
  /** Takes the damage of a sketch; its page is left out where no other with the same set has a whole one. */
  readonly report: ReportDamage;
}

/**
 * `findSimilar`, of which any page can be found, by the tables in memory. Of a crowd of pages with the same set one sketch
 * and one gram set are read: the others are as similar.
 */
export async function findInMemory(
  { store, layout, plan }: { store: BinaryStore; layout: IndexLayout; plan: SearchPlan },
  memory: IndexMemory,
  tables: CandidateTables,
  set: SketchedSet,
  { except, limit, report }: FindOptions,
): Promise<{ found: FoundPage[]; candidates: number }> {
  if (set.size === 0) return { found: [], candidates: 0 };
  const { treesOf, copies } = tables.distinctSimilarTo(set, except);
  const { found, candidates } = await findSimilar(store, layout, plan, set, {
    ...{ candidates: treesOf, limit, report },
    read: {
      grams: (pages) => memory.grams(pages),
      async sketches(pages) {
        const sketches = await memory.sketches(pages, report);
        for (const [i, page] of pages.entries()) {
          sketches[i] ??= await firstSketch(memory, copies.get(page)!, report);
        }
        return sketches;
      },
    },
  });
  const all = found.flatMap((each) => [each, ...copies.get(each.page)!.map((page) => ({ ...each, page }))]);
  all.sort((a, b) => b.similarity - a.similarity || a.page - b.page);
  return { found: all.slice(0, limit), candidates };
}

/** The first whole sketch of some pages. */
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
