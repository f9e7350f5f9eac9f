import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CrawlPlan, runCrawl, verdictsIn } from '../test/crawlee/crawl-runs.ts';
import { serveRealSite } from '../test/crawlee/real-site.ts';
import { missing, realData } from '../test/data.ts';

const CONCURRENCY = 8;
const ROUNDS = 3;

/**
 * Crawls docs-rspec from loopback with CheerioCrawler at concurrency 8, with its storage on disk as is
 * Crawlee's default: every sixth page with and without the guard, interleaved, medians of three; then all
 * 3,819 pages, killed twice with kill -9. Prints pages/s, and what the kills cost.
 */
export async function run(): Promise<void> {
  const skipped = missing('docs-rspec');
  if (skipped) {
    console.log(`crawl: skipped, ${skipped}`);
    return;
  }
  const file = join(realData('docs-rspec') ?? '', 'pages.jsonl.gz');
  await comparePlainAndGuarded(file);
  await crawlThroughKills(file);
}

async function comparePlainAndGuarded(file: string): Promise<void> {
  const site = await serveRealSite(file, (i) => i % 6 === 0);
  const rates = { plain: [] as number[], guard: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of ['plain', 'guard'] as const) {
      await inFolder(async (folder) => {
        const { end } = await runCrawl({ ...site, folder, concurrency: CONCURRENCY, mode });
        rates[mode].push((1000 * (end?.finished ?? 0)) / (end?.milliseconds ?? 1));
      });
    }
  }
  await site.close();
  const [plain, guard] = [median(rates.plain), median(rates.guard)];
  console.log(
    `crawl: ${site.paths.length} pages at concurrency ${CONCURRENCY}: ${plain.toFixed(0)} pages/s without neardup, ` +
      `${guard.toFixed(0)} with it (${((100 * guard) / plain).toFixed(0)} %)`,
  );
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

async function inFolder(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-bench-crawl-'));
  await use(folder);
  await rm(folder, { recursive: true, force: true });
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
