import type { BinaryStore } from '../disk/binary-store.ts';
import type { SketchedSet } from '../layout/entries.ts';
import type { IndexLayout } from '../layout/parameters.ts';
import { type FoundPage, findSimilar } from '../search.ts';
import type { SearchPlan } from '../search-plan.ts';
import type { CandidateTables } from './candidate-tables.ts';
import type { IndexMemory } from './index-memory.ts';

/**
 * `findSimilar`, of which any page can be found, by the tables in memory. Of a crowd of pages with the same set one sketch
 * and one gram set are read: the others are as similar.
 */
export async function findInMemory(
  { store, layout, plan }: { store: BinaryStore; layout: IndexLayout; plan: SearchPlan },
  memory: IndexMemory,
  tables: CandidateTables,
  set: SketchedSet,
  { except, limit }: { readonly except: number | undefined; readonly limit: number },
): Promise<{ found: FoundPage[]; candidates: number }> {
  if (set.size === 0) return { found: [], candidates: 0 };
  const { treesOf, copies } = tables.distinctSimilarTo(set, except);
  const { found, candidates } = await findSimilar(store, layout, plan, set, {
    ...{ candidates: treesOf, read: memory, limit },
  });
  const all = found.flatMap((each) => [each, ...copies.get(each.page)!.map((page) => ({ ...each, page }))]);
  all.sort((a, b) => b.similarity - a.similarity || a.page - b.page);
  return { found: all.slice(0, limit), candidates };
}
