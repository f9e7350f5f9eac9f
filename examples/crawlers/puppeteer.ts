/** PuppeteerCrawler (npm i puppeteer): `node dist/examples/crawlers/puppeteer.js URL [BROWSER]`. */
import { PuppeteerCrawler } from 'crawlee';
import { nearDuplicates } from 'neardup/crawlee';

const [start = 'https://example.com/', executablePath] = process.argv.slice(2);
const duplicates = await nearDuplicates();
const crawler = new PuppeteerCrawler({
  launchContext: {
    launchOptions: { args: ['--no-sandbox'], ...(executablePath !== undefined && { executablePath }) },
  },
  requestHandler: duplicates.guard(async ({ request, page, enqueueLinks }) => {
    console.log(`new: ${request.url} ${await page.title()}`);
    await enqueueLinks();
  }),
});
await crawler.run([start]);
console.log(duplicates.stats());
await duplicates.close();
