/** JSDOMCrawler: `node dist/examples/crawlers/jsdom.js URL`. */
import { JSDOMCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/'] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const crawler = new JSDOMCrawler({
  requestHandler: duplicates.guard(async ({ request, window, enqueueLinks }) => {
    console.log(`new: ${request.url} ${window.document.title}`);
    await enqueueLinks();
  }),
});
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
