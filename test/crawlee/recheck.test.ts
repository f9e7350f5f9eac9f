import { CheerioCrawler } from 'crawlee';
import { expect, test } from 'vitest';
import { inMemory, openDuplicates, servePages } from './crawls.ts';
import { html, prose } from './pages.ts';

const things = ['harbour', 'market', 'rowing', 'council', 'opera', 'railway', 'orchard', 'lantern', 'ferry'];

test('pages that only the template made duplicates are named when the site is known, and handled when fetched again', async () => {
  const form = prose(99, 200);
  const pages = Object.fromEntries(
    things.map((name, i) => [`/${name}/${name}`, html(`${name} ${prose(i, 14)} ${form}`, `The ${name}`)]),
  );
  const origin = await servePages(pages);
  const duplicates = await openDuplicates();
  const handled: string[] = [];
  const crawler = new CheerioCrawler(
    {
      useSessionPool: false,
      maxConcurrency: 1,
      requestHandler: duplicates.guard(async ({ request }) => void handled.push(request.url)),
    },
    inMemory(),
  );
  await crawler.run(things.map((name) => `${origin}/${name}/${name}`));
  // some came before anything was known of the site
  const skipped = things.filter((name) => !handled.includes(`${origin}/${name}/${name}`));
  expect(skipped.length).toBeGreaterThan(0);
  const listed: string[] = [];
  for await (const { url, of } of duplicates.recheck()) {
    expect(handled).toContain(of.key);
    listed.push(url);
  }
  expect(listed).toEqual(skipped.map((name) => `${origin}/${name}/${name}`));

  for await (const _ of duplicates.recheck({ fetchAgain: true })) {
    // all are enqueued
  }
  await crawler.run([], { purgeRequestQueue: false });
  expect([...handled].sort()).toEqual(things.map((name) => `${origin}/${name}/${name}`).sort());
  const left: string[] = [];
  for await (const { url } of duplicates.recheck()) left.push(url);
  expect(left).toEqual([]);
});
