/** BasicCrawler, which is told what the page is: `node dist/examples/crawlers/basic.js URL`. */
import { BasicCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/'] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const crawler = new BasicCrawler({
  requestHandler: duplicates.guard(
    async ({ request, body, addRequests }) => {
      console.log(`new: ${request.url}`);
      const hrefs: string[] = [...body.matchAll(/<a [^>]*href="([^"#]+)/g)].map(([, href]) =>
        href.replaceAll('&amp;', '&'),
      );
      const links = hrefs.flatMap((href) => parsed(href, request.url) ?? []);
      const own = links.filter(({ origin }) => origin === new URL(start).origin);
      await addRequests(own.map(({ href }) => href));
    },
    {
      page: async ({ sendRequest }) => {
        const { body, statusCode, headers } = await sendRequest();
        // is fetched again, as other crawlers of Crawlee's do
        if (statusCode >= 500) throw new Error(`expected a page; got HTTP status ${statusCode}`);
        return { body, status: statusCode, headers };
      },
    },
  ),
});
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();

/** The URL of a link; undefined if it is none, which must not cost the page. */
function parsed(link: string, base: string): URL | undefined {
  try {
    return new URL(link, base);
  } catch {
    return undefined;
  }
}
