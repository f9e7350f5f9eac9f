import { type CrawlPlan, runCrawl } from '../../test/crawlee/crawl-runs.ts';
import { inFolder, type Site, withSite } from './site.ts';

const ROUNDS = 3;
const MODES = ['plain', 'floor', 'guard'] as const;

/**
 * What the plugin costs of a crawl whose server is another process: CPU a page, all threads counted, and the delay of
 * the event loop, without it (`plain`), with text and grams alone (`floor`), and with all of it (`guard`). In turn, medians
 * of three. Of a short crawl much is compilation: behind `warm` is what the last two thirds of the pages cost.
 */
export async function printOverhead(file: string): Promise<void> {
  await withSite({ file, every: 6 }, async (site) => {
    console.log(`crawl: ${site.paths.length} pages of docs-rspec, CPU ms a page; loop delay p99 in ms`);
    console.log(
      '  crawler  concurrency   plain   floor   guard   floor +%   guard +%   warm: plain   floor +%   guard +%   delay plain   delay guard',
    );
    for (const kind of ['cheerio', 'http'] as const) {
      for (const concurrency of [8, 64]) await compare(site, kind, concurrency);
    }
  });
}

async function compare(site: Site, kind: 'cheerio' | 'http', concurrency: number): Promise<void> {
  const cpu = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  const warm = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  const delay = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of MODES) {
      const {
        cpuMilliseconds = 0,
        warmCpuMilliseconds = 0,
        loopDelayP99 = 0,
      } = (await crawl({ ...site, kind, concurrency, mode })) ?? {};
      cpu[mode].push(cpuMilliseconds / site.paths.length);
      warm[mode].push(warmCpuMilliseconds / site.paths.length);
      delay[mode].push(loopDelayP99);
    }
  }
  const [plain, floor, guard] = MODES.map((mode) => median(cpu[mode])) as [number, number, number];
  const [warmPlain, warmFloor, warmGuard] = MODES.map((mode) => median(warm[mode])) as [
    number,
    number,
    number,
  ];
  const more = (ms: number, than: number) => `${((100 * ms) / than - 100).toFixed(0)} %`;
  const cells: [string | number, number][] = [
    [kind, 9],
    [concurrency, 12],
    [plain.toFixed(2), 8],
    [floor.toFixed(2), 8],
    [guard.toFixed(2), 8],
    [more(floor, plain), 11],
    [more(guard, plain), 11],
    [warmPlain.toFixed(2), 14],
    [more(warmFloor, warmPlain), 11],
    [more(warmGuard, warmPlain), 11],
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
