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
    const links = hrefs.flatMap((href) => parsed(href, request.loadedUrl) ?? []);
    const own = links.filter(({ origin }) => origin === new URL(start).origin);
    await crawler.addRequests(own.map(({ href }) => href));
  }),
});
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();

/** The URL of a link; undefined if it is none, which must not cost the page. */
function parsed(link: string, base?: string): URL | undefined {
  try {
    return new URL(link, base);
  } catch {
    return undefined;
  }
}
