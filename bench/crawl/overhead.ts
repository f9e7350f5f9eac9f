import { type CrawlPlan, runCrawl } from '../../test/crawlee/crawl-runs.ts';
import { inFolder, type Site, withSite } from './site.ts';

const { NEARDUP_ROUNDS: rounds } = process.env;
const MODES = ['plain', 'floor', 'guard'] as const;
/**
 * Numbers of fetched pages between which a long crawl is neither new nor settled, and all of its pages. Crawlee keeps
 * each page's tree.
 */
const LONG_MARKS = [600, 2000] as const;
const LONG_PAGES = 2600;

/**
 * The cost of the plugin in a crawl whose server is another process: CPU time a page, of all threads, and the delay
 * of the event loop. Measured without the plugin (`plain`), with text and grams only (`floor`), and with the whole
 * plugin (`guard`), in turn; medians of `NEARDUP_ROUNDS` crawls, three by default. In a short crawl much of the time is
 * compilation: `warm` is the cost of the last two thirds of the pages.
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

/**
 * The same for one longer crawl: CPU time a page for its first 600 pages, in which most code is compiled, and for
 * those after 2,000, which is what a crawl of any length costs from then on. The least of `NEARDUP_ROUNDS` rounds,
 * one by default, since on a busy machine one run costs up to twice another. Some minutes a round; `NEARDUP_KINDS`
 * names one of the crawlers.
 */
export async function printLongOverhead(file: string): Promise<void> {
  await withSite({ file, every: 1 }, async ({ origin, paths: all }) => {
    const paths = all.slice(0, LONG_PAGES);
    console.log(`crawl: ${paths.length} pages of docs-rspec, 8 in flight, CPU ms a page`);
    console.log(
      '  crawler   first 600: plain   floor   guard   guard +%   after 2,000: plain   floor   guard   guard +%',
    );
    const { NEARDUP_KINDS: kinds = 'cheerio,http' } = process.env;
    for (const kind of kinds.split(',') as ('cheerio' | 'http')[]) {
      const [first, later] = [MODES.map(() => Infinity), MODES.map(() => Infinity)];
      for (let run = 0; run < Number(rounds ?? 1) * MODES.length; run++) {
        const i = run % MODES.length;
        const end = await crawl({ origin, paths, kind, concurrency: 8, mode: MODES[i], marks: LONG_MARKS });
        const [early, late] = end.cpuAtMarks;
        first[i] = Math.min(first[i], early / LONG_MARKS[0]);
        later[i] = Math.min(later[i], (end.cpuMilliseconds - late) / (paths.length - LONG_MARKS[1]));
      }
      const cells = [first, later].flatMap(([plain, floor, guard], part) => [
        plain.toFixed(2).padStart(part === 0 ? 18 : 20),
        floor.toFixed(2).padStart(8),
        guard.toFixed(2).padStart(8),
        more(guard, plain).padStart(11),
      ]);
      console.log(kind.padStart(9) + cells.join(''));
    }
  });
}

async function compare(site: Site, kind: 'cheerio' | 'http', concurrency: number): Promise<void> {
  const cpu = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  const warm = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  const delay = { plain: [] as number[], floor: [] as number[], guard: [] as number[] };
  for (let round = 0; round < Number(rounds ?? 3); round++) {
    for (const mode of MODES) {
      const warmAt = Math.ceil(site.paths.length / 3);
      const end = await crawl({ ...site, kind, concurrency, mode, marks: [warmAt] });
      cpu[mode].push(end.cpuMilliseconds / site.paths.length);
      warm[mode].push((end.cpuMilliseconds - end.cpuAtMarks[0]) / (site.paths.length - warmAt));
      delay[mode].push(end.loopDelayP99);
    }
  }
  const [plain, floor, guard] = MODES.map((mode) => median(cpu[mode])) as [number, number, number];
  const [warmPlain, warmFloor, warmGuard] = MODES.map((mode) => median(warm[mode])) as [
    number,
    number,
    number,
  ];
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
  return inFolder(async (folder) => {
    const { end } = await runCrawl({ ...plan, folder });
    if (end === undefined) throw new Error('expected the crawl to come to its end');
    return end;
  });
}

function more(ms: number, than: number): string {
  return `${((100 * ms) / than - 100).toFixed(0)} %`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
