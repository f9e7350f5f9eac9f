/**
 * Crawls a site with `fetch` alone, each content once: `node dist/examples/fetch.js URL`.
 *
 * What is particular to a crawler is where its queue is, and how it asks for a page.
 */
import { type CrawlVerdict, createDeduper } from 'neardup/crawl';

const [start = 'https://example.com/'] = process.argv.slice(2);
const deduper = await createDeduper({ directory: 'storage/seen' });

const queue = [start];
const queued = new Set(queue);
// Of copies that did not wait one is fetched again when the page that they repeat could not be handled; and links that were
// left out wrongly are followed after all: these come as the JSON of what `transform` was given, and so pages are given, too.
deduper.onReturn(({ request }) => queue.push(JSON.parse(request).url));
await deduper.resume();
while (queue.length > 0) {
  const tried = await Promise.allSettled(queue.splice(0, 8).map(visit));
  for (const { reason } of tried.filter((each) => each.status === 'rejected')) console.error(reason);
}
console.log(deduper.stats());
await deduper.close();

/** Fetches a page, handles it unless it repeats another one, and follows its links; of an exact copy only new ones. */
async function visit(asked: string): Promise<void> {
  const response = await fetch(asked);
  const html = await response.text();
  const claim = await deduper.claim(
    {
      url: response.url,
      requestedUrl: asked,
      body: html,
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/html',
    },
    { provisional: { request: JSON.stringify({ url: asked }) } },
  );
  const { verdict, reason } = claim.verdict;
  try {
    if (verdict === 'duplicate') console.log(`skipped ${asked}: ${reason}`);
    else console.log(`new     ${asked}`);
    follow(html, claim.verdict);
    // Not stored where what it repeats was given up just now.
    if (!(await claim.commit())) queue.push(asked);
  } catch (error) {
    await claim.release();
    throw error;
  }
}

function follow(html: string, verdict: CrawlVerdict): void {
  for (const [, href] of html.matchAll(/<a [^>]*href="([^"#]+)/g)) {
    const { href: url, origin } = new URL(href.replaceAll('&amp;', '&'), verdict.url);
    if (origin !== new URL(start).origin || queued.has(url) || !deduper.follows(url, verdict)) continue;
    queued.add(url);
    if (deduper.transform({ url }) !== false) queue.push(url);
  }
}
