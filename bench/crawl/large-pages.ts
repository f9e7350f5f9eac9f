import { type CrawlPlan, runCrawl } from '../../test/crawlee/crawl-runs.ts';
import { inFolder, type Site, withSite } from './site.ts';

const ROUNDS = 3;
const SITES = [
  { name: '20 KB', contents: 400, words: 3_200 },
  { name: '1 MB', contents: 24, words: 160_000 },
  { name: '5 MB', contents: 8, words: 800_000 },
  { name: '10⁷ words', contents: 1, words: 10_000_000 },
] as const;

/**
 * How long large pages block the event loop, with and without the plugin, and what they cost. Medians of three; `p99
 * more` is the median of the differences within a round. `NEARDUP_PAGES` names some of the sizes, for example `5 MB`.
 */
export async function printLargePages(): Promise<void> {
  const { NEARDUP_PAGES: asked } = process.env;
  console.log('crawl: event loop by the size of pages, 8 at once; delay in ms, CPU ms a page, all threads');
  console.log(
    '  crawler       pages   p99 plain   p99 guard   p99 more   longest plain   longest guard   CPU plain   CPU guard',
  );
  for (const { name, contents, words } of SITES) {
    if (asked !== undefined && !asked.split(',').includes(name)) continue;
    await withSite({ contents, copies: 1, words }, async (site) => {
      for (const kind of ['cheerio', 'http'] as const) await compare(name, site, kind);
    });
  }
}

async function compare(name: string, site: Site, kind: 'cheerio' | 'http'): Promise<void> {
  const modes = { plain: [] as number[][], guard: [] as number[][] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of ['plain', 'guard'] as const) {
      const end = await crawl({ ...site, kind, concurrency: 8, mode });
      if (end === undefined || end.failed > 0) throw new Error(`expected all pages of ${name} to be crawled`);
      modes[mode].push([end.loopDelayP99, end.loopDelayMax, end.cpuMilliseconds / site.paths.length]);
    }
  }
  const of = (mode: 'plain' | 'guard', column: number) =>
    median(modes[mode].map((row) => row[column]!)).toFixed(0);
  const more = median(modes.guard.map(([p99], round) => p99! - modes.plain[round]![0]!)).toFixed(0);
  const cells: [string, number][] = [
    [kind, 9],
    [name, 12],
    [of('plain', 0), 12],
    [of('guard', 0), 12],
    [more, 11],
    [of('plain', 1), 16],
    [of('guard', 1), 16],
    [of('plain', 2), 12],
    [of('guard', 2), 12],
  ];
  console.log(cells.map(([cell, width]) => cell.padStart(width)).join(''));
}

function crawl(plan: Omit<CrawlPlan, 'folder'>) {
  return inFolder(async (folder) => (await runCrawl({ ...plan, folder })).end);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
