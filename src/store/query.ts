import { checkString, wrongType, wrongValue } from '../argument-checks.ts';
import type { ReportDamage } from './damage.ts';
import type { BinaryStore } from './disk/binary-store.ts';
import { sketchSet } from './layout/entries.ts';
import { hostOf, type Scope, scopes } from './layout/host.ts';
import type { IndexLayout } from './layout/parameters.ts';
import { findInMemory } from './memory/find-in-memory.ts';
import type { IndexMemory } from './memory/index-memory.ts';
import { pageOfKey, standingRecords } from './pages.ts';
import { findSimilar } from './search.ts';
import type { SearchPlan } from './search-plan.ts';
import { type Answer, type Match, matchOf } from './verdicts.ts';

/** Options of a query. Default: the index's own parameters. */
export interface QueryOptions {
  /** Least similarity of the returned pages, (0, 1]. */
  readonly threshold?: number;
  /** Probability, (0, 1), of finding a page exactly at the threshold. */
  readonly recall?: number;
  /** Default: `both`. The other two compare with the host of `url`. */
  readonly scope?: Scope;
  /** URL of the page that the query is about. */
  readonly url?: string;
  /** Key of a page to leave out. */
  readonly except?: string;
  /** Most pages to return, the most similar ones. With a limit, fewer pages of a crowd are read. Default: all. */
  readonly limit?: number;
}

/**
 * Answers a query with a plan made for it; see `SketchIndex.query`.
 *
 * @param report receives damage of a sketch that the search reads; the page is then left out
 * @param memory of the index; only if it is complete, has the same plan, and the scope is `both`
 */
export async function answerQuery(
  store: BinaryStore,
  layout: IndexLayout,
  plan: SearchPlan,
  grams: BigUint64Array,
  options: QueryOptions,
  report: ReportDamage,
  memory?: IndexMemory,
): Promise<Answer> {
  const { scope = scopes[0], url = '', limit = Number.POSITIVE_INFINITY } = options;
  const set = sketchSet(grams, url, layout);
  const except = options.except === undefined ? undefined : await pageOfKey(store, options.except);
  const search = { store, layout, plan };
  const { found, candidates } = await (memory?.tables
    ? findInMemory(search, memory, memory.tables.distinctSimilarTo(set, except), set, { limit, report })
    : findSimilar(store, layout, plan, set, { scope, except, limit, report }));
  const pages = found.map(({ page }) => page);
  const names = await (memory?.names(pages) ?? standingRecords(store, pages));
  const matches = found.map((page, i) => matchOf(page, names[i]));
  const { threshold, recall, promised } = plan;
  return { matches: matches.filter(isInScope(options)), threshold, recall, promised, candidates };
}

/** Refuses wrong options. @throws RangeError, or TypeError when a scope is given without a URL */
export function checkQuery({ scope = scopes[0], url, except, limit = 1 }: QueryOptions): void {
  if (!scopes.includes(scope)) {
    throw wrongValue('scope', `one of ${scopes.join(', ')}`, scope);
  }
  if (scope !== 'both' && url === undefined)
    throw wrongType('url', `the page's url with the scope ${scope}`, url, 'none');
  if (url !== undefined) checkString('query', 'url', url);
  if (except !== undefined) checkString('query', 'except', except);
  if (!((Number.isSafeInteger(limit) && limit >= 1) || limit === Number.POSITIVE_INFINITY))
    throw wrongValue('limit', 'a whole number from 1, or Infinity', limit);
}

/** Compares hosts by name: sketches hold only a hash of the host. */
function isInScope({ scope, url = '' }: QueryOptions): (match: Match) => boolean {
  if (scope !== 'same-host') return () => true;
  const host = hostOf(url);
  return (match) => hostOf(match.url) === host;
}
