/** Crawls a site with simplecrawler (npm i simplecrawler), each content once: `node dist/examples/simplecrawler.js URL`. */
import { createDeduper } from 'neardup/crawl';
import Crawler from 'simplecrawler';

const [start = 'https://example.com/'] = process.argv.slice(2);
const deduper = await createDeduper({ directory: 'storage/seen' });
const crawler = new Crawler(start);
crawler.maxConcurrency = 8;
crawler.interval = 10;
crawler.downloadUnsupported = false;
crawler.decodeResponses = false;

// A URL that has been in its queue is taken again only by force. Links that were left out wrongly come as the JSON of what
// `transform` was given, and so pages are given, too.
deduper.onReturn(({ request }) => crawler.queueURL(JSON.parse(request).url, undefined, true));
await deduper.resume();
crawler.addFetchCondition(({ url }) => deduper.transform({ url }) !== false);
crawler.on('fetchcomplete', (item, body, { headers }) => {
  const goOn = crawler.wait();
  const contentType = headers['content-type'] ?? 'text/html';
  handle(item.url, body, contentType).catch(console.error).finally(goOn);
});

await new Promise((ended) => {
  crawler.on('complete', () => ended(undefined)).start();
});
console.log(deduper.stats());
await deduper.close();

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
