import { type CrawlRun, runCrawl, verdictsIn } from '../../test/crawlee/crawl-runs.ts';
import { inFolder, type Site, withSite } from './site.ts';

const CONTENTS = Number(process.env.NEARDUP_CONTENTS ?? 1000);
const COPIES = 3;
const KILLS = Number(process.env.NEARDUP_KILLS ?? 30);
const IN_FLIGHT = 64;

/** Records under which URLs each content was handled. */
class Handled {
  readonly #urlsOf = new Map<string, Set<string>>();
  readonly #calls = new Map<string, number>();

  add({ handled }: CrawlRun): void {
    for (const { key } of handled) {
      const url = key.replace(/^near-duplicates\/\d+\//, '');
      const content = new URL(url).pathname.split('/')[1] ?? '';
      this.#urlsOf.set(content, (this.#urlsOf.get(content) ?? new Set()).add(url));
      this.#calls.set(url, (this.#calls.get(url) ?? 0) + 1);
    }
  }

  toString(): string {
    const twice = [...this.#urlsOf.values()].filter((urls) => urls.size > 1).length;
    const again = [...this.#calls.values()].filter((calls) => calls > 1).length;
    return (
      `${CONTENTS - this.#urlsOf.size} contents lost, ${twice} under more than one URL, ` +
      `${again} URLs handled again after a kill`
    );
  }
}

/**
 * Counts what is lost or handled twice when the process is killed, when handlers throw, and when crawlers share an
 * index.
 */
export async function printFaults(): Promise<void> {
  await withSite({ contents: CONTENTS, copies: COPIES, words: 300 }, async (site) => {
    await throughKills(site);
    await withThrowingHandlers(site);
    await withTwoCrawlers(site);
    await withTwoProcesses(site);
    await onAFullDisk(site);
  });
  await withCopiesOfASlowPage();
}

async function throughKills(site: Site): Promise<void> {
  await inFolder(async (folder) => {
    const handled = new Handled();
    const plan = { ...site, folder, concurrency: IN_FLIGHT, handlerMs: 20 };
    let kills = 0;
    for (; kills < KILLS; kills++) {
      const run = await runCrawl({ ...plan, killAfter: 10 + ((kills * 7) % 31) });
      handled.add(run);
      if (run.end !== undefined) break;
    }
    const last = await runCrawl(plan);
    handled.add(last);
    const undecided = site.paths.length - (await verdictsIn(folder)).size;
    console.log(
      `crawl: ${site.paths.length} pages, ${IN_FLIGHT} in flight, killed ${kills} times: ${handled}, ` +
        `${undecided} undecided, ${last.end?.failed} requests failed`,
    );
  });
}

async function withThrowingHandlers(site: Site): Promise<void> {
  await inFolder(async (folder) => {
    const handled = new Handled();
    const run = await runCrawl({ ...site, folder, concurrency: IN_FLIGHT, handlerMs: 20, failing: 10 });
    handled.add(run);
    const undecided = site.paths.length - (await verdictsIn(folder)).size;
    console.log(
      `crawl: one handler in 10 throws at first: ${handled}, ${undecided} undecided, ` +
        `${run.end?.finished} requests for ${site.paths.length} pages`,
    );
  });
}

async function withTwoCrawlers(site: Site): Promise<void> {
  await inFolder(async (folder) => {
    const handled = new Handled();
    const run = await runCrawl({ ...site, folder, concurrency: 16, handlerMs: 20, crawlers: 2 });
    handled.add(run);
    console.log(
      `crawl: two crawlers on one index, the same URLs: ${run.handled.length} of ${CONTENTS} contents handled, ` +
        `${handled}, ${run.end?.failed} requests failed`,
    );
  });
}

async function withTwoProcesses({ origin, paths }: Site): Promise<void> {
  await inFolder(async (directory) => {
    const handled = new Handled();
    // in one order the process that starts later finds every content handled
    const orders = { a: paths, b: paths.toReversed() };
    const runs = await Promise.all(
      Object.entries(orders).map(([process, order]) =>
        inFolder((folder) => {
          const shared = { directory, process };
          return runCrawl({ origin, paths: order, folder, concurrency: 16, handlerMs: 20, shared });
        }),
      ),
    );
    for (const run of runs) handled.add(run);
    const [a, b] = runs.map((run) => run.handled.length);
    const failed = runs.reduce((sum, { end }) => sum + (end?.failed ?? 0), 0);
    console.log(
      `crawl: two processes on one index, the same URLs from both ends: ${a} and ${b} of ${CONTENTS} contents handled, ${handled}, ` +
        `${failed} requests failed`,
    );
  });
}

/** At first the index's log has room for only a third of the contents. Later there is room again, and the crawl goes on. */
async function onAFullDisk(site: Site): Promise<void> {
  await inFolder(async (folder) => {
    const handled = new Handled();
    const plan = { ...site, folder, concurrency: 16, handlerMs: 20 };
    const full = await runCrawl({ ...plan, mostFileBytes: CONTENTS << 11 });
    handled.add(full);
    const stored = (await verdictsIn(folder)).size;
    const again = await runCrawl(plan);
    handled.add({ ...again, handled: again.handled.filter(({ replayed }) => replayed !== true) });
    const undecided = site.paths.length - (await verdictsIn(folder)).size;
    console.log(
      `crawl: on a full disk the crawl of ${site.paths.length} pages ends with ${full.end?.error}, ${full.end?.failed} requests fail, ` +
        `${stored} verdicts are stored; with room again ${again.end?.failed} fail, ${handled}, ${undecided} undecided`,
    );
  });
}

/** One handler takes 4 s. Meanwhile 8 copies of its page and 40 other pages arrive, at concurrency 8. */
async function withCopiesOfASlowPage(): Promise<void> {
  await withSite({ contents: 41, copies: 9, words: 300 }, async ({ origin }) => {
    const others = Array.from({ length: 40 }, (_, i) => `/${i + 1}/0`);
    const copies = Array.from({ length: 8 }, (_, i) => `/0/${i + 1}`);
    const measure = async (paths: readonly string[]) =>
      inFolder(
        async (folder) => (await runCrawl({ origin, paths, folder, concurrency: 8, handlerMs: 20 })).end,
      );
    const with9 = await measure(['/0/0?ms=4000', ...copies, ...others]);
    console.log(
      `crawl: a handler of 4 s, 8 copies of its page and 40 others at concurrency 8: ${with9?.milliseconds} ms in all, ` +
        `${JSON.stringify(with9?.counts)}`,
    );
  });
}
