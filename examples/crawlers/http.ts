/** HttpCrawler, which leaves the page in bytes as they came: `node dist/examples/crawlers/http.js URL`. */
import { HttpCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/'] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const crawler = new HttpCrawler({
  requestHandler: duplicates.guard(async ({ request, body }) => {
    console.log(`new: ${request.url} ${/<title>([^<]*)/i.exec(body.toString())?.[1]}`);
    const hrefs = [...body.toString().matchAll(/<a [^>]*href="([^"#]+)/g)].map(([, href]) => href);
    const urls = hrefs.map((href) => new URL(href.replaceAll('&amp;', '&'), request.loadedUrl).href);
    await crawler.addRequests(urls.filter((url) => url.startsWith(new URL(start).origin)));
  }),
});
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
