/** CheerioCrawler, each content once: `node dist/examples/crawlers/cheerio.js URL`. */
import { CheerioCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/'] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const crawler = new CheerioCrawler({
  requestHandler: duplicates.guard(async ({ request, $, enqueueLinks }) => {
    console.log(`new: ${request.url} ${$('title').text()}`);
    await enqueueLinks();
  }),
});
// Requests that the site's own URLs show to lead to a page that is stored are not made.
await duplicates.skipKnown(crawler);
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
