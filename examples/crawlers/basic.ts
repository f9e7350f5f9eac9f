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
      // one link that is no URL must not cost the page
      const urls = hrefs.filter((href) => URL.canParse(href, request.url));
      const links = urls.map((href) => new URL(href, request.url));
      await addRequests(
        links.filter(({ origin }) => origin === new URL(start).origin).map(({ href }) => href),
      );
    },
    {
      page: async ({ sendRequest }) => {
        const { body, statusCode, headers } = await sendRequest();
        // is fetched again, as other crawlers of Crawlee's do
        if (statusCode >= 500) throw new Error(`expected a page; got HTTP status ${statusCode}`);
        return { body, contentType: headers['content-type'], status: statusCode };
      },
    },
  ),
});
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
