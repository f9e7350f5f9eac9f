import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CrawlVerdict } from '../../plugins/crawlee/index.ts';
import { missing, realData } from '../data.ts';
import type { CrawlPlan } from './crawl-runs.ts';
import { runCrawl, verdictsIn } from './crawl-runs.ts';
import { page, serve, temporaryFolder } from './crawls.ts';
import { serveRealSite } from './real-site.ts';

/** Crawlee's queue lets 10 s pass after a restart before it believes that it has read its head. */
const timeout = 120_000;

test(
  'a crawl killed with kill -9 loses no committed page, decides none twice, and ends as if never killed',
  async () => {
    const groups = 60;
    const group = (path: string) => Number(path.slice(1)) % groups;
    const origin = await serve((request, response) => {
      response.setHeader('content-type', 'text/html').end(page(group(request.url ?? '')));
    });
    const paths = Array.from({ length: 4 * groups }, (_, i) => `/${i}`);
    const folder = await temporaryFolder();
    const verdicts = await crawlThroughKills({ origin, folder, paths, concurrency: 8 }, [20]);

    const uniques = [...verdicts.values()].filter(({ verdict }) => verdict === 'unique');
    const uniqueGroups = uniques.map(({ key }) => group(new URL(key).pathname)).sort((a, b) => a - b);
    expect(uniqueGroups).toEqual(Array.from({ length: groups }, (_, i) => i));
  },
  timeout,
);

test.skipIf(missing('docs-rspec'))(
  'a real site crawled at concurrency 8 and killed once has one decision for every page',
  async () => {
    const site = await serveRealSite(join(realData('docs-rspec')!, 'pages.jsonl.gz'), (i) => i % 16 === 0);
    const folder = await temporaryFolder();
    const verdicts = await crawlThroughKills({ ...site, folder, concurrency: 8 }, [40]);
    await site.close();
    for (const { verdict, of, similarity } of verdicts.values()) {
      if (verdict !== 'duplicate') continue;
      expect(similarity).toBeGreaterThanOrEqual(0.8);
      expect(verdicts.get(of?.key ?? '')?.verdict).toBe('unique');
    }
  },
  timeout,
);

/** Crawls, killed after each number of handled pages, then to the end; checks what a kill must not change. */
async function crawlThroughKills(plan: CrawlPlan, kills: number[]): Promise<Map<string, CrawlVerdict>> {
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
