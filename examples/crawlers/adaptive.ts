/**
 * AdaptivePlaywrightCrawler: pages that need no browser are read without one, and are the same pages.
 * `node dist/examples/crawlers/adaptive.js URL [BROWSER]`
 */
import { AdaptivePlaywrightCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/', executablePath] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const crawler = new AdaptivePlaywrightCrawler({
  launchContext: {
    launchOptions: { args: ['--no-sandbox'], ...(executablePath !== undefined && { executablePath }) },
  },
  requestHandler: duplicates.guard(async ({ request, parseWithCheerio, enqueueLinks }) => {
    const $ = await parseWithCheerio();
    console.log(`new: ${request.url} ${$('title').text()}`);
    // in a browser it waits five seconds for a link, and then fails
    if ($('a[href]').length > 0) await enqueueLinks();
  }),
});
await duplicates.attach(crawler);
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
