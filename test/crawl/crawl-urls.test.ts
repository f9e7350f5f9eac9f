import { expect, test, vi } from 'vitest';
import { CrawlUrls } from '../../plugins/crawl/crawl-urls.ts';
import { SketchIndex } from '../../src/index.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';

const url = (i: number, sid: string) => `https://a.example/${['a', 'b'][i % 2]}/p${i}?sid=${sid}`;

function request(address: string) {
  return { url: address, uniqueKey: `key of ${address}`, userData: { label: 'PRODUCT' } };
}

/** The rules of a crawl in which 60 pages had a copy under another session, and what is asked from its first page on. */
async function taught(folder: string, { isAsked = false } = {}) {
  const index = await SketchIndex.open(folder, { gram: 'word:4', threshold: 0.8, recall: 0.99 });
  const urls = await CrawlUrls.open(index);
  const learn = (address: string, content: string, of?: string) => {
    const repeated = of === undefined ? {} : { of: { key: content, url: of } };
    urls.learn(address, { verdict: of === undefined ? 'unique' : 'duplicate', key: content, ...repeated });
  };
  const isKnown = (address: string) =>
    urls.isKnown(address, `index key of ${address}`, JSON.stringify(request(address)));
  if (isAsked) isKnown('https://other.example/');
  for (let i = 0; i < 60; i++) {
    learn(url(i, '1'), `p${i}`);
    learn(url(i, '2'), `p${i}`, url(i, '1'));
  }
  return { index, urls, learn, isKnown };
}

test('what was dropped wrongly is given back: from a queue with the key it had, a link as it was, each with what its user gave it', async () => {
  const { index, urls, learn, isKnown } = await taught(await temporaryFolder());
  const queued = Array.from({ length: 25 }, (_, i) => url(i, 'queued')).filter(isKnown);
  const linked = Array.from({ length: 25 }, (_, i) => url(i, 'linked')).filter((each) =>
    urls.dropsLink(request(each)),
  );
  expect(Math.min(queued.length, linked.length)).toBeGreaterThan(15);
  for (let i = 40; i < 46; i++) learn(url(i, 'new'), `changed ${i}`);
  const back = urls.takeBack();
  const ofPages = back.filter(({ key }) => key !== undefined);
  expect(ofPages.map((page) => page.url)).toEqual(expect.arrayContaining(queued));
  expect(ofPages[0].key).toBe(`index key of ${ofPages[0].url}`);
  expect(JSON.parse(ofPages[0].request)).toMatchObject({ userData: { label: 'PRODUCT' } });
  const links = back.filter(({ key }) => key === undefined).map((each) => JSON.parse(each.request));
  expect(links).toEqual(expect.arrayContaining(linked.map((each) => request(each))));
  expect(urls.takeBack()).toEqual([]);
  await index.close();
});

test('what was dropped from a queue comes back with its key although links to it, and to its parts, were met afterwards: its queue counts it as handled', async () => {
  const { index, urls, learn, isKnown } = await taught(await temporaryFolder());
  const queued = Array.from({ length: 25 }, (_, i) => url(i, 'queued')).filter(isKnown);
  for (const each of queued) {
    expect(urls.dropsLink(request(each))).toBe(true);
    expect(urls.dropsLink(request(`${each}#part`))).toBe(true);
  }
  for (let i = 40; i < 46; i++) learn(url(i, 'new'), `changed ${i}`);
  const back = urls.takeBack();
  expect(back.map((page) => page.url).sort()).toEqual([...queued].sort());
  for (const { key, url: address } of back) expect(key).toBe(`index key of ${address}`);
  await index.close();
});

test('what was dropped can be given back by a later process, which says that an earlier one left it', async () => {
  const folder = await temporaryFolder();
  const first = await taught(folder);
  const dropped = Array.from({ length: 20 }, (_, i) => url(i, 'queued')).filter(first.isKnown);
  await first.urls.save();
  await first.index.close();
  const second = await taught(folder);
  const ofSecond = Array.from({ length: 20 }, (_, i) => url(i, 'second')).filter(second.isKnown);
  expect(ofSecond.length).toBeGreaterThan(0);
  for (let i = 40; i < 46; i++) second.learn(url(i, 'new'), `changed ${i}`);
  const back = second.urls.takeBack();
  const left = back.filter(({ isLeft }) => isLeft).map((page) => page.url);
  expect(back.map((page) => page.url)).toEqual(expect.arrayContaining([...dropped, ...ofSecond]));
  expect(left.sort()).toEqual([...dropped].sort());
  await second.index.close();
});

test.each([
  ['under the names of crawlers', 'crawler\0', ''],
  ['under the keys of Crawlee', '', '/'],
])(
  'what was learned since the rules were last stored is learned again from the stored verdicts, as after a kill: %s',
  async (_, crawler, end) => {
    const askedUrl = (i: number, sid: string) => url(i, sid).replace('?', `${end}?`);
    const folder = await temporaryFolder();
    const open = () => SketchIndex.open(folder, { gram: 'word:4', threshold: 0.8, recall: 0.99 });
    const page = async (index: SketchIndex, urls: CrawlUrls, i: number, sid: string) => {
      const grams = BigUint64Array.from({ length: 40 }, (_, g) => BigInt(1000 * i + g));
      const asked = askedUrl(i, sid);
      const claim = await index.claim({ key: crawler + url(i, sid), url: asked, grams });
      await claim.commit();
      urls.learn(asked, claim);
      return claim;
    };
    const index = await open();
    const urls = await CrawlUrls.open(index);
    for (let i = 0; i < 60; i++) {
      for (const sid of ['1', '2']) await page(index, urls, i, sid);
      if (i === 2) await urls.save();
    }
    await index
      .claim({
        key: 'https://a.example/wall',
        url: url(0, 'wall'),
        grams: new BigUint64Array(0),
        note: 'login-wall',
      })
      .then((wall) => wall.commit());
    await index.close();
    const later = await open();
    const again = await CrawlUrls.open(later);
    const [before, after] = [urls, again].map((each) => each.learned().rules);
    expect(after).toEqual(before);
    expect(before[0]).toMatchObject({ value: 'sid', state: 'on' });
    expect(again.state.patterns.filter(({ walls }) => walls === 1).map(({ pattern }) => pattern)).toEqual([
      'https://a.example/wall',
    ]);
    // a process that was closed has nothing to learn again
    await again.save();
    const third = await CrawlUrls.open(later);
    expect(third.state).toEqual(again.state);
    const known = (each: CrawlUrls) =>
      Array.from({ length: 60 }, (_, i) => askedUrl(i, '3')).filter((asked) =>
        each.isKnown(asked, asked, '{}'),
      );
    expect(known(again)).toEqual(known(urls));
    expect(known(again).length).toBeGreaterThan(20);
    await later.close();
  },
);

test('the state of a later version is no error: learning begins anew', async () => {
  const folder = await temporaryFolder();
  const first = await taught(folder);
  await first.index.setNote('url-rules', { rules: { format: 'neardup-url-rules/2' }, requests: [] });
  const urls = await CrawlUrls.open(first.index);
  expect(urls.learned().rules).toEqual([]);
  await first.index.close();
});

test('rules go on with what a copy knows where that is more than what stands in the index, not where it is less, and are stored', async () => {
  const first = await taught(await temporaryFolder());
  const index = await SketchIndex.open(await temporaryFolder(), {
    gram: 'word:4',
    threshold: 0.8,
    recall: 0.99,
  });
  const later = await CrawlUrls.open(index);
  const empty = later.state;
  later.adopt(first.urls.state);
  expect(later.learned()).toEqual(first.urls.learned());
  later.adopt(empty);
  expect(later.learned()).toEqual(first.urls.learned());
  await later.save();
  expect((await CrawlUrls.open(index)).learned()).toEqual(first.urls.learned());
  await first.index.close();
  await index.close();
});

test('pages from which nothing was asked are learned from as if something had been asked before each, by a later process too', async () => {
  const folder = await temporaryFolder();
  const { index, urls } = await taught(folder);
  const asked = await taught(await temporaryFolder(), { isAsked: true });
  await urls.save();
  const later = await CrawlUrls.open(index);
  const expected = asked.urls.state;
  expect(expected.pages).toBe(120);
  expect(later.state).toEqual(expected);
  expect(urls.state).toEqual(expected);
  expect(later.learned()).toEqual(asked.urls.learned());
  await index.close();
  await asked.index.close();
});

test('what a crawl has learned is told also where no link was ever asked about', async () => {
  const { index, urls } = await taught(await temporaryFolder());
  expect(urls.learned().rules[0]).toMatchObject({ kind: 'parameter', value: 'sid', state: 'on' });
  await index.close();
});

test('what was learned is stored once, and again if the write failed', async () => {
  const { index, urls, learn } = await taught(await temporaryFolder());
  const writes = vi.spyOn(index, 'setNote').mockRejectedValueOnce(new Error('the disk is full'));
  await expect(urls.save()).rejects.toThrow('the disk is full');
  await urls.save();
  await urls.save();
  expect(writes).toHaveBeenCalledTimes(2);
  learn(url(0, 'new'), 'p0');
  await urls.save();
  expect(writes).toHaveBeenCalledTimes(3);
  await index.close();
});

test('a crawl that never asks lets no more than half a million characters of URLs wait', async () => {
  const { index, urls, learn } = await taught(await temporaryFolder());
  for (let i = 0; i < 4; i++) learn(`https://a.example/${'x'.repeat(200_000)}${i}`, `long ${i}`);
  for (let i = 0; i < 3000; i++) learn(url(i, `${'s'.repeat(200)}${i}`), `new ${i}`);
  await urls.save();
  const note = (await index.note('url-rules')) as { waiting: unknown[]; rules: { pages: number } };
  expect(JSON.stringify(note.waiting).length).toBeLessThan(600_000);
  expect(note.rules.pages + note.waiting.length).toBe(3120);
  await index.close();
});

test('a login under any number of URLs is given up, a page that shows pictures alone is not; what was dropped comes back once the login is a page', async () => {
  const { index, urls, learn, isKnown } = await taught(await temporaryFolder());
  const unclassifiable = (address: string, note: string) =>
    urls.learn(address, { verdict: 'unclassifiable', key: address, note });
  for (let i = 0; i < 100; i++) {
    unclassifiable(`https://a.example/login?sid=${i}&x`, 'login-wall');
    unclassifiable(`https://a.example/photo/${i}`, 'empty');
  }
  const asked = Array.from({ length: 40 }, (_, i) => `https://a.example/login?sid=later${i}&x`);
  const dropped = asked.filter(isKnown);
  expect(dropped.length).toBeGreaterThan(30);
  expect(isKnown('https://a.example/photo/1000')).toBe(false);
  learn('https://a.example/login?sid=open&x', 'a page');
  expect(urls.takeBack().map((page) => page.url)).toEqual(dropped);
  await index.close();
});
