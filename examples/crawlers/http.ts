/** HttpCrawler, which leaves the page in bytes as they came: `node dist/examples/crawlers/http.js URL`. */
import { HttpCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/'] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const crawler = new HttpCrawler({
  requestHandler: duplicates.guard(async ({ request, body }) => {
    console.log(`new: ${request.url} ${/<title>([^<]*)/i.exec(body.toString())?.[1]}`);
    const hrefs = [...body.toString().matchAll(/<a [^>]*href="([^"#]+)/g)].map(([, href]) =>
      href.replaceAll('&amp;', '&'),
    );
    // one link that is no URL must not cost the page
    const urls = hrefs.filter((href) => URL.canParse(href, request.loadedUrl));
    const links = urls.map((href) => new URL(href, request.loadedUrl));
    await crawler.addRequests(
      links.filter(({ origin }) => origin === new URL(start).origin).map(({ href }) => href),
    );
  }),
});
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
