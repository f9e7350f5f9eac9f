import { load } from 'cheerio';
import { createDeduper, type Deduper } from '../../plugins/crawl/index.ts';
import type { Page } from '../../src/index.ts';
import { realPageStream } from '../real-pages.ts';
import { inFolder } from './site.ts';

/** One page in so many, as in the crawls of `overhead`. */
const EVERY = 6;
const IN_FLIGHT = 8;

/** What a crawl does with a page besides. */
type Work = (html: string) => void;

const works: Readonly<Record<string, Work>> = {
  'and nothing else': () => {},
  'between two parses': (html) => void load(html)('a').length,
};

/**
 * CPU time a page of the plugin without Crawlee: claims and commits of 637 pages, 8 in flight, with nothing between them and between
 * two parses by cheerio, as in a crawl, where other code and data take the processor's caches. What the parses take alone is
 * subtracted. The first round, in which most code is compiled, and the least of `NEARDUP_ROUNDS` others (default 3).
 */
export async function printPluginAlone(): Promise<void> {
  const pages: Page[] = [];
  let count = 0;
  for await (const page of realPageStream('docs-rspec') ?? []) if (count++ % EVERY === 0) pages.push(page);
  const { NEARDUP_ROUNDS: rounds = '3' } = process.env;
  for (const [name, work] of Object.entries(works)) {
    await cpuOf(pages, work);
    const first = await cpuWithPlugin(pages, work);
    let [plain, guarded] = [await cpuOf(pages, work), Number.POSITIVE_INFINITY];
    const firstMore = first - plain;
    for (let round = 0; round < Number(rounds); round++) {
      guarded = Math.min(guarded, await cpuWithPlugin(pages, work));
      plain = Math.min(plain, await cpuOf(pages, work));
    }
    console.log(
      `crawl: the plugin alone, ${pages.length} pages, ${name} (${plain.toFixed(2)} ms of CPU a page): ` +
        `${firstMore.toFixed(2)} ms in the first round, then ${(guarded - plain).toFixed(2)}`,
    );
  }
}

function cpuWithPlugin(pages: readonly Page[], work: Work): Promise<number> {
  return inFolder(async (directory) => {
    const deduper = await createDeduper({ directory });
    const took = await cpuOf(pages, work, deduper);
    await deduper.close();
    return took;
  });
}

/** Milliseconds of CPU a page, of all threads. */
async function cpuOf(pages: readonly Page[], work: Work, deduper?: Deduper): Promise<number> {
  const before = process.cpuUsage();
  let next = 0;
  async function pagesInTurn(): Promise<void> {
    while (next < pages.length) {
      const { url = '', body } = pages[next++];
      const html = body.toString();
      work(html);
      const claim = await deduper?.claim({ url, body, contentType: 'text/html; charset=utf-8' });
      work(html);
      await new Promise((resolve) => setImmediate(resolve));
      await claim?.commit();
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, pagesInTurn));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / pages.length;
}
