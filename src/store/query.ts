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

/** What a query asks for; by default what the index was made with. */
export interface QueryOptions {
  /** Least similarity of a page that is named, (0, 1]. */
  readonly threshold?: number;
  /** Probability, (0, 1), with which a page exactly at the threshold is to be found. */
  readonly recall?: number;
  /** Default: `both`. The other two go by the host of `url`. */
  readonly scope?: Scope;
  /** Where the page asked about is. */
  readonly url?: string;
  /** Key of a page that is not to be named. */
  readonly except?: string;
  /** How many of the best to name, so that fewer pages of a crowd are read. Default: all. */
  readonly limit?: number;
}

/**
 * Answers a query by a plan that was made for it; see `SketchIndex.query`.
 *
 * @param report takes the damage of a sketch that the search met: its page is left out
 * @param memory of the index, where it is complete and of the same plan, and hosts do not count
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
    ? findInMemory(search, memory, memory.tables, set, { except, limit, report })
    : findSimilar(store, layout, plan, set, { scope, except, limit, report }));
  const pages = found.map(({ page }) => page);
  const names = await (memory?.names(pages) ?? standingRecords(store, pages));
  const matches = found.map((page, i) => matchOf(page, names[i]));
  const { threshold, recall, promised } = plan;
  return { matches: matches.filter(isInScope(options)), threshold, recall, promised, candidates };
}

/** Refuses wrong options. @throws RangeError, or TypeError when a scope is given and no URL to go by */
export function checkQuery({ scope = scopes[0], url, limit = 1 }: QueryOptions): void {
  if (!scopes.includes(scope)) {
    throw new RangeError(`scope: expected one of ${scopes.join(', ')}; got ${JSON.stringify(scope)}`);
  }
  if (scope !== 'both' && url === undefined)
    throw new TypeError(`url: expected the page's url with the scope ${scope}; got none`);
  if (!(limit >= 1)) throw new RangeError(`limit: expected 1 or more; got ${limit}`);
}

/** Makes sure of the host, of which the sketches have but a hash. */
function isInScope({ scope, url = '' }: QueryOptions): (match: Match) => boolean {
  if (scope !== 'same-host') return () => true;
  const host = hostOf(url);
  return (match) => hostOf(match.url) === host;
}
