/**
 * Crawls a site with `fetch` alone, each content once: `node dist/examples/fetch.js URL`.
 *
 * What is particular to a crawler is where its queue is, and how it asks for a page.
 */
import { type CrawlVerdict, createDeduper } from 'neardup/crawl';

const [start = 'https://example.com/'] = process.argv.slice(2);
const deduper = await createDeduper({ directory: 'storage/seen' });

/** Most times that a page is asked for while it cannot be had. */
const MOST_ATTEMPTS = 3;
/** Longest that a page may take, and most of its bytes that are read, as many as it is judged by: a server may send without end. */
const MOST_MS = 30_000;
const MOST_BYTES = 16 << 20;

const queue = [start];
const queued = new Set(queue);
const failures = new Map<string, number>();
// Pages come back: of copies that did not wait one when the page that they repeat could not be handled, and a page for which a
// wall answered, such as a request for consent. So do links that were left out wrongly: as the JSON of what `transform` was
// given, and so pages are given, too.
deduper.onReturn(({ request }) => queue.push(JSON.parse(request).url));
await deduper.resume();
while (queue.length > 0) {
  await Promise.all(queue.splice(0, 8).map((url) => visit(url).catch((error) => retry(url, error))));
}
console.log(deduper.stats());
await deduper.close();

/** Fetches a page, handles it unless it repeats another one, and follows its links; of an exact copy only new ones. */
async function visit(asked: string): Promise<void> {
  const response = await fetch(asked, { signal: AbortSignal.timeout(MOST_MS) });
  if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
  const body = await bodyOf(response);
  const claim = await deduper.claim(
    {
      url: response.url,
      requestedUrl: asked,
      body,
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/html',
    },
    { provisional: { request: JSON.stringify({ url: asked }) } },
  );
  const { verdict, reason } = claim.verdict;
  try {
    if (verdict === 'duplicate') console.log(`skipped ${asked}: ${reason}`);
    else console.log(`new     ${asked}`);
    follow(Buffer.from(body).toString(), claim.verdict);
    // Not stored where what it repeats was given up just now.
    if (!(await claim.commit())) queue.push(asked);
  } catch (error) {
    await claim.release();
    throw error;
  }
}

/** The bytes of a page, as not every page is UTF-8. One byte too many says that this is not all of it. */
async function bodyOf(response: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let left = MOST_BYTES + 1;
  for await (const piece of response.body ?? []) {
    pieces.push(piece.subarray(0, left));
    left -= piece.length;
    if (left <= 0) break;
  }
  return Buffer.concat(pieces);
}

/** Asks for a page again later. A page given up that had come back is replaced by the next one like it. */
async function retry(url: string, error: unknown): Promise<void> {
  const attempts = (failures.get(url) ?? 0) + 1;
  failures.set(url, attempts);
  if (attempts < MOST_ATTEMPTS) queue.push(url);
  else {
    console.error(`failed  ${url}:`, error);
    // it comes back once the site sends pages again
    await deduper.giveUp({ key: url, request: JSON.stringify({ url }) });
  }
}

function follow(html: string, verdict: CrawlVerdict): void {
  for (const [, , href = ''] of html.matchAll(/<a\s[^>]*?href=(["']?)([^"'\s>#]+)/gi)) {
    const { href: url, origin } = parsed(href.replaceAll('&amp;', '&'), verdict.url) ?? {};
    if (
      url === undefined ||
      origin !== new URL(start).origin ||
      queued.has(url) ||
      !deduper.follows(url, verdict)
    )
      continue;
    queued.add(url);
    if (deduper.transform({ url }) !== false) queue.push(url);
  }
}

/** A link of a page; undefined if it is no URL: one such link must not cost the page's other links. */
function parsed(link: string, base: string): URL | undefined {
  try {
    return new URL(link, base);
  } catch {
    return undefined;
  }
}
