import { expect, onTestFinished, test } from 'vitest';
import { UrlConflicts } from '../../plugins/crawl/conflicts.ts';
import { type CrawlVerdict, createDeduper, type UrlConflict } from '../../plugins/crawl/index.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';
import { prose } from '../crawlee/pages.ts';

/** A page of a text, and what its head says. */
interface Page {
  readonly seed: number;
  readonly head?: string;
  readonly asked?: string;
}

const at = (path: string) => `http://a.example${path}`;

/** The conflicts of pages that come in that order, by their paths: kind, page, declared, other. */
async function conflictsOf(pages: Readonly<Record<string, Page>>) {
  const deduper = await createDeduper({ directory: await temporaryFolder() });
  onTestFinished(() => deduper.close());
  for (const [path, { seed, head = '', asked }] of Object.entries(pages)) {
    const [, address] = /^(.*?)(?: again)?$/.exec(path)!;
    const body = `<html><head><title>T</title>${head}</head><body><p>${prose(seed)}</p></body></html>`;
    const requestedUrl = asked === undefined ? {} : { requestedUrl: at(asked) };
    await (await deduper.claim({ url: at(address), ...requestedUrl, body })).commit();
  }
  expect(deduper.stats().conflicts).toBe(deduper.conflicts().length);
  return deduper.conflicts();
}

const told = (conflicts: readonly UrlConflict[]) =>
  conflicts.map(({ kind, page, declared, other }) =>
    [kind, page.key, declared, other.key].map((text) => text.replace(at(''), '')),
  );
const canonical = (path: string) => `<link rel="canonical" href="${path}">`;
const translation = (path: string) => `<link rel="alternate" hreflang="de" href="${path}">`;

const unique = (path: string): CrawlVerdict => ({
  ...{ verdict: 'unique', key: at(path), url: at(path), size: 100 },
  ...{ code: 'distinct', reason: 'similar to no other page that is kept', replayed: false },
});

test('a canonical URL whose page is another one is a conflict, whichever comes first; that of a copy is none', async () => {
  const conflicts = await conflictsOf({
    '/a': { seed: 1 },
    '/names-a': { seed: 2, head: canonical('/a') },
    '/names-late': { seed: 3, head: canonical('/late') },
    '/late': { seed: 4 },
    '/copy': { seed: 1, head: canonical('/a#part') },
    '/own': { seed: 5, head: canonical('/own') },
    '/names-unseen': { seed: 6, head: canonical('/unseen') },
  });
  expect(told(conflicts)).toEqual([
    ['canonical', '/names-a', '/a', '/a'],
    ['canonical', '/names-late', '/late', '/late'],
  ]);
  expect(conflicts[0].reason).toBe(`names ${at('/a')} its canonical URL, and the page there is not similar`);
});

test('a copy that names another canonical URL than its original is a conflict', async () => {
  const conflicts = await conflictsOf({
    '/a': { seed: 1, head: canonical('/a') },
    '/same': { seed: 1, head: canonical('/a') },
    '/b': { seed: 1, head: canonical('/b') },
  });
  expect(told(conflicts)).toEqual([['canonical', '/b', '/b', '/a']]);
});

test('a translation that says the same is a conflict, and one that does not is none', async () => {
  const conflicts = await conflictsOf({
    '/en': { seed: 1, head: translation('/de') + translation('/fr') + translation('/en') },
    '/de': { seed: 1 },
    '/fr': { seed: 2, head: translation('/en') },
  });
  expect(told(conflicts)).toEqual([['hreflang', '/en', '/de', '/de']]);
});

test('a redirect to where another page was seen is a conflict', async () => {
  const conflicts = await conflictsOf({
    '/a': { seed: 1 },
    '/a again': { seed: 2, asked: '/short' },
  });
  expect(told(conflicts)).toEqual([['redirect', '/short', '/a', '/a']]);
  expect(told(await conflictsOf({ '/a': { seed: 1 }, '/a again': { seed: 1, asked: '/short' } }))).toEqual(
    [],
  );
});

test('a page counts until 50,000 were seen after it, and so does what it says of one that was not seen', () => {
  for (const others of [49_997, 50_000]) {
    const conflicts = new UrlConflicts();
    conflicts.see(unique('/seen'));
    conflicts.see(unique('/says'), { canonical: at('/late') });
    for (let i = 0; i < others; i++) conflicts.see(unique(`/${i}`), { canonical: at(`/unseen-${i}`) });
    conflicts.see(unique('/names-seen'), { canonical: at('/seen') });
    conflicts.see(unique('/late'));
    const isKept = others < 50_000;
    expect(told(conflicts.list())).toEqual(
      isKept
        ? [
            ['canonical', '/names-seen', '/seen', '/seen'],
            ['canonical', '/says', '/late', '/late'],
          ]
        : [],
    );
  }
});

test('a copy of a translation that the page also names its canonical URL is no conflict: it says which of the two counts', async () => {
  const head = canonical('/de') + translation('/de');
  expect(told(await conflictsOf({ '/en': { seed: 1, head }, '/de': { seed: 1 } }))).toEqual([]);
});

test('what a page says of a URL is held against the first page that is seen there, and not again', async () => {
  const conflicts = await conflictsOf({
    '/says': { seed: 1, head: canonical('/late') },
    '/late': { seed: 2 },
    '/late again': { seed: 2, asked: '/short' },
  });
  expect(told(conflicts)).toEqual([['canonical', '/says', '/late', '/late']]);
});

test('another page at the same URL is no conflict of a redirect if none led there: the page has changed', () => {
  const conflicts = new UrlConflicts();
  conflicts.see(unique('/a'));
  conflicts.see({ ...unique('/a'), crawler: 'second' });
  expect(conflicts.count).toBe(0);
});

test('of a URL that was not seen yet the first 64 pages that name it are remembered', () => {
  const conflicts = new UrlConflicts();
  for (let i = 0; i < 100; i++) conflicts.see(unique(`/${i}`), { canonical: at('/late') });
  conflicts.see(unique('/late'));
  expect(conflicts.count).toBe(64);
});

test('the translations that pages name are not kept with each page that is remembered', () => {
  const conflicts = new UrlConflicts();
  const translations = () =>
    Array.from({ length: 64 }, (_, i) => Buffer.from(at(`/${i}/${'x'.repeat(1900)}`)).toString());
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 500; i++) conflicts.see(unique(`/page-${i}`), { translations: translations() });
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(10e6);
  // in use until here
  expect(conflicts.count).toBe(0);
});
