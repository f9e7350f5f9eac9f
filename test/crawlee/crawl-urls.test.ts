import { expect, test } from 'vitest';
import { CrawlUrls } from '../../plugins/crawlee/crawl-urls.ts';
import type { CrawlVerdict } from '../../plugins/crawlee/index.ts';
import { SketchIndex } from '../../src/index.ts';
import type { ReturnedPage } from '../../src/store/index.ts';
import { temporaryFolder } from './crawls.ts';

const url = (i: number, sid: string) => `https://a.example/${['a', 'b'][i % 2]}/p${i}?sid=${sid}`;

function request(address: string, more: object = {}) {
  return {
    url: address,
    uniqueKey: `key of ${address}`,
    method: 'GET',
    userData: { label: 'PRODUCT' },
    ...more,
  };
}

/** The rules of a crawl in which 60 pages had a copy under another session, and what they have made again. */
async function taught(folder: string) {
  const index = await SketchIndex.open(folder, { gram: 'word:4', threshold: 0.8, recall: 0.99 });
  const urls = await CrawlUrls.open(index);
  const added: object[] = [];
  const broughtBack: ReturnedPage[] = [];
  const learn = async (address: string, content: string, of?: string) => {
    const verdict = { verdict: of === undefined ? 'unique' : 'duplicate', key: content, url: address };
    const repeated = of === undefined ? {} : { of: { key: content, url: of } };
    await urls.learn(
      { request: request(address) },
      { ...verdict, ...repeated } as CrawlVerdict,
      { addRequests: async (requests) => added.push(...requests) },
      async (page) => {
        broughtBack.push(page);
      },
    );
  };
  for (let i = 0; i < 60; i++) {
    await learn(url(i, '1'), `p${i}`);
    await learn(url(i, '2'), `p${i}`, url(i, '1'));
  }
  return { index, urls, learn, added, broughtBack };
}

test('what was dropped wrongly is made again: from a queue under the key it had, a link as it was, each with what its user gave it', async () => {
  const { index, urls, learn, added, broughtBack } = await taught(await temporaryFolder());
  const queued = Array.from({ length: 25 }, (_, i) => url(i, 'queued')).filter((each) =>
    urls.isKnown(request(each), `index key of ${each}`),
  );
  const linked = Array.from({ length: 25 }, (_, i) => url(i, 'linked')).filter(
    (each) => urls.transform(request(each)) === false,
  );
  expect(Math.min(queued.length, linked.length)).toBeGreaterThan(15);
  for (let i = 40; i < 46; i++) await learn(url(i, 'new'), `changed ${i}`);
  expect(broughtBack.map((page) => page.url)).toEqual(expect.arrayContaining(queued));
  expect(broughtBack[0]).toMatchObject({ key: `index key of ${broughtBack[0].url}`, returns: 1 });
  expect(JSON.parse(broughtBack[0].request)).toMatchObject({ userData: { label: 'PRODUCT' } });
  expect(added).toEqual(expect.arrayContaining(linked.map((each) => request(each))));
  await index.close();
});

test('requests that are brought back, or are no GET, are never passed over', async () => {
  const { index, urls } = await taught(await temporaryFolder());
  const known = Array.from({ length: 20 }, (_, i) => url(i, 'again'));
  const passed = (more: object) => known.filter((each) => urls.isKnown(request(each, more), each)).length;
  expect(passed({ uniqueKey: 'near-duplicates/1/key' })).toBe(0);
  expect(passed({ method: 'POST' })).toBe(0);
  expect(passed({})).toBeGreaterThan(15);
  await index.close();
});

test('what was dropped can be given back by a later process', async () => {
  const folder = await temporaryFolder();
  const first = await taught(folder);
  const dropped = Array.from({ length: 20 }, (_, i) => url(i, 'queued')).filter((each) =>
    first.urls.isKnown(request(each), each),
  );
  await first.urls.save();
  await first.index.close();
  const second = await taught(folder);
  for (let i = 40; i < 46; i++) await second.learn(url(i, 'new'), `changed ${i}`);
  expect(second.broughtBack.map((page) => page.url)).toEqual(expect.arrayContaining(dropped));
  await second.index.close();
});

test('the state of a later version is no error: learning begins anew', async () => {
  const folder = await temporaryFolder();
  const first = await taught(folder);
  await first.index.setNote('url-rules', { rules: { format: 'neardup-url-rules/2' }, requests: [] });
  const urls = await CrawlUrls.open(first.index);
  expect(urls.learned().rules).toEqual([]);
  await first.index.close();
});
