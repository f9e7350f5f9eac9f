import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { CheerioCrawlingContext, CheerioCrawler as Crawler, RequestProvider } from 'crawlee';
import type { CrawlContext, NearDuplicates } from '../../crawlee/index.ts';
import { fullDisk } from '../errors.ts';
import { many } from '../numbers.ts';
import { version } from '../version.ts';
import type { AddressGuard } from './addresses.ts';
import { isFinal } from './connection-errors.ts';
import { CrawlCounts } from './crawl-counts.ts';
import { cutOffRequests } from './cut-off-requests.ts';
import { Gate, mostCrawlDelaySeconds } from './gate.ts';
import { takeHostsInTurn } from './host-turns.ts';
import type { KeptPages } from './kept-pages.ts';
import { mostHeldSeconds, politeClient } from './page-client.ts';
import { type PageCall, PageHandler } from './page-handler.ts';
import { pageLimit } from './page-limit.ts';
import { fetchRobots, requestOptions, type StreamClient } from './polite-fetch.ts';
import { isRefusal } from './refused.ts';
import { Robots } from './robots.ts';
import type { CrawlSummary } from './summary.ts';

/** What is crawled, and how. */
interface CrawlCall extends PageCall {
  readonly urls: readonly string[];
  readonly options: { readonly threshold: number; readonly gram: string };
  readonly delaySeconds: number;
  readonly maxRequestsPerMinute: number;
  readonly honoursRobots: boolean;
  /** Whether to pass over requests whose pages are known from the site's URLs. */
  readonly usesUrlRules: boolean;
  readonly maxPages: number;
  readonly concurrency: number;
  readonly resume: boolean;
  /** The same call with `--resume`, as typed. */
  readonly resumed: string;
  /** Where the crawl is kept; undefined if it is not kept. */
  readonly out: string | undefined;
}

type CrawleeOfCheerio = Pick<
  typeof import('crawlee'),
  'CheerioCrawler' | 'Configuration' | 'GotScrapingHttpClient' | 'log'
>;

/** Set by a crawl. The index of a crawl is opened earlier. */
export interface Handling {
  /** Handles a page whatever its verdict. */
  page?: (context: CrawlContext) => Promise<void>;
  /** Whether a page has been asked for: before, Crawlee may not yet listen for SIGINT. */
  hasBegun?: boolean;
}

/** The parts that a crawl uses. */
interface CrawlParts {
  /** For Crawlee's storage. */
  readonly folder: string;
  /** Calls `handling` for duplicates. */
  readonly duplicates: NearDuplicates;
  readonly handling: Handling;
  /** Where pages are kept; undefined if they are not kept. */
  readonly kept: KeptPages | undefined;
  readonly guard: AddressGuard;
  /** A product token and a version; robots.txt is read for the token. */
  readonly userAgent: string;
}

/** Where the folder of a crawl has Crawlee's queue, which is made after the verdicts. */
export const STORAGE = 'storage';

/** Crawlee's own time limit for a handler. The time to wait for a turn is added. */
const HANDLER_SECONDS = 60;

/** Crawls with Crawlee's CheerioCrawler. Prints a line for every page unless `quiet` or `json`. */
export async function crawl(call: CrawlCall, parts: CrawlParts): Promise<CrawlSummary> {
  const startedAt = performance.now();
  const { duplicates } = parts;
  const { crawler, counts, gate } = makeCrawler(call, parts);
  const queue = await crawler.getRequestQueue();
  if (call.resume) tellCutOff(await cutOffRequests(queue, join(parts.folder, STORAGE)));
  addAllAtOnce(queue);
  takeHostsInTurn(queue, (host) => gate.waitMs(host));
  // what an earlier process left is fetched even if nothing else is
  await duplicates.attach(crawler);
  if (call.usesUrlRules) await duplicates.skipKnown(crawler);
  await crawler.run([...call.urls]).catch((error) => {
    throw inWordsOfDisk(error, call);
  });
  const { decided, unique, duplicates: repeated, unclassifiable } = duplicates.counts;
  return {
    pages: decided,
    unique,
    duplicates: repeated,
    unclassifiable,
    ...(await counts.all()),
    waiting: call.out === undefined ? 0 : await waitingIn(await crawler.getRequestQueue()),
    clusters: (await duplicates.clusters()).length,
    threshold: call.options.threshold,
    gram: call.options.gram,
    milliseconds: { total: performance.now() - startedAt },
    version,
  };
}

/** The crawler of a call, and what it counts beside verdicts. */
function makeCrawler(
  call: CrawlCall,
  { folder, duplicates, handling, kept, ...access }: CrawlParts,
): { readonly crawler: Crawler; readonly counts: CrawlCounts; readonly gate: Gate } {
  const { CheerioCrawler, Configuration, GotScrapingHttpClient, log } = loadCrawlee();
  log.setLevel(log.LEVELS.OFF);
  const httpClient = new GotScrapingHttpClient();
  const { gate, pageOptions } = makePolite(httpClient as unknown as StreamClient, call, access);
  const counts = new CrawlCounts(() => crawler, duplicates);
  const pages = new PageHandler(call, { duplicates, kept, counts, mayFollow: (url) => gate.mayFollow(url) });
  handling.page = (context) => pages.handle(context as CheerioCrawlingContext);
  const longestDelay =
    mostHeldSeconds + Math.max(call.delaySeconds, call.honoursRobots ? mostCrawlDelaySeconds : 0);
  const crawler: Crawler = new CheerioCrawler(
    {
      httpClient,
      maxConcurrency: call.concurrency,
      maxRequestsPerMinute: call.maxRequestsPerMinute,
      requestHandlerTimeoutSecs: HANDLER_SECONDS + longestDelay * call.concurrency,
      // a session would keep the cookies of one request for the others
      useSessionPool: false,
      // links beyond the limit are of use only to a later run
      ...(call.out === undefined && { maxRequestsPerCrawl: call.maxPages }),
      autoscaledPoolOptions: pageLimit(
        call.maxPages,
        () => crawler,
        () => duplicates.counts.decided,
      ),
      additionalMimeTypes: ['text/plain'],
      // Crawlee's locking queue would keep the requests of a killed process locked for a minute or more
      experiments: { requestLocking: false },
      preNavigationHooks: [
        async ({ request }, options) => {
          handling.hasBegun = true;
          // the next request to its host may wait now (`takeHostsInTurn`)
          if (await gate.enter(new URL(request.url))) await crawler.autoscaledPool?.notify();
          // Crawlee writes the cookies of a request into its headers: those of one must not be sent with the others
          Object.assign(options, { ...pageOptions, headers: { ...pageOptions.headers } });
        },
      ],
      requestHandler: duplicates.guard((context) => pages.handle(context)),
      errorHandler({ request }, error: Error & { code?: string }) {
        const { code } = error;
        // every other page would fail, too
        if (diskFailures.has(code)) throw error;
        if (isRefusal(code) || isFinal(code)) request.noRetry = true;
      },
      onSkippedRequest: async ({ reason }) => {
        if (reason === 'redirect') await counts.add('elsewhere');
      },
      failedRequestHandler: ({ request }, error) => pages.giveUp(request, error),
    },
    new Configuration({
      purgeOnStart: !call.resume,
      persistStorage: call.out !== undefined,
      storageClientOptions: { localDataDirectory: join(folder, STORAGE) },
    }),
  );
  return { crawler, counts, gate };
}

/** Makes a client keep to robots.txt, to the pauses that hosts ask for, and to public addresses. */
function makePolite(
  client: StreamClient,
  { honoursRobots, delaySeconds }: CrawlCall,
  { guard, userAgent }: Pick<CrawlParts, 'guard' | 'userAgent'>,
) {
  const polite = politeClient(client, (host, seconds) => gate.hold(host, seconds));
  const robotsOptions = requestOptions(guard, userAgent, (url) => guard.check(url));
  const robots = honoursRobots
    ? new Robots(userAgent.split('/', 1)[0], async (url) => {
        guard.check(url);
        return fetchRobots(polite, url, robotsOptions);
      })
    : undefined;
  const gate: Gate = new Gate(guard, robots, delaySeconds);
  return { gate, pageOptions: requestOptions(guard, userAgent, (url) => gate.follow(url)) };
}

/**
 * Has all links of a page added before the page counts as handled. Crawlee would add a thousand, and the others later, a
 * thousand a second: a process that is killed meanwhile would lose them.
 */
function addAllAtOnce(queue: RequestProvider): void {
  const { addRequestsBatched } = queue;
  queue.addRequestsBatched = (requests, options) =>
    addRequestsBatched.call(queue, requests, {
      ...options,
      waitBetweenBatchesMillis: 0,
      waitForAllRequestsToBeAdded: true,
    });
}

/** Says that requests of the queue were left out: Crawlee does so without a word. */
function tellCutOff(requests: number): void {
  if (requests === 0) return;
  process.stderr.write(
    `neardup: left out ${many(requests, 'request')} of the queue that a kill or a crash had cut off: the page in work then brings its links again; after a crash of the machine others may be missing\n`,
  );
}

/** Number of requests left in a queue. Crawlee's own count of them begins at 0 in each process. */
async function waitingIn(queue: RequestProvider): Promise<number> {
  const { totalRequestCount = 0 } = (await queue.getInfo()) ?? {};
  return (await queue.client.listHead({ limit: totalRequestCount })).items.length;
}

/** Codes of errors that end a crawl: nothing that it keeps can be written any more. */
const diskFailures: ReadonlySet<string | undefined> = new Set([
  ...fullDisk,
  ...['EROFS', 'NEARDUP_INDEX_READ_ONLY'],
]);

/** The error of a crawl that ended early; one of the disk with what to do. */
function inWordsOfDisk(error: Error & { readonly code?: string }, { out, resumed }: CrawlCall): Error {
  if (!diskFailures.has(error.code)) return error;
  let cause: Error = error;
  while (cause.cause instanceof Error) cause = cause.cause;
  const wayOut = out === undefined ? 'see to the disk' : `see to the disk; to go on: ${resumed}`;
  return new Error(
    `the crawl in ${out ?? 'a temporary folder'} cannot be kept (${cause.message}): ${wayOut}`,
  );
}

/**
 * Crawlee is the user's own: neardup does not bring it. It prints nothing by itself. Of its packages the one with this crawler is loaded:
 * those for browsers and DOMs take longer than all else before the first request.
 *
 * @throws Error if it is not there
 */
function loadCrawlee(): CrawleeOfCheerio {
  // Off. What its storage says of entries that a kill cut off has a level of its own, which is read from here at the import.
  process.env.APIFY_LOG_LEVEL = '0';
  try {
    const { resolve } = createRequire(import.meta.url);
    const crawlee = createRequire(resolve('crawlee'))('@crawlee/cheerio');
    // Crawlee 4 has it in a package of its own
    if (crawlee.GotScrapingHttpClient === undefined) throw new Error('another version of Crawlee is there');
    return crawlee;
  } catch (error) {
    // behind its first line stand the files that wanted the package
    const [cause] = (error as Error).message.split('\n');
    throw new Error('crawl: expected Crawlee 3 beside neardup; install it with npm i crawlee@3', {
      cause: new Error(cause),
    });
  }
}
