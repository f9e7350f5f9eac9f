import { expect } from 'vitest';
import type { CrawlVerdict } from '../../plugins/crawlee/index.ts';
import type { CrawlPlan } from './crawl-runs.ts';
import { runCrawl, verdictsIn } from './crawl-runs.ts';

/** Crawls, killed after each number of handled pages, then to the end; checks what a kill must not change. */
export async function crawlThroughKills(
  plan: CrawlPlan,
  kills: number[],
): Promise<Map<string, CrawlVerdict>> {
  let before = new Map<string, CrawlVerdict>();
  for (const killAfter of [...kills, Number.POSITIVE_INFINITY]) {
    const { handled, end } = await runCrawl({ ...plan, killAfter });
    const after = await verdictsIn(plan.folder);
    for (const { key, replayed } of handled) expect(replayed).toBe(before.has(key));
    for (const [key, verdict] of before) expect(after.get(key)).toEqual(verdict);
    if (killAfter === Number.POSITIVE_INFINITY) {
      expect(end?.failed).toBe(0);
      expect(after.size).toBe(plan.paths.length);
    } else {
      expect(end).toBeUndefined();
      expect(after.size).toBeGreaterThan(before.size);
      expect(after.size).toBeLessThan(plan.paths.length);
    }
    before = after;
  }
  return before;
}
