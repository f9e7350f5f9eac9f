/**
 * One crawl in a process of its own, to be measured, or killed and started again: `node crawl-process.js PLAN.json`.
 *
 * Prints `{"key", "replayed"}` for every page that its handler has done, and at the end
 * `{"finished", "failed", "milliseconds", "counts", …}`, a line each.
 */
import { readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import type { BasicCrawler, CheerioCrawlingContext } from 'crawlee';
import { CheerioCrawler, Configuration, HttpCrawler, log } from 'crawlee';
import { nearDuplicates, verdictOf } from '../../plugins/crawlee/index.ts';
import { shingleDom, shinglePage } from '../../src/index.ts';
import type { CrawlPlan } from './crawl-runs.ts';

const plan = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as CrawlPlan;
const { origin, folder, paths, concurrency, mode = 'guard', kind = 'cheerio' } = plan;
const { handlerMs = 0, failing = 0, crawlers = 1, shared, marks = [] } = plan;
log.setLevel(log.LEVELS.ERROR);
// a file that may not grow is to fail as on a full disk, and not to end the process
if (plan.mostFileBytes !== undefined) process.on('SIGXFSZ', () => undefined);
const duplicates = await nearDuplicates(shared ?? { directory: join(folder, 'near-duplicates', 'default') });
const attempts = new Map<string, number>();

const handler = async (context: CheerioCrawlingContext) => {
  const { uniqueKey, url } = context.request;
  const attempt = (attempts.get(uniqueKey) ?? 0) + 1;
  attempts.set(uniqueKey, attempt);
  const ms = Number(new URL(url).searchParams.get('ms') ?? handlerMs);
  if (ms > 0) await setTimeout(ms);
  // The same pages fail in each run: one in `failing` at its first attempt.
  if (failing > 0 && attempt === 1 && hashOf(url) % failing === 0) throw new Error('fails at first');
  if (mode === 'floor') read(context);
  print({ key: uniqueKey, replayed: verdictOf(context)?.replayed });
};

/** Pages fetched, and what had been spent when so many of them were as the plan marks. */
let fetched = 0;
const cpuAtMarks: number[] = [];

const delay = monitorEventLoopDelay({ resolution: 1 });
const made: BasicCrawler[] = [];
for (let i = 0; i < crawlers; i++) made.push(crawlerOf(i));
const start = performance.now();
const before = process.cpuUsage();
delay.enable();
const urls = paths.map((path) => origin + path);
let error: string | undefined;
const statistics = await Promise.all(
  made.map(async (each) => {
    // All of them before the first: else an emptied queue would look like the end.
    await each.addRequests(urls, { waitForAllRequestsToBeAdded: true, waitBetweenBatchesMillis: 0 });
    return each.run().catch((why: { readonly code?: string }) => {
      if (why.code !== 'NEARDUP_INDEX_READ_ONLY') throw why;
      error = why.code;
      return each.stats.state;
    });
  }),
);
delay.disable();
const cpu = sumOf(process.cpuUsage(before));
print({
  finished: statistics.reduce((sum, { requestsFinished }) => sum + requestsFinished, 0),
  failed: statistics.reduce((sum, { requestsFailed }) => sum + requestsFailed, 0),
  milliseconds: Math.round(performance.now() - start),
  cpuMilliseconds: cpu,
  cpuAtMarks,
  loopDelayP99: delay.percentile(99) / 1e6,
  loopDelayMax: delay.max / 1e6,
  counts: duplicates.counts,
  ...(error !== undefined && { error }),
});
await duplicates.close();

function crawlerOf(number: number): BasicCrawler {
  const Crawler = kind === 'http' ? HttpCrawler : CheerioCrawler;
  /** Requests that have failed and are to be tried again. */
  const waiting = new Set<string>();
  const crawler: BasicCrawler = new Crawler(
    {
      useSessionPool: false,
      // Crawlee's locking queue would keep what a killed process held locked for a minute or more.
      experiments: { requestLocking: false },
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      postNavigationHooks: [
        () => {
          if (++fetched === marks[cpuAtMarks.length]) cpuAtMarks.push(sumOf(process.cpuUsage(before)));
        },
      ],
      // A queue whose last requests are to be tried again seconds later looks empty meanwhile.
      preNavigationHooks: [({ request }) => void waiting.delete(request.uniqueKey)],
      errorHandler: ({ request }) => void waiting.add(request.uniqueKey),
      // Crawlee waits 10 s before it believes that a queue which more than one process has used is at its end.
      autoscaledPoolOptions: {
        isFinishedFunction: async () =>
          waiting.size === 0 && (await (await crawler.getRequestQueue()).isEmpty()),
      },
      requestHandler: (mode === 'guard' ? duplicates.guard(handler as never) : handler) as never,
    },
    new Configuration({
      purgeOnStart: false,
      storageClientOptions: { localDataDirectory: number === 0 ? folder : join(folder, `${number}`) },
      availableMemoryRatio: 0.9,
    }),
  ) as unknown as BasicCrawler;
  return crawler;
}

/** What the plugin cannot do without: the text of a page, and its grams. */
function read({ $, body, request }: CheerioCrawlingContext): void {
  if ($ === undefined) shinglePage({ id: request.url, url: request.url, body });
  else shingleDom($.root().get(0) as never);
}

function sumOf({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000;
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) >>> 0;
  return hash;
}

/** Written at once, so that nothing printed is lost when the process is killed. */
function print(line: unknown): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}
