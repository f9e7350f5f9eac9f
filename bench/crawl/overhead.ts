import { type CrawlPlan, runCrawl } from '../../test/crawlee/crawl-runs.ts';
import { inFolder, type Site, withSite } from './site.ts';

const ROUNDS = 3;
const MODES = ['plain', 'floor', 'guard'] as const;

/**
 * What the plugin costs of a crawl whose server is another process: CPU a page, all threads counted, and the delay of
 * the event loop, without it (`plain`), with text and grams alone (`floor`), and with all of it (`guard`). In turn, medians
 * of three.
 */
export async function printOverhead(file: string): Promise<void> {
  await withSite({ file, every: 6 }, async (site) => {
    console.log(`crawl: ${site.paths.length} pages of docs-rspec, CPU ms a page; loop delay p99 in ms`);
    console.log(
      '  crawler  concurrency   plain   floor   guard   floor +%   guard +%   delay plain   delay guard',
    );
    for (const kind of ['cheerio', 'http'] as const) {
      for (const concurrency of [8, 64]) await compare(site, kind, concurrency);
    }
  });
}

async function compare(site: Site, kind: 'cheerio' | 'http', concurrency: number): Promise<void> {
  const cpu = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  const delay = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of MODES) {
      const { cpuMilliseconds = 0, loopDelayP99 = 0 } =
        (await crawl({ ...site, kind, concurrency, mode })) ?? {};
      cpu[mode].push(cpuMilliseconds / site.paths.length);
      delay[mode].push(loopDelayP99);
    }
  }
  const [plain, floor, guard] = MODES.map((mode) => median(cpu[mode])) as [number, number, number];
  const more = (ms: number) => `${((100 * ms) / plain - 100).toFixed(0)} %`;
  const cells: [string | number, number][] = [
    [kind, 9],
    [concurrency, 12],
    [plain.toFixed(2), 8],
    [floor.toFixed(2), 8],
    [guard.toFixed(2), 8],
    [more(floor), 11],
    [more(guard), 11],
    [median(delay.plain).toFixed(0), 14],
    [median(delay.guard).toFixed(0), 14],
  ];
  console.log(cells.map(([cell, width]) => `${cell}`.padStart(width)).join(''));
}

function crawl(plan: Omit<CrawlPlan, 'folder'>) {
  return inFolder(async (folder) => (await runCrawl({ ...plan, folder })).end);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
