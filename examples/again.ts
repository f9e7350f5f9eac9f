/** CheerioCrawler, a site crawled again: pages that have not changed are not sent a second time. `node dist/examples/again.js URL`, twice. */
import { CheerioCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/'] = process.argv.slice(2);
const duplicates = await nearDuplicates({ onUnchanged: 'skip' });
// a page that is not sent again shows no links, so all pages that were seen are asked for
const seen: string[] = [];
// by their URLs: in a key, Crawlee leaves out the slash at the end, which a server may need
for await (const { url } of duplicates.verdicts()) seen.push(url);
const crawler = new CheerioCrawler({
  // Crawlee takes an answer without a type, such as `304 Not Modified`, for one of this type
  additionalMimeTypes: ['application/octet-stream'],
  preNavigationHooks: [
    async (context) => {
      Object.assign((context.request.headers ??= {}), await duplicates.conditionalHeaders(context));
    },
  ],
  requestHandler: duplicates.guard(async ({ request, nearDuplicate, enqueueLinks }) => {
    console.log(`${nearDuplicate.seenBefore}: ${request.url}`);
    await enqueueLinks();
  }),
});
await crawler.run([start, ...seen]);
console.log(duplicates.stats());
await duplicates.close();
