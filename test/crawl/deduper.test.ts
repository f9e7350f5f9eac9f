import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { load } from 'cheerio';
import { Level } from 'level';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createDeduper,
  type Deduper,
  type DeduperOptions,
  type RequestToMake,
} from '../../plugins/crawl/index.ts';
import { reasonFor } from '../../src/flow/index.ts';
import { SketchIndex } from '../../src/store/index.ts';
import { intentKey, type Key } from '../../src/store/layout/keys.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';
import { html, page, prose } from '../crawlee/pages.ts';
import { nextWarning } from '../warning.ts';

/** Opened in a temporary folder, closed after the test. */
async function open(options: Partial<DeduperOptions> = {}): Promise<Deduper> {
  const deduper = await createDeduper({ directory: await temporaryFolder(), ...options });
  onTestFinished(() => deduper.close());
  return deduper;
}

const at = (path: string) => `http://a.example${path}`;

const PDF = { url: at('/a'), contentType: 'application/pdf' };

test('flush forces what was committed to disk', async () => {
  const deduper = await open();
  await (await deduper.claim({ url: at('/a'), body: html(prose(1)) })).commit();
  const flush = vi.spyOn(SketchIndex.prototype, 'flush');
  onTestFinished(() => flush.mockRestore());
  await deduper.flush();
  expect(flush.mock.calls.length).toBe(1);
});

test('a page is unique or repeats one that was committed, whether it comes as text, as bytes or in another charset', async () => {
  const deduper = await open();
  const text = html(`Über die Größe ${prose(1)}`);
  const first = await deduper.claim({ url: at('/a'), body: text });
  await first.commit();
  const second = await deduper.claim({
    url: at('/b'),
    body: Buffer.from(text, 'latin1'),
    contentType: 'text/html; charset=iso-8859-1',
  });
  expect(await second.commit()).toBe(true);
  expect(first.verdict).toMatchObject({ verdict: 'unique', key: at('/a'), code: 'distinct' });
  expect(second.verdict).toMatchObject({
    verdict: 'duplicate',
    similarity: 1,
    of: { key: at('/a'), url: at('/a') },
  });
  expect(deduper.counts).toMatchObject({ unique: 1, duplicates: 1 });
  expect(deduper.stats()).toMatchObject({ pages: 2, unique: 1, exact: 1 });
  expect((await deduper.clusters())[0]).toMatchObject({
    representative: { url: at('/a') },
    members: [{ url: at('/b') }],
  });
});

test('a page whose claim is committed twice counts once', async () => {
  const deduper = await open();
  const page = await deduper.claim({ url: at('/a'), body: html(prose(1)) });
  const picture = await deduper.claim({ url: at('/b'), body: 'x', contentType: 'image/png' });
  for (const claim of [page, page, picture, picture]) {
    expect(await claim.commit()).toBe(true);
    expect(claim.verdict.replayed).toBe(false);
  }
  expect(deduper.stats()).toMatchObject({ pages: 2, unique: 1, unclassifiable: { 'no-page-type': 1 } });
});

test('a page beyond the limit is judged by its first part, and its verdict says so, also when it is given again', async () => {
  const deduper = await open({ maxPageBytes: 2000 });
  const long = html(prose(1, 2000));
  const cut = await deduper.claim({ url: at('/long'), body: long });
  await cut.commit();
  expect(cut.verdict).toMatchObject({ verdict: 'unique', truncatedFrom: long.length });
  const other = await deduper.claim({ url: at('/as long'), body: Buffer.from(long + prose(2, 2000)) });
  await other.commit();
  expect(other.verdict).toMatchObject({ verdict: 'duplicate', of: { url: at('/long') } });
  const short = await deduper.claim({ url: at('/short'), body: long.slice(0, 2000) });
  expect(short.verdict).not.toHaveProperty('truncatedFrom');
  const stored: unknown[] = [];
  for await (const { truncatedFrom } of deduper.verdicts()) stored.push(truncatedFrom);
  expect(stored).toEqual([long.length, long.length + prose(2, 2000).length]);
});

describe('a page that was cut', () => {
  const whole = html(prose(1, 300));
  const cut = { url: at('/part'), body: whole.slice(0, -40), status: 206, contentRange: 'bytes 0-99/9999' };

  test.each([true, false])(
    'is stored and stands for no whole one, which stands for those to come (site model: %s)',
    async (siteModel) => {
      const deduper = await open({ siteModel });
      const part = await deduper.claim(cut);
      await part.commit();
      expect(part.verdict).toMatchObject({ verdict: 'unique', truncatedFrom: 9999 });
      const first = await deduper.claim({ url: at('/whole'), body: whole });
      await first.commit();
      expect(first.verdict).toMatchObject({ verdict: 'unique', code: 'distinct' });
      expect(first.verdict).not.toHaveProperty('truncatedFrom');
      const second = await deduper.claim({ url: at('/again'), body: whole.replace('</', ' 17</') });
      await second.commit();
      expect(second.verdict).toMatchObject({ verdict: 'duplicate', of: { url: at('/whole') } });
      const copy = await deduper.claim({ url: at('/same text'), body: cut.body });
      await copy.commit();
      expect(copy.verdict).toMatchObject({ verdict: 'duplicate', of: { url: at('/whole') } });
      const other = await deduper.claim({ ...cut, url: at('/other part') });
      await other.commit();
      expect(other.verdict.verdict).toBe('duplicate');
    },
  );

  test('is not waited for by a whole one while it is in its handler', async () => {
    const deduper = await open();
    const part = await deduper.claim(cut);
    const first = await deduper.claim(
      { url: at('/whole'), body: whole },
      { signal: AbortSignal.timeout(60_000) },
    );
    await first.commit();
    expect(first.verdict).toMatchObject({ verdict: 'unique' });
    expect(await part.commit()).toBe(true);
  });

  test('is none where its range is all that there is', async () => {
    const deduper = await open();
    const { verdict } = await deduper.claim({ ...cut, contentRange: 'bytes 0-99/100' });
    expect(verdict).not.toHaveProperty('truncatedFrom');
  });
});

test('a large page is read in another thread from its body, though its tree is at hand, and is judged the same', async () => {
  const deduper = await open();
  const body = html(prose(1, 100_000));
  const dom = { type: 'root', children: [{ type: 'text', data: 'never walked' }] };
  const large = await deduper.claim({ url: at('/large'), body, dom });
  await large.commit();
  expect(large.verdict.size).toBeGreaterThan(90_000);
  const walked = await deduper.claim({ url: at('/tree'), dom });
  expect(walked.verdict.size).toBe(1);
});

test('a closed deduper leaves no thread behind', async () => {
  const ended: Promise<unknown>[] = [];
  const started = (worker: Worker) => ended.push(once(worker, 'exit'));
  process.on('worker', started);
  onTestFinished(() => void process.off('worker', started));
  const deduper = await open();
  await deduper.read({ url: at('/large'), body: html(prose(1, 100_000)) });
  await deduper.close();
  expect(ended.length).toBeGreaterThan(0);
  await Promise.all(ended);
});

describe('a copy of a page in work', () => {
  test('waits for it, and is a duplicate when that one is committed and unique when it is released', async () => {
    const deduper = await open();
    const a = await deduper.claim({ url: at('/a'), body: page(1) });
    const b = await deduper.claim({ url: at('/b'), body: page(2) });
    const copies = Promise.all([
      deduper.claim({ url: at('/a2'), body: page(1) }),
      deduper.claim({ url: at('/b2'), body: page(2) }),
    ]);
    await a.commit();
    await b.release();
    const [a2, b2] = await copies;
    expect([a2.verdict.verdict, b2.verdict.verdict]).toEqual(['duplicate', 'unique']);
  });

  test('that may be provisional does not wait, and its request is made again when that one is released', async () => {
    const deduper = await open();
    const made: unknown[] = [];
    deduper.onReturn((request) => made.push(request));
    const a = await deduper.claim({ url: at('/a'), body: page(1), crawler: 'shop' });
    const copy = await deduper.claim(
      { url: at('/copy'), requestedUrl: at('/short'), body: page(1), crawler: 'shop' },
      { provisional: { request: 'GET /short' } },
    );
    expect(copy.verdict).toMatchObject({
      verdict: 'duplicate',
      provisional: true,
      requestedUrl: at('/short'),
    });
    expect(await copy.commit()).toBe(true);
    expect(deduper.stats().provisional).toBe(1);
    await a.release();
    expect(made).toEqual([
      {
        ...{ request: 'GET /short', url: at('/copy'), returns: 1, isLeft: false },
        ...{ key: at('/short'), crawler: 'shop' },
      },
    ]);
    const again = await deduper.claim({
      url: at('/copy'),
      requestedUrl: at('/short'),
      body: page(1),
      crawler: 'shop',
    });
    expect(again.verdict.verdict).toBe('unique');
    expect(await again.commit()).toBe(true);
  });

  test('that cannot be fetched again is given up, and the next like it is made again', async () => {
    const deduper = await open();
    const made: (string | undefined)[] = [];
    deduper.onReturn(({ key }) => made.push(key));
    const a = await deduper.claim({ url: at('/a'), body: page(1) });
    for (const path of ['/b', '/c']) {
      const copy = await deduper.claim({ url: at(path), body: page(1) }, { provisional: { request: path } });
      await copy.commit();
    }
    await a.release();
    await deduper.giveUp({ key: at('/b') });
    await deduper.settled();
    expect(made).toEqual([at('/b'), at('/c')]);
  });
});

test('two crawlers have keys of their own, and each content once', async () => {
  const deduper = await open();
  const claims = [];
  for (const crawler of ['shop', 'news', 'shop']) {
    const claim = await deduper.claim({ url: at('/a'), body: page(1), crawler });
    await claim.commit();
    claims.push(claim.verdict);
  }
  expect(claims.map(({ verdict, replayed }) => [verdict, replayed])).toEqual([
    ['unique', false],
    ['duplicate', false],
    ['unique', true],
  ]);
  expect(claims[1]).toMatchObject({ crawler: 'news', of: { crawler: 'shop', key: at('/a') } });
});

test('what is no page, or was not fetched, has a verdict and nothing to store', async () => {
  const deduper = await open();
  const image = await deduper.claim({ url: at('/i'), body: '…', contentType: 'Image/PNG; q=1' });
  const nothing = await deduper.claim({ url: at('/n') });
  expect(await image.commit()).toBe(true);
  expect(image.verdict).toMatchObject({ verdict: 'unclassifiable', code: 'no-page-type' });
  expect(image.verdict.reason).toMatch(/image\/png$/);
  expect(nothing.verdict).toMatchObject({ code: 'nothing-fetched' });
  expect(deduper.counts.decided).toBe(0);
});

test('a page that was read in a wrong encoding repeats none by the few words that are left of it', async () => {
  const deduper = await open();
  const lost = (words: string) => words.replace(/[а-я]/g, '\ufffd');
  const russian = (n: number) =>
    html(`${lost('лампа маяка видна с парома '.repeat(n))} Windows XP SP3 and ${prose(1, 4)}`);
  const french = html(`${prose(2)} p\ufffdniche et \ufffdcluse`);
  const codes = [];
  for (const body of [russian(20), russian(30), french, french]) {
    const claim = await deduper.claim({ url: at(`/${codes.length}`), body });
    await claim.commit();
    codes.push(claim.verdict.code);
  }
  expect(codes).toEqual(['not-decoded', 'not-decoded', 'distinct', 'same-grams']);
});

test('an error that a server sent in place of a page stands for no page and repeats none', async () => {
  const deduper = await open();
  const body = html(prose(1), 'Lighthouse');
  const verdicts = [];
  for (const status of [404, 410, 429, 200, 404]) {
    const claim = await deduper.claim({ url: at(`/${verdicts.length}`), body, status });
    expect(await claim.commit()).toBe(true);
    verdicts.push([claim.verdict.verdict, claim.verdict.code]);
  }
  const refused = ['unclassifiable', 'no-page-status'];
  expect(verdicts).toEqual([refused, refused, refused, ['unique', 'distinct'], refused]);
  expect(deduper.stats().unclassifiable).toEqual({ 'no-page-status': 4 });
  expect(deduper.counts.decided).toBe(1);
});

test('URLs of a pattern that was refused a hundred times are left out; those of files, which may be wanted, are not', async () => {
  const deduper = await open();
  const isLeftOut = async (end: string) => {
    const asked = Array.from({ length: 60 }, (_, i) => at(`/page${1000 + i}/${end}`));
    const known = await Promise.all(asked.map((url) => deduper.isKnown({ url, request: url })));
    return known.filter(Boolean).length > 40;
  };
  await deduper.isKnown({ url: at('/'), request: 'the first' });
  for (let i = 0; i < 150; i++) {
    await (await deduper.claim({ url: at(`/page${i}/edit`), body: html('Log in'), status: 401 })).commit();
    await (await deduper.claim({ url: at(`/page${i}/image`), body: 'x', contentType: 'image/png' })).commit();
  }
  expect([await isLeftOut('edit'), await isLeftOut('image')]).toEqual([true, false]);
});

test.each([
  ['its key is its URL', ''],
  ['its key lacks the slash at the end, as in Crawlee', '/'],
])(
  'a URL that was left out for a page that turns out to be gone is fetched after all, and no other is left out for that page: %s',
  async (_, end) => {
    const deduper = await open();
    const returned: string[] = [];
    deduper.onReturn(({ url }) => void returned.push(url));
    const product = (i: number, sid: string) => at(`/${['shoes', 'hats'][i % 2]}/p${i}${end}${sid}`);
    const placeOf = (i: number, sid: string) => {
      const url = product(i, sid);
      return { url, key: url.replace(/\/(?=\?|$)/, '') };
    };
    const isKnown = (i: number, sid: string) =>
      deduper.isKnown({ ...placeOf(i, sid), request: JSON.stringify({ url: product(i, sid) }) });
    await isKnown(0, '?sid=0');
    for (let i = 0; i < 40; i++)
      for (const sid of ['', '?sid=1'])
        await (await deduper.claim({ ...placeOf(i, sid), body: html(prose(i)) })).commit();
    const leftOut: number[] = [];
    for (let i = 0; i < 40; i++) if (await isKnown(i, '?sid=2')) leftOut.push(i);
    expect(leftOut.length).toBeGreaterThan(20);
    const gone = leftOut.slice(0, 10);
    for (const i of gone)
      await (await deduper.claim({ ...placeOf(i, ''), body: 'gone', status: 404 })).commit();
    expect(returned.sort()).toEqual(gone.map((i) => product(i, '?sid=2')).sort());
    for (const i of gone) expect(await isKnown(i, '?sid=3')).toBe(false);
  },
);

test.each<[string, (deduper: Deduper) => Promise<unknown>]>([
  ['is answered by a file', async (deduper) => (await deduper.claim({ ...PDF, body: '%PDF' })).commit()],
  ['is given up as a file', (deduper) => deduper.giveUp({ key: PDF.url, isFile: true })],
  [
    'is given up as one redirected elsewhere',
    (deduper) => deduper.giveUp({ key: PDF.url, isElsewhere: true }),
  ],
])('a copy of what a page said is new after the page %s', async (_, happens) => {
  const deduper = await open();
  await (await deduper.claim({ url: PDF.url, body: page(1) })).commit();
  await happens(deduper);
  const copy = await deduper.claim({ url: at('/copy'), body: page(1) });
  expect(copy.verdict.verdict).toBe('unique');
});

test('what is gone for a form that is sent to a URL says nothing of the page at this URL', async () => {
  const deduper = await open();
  const product = (i: number, sid: string) => at(`/${['shoes', 'hats'][i % 2]}/p${i}${sid}`);
  const returned: string[] = [];
  deduper.onReturn(({ url }) => void returned.push(url));
  const isKnown = (i: number, sid: string) =>
    deduper.isKnown({ url: product(i, sid), request: product(i, sid) });
  await isKnown(0, '?sid=0');
  for (let i = 0; i < 40; i++)
    for (const sid of ['', '?sid=1'])
      await (await deduper.claim({ url: product(i, sid), body: html(prose(i)) })).commit();
  for (let i = 0; i < 40; i++) await isKnown(i, '?sid=2');
  const form = { url: product(5, ''), key: 'form', method: 'POST' };
  await (await deduper.claim({ ...form, body: html(prose(100)) })).commit();
  await (await deduper.claim({ ...form, body: 'gone', status: 404 })).commit();
  expect(returned).toEqual([]);
});

test('what is answered to forms that are sent to URLs says nothing of these URLs: as many are left out as without it', async () => {
  const product = (i: number, sid: string) => at(`/${['shoes', 'hats'][i % 2]}/p${i}${sid}`);
  const leftOut = async (method?: string) => {
    const deduper = await open();
    await deduper.isKnown({ url: at('/'), request: 'the first' });
    for (let i = 0; i < 40; i++) {
      for (const sid of ['', '?sid=1'])
        await (await deduper.claim({ url: product(i, sid), body: html(prose(i)) })).commit();
      if (method === undefined) continue;
      const form = { url: product(i, '?sid=2'), key: `form ${i}`, method };
      await (await deduper.claim({ ...form, body: html(prose(100 + i)) })).commit();
    }
    const asked = Array.from({ length: 40 }, (_, i) => product(i, '?sid=3'));
    const known = await Promise.all(asked.map((url) => deduper.isKnown({ url, request: url })));
    return known.filter(Boolean).length;
  };
  const without = await leftOut();
  expect(without).toBeGreaterThan(20);
  expect(await leftOut('POST')).toBe(without);
  expect(await leftOut('get')).toBeLessThan(without);
});

test('days of a calendar that all say that there is nothing, which are walls, lead to no end of others', async () => {
  const deduper = await open();
  const codes: Record<string, number> = {};
  let days = 0;
  for (let isFollowed = true; isFollowed && days < 600; days++) {
    const hasEvent = days < 90 && days % 3 === 0;
    const body = hasEvent
      ? html(prose(days), `A concert with number ${days}`)
      : html('There are no events scheduled for this day.', 'Events');
    const claim = await deduper.claim({ url: at(`/day/${days}`), body });
    await claim.commit();
    codes[claim.verdict.code] = (codes[claim.verdict.code] ?? 0) + 1;
    isFollowed = deduper.follows(at(`/day/${days + 1}`), claim.verdict);
  }
  expect(codes).toMatchObject({ distinct: expect.any(Number), wall: expect.any(Number) });
  expect(codes.distinct).toBeGreaterThanOrEqual(30);
  expect(days).toBeLessThan(250);
});

test.each(['a body', 'a parsed tree'])(
  'the months of an endless calendar are given up, and a gallery is not: given as %s',
  async (how) => {
    const deduper = await open();
    const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
    const judge = async (path: string, body: string) => {
      const url = at(path);
      const given = how === 'a body' ? { body } : { dom: load(body).root()[0]! };
      const { verdict, commit } = await deduper.claim({ url, ...given });
      await commit();
      return verdict;
    };
    const home = await judge('/', html('Pictures and a calendar', 'Home'));
    for (let i = 0; i < 130; i++) {
      expect(deduper.follows(at(`/gallery/${i}`), home)).toBe(true);
      const [year, month] = [2026 + Math.floor(i / months.length), i % months.length];
      const name = `${months[month]} ${year}`;
      await judge(`/calendar/${year}/${month + 1}`, html(`<h1>${name}</h1> Nothing in ${name}.`, name));
      await judge(
        `/gallery/${i}`,
        html(`<img src="/pictures/${i * 7919}.jpg"> Picture ${i}`, `Picture ${i}`),
      );
    }
    expect(deduper.rules().barrenPatterns.map(({ pattern }) => pattern)).toEqual([at('/calendar/0')]);
  },
);

test.each(['is asked', 'is not asked'])(
  'a long listing that differs in its links alone is not given up, as these lead to new pages, if follows %s about them',
  async (follows) => {
    const deduper = await open();
    const states = html(`<h1>Issues</h1> ${'open low closed high '.repeat(10)}`, 'Issues');
    const found: string[] = [];
    const visit = async (url: string, body: string, links: string[]) => {
      const { verdict, commit } = await deduper.claim({ url, body }, { provisional: { request: url } });
      await commit();
      for (const link of links) {
        if (follows === 'is not asked' || deduper.follows(link, verdict)) found.push(link);
      }
    };
    deduper.onReturn(({ url }) => void found.push(url));
    let fetched = 0;
    for (let page = 0; page < 150; page++) {
      const url = at(`/issues/page${page}`);
      if (await deduper.isKnown({ url, request: url })) continue;
      fetched++;
      await visit(url, states, [at(`/issue/${page}`)]);
      // the queue is a long one
      if (page % 60 === 59) {
        for (const issue of found.splice(0))
          await visit(issue, html(prose(fetched * 997 + issue.length, 60), issue), []);
      }
    }
    expect(fetched).toBe(150);
    expect(deduper.rules().barrenPatterns).toEqual([]);
  },
);

test('where a wall answers the caller may have the page fetched again; without that it is unclassifiable', async () => {
  const names = ['harbour', 'market', 'rowing', 'council', 'opera', 'railway', 'orchard'];
  const wall = html(`Before you go on ${prose(1000, 200)}`, 'Before you go on');
  const deduper = await open();
  const made: (string | undefined)[] = [];
  deduper.onReturn(({ key }) => made.push(key));
  const claim = (name: string, body: string, onWall?: () => void) =>
    deduper.claim(
      { url: at(`/${name}`), body },
      { provisional: { request: name }, ...(onWall && { onWall }) },
    );
  for (const name of names) {
    const answered = ['council', 'opera'].includes(name)
      ? wall
      : html(`${name} ${prose(names.indexOf(name))}`, name);
    await (await claim(name, answered)).commit();
  }
  const failing = claim('lantern', wall, () => {
    throw new Error('try again');
  });
  await expect(failing).rejects.toThrow('try again');
  expect(made.sort()).toEqual([at('/council'), at('/opera')]);
  expect((await claim('lantern', wall)).verdict).toMatchObject({ verdict: 'unclassifiable', code: 'wall' });
});

test('a message under the titles of the pages that it replaces is a wall, whatever their addresses, and short pages that show theirs are none', async () => {
  const said = 'This part of the site is kept for members: tell us who you are, and it will open.';
  const walled = [3, 7, 12, 18, 21, 26];
  const told = async (message: (title: string) => string) => {
    const deduper = await open();
    for (let i = 0; i < 30; i++) {
      const title = `${prose(i, 3)} | The Harbour`;
      const body = walled.includes(i) ? message(title) : `<h1>${prose(i, 3)}</h1>${prose(100 + i)}`;
      await (await deduper.claim({ url: at(`/story/${1000 + 7 * i}`), body: html(body, title) })).commit();
    }
    return deduper.stats().unclassifiable.wall ?? 0;
  };
  expect(await told(() => `<h1>For our members</h1><p>${said}</p>`)).toBeGreaterThanOrEqual(4);
  expect(await told(() => `<div>For our members</div><p>${said}</p>`)).toBeGreaterThanOrEqual(4);
  expect(await told((title) => `<h1>${title.split(' |')[0]}</h1><p>${said}</p>`)).toBe(0);
});

test('a page that a wall answered is given to onReturn when it is committed, at most twice, again once it has come', async () => {
  const names = ['harbour', 'market', 'rowing', 'council', 'opera', 'railway', 'orchard'];
  const wall = html(`Before you go on ${prose(1000, 200)}`, 'Before you go on');
  const article = (name: string) => html(`${name} ${prose(names.indexOf(name))}`, name);
  const deduper = await open();
  const made: (readonly [string, number])[] = [];
  deduper.onReturn(({ request, returns }) => made.push([request, returns]));
  const judge = async (name: string, body: string, options: object = { provisional: { request: name } }) => {
    const claim = await deduper.claim({ url: at(`/${name}`), body }, options);
    await claim.commit();
    return claim.verdict.code;
  };
  for (const name of names) await judge(name, ['council', 'opera'].includes(name) ? wall : article(name));
  const codes: string[] = [];
  for (let i = 0; i < 4; i++) codes.push(await judge('lantern', wall));
  expect(codes).toEqual(['wall', 'wall', 'wall', 'wall']);
  const twice = [
    ['lantern', 1],
    ['lantern', 2],
  ];
  expect(made.splice(0).filter(([request]) => request === 'lantern')).toEqual(twice);
  expect(await judge('lantern', html(prose(50), 'Lantern'))).toBe('distinct');
  await judge('lantern', wall);
  // not what was not said how to fetch again, nor what the caller sees to
  await judge('quay', wall, {});
  await judge('mill', wall, { provisional: { request: 'mill' }, onWall: () => undefined });
  expect(made).toEqual([['lantern', 1]]);
});

test('pages with a text that three other URLs replace by unlike ones are fetched again, but not those three', async () => {
  const deduper = await open();
  const made: string[] = [];
  deduper.onReturn(({ request }) => made.push(request));
  const judge = async (path: string, body: string) => {
    const options = { provisional: { request: path } };
    const claim = await deduper.claim({ url: at(path), body }, options);
    await claim.commit();
    return claim.verdict.code;
  };
  const answered = html(`Busy ${prose(1000, 60)}`, 'Busy');
  const paths = ['/1', '/2', '/3', '/4', '/5'];
  for (const path of paths) await judge(path, answered);
  const names = ['harbour', 'market', 'rowing'];
  for (const [i, name] of names.entries())
    expect(await judge(paths[i]!, html(`${name} ${prose(i)}`, name))).toBe('distinct');
  expect(made).toEqual(['/4', '/5']);
  expect(await judge('/6', answered)).toBe('wall');
});

test('a claim that fails, as pages cannot be fetched again, keeps no copy of its page waiting', async () => {
  const deduper = await open();
  deduper.onReturn(() => Promise.reject(new Error('the queue is full')));
  const claim = (path: string, body: string) =>
    deduper.claim({ url: at(path), body }, { provisional: { request: path } });
  const answered = html(`Busy ${prose(1000, 60)}`, 'Busy');
  for (const path of ['/1', '/2', '/3', '/4']) await (await claim(path, answered)).commit();
  const [first, second, third] = ['harbour', 'market', 'rowing'].map((name, i) =>
    html(`${name} ${prose(i)}`, name),
  );
  await (await claim('/1', first)).commit();
  await (await claim('/2', second)).commit();
  await expect(claim('/3', third)).rejects.toThrow('the queue is full');
  const copy = await deduper.claim({ url: at('/copy'), body: third }, { signal: AbortSignal.timeout(5000) });
  expect(copy.verdict.verdict).toBe('unique');
});

test('a page that was edited at all of its addresses is no wall in the next crawl, whatever their titles', async () => {
  const directory = await temporaryFolder();
  const titles = ['A long day - The Site', 'A long day (to print)', 'A long day', 'The day', 'Long days'];
  const crawl = async (seed: number, deduper: Deduper) => {
    const codes: string[] = [];
    for (const [i, title] of titles.entries()) {
      const request = `/address-${i}/17`;
      const page = { url: at(request), body: html(prose(seed), title) };
      const claim = await deduper.claim(page, { provisional: { request } });
      await claim.commit();
      codes.push(claim.verdict.code);
    }
    return codes;
  };
  const expected = ['distinct', 'same-grams', 'same-grams', 'same-grams', 'same-grams'];
  for (const seed of [1, 3]) {
    const deduper = await createDeduper({ directory });
    deduper.onReturn(({ request }) => expect.fail(`${request} was to be fetched again`));
    // in the same process, too
    expect(await crawl(seed, deduper)).toEqual(expected);
    expect(await crawl(seed + 1, deduper)).toEqual(expected);
    await deduper.close();
  }
});

const consent = html('Please accept all cookies to continue', 'Before you continue');

test.each([
  ['asks for consent', 'consent-wall', consent],
  ['asks to log in', 'login-wall', html('Please sign in to go on reading this page.', 'Sign in')],
])(
  'a page that %s is fetched again as a page behind any other wall is, from the first one on',
  async (_, wall, body) => {
    const deduper = await open();
    const made: string[] = [];
    deduper.onReturn(({ request }) => made.push(request));
    const judge = async (path: string, sent: string, onWall?: () => void) => {
      const options = { provisional: { request: path }, ...(onWall && { onWall }) };
      const claim = await deduper.claim({ url: at(path), body: sent }, options);
      await claim.commit();
      return claim.verdict.code;
    };
    for (let i = 0; i < 3; i++) expect(await judge('/a', body)).toBe(wall);
    expect(made).toEqual(['/a', '/a']);
    const refuse = () => {
      throw new Error('try again');
    };
    for (let i = 0; i < 2; i++) await expect(judge('/b', body, refuse)).rejects.toThrow('try again');
    expect(await judge('/b', body, refuse)).toBe(wall);
    await expect(judge('/c', body, refuse)).rejects.toThrow('try again');
    expect(await judge('/c', html(prose(1)), refuse)).toBe('distinct');
    expect(deduper.stats()).toMatchObject({ pages: 5, unique: 1, unclassifiable: { [wall]: 4 } });
  },
);

test('a page that its server refuses for now is fetched again like a page behind a wall, and one that it asks a login or another method for is not', async () => {
  const deduper = await open();
  const made: string[] = [];
  deduper.onReturn(({ request }) => made.push(request));
  const judge = async (path: string, status: number) => {
    const claim = await deduper.claim(
      { url: at(path), body: html(prose(1)), status },
      { provisional: { request: path } },
    );
    await claim.commit();
    await claim.commit();
    return claim.verdict.code;
  };
  for (let i = 0; i < 3; i++)
    for (const status of [401, 403, 404, 405, 408, 429, 500, 502, 503, 504])
      expect(await judge(`/${status}`, status)).toBe('no-page-status');
  const later = ['/408', '/429', '/502', '/503', '/504'];
  expect(made.splice(0).sort()).toEqual(['/403', ...later].flatMap((path) => [path, path]));
  expect(await judge('/403', 200)).toBe('distinct');
  expect(made).toEqual(later);
  const retry = () => {
    throw new Error('try again');
  };
  const claim = deduper.claim({ url: at('/new'), status: 403 }, { onWall: retry });
  await expect(claim).rejects.toThrow('try again');
});

test('after walls for fifty pages of a host one in twenty is fetched again, and all of other hosts; once one comes, so are all that had waited', async () => {
  const deduper = await open();
  const queue: string[] = [];
  deduper.onReturn(({ url }) => queue.push(url));
  const judge = async (url: string, body = consent) => {
    await (await deduper.claim({ url, body }, { provisional: { request: url } })).commit();
  };
  let page = 0;
  /** How often so many further pages are fetched. */
  const fetches = async (pages: number, host = 'a.example') => {
    for (let i = 0; i < pages; i++) queue.push(`http://${host}/${page++}`);
    let fetched = 0;
    for (; queue.length > 0; fetched++) await judge(queue.shift()!);
    return fetched;
  };
  expect(await fetches(50)).toBe(50 * 3);
  // 50 pages had stayed: those that come at 60, 80, 100 … are trials
  expect(await fetches(110)).toBe(110 + 5 * 2);
  expect(await fetches(10, 'b.example')).toBe(10 * 3);
  while (queue.length === 0) await judge(at(`/${page++}`));
  const pagesOfHost = page - 10;
  const trial = queue.pop()!;
  await judge(trial, html(prose(1)));
  expect(new Set(queue).size).toBe(pagesOfHost - 1);
  expect(queue).not.toContain(trial);
  for (let i = 2; i < queue.length; i++) await judge(queue[i]!, html(prose(i)));
  // none of those that came is fetched again when the last ones do
  queue.length = 2;
  await judge(queue.shift()!, html(prose(1000)));
  expect(queue).toHaveLength(1);
  await judge(queue.shift()!, html(prose(1001)));
  expect(await fetches(50)).toBe(50 * 3);
});

test('a message that two pages give in a later crawl is no page of theirs, and what they gave before stays', async () => {
  const directory = await temporaryFolder();
  const claim = (deduper: Deduper, path: string, body: string, onWall?: () => void) =>
    deduper.claim({ url: at(path), body }, { provisional: { request: path }, ...(onWall && { onWall }) });
  const first = await createDeduper({ directory });
  for (const [i, name] of ['Harbour', 'Market'].entries())
    await (await claim(first, `/${i}`, html(prose(i), name))).commit();
  await first.close();

  const later = await open({ directory });
  const made: (string | undefined)[] = [];
  later.onReturn(({ key }) => made.push(key));
  const sorry = html(`Not now ${prose(1000, 40)}`, 'Not now');
  const changed = await claim(later, '/0', sorry);
  expect(changed.verdict).toMatchObject({ verdict: 'unique', seenBefore: 'changed' });
  await changed.commit();
  const failing = claim(later, '/1', sorry, () => {
    throw new Error('try again');
  });
  await expect(failing).rejects.toThrow('try again');
  expect(made).toEqual([at('/0')]);
  expect((await claim(later, '/1', html(prose(1), 'Market'))).verdict.seenBefore).toBe('unchanged');
});

test('links and queued requests that lead to what is stored are left out, and made when that turns out wrong', async () => {
  const deduper = await open();
  const made: [string, string | undefined][] = [];
  deduper.onReturn(({ request, key }) => made.push([request, key]));
  const url = (i: number, sid: string) => at(`/${['a', 'b'][i % 2]}/p${i}?sid=${sid}`);
  const store = async (address: string, seed: number) => {
    const claim = await deduper.claim({ url: address, body: page(seed) });
    await claim.commit();
  };
  for (let i = 0; i < 60; i++) {
    await store(url(i, '1'), i);
    await store(url(i, '2'), i);
  }
  const links = Array.from({ length: 20 }, (_, i) => ({ url: url(i, '3'), label: 'PRODUCT' }));
  const left = links.filter((link) => deduper.transform(link) === false);
  const queued: string[] = [];
  for (let i = 20; i < 40; i++) {
    if (await deduper.isKnown({ url: url(i, '4'), request: `GET ${i}` })) queued.push(`GET ${i}`);
  }
  expect(Math.min(left.length, queued.length)).toBeGreaterThan(12);
  // what is sent to a URL may bring another page
  const sent = left.map((link) => ({ ...link, method: 'POST', payload: 'q=shoes' }));
  for (const request of sent) expect(deduper.transform(request)).toBe(request);
  // a link that another page has, too, and one to a part of a page
  expect(left.map((link) => deduper.transform(link))).toEqual(left.map(() => false));
  expect(deduper.transform({ url: `${left[0].url}#reviews`, label: 'PRODUCT' })).toBe(false);
  const { saved } = deduper.stats();
  expect(saved).toBe(left.length + queued.length);
  expect(deduper.rules().rules[0]).toMatchObject({ kind: 'parameter', value: 'sid', state: 'on' });
  for (let i = 40; i < 46; i++) await store(url(i, '5'), 1000 + i);
  expect(made).toEqual(expect.arrayContaining(left.map((link) => [JSON.stringify(link), undefined])));
  expect(made.map(([request]) => request)).toEqual(expect.arrayContaining(queued));
  expect(deduper.stats().saved).toBe(
    saved - new Set(made.map(([request]) => request.replace('#reviews', ''))).size,
  );
});

test('a link that is in the queue is not left out any more where another page has it, and is asked about before its fetch', async () => {
  const deduper = await open();
  const url = (i: number, sid: string) => at(`/${['a', 'b'][i % 2]}/p${i}?sid=${sid}`);
  const links = Array.from({ length: 20 }, (_, i) => ({ url: url(i, '3') }));
  for (const link of links) expect(deduper.transform(link)).toBe(link);
  for (let i = 0; i < 60; i++) {
    for (const sid of ['1', '2']) {
      const claim = await deduper.claim({ url: url(i, sid), body: page(i) });
      await claim.commit();
    }
  }
  for (const link of links) {
    const part = { url: `${link.url}#reviews` };
    expect(deduper.transform(link)).toBe(link);
    expect(deduper.transform(part)).toBe(part);
  }
  expect(deduper.stats().saved).toBe(0);
  for (const { url: queued } of links) await deduper.isKnown({ url: queued, request: queued });
  expect(deduper.stats().saved).toBeGreaterThan(12);
});

test('a page that a killed process had in its handler is fetched again, whatever its copies have shown of its URL meanwhile', async () => {
  const directory = await temporaryFolder();
  const pages = Array.from({ length: 80 }, (_, i) => i);
  const inWork = pages.slice(60);
  const claim = (deduper: Deduper, i: number, query = '') => {
    const url = at(`/p${i}${query}`);
    return deduper.claim({ url, body: page(i) }, { provisional: { request: JSON.stringify({ url }) } });
  };
  const killed = await createDeduper({ directory });
  for (const i of pages.slice(0, 60)) {
    await (await claim(killed, i)).commit();
    await (await claim(killed, i, '?print=1')).commit();
  }
  for (const i of inWork) await claim(killed, i);
  await killed.close();

  const deduper = await createDeduper({ directory });
  onTestFinished(() => deduper.close());
  const returned: string[] = [];
  deduper.onReturn(({ url }) => returned.push(url));
  await deduper.resume();
  expect(returned.sort()).toEqual(inWork.map((i) => at(`/p${i}`)));
  for (const i of inWork) await (await claim(deduper, i, '?print=1')).commit();
  expect(deduper.stats().provisional).toBe(inWork.length);
  for (const url of returned) {
    expect(await deduper.isKnown({ url, request: JSON.stringify({ url }) })).toBe(false);
  }
  for (const i of inWork) await (await claim(deduper, i)).commit();
  expect(deduper.counts).toMatchObject({ unique: 80, duplicates: 80 });
});

test('a page that was in work, and of which only the key can be read after that, is fetched by its URL', async () => {
  const directory = await temporaryFolder();
  const died = await createDeduper({ directory });
  died.onReturn(() => undefined);
  const inWork = { provisional: { request: 'as it was' } };
  const keys = [at('/a?x=1'), 'POST(7c): no URL', 'http://[', at('/b')];
  for (const key of keys) {
    await died.claim({ url: at('/a'), key, crawler: 'first', body: html(prose(key.length)) }, inWork);
  }
  await died.close();
  const encodings = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
  const store = new Level<Key, Buffer>(directory, { ...encodings, compression: false });
  for (const key of keys.slice(0, 3)) await store.put(intentKey(`first\0${key}`), Buffer.from('damaged'));
  await store.close();
  // the sizes of the files that were noted at the close
  await writeFile(join(directory, 'NEARDUP'), JSON.stringify({ sequence: 0 }));

  const warned = nextWarning();
  const deduper = await createDeduper({ directory });
  onTestFinished(() => deduper.close());
  const returned: RequestToMake[] = [];
  deduper.onReturn((request) => void returned.push(request));
  await deduper.resume();
  expect((await warned).message).toMatch(/^a page that was in work .* the intent of first/);
  const common = { crawler: 'first', returns: 1, isLeft: true };
  expect(returned.sort((x, y) => (x.url < y.url ? -1 : 1))).toEqual([
    { ...common, url: at('/a'), key: at('/b'), request: 'as it was' },
    { ...common, url: at('/a?x=1'), key: at('/a?x=1'), request: JSON.stringify({ url: at('/a?x=1') }) },
  ]);
});

test('validators of a page are sent when it is asked for again', async () => {
  const deduper = await open();
  const validators = { etag: '"1"', lastModified: 'Mon, 02 Jan 2023 00:00:00 GMT' };
  await (await deduper.claim({ url: at('/a'), body: page(1), validators })).commit();
  expect(await deduper.conditionalHeaders({ url: at('/a') })).toEqual({
    'if-none-match': '"1"',
    'if-modified-since': 'Mon, 02 Jan 2023 00:00:00 GMT',
  });
  expect(await deduper.conditionalHeaders({ url: at('/b') })).toEqual({});
  // as after a deployment: another tag, the same text
  const again = await deduper.claim({ url: at('/a'), body: page(1), validators: { etag: '"2"' } });
  await again.commit();
  expect(again.verdict.seenBefore).toBe('unchanged');
  expect(await deduper.conditionalHeaders({ url: at('/a') })).toEqual({ 'if-none-match': '"2"' });
});

test.each([
  [{}, /^createDeduper: directory: expected the path of a folder; got undefined$/],
  [{ directory: 'a\0b' }, /^createDeduper: directory: expected the path of a folder; got "a\\u0000b"$/],
  [{ directory: 'd', threshold: 2 }, /^createDeduper: threshold: expected .*; got 2$/],
  [{ directory: 'd', extract: 'all' }, /^createDeduper: extract: expected one of 'main', .*; got "?all"?$/],
  [
    { directory: 'd', onDuplicate: 'skip' },
    /^createDeduper: expected options among directory, .*; got onDuplicate$/,
  ],
])('refuses %j with what was expected and what was got', async (options, message) => {
  await expect(createDeduper(options as never)).rejects.toThrow(message);
});

test.each([
  [undefined, /^claim: page: expected an object with its url and body; got undefined$/],
  [{}, /^claim: url: expected a string; got undefined$/],
  [{ url: 'https://a.example/', body: 5 }, /^claim: body: expected a string or bytes; got number$/],
  [{ url: 'https://a.example/', key: null }, /^claim: key: expected a string; got null$/],
  [{ url: 'https://a.example/', status: '200' }, /^claim: status: expected a number; got string$/],
  [
    { url: 'https://a.example/', validators: null },
    /^claim: validators: expected an object with etag and lastModified; got null$/,
  ],
])('a page %j is refused with what of it is of a wrong type', async (page, message) => {
  const deduper = await open();
  await expect(deduper.claim(page as never)).rejects.toThrow(message);
});

test.each([
  [null, /^claim: expected an object of options; got null$/],
  [{ onwall: () => 1 }, /^claim: expected options among signal, .*; got onwall$/],
  [{ signal: 5 }, /^claim: signal: expected an AbortSignal; got number$/],
  [
    { provisional: 'a' },
    /^claim: provisional: expected an object, with a request if it has one; got string$/,
  ],
  [{ provisional: { request: 5 } }, /^claim: provisional.request: expected a string; got number$/],
  [{ onWall: 'retry' }, /^claim: onWall: expected a function; got string$/],
  [{ request: 'a' }, /^claim: request: expected the crawler's object for the request; got string$/],
])('a claim with options %j is refused with what of them is of a wrong type', async (options, message) => {
  const deduper = await open();
  await expect(deduper.claim({ url: at('/'), body: '' }, options as never)).rejects.toThrow(message);
});

test('the place of a page, its key and its request are checked by every function that takes them', async () => {
  const deduper = await open();
  const unread = async (page: object) => deduper.unread(page as never, reasonFor('wall', {}));
  const isKnown = (page: object) => deduper.isKnown(page as never);
  await expect(unread({})).rejects.toThrow('unread: url: expected a string; got undefined');
  await expect(isKnown({})).rejects.toThrow('isKnown: url: expected a string; got undefined');
  await expect(isKnown({ url: at('/') })).rejects.toThrow(
    'isKnown: request: expected a string; got undefined',
  );
  await expect(deduper.conditionalHeaders({} as never)).rejects.toThrow(
    'conditionalHeaders: url: expected a string; got undefined',
  );
  expect(() => deduper.leftOut(undefined as never)).toThrow(
    'leftOut: link: expected a string; got undefined',
  );
  expect(() => deduper.leftOut(at('/'), 'unique' as never)).toThrow(
    'leftOut: expected the verdict of the page; got string',
  );
  expect(() => deduper.onReturn({} as never)).toThrow('onReturn: expected a function that makes a request;');
  expect(() => deduper.follows(null as never, {} as never)).toThrow(
    'follows: link: expected a string; got null',
  );
  await expect(deduper.giveUp({} as never)).rejects.toThrow('giveUp: key: expected a string; got undefined');
  await expect(deduper.giveUp({ key: 'a', crawler: 5 as never })).rejects.toThrow(
    'giveUp: crawler: expected a string; got number',
  );
  await expect(deduper.giveUp({ key: 'a', isFile: 1 as never })).rejects.toThrow(
    'giveUp: isFile: expected a boolean; got number',
  );
});

test('links of copies that failed count as followed in vain, and those that a filter left out do not', async () => {
  const verdict = { code: 'same-grams', url: at('/list?page=2'), of: { key: at('/list'), url: at('/list') } };
  const follow = async (end: (deduper: Deduper, link: string) => unknown) => {
    const deduper = await open();
    for (let item = 0; item < 1100; item++) {
      const link = at(`/item/${item}`);
      if (!deduper.follows(link, verdict as never)) return item;
      await end(deduper, link);
    }
    return 1100;
  };
  expect(await follow((deduper, link) => deduper.giveUp({ key: link }))).toBe(50);
  expect(await follow((deduper, link) => deduper.giveUp({ key: 'a key', requestedUrl: link }))).toBe(50);
  expect(await follow((deduper, link) => deduper.leftOut(link))).toBe(1100);
});

test('a page that another crawler has met at the same URL is no copy: all its links are followed, however many led to nothing new', async () => {
  const deduper = await open();
  const body = html(prose(1));
  const followed = async (crawler: string, path: string) => {
    const claim = await deduper.claim({ url: at(path), key: at(path), crawler, body });
    await claim.commit();
    let count = 0;
    for (let i = 0; i < 200; i++) {
      const link = at(`/of-${crawler}/${i}`);
      if (!deduper.follows(link, claim.verdict)) continue;
      count++;
      await deduper.giveUp({ key: link });
    }
    return [claim.verdict.code, count];
  };
  expect(await followed('first', '/')).toEqual(['distinct', 200]);
  expect(await followed('second', '/')).toEqual(['same-grams', 200]);
  expect(await followed('third', '/copy')).toEqual(['same-grams', 51]);
});

test('pages that are checked again have the keys and crawlers by which they were claimed, and stay', async () => {
  const deduper = await open();
  const things = [
    'harbour',
    'market',
    'rowing',
    'council',
    'opera',
    'railway',
    'orchard',
    'lantern',
    'ferry',
  ];
  const form = prose(99, 200);
  for (const [i, name] of things.entries()) {
    const body = html(`${name} ${prose(i, 14)} ${form}`, `The ${name}`);
    await (await deduper.claim({ url: at(`/${name}/${name}`), crawler: 'first', body })).commit();
  }
  const checked: object[] = [];
  for await (const page of deduper.recheck()) {
    for (const { key, url, crawler } of [page, page.of]) expect([key, crawler]).toEqual([url, 'first']);
    checked.push(page);
  }
  expect(checked.length).toBeGreaterThan(0);
  // they are not forgotten unless asked for
  const again: object[] = [];
  for await (const page of deduper.recheck()) again.push(page);
  expect(again).toEqual(checked);
});

test('short pages side by side that call themselves by different names are apart, under one name they are copies', async () => {
  const verdicts: [string, string][] = [];
  for (const other of ['market', 'harbour']) {
    const deduper = await open();
    const claim = (path: string, name: string) =>
      deduper.claim({ url: at(path), body: html(`${name} ${prose(1, 60)}`, `The ${name}`) });
    await (await claim('/places/harbour', 'harbour')).commit();
    const { verdict, code } = (await claim('/places/other', other)).verdict;
    verdicts.push([verdict, code]);
  }
  expect(verdicts).toEqual([
    ['unique', 'other-subject'],
    ['duplicate', 'same-grams'],
  ]);
});
