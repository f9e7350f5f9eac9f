/** LinkeDOMCrawler, with a route of its own for articles: `node dist/examples/crawlers/linkedom.js URL`. */
import { createLinkeDOMRouter, LinkeDOMCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/'] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const router = createLinkeDOMRouter();
router.addDefaultHandler(
  duplicates.guard(async ({ request, enqueueLinks }) => {
    console.log(`new: ${request.url}`);
    await enqueueLinks({ globs: [`${start}articles/**`], label: 'ARTICLE' });
    await enqueueLinks();
  }),
);
router.addHandler(
  'ARTICLE',
  duplicates.guard(async ({ request, document, enqueueLinks }) => {
    console.log(`new: ${request.url} ${document.title}`);
    await enqueueLinks();
  }),
);
const crawler = new LinkeDOMCrawler({ requestHandler: router });
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
