/** Crawls a site with simplecrawler (npm i simplecrawler), each content once: `node dist/examples/simplecrawler.js URL`. */
import { createDeduper } from 'neardup/crawl';
import Crawler from 'simplecrawler';

const [start = 'https://example.com/'] = process.argv.slice(2);
const deduper = await createDeduper({ directory: 'storage/seen' });

/** Most times that a page is asked for while it cannot be had. */
const MOST_ATTEMPTS = 3;

const failures = new Map<string, number>();
const crawler = new Crawler(start);
crawler.maxConcurrency = 8;
crawler.interval = 10;
crawler.downloadUnsupported = false;
crawler.decodeResponses = false;

// A URL that has been in its queue is taken again only by force. Pages come back: of copies that did not wait one when the page that
// they repeat could not be handled, and a page for which a wall answered. So do links that were left out wrongly: as the JSON of
// what `transform` was given, and so pages are given, too.
deduper.onReturn(({ request }) => crawler.queueURL(JSON.parse(request).url, undefined, true));
await deduper.resume();
crawler.addFetchCondition(({ url }) => deduper.transform({ url }) !== false);
crawler.on('fetchcomplete', (item, body, { headers }) => {
  const contentType = headers['content-type'] ?? 'text/html';
  waitFor(handle(item.url, body, contentType).catch((error) => retry(item.url, error)));
});
crawler.on('fetcherror', ({ url }, { statusCode = 0 }) => {
  const error = new Error(`status ${statusCode}`);
  waitFor(statusCode === 429 || statusCode >= 500 ? retry(url, error) : giveUp(url, error));
});
crawler.on('fetchtimeout', ({ url }) => waitFor(retry(url, new Error('timed out'))));
crawler.on('fetchclienterror', ({ url }, error) => waitFor(retry(url, error)));
crawler.on('fetchdataerror', ({ url }) => waitFor(giveUp(url, new Error('too large'))));
crawler.on('fetch404', ({ url }) => waitFor(giveUp(url, new Error('status 404'))));
crawler.on('fetch410', ({ url }) => waitFor(giveUp(url, new Error('status 410'))));

await new Promise((ended) => {
  crawler.on('complete', () => ended(undefined)).start();
});
console.log(deduper.stats());
await deduper.close();

/** Keeps the crawl from ending before something is done, as this may bring pages back. */
function waitFor(done: Promise<void>): void {
  done.catch(console.error).finally(crawler.wait());
}

/** Handles a page unless it repeats another one. */
async function handle(url: string, body: string | Buffer, contentType: string): Promise<void> {
  const claim = await deduper.claim(
    { url, body, contentType },
    { provisional: { request: JSON.stringify({ url }) } },
  );
  const { verdict, reason } = claim.verdict;
  try {
    if (verdict === 'duplicate') console.log(`skipped ${url}: ${reason}`);
    else console.log(`new     ${url}`);
    if (!(await claim.commit())) crawler.queueURL(url, undefined, true);
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** Asks for a page again later. */
async function retry(url: string, error: unknown): Promise<void> {
  const attempts = (failures.get(url) ?? 0) + 1;
  failures.set(url, attempts);
  if (attempts < MOST_ATTEMPTS) crawler.queueURL(url, undefined, true);
  else await giveUp(url, error);
}

/** If the page had come back, it is replaced by the next one like it. */
async function giveUp(url: string, error: unknown): Promise<void> {
  console.error(`failed  ${url}:`, error);
  await deduper.giveUp({ key: url });
}
