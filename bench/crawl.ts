import { join } from 'node:path';
import { type CrawlPlan, runCrawl, verdictsIn } from '../test/crawlee/crawl-runs.ts';
import { serveRealSite } from '../test/crawlee/real-site.ts';
import { missing, realData } from '../test/data.ts';
import { printFaults } from './crawl/faults.ts';
import { printHostileSite } from './crawl/hostile-site.ts';
import { printLargePages } from './crawl/large-pages.ts';
import { printLinks } from './crawl/links.ts';
import { printLongOverhead, printOverhead } from './crawl/overhead.ts';
import { printPluginAlone } from './crawl/plugin-alone.ts';
import { inFolder } from './crawl/site.ts';

const CONCURRENCY = 8;

/**
 * What the plugin costs, and what it loses: CPU a page and loop delay beside a crawl without it; a crawl killed 30 times,
 * with handlers that throw, with two crawlers and two processes on one index, on a full disk, with copies of a slow page,
 * with hostile pages among real ones; what is lost with the links of skipped pages; and all 3,819 pages of docs-rspec from loopback, killed twice with kill -9.
 * `NEARDUP_PARTS` names some of the parts.
 */
export async function run(): Promise<void> {
  const skipped = missing('docs-rspec');
  if (skipped) {
    console.log(`crawl: skipped, ${skipped}`);
    return;
  }
  const file = join(realData('docs-rspec') ?? '', 'pages.jsonl.gz');
  const parts: Record<string, () => Promise<void>> = {
    overhead: () => printOverhead(file),
    'plugin-alone': printPluginAlone,
    'long-overhead': () => printLongOverhead(file),
    'large-pages': printLargePages,
    faults: printFaults,
    'hostile-site': printHostileSite,
    links: printLinks,
    kills: () => crawlThroughKills(file),
  };
  const { NEARDUP_PARTS: asked } = process.env;
  for (const part of asked?.split(',') ?? Object.keys(parts)) await parts[part]();
}

async function crawlThroughKills(file: string): Promise<void> {
  const site = await serveRealSite(file);
  await inFolder(async (folder) => {
    const plan: CrawlPlan = { ...site, folder, concurrency: CONCURRENCY };
    let committed = new Map<string, string>();
    let [lost, decidedTwice, handledAgain] = [0, 0, 0];
    const start = performance.now();
    for (const killAfter of [150, 300, Number.POSITIVE_INFINITY]) {
      const { handled } = await runCrawl({ ...plan, killAfter });
      const verdicts = await verdictsIn(folder);
      const now = new Map([...verdicts].map(([key, { reason }]) => [key, reason]));
      for (const [key, reason] of committed) {
        if (!now.has(key)) lost++;
        else if (now.get(key) !== reason) decidedTwice++;
      }
      for (const { key } of handled) if (committed.has(key)) handledAgain++;
      console.log(`crawl: ${now.size} pages decided ${killAfter < Infinity ? 'when killed' : 'at the end'}`);
      committed = now;
    }
    const seconds = (performance.now() - start) / 1000;
    const missed = site.paths.filter((path) => !committed.has(site.origin + path)).length;
    console.log(
      `crawl: all ${site.paths.length} pages in ${seconds.toFixed(1)} s through two kill -9: ${missed} undecided, ` +
        `${lost} committed pages lost, ${decidedTwice} decided twice, ${handledAgain} handled again (replayed)`,
    );
  });
  await site.close();
}
