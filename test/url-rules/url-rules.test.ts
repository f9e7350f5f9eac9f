import { expect, test } from 'vitest';
import type { UrlTrial } from '../../src/url-rules/options.ts';
import { outlineOf } from '../../src/url-rules/outline.ts';
import { rulesOnly, type UrlRulesState, UrlRulesStateError } from '../../src/url-rules/state.ts';
import { hash53 } from '../../src/url-rules/url-parts.ts';
import { UrlRules } from '../../src/url-rules/url-rules.ts';
import { crawl, type SitePage, sessions } from './sites.ts';

/** Pages at `paths` of each of some places, one content a path. */
function copies(places: readonly string[], paths: readonly string[]): SitePage[] {
  return paths.flatMap((path) =>
    places.map((place) => ({ url: place.replace('PATH', path), content: path })),
  );
}

const paths = Array.from({ length: 200 }, (_, i) => `${['a', 'b', 'c'][i % 3]}/page-${i}`);

test('a session id is dropped, and nothing that is lost by it', () => {
  const { rules, fetched, dropped } = crawl(sessions(200));
  expect(rules.rules()[0]).toMatchObject({
    ...{ kind: 'parameter', at: 'https://a.example', value: 'sid', state: 'on', against: 0 },
    saved: dropped.size,
  });
  expect(dropped.size).toBeGreaterThan(140);
  const contents = (urls: Iterable<string>) => new Set([...urls].map((url) => /p\d+/.exec(url)![0]));
  expect(contents(fetched).size).toBe(200);
});

test('a session id in the path is dropped, and nothing that is lost by it', () => {
  const inPath = sessions(200).map((page) => ({ ...page, url: page.url.replace('?sid=', ';jsessionid=') }));
  const { rules, fetched, dropped } = crawl(inPath);
  expect(rules.rules()[0]).toMatchObject({
    kind: 'parameter',
    value: ';jsessionid',
    state: 'on',
    against: 0,
  });
  expect(dropped.size).toBeGreaterThan(140);
  expect(new Set(fetched.map((url) => /p\d+/.exec(url)![0])).size).toBe(200);
});

test('of a page that is gone the copies come back, and none is dropped for it or its copies until one of them is kept', () => {
  const { rules } = crawl(sessions(200));
  const url = (end: string) => `https://a.example/shoes/kept.html${end}`;
  const isDropped = (end: string) => rules.decide(url(end)).action === 'drop';
  const seen = (first: string) => {
    rules.observe(url(first), url(first));
    rules.observe(url('?sid=seen'), url(first), url(first));
  };
  seen('');
  const ends = Array.from({ length: 20 }, (_, i) => `?sid=dropped${i}`);
  const dropped = ends.filter(isDropped);
  expect(dropped.length).toBeGreaterThan(0);
  rules.forget(url(''));
  expect(rules.takeBack()).toEqual(expect.arrayContaining(dropped.map(url)));
  const again = new UrlRules({}, JSON.parse(JSON.stringify(rules.toJSON())) as UrlRulesState);
  for (const each of [rules, again])
    expect(ends.map((end) => each.decide(url(`${end}anew`)).action)).toEqual(ends.map(() => 'fetch'));
  expect(rules.takeBack()).toEqual([]);
  seen('?sid=kept');
  expect(ends.map((end) => `${end}later`).filter(isDropped).length).toBeGreaterThan(0);
  rules.forget('https://a.example/never-seen');
});

test('a crawl ends although every answer puts new session ids on forty links and a share of them is fetched', () => {
  const products = 200;
  const { rules, fetched: known } = crawl(sessions(products));
  const kept = new Map(known.toReversed().map((url) => [Number(/p(\d+)/.exec(url)![1]), url]));
  const queue = known.slice(0, 10);
  let [session, fetched] = [0, 0];
  for (; queue.length > 0 && fetched < 5000; fetched++) {
    const url = queue.shift()!;
    const product = Number(/p(\d+)/.exec(url)![1]);
    rules.observe(url, `p${product}`, kept.get(product));
    for (let i = 1; i <= 40; i++) {
      const other = (product + i * i) % products;
      const link = `https://a.example/${['shoes', 'hats'][other % 2]}/p${other}.html?sid=new${++session}`;
      if (rules.decide(link).action === 'fetch') queue.push(link);
    }
    queue.push(...rules.takeBack());
  }
  expect(fetched).toBeLessThan(2000);
});

test('a parameter that tells pages apart is not dropped, though a few pages are equal without it', () => {
  const pages = Array.from({ length: 400 }, (_, i) => ({
    url: `https://a.example/item?id=${i}`,
    content: i % 40 === 1 ? 'sold out' : `item ${i}`,
  }));
  expect(crawl(pages).dropped.size).toBe(0);
});

test('one parameter is told from another in the same URLs', () => {
  const pages = Array.from({ length: 300 }, (_, i) => ({
    url: `https://a.example/${i % 2}/item?id=${i % 150}&sid=s${i}`,
    content: `item ${i % 150}`,
  }));
  const { rules, dropped } = crawl(pages);
  const states = Object.fromEntries(rules.rules().map(({ value, state }) => [value, state]));
  expect(states).toEqual({ sid: 'on' });
  expect(dropped.size).toBeGreaterThan(80);
});

test.each([
  [
    'print and AMP pages',
    ['https://a.example/PATH', 'https://a.example/PATH/print', 'https://a.example/amp/PATH'],
  ],
  [
    'trailing slashes and index.html',
    ['https://a.example/PATH', 'https://a.example/PATH/', 'https://a.example/PATH/index.html'],
  ],
  [
    'http, www and a mirror',
    ['https://a.example/PATH', 'http://a.example/PATH', 'https://www.a.example/PATH'],
  ],
  [
    'versions',
    ['https://a.example/docs/4.1/PATH', 'https://a.example/docs/stable/PATH', 'https://a.example/docs/PATH'],
  ],
  [
    'a part of two segments',
    [
      'https://a.example/maven/plugins/x/PATH',
      'https://a.example/maven/PATH',
      'https://a.example/maven/core/PATH',
    ],
  ],
  [
    'campaigns of several parameters',
    [
      'https://a.example/PATH',
      'https://a.example/PATH?utm_source=a&utm_medium=b',
      'https://a.example/PATH?utm_source=c&utm_medium=b',
    ],
  ],
  [
    'the order of parameters',
    ['https://a.example/PATH?a=1&b=2', 'https://a.example/PATH?b=2&a=1', 'https://a.example/PATH?b=2&a=1&c'],
  ],
])('%s are learned: most copies are not fetched, and no content is lost', (_, places) => {
  const { fetched, dropped } = crawl(copies(places, paths));
  expect(dropped.size).toBeGreaterThan(paths.length);
  const contents = new Set(fetched.map((url) => /page-\d+/.exec(url)![0]));
  expect(contents.size).toBe(paths.length);
});

test('versions that change are fetched where they changed before, and dropped where they never did', () => {
  // of 8 versions every second page is the same, and all others are others
  const pages = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((version) =>
    Array.from({ length: 100 }, (_, i) => ({
      url: `https://a.example/docs/${version}/${['x', 'y'][i % 2]}/${i % 4 < 2 ? 'old' : 'new'}-${i}`,
      content: i % 4 < 2 ? `old-${i}` : `new-${i} in ${version}`,
    })),
  );
  const { dropped } = crawl(pages);
  const isOld = [...dropped].filter((url) => url.includes('/old-')).length;
  expect(isOld).toBeGreaterThan(100);
  expect(dropped.size - isOld).toBeLessThanOrEqual(0.005 * pages.length);
});

test('a URL is not dropped before the one that it is taken for is decided, whatever the rule', () => {
  const asked: string[] = [];
  const { rules } = crawl(sessions(200));
  const careful = new UrlRules(
    {
      isDecided: (url) => {
        asked.push(url);
        return false;
      },
    },
    rules.toJSON(),
  );
  const next = 'https://a.example/hats/p7.html?sid=another';
  expect(rules.decide(next)).toMatchObject({
    action: 'drop',
    target: expect.stringMatching(/p7\.html\?sid=/),
  });
  expect(careful.decide(next)).toEqual({ action: 'fetch' });
  expect(asked).toEqual([expect.stringMatching(/p7\.html\?sid=/)]);
  expect(rules.decide('https://a.example/hats/unknown.html?sid=1')).toEqual({ action: 'fetch' });
});

test('one URL in twenty is fetched all the same, the same ones in every run', () => {
  const { rules } = crawl(sessions(300));
  const state = rules.toJSON();
  const asked = sessions(300).map(({ url }, k) => url.replace(/sid=.*/, `sid=n${k}`));
  const fetchedIn = () => {
    const again = new UrlRules({ lossShare: 1 }, state);
    return asked.filter((url) => again.decide(url).action === 'fetch').length;
  };
  const fetched = fetchedIn();
  expect(fetched).toBe(fetchedIn());
  const all = new UrlRules({ lossShare: 1, sampleShare: 0 }, state);
  const sampled = fetched - asked.filter((url) => all.decide(url).action === 'fetch').length;
  expect(sampled).toBeGreaterThan(0.03 * asked.length);
  expect(sampled).toBeLessThan(0.08 * asked.length);
});

test('what was dropped while URLs from before waited to be fetched is given back, though these turn out right', () => {
  const { rules } = crawl(sessions(200));
  const url = (i: number, sid: string) =>
    `https://a.example/${['shoes', 'hats'][i % 2]}/p${i}.html?sid=${sid}`;
  const askedFor = (from: number, to: number, sid: string, action: string) =>
    Array.from({ length: to - from }, (_, i) => from + i).filter(
      (i) => rules.decide(url(i, sid)).action === action,
    );
  const waiting = askedFor(60, 100, 'before', 'fetch');
  const since = askedFor(0, 60, 'since', 'drop').map((i) => url(i, 'since'));
  expect([waiting, since].map(({ length }) => length > 2)).toEqual([true, true]);
  for (const i of waiting) rules.observe(url(i, 'before'), `p${i}`, url(i, `1x${i}`));
  // where no other page is like them, the parameter tells pages apart
  for (let i = 0; i < 8; i++)
    for (const sid of ['one', 'two'])
      rules.observe(`https://a.example/coats/c${i}?sid=${sid}`, `${sid} ${i}`);
  expect(rules.rules().find(({ value }) => value === 'sid')!.state).toBe('off');
  expect(rules.takeBack()).toEqual(expect.arrayContaining(since));
});

test('a rule that begins to be wrong is turned off, what it dropped since is given back, and it has to earn more to return', () => {
  const { rules } = crawl(sessions(200));
  const state = () => rules.rules().find(({ value }) => value === 'sid')!.state;
  const url = (i: number, sid: string) =>
    `https://a.example/${['shoes', 'hats'][i % 2]}/p${i}.html?sid=${sid}`;
  expect(state()).toBe('on');
  const since = Array.from({ length: 60 }, (_, i) => url(i, 'since')).filter(
    (each) => rules.decide(each).action === 'drop',
  );
  expect(since.length).toBeGreaterThan(30);
  // from now on the same parameter tells pages apart
  for (let i = 101; i < 107; i++) rules.observe(url(i, 'new'), `new ${i}`);
  expect(state()).toBe('off');
  const back = rules.takeBack();
  expect(back).toEqual(expect.arrayContaining(since));
  expect(rules.takeBack()).toEqual([]);
  for (const each of back) expect(rules.decide(each)).toEqual({ action: 'fetch' });
  // as many right answers as made it first are not enough again
  const right = (i: number) => rules.observe(url(i, 'right'), `p${i}`, url(i, '1'));
  for (let i = 0; i < 20; i++) right(i);
  expect(state()).toBe('off');
  for (let i = 110; i < 199; i++) right(i);
  expect(['part', 'on']).toContain(state());
});

test('what is like a page that a rule was wrong about, by its name or its folder, is given back and not dropped for a while', () => {
  const names = ['index', 'list', 'class'];
  const pages = [1, 2, 3, 4].flatMap((version) =>
    Array.from({ length: 120 }, (_, i) => ({
      url: `https://a.example/docs/${version}/d${i}/${names[i % 3]}.html`,
      content: i % 3 === 1 ? `list ${i} of ${version}` : `${i}`,
    })),
  );
  const { dropped } = crawl(pages);
  const lists = [...dropped].filter((url) => url.endsWith('/list.html')).length;
  expect(dropped.size).toBeGreaterThan(60);
  expect(lists).toBeLessThanOrEqual(2);
});

test('where all pages of a version are in one folder, a loss gives back those with its name and not the whole version', () => {
  const versions = [1, 2, 3].map((version) => `https://a.example/docs/${version}/PATH`);
  const flat = Array.from({ length: 150 }, (_, i) => `page-${i}.html`);
  const { rules, dropped } = crawl(versions.flatMap((version) => copies([version], flat)));
  expect(dropped.size).toBeGreaterThan(100);
  const [lost] = dropped;
  rules.observe(lost, 'new');
  const name = lost.slice(lost.lastIndexOf('/'));
  expect(rules.takeBack().filter((url) => !url.endsWith(name))).toEqual([]);
});

test.each(['.html', '/'])(
  'what is like a page is given back when that would have been lost, not when it repeats another page than the rule said (%s)',
  (ending) => {
    const pages = sessions(200).map((page) => ({ ...page, url: page.url.replace('.html', ending) }));
    const { rules } = crawl(pages);
    const url = (i: number, sid: string) =>
      `https://a.example/${['shoes', 'hats'][i % 2]}/p${i}${ending}?sid=${sid}`;
    const dropped = Array.from({ length: 60 }, (_, i) => url(i, 'since')).filter(
      (each) => rules.decide(each).action === 'drop',
    );
    const [first] = dropped;
    const i = Number(/p(\d+)/.exec(first)![1]);
    rules.observe(url(i, 'checked'), `p${i + 2}`, url(i + 2, '1'));
    expect(rules.takeBack()).toEqual([first]);
    rules.observe(url(i + 4, 'checked'), 'new');
    const folder = i % 2 === 0 ? '/shoes/' : '/hats/';
    const back = rules.takeBack();
    expect(back.every((each) => each.includes(folder))).toBe(true);
    expect(back).toEqual(
      expect.arrayContaining(dropped.filter((each) => each !== first && each.includes(folder))),
    );
  },
);

test('of many values of a parameter four are given back because of a similar page, and all others if one of them differs', () => {
  const { rules } = crawl(sessions(200));
  const url = (sid: string) => `https://a.example/shoes/p6.html?sid=${sid}`;
  const links = Array.from({ length: 50 }, (_, i) => url(`new${i}`));
  const dropped = links.filter((link) => rules.decide(link).action === 'drop');
  rules.observe('https://a.example/shoes/p4.html?sid=new', 'changed');
  const back = rules.takeBack().filter((each) => each.includes('/p6.'));
  expect(back).toHaveLength(4);
  rules.observe(back.at(-1)!, 'changed, too');
  const others = dropped.filter((each) => !back.includes(each));
  expect(rules.takeBack()).toEqual(expect.arrayContaining(others));
});

test('copies are given back only once if all of them hold what another page holds than the page they are taken for', () => {
  const { rules } = crawl(sessions(200));
  const url = (i: number) => `https://a.example/shoes/p${i}.html?sid=1x${i}`;
  const page = 'https://a.example/shoes/list.html';
  rules.observe(page, 'p2', url(2));
  const back = ['first', 'second', 'third'].map((time) => {
    const links = Array.from({ length: 9 }, (_, i) => `${page}?sid=${time}${i}`);
    const dropped = links.filter((link) => rules.decide(link).action === 'drop');
    expect(dropped.length).toBeGreaterThan(5);
    rules.observe(`${page}?sid=${time}`, 'p4', url(4));
    return rules.takeBack().length === dropped.length;
  });
  expect(back).toEqual([true, false, false]);
  expect(rules.takeBack()).toEqual([]);
});

test('a calendar without end whose months name themselves is given up, and an archive whose months have articles is not', () => {
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'];
  const rules = new UrlRules();
  const fetched = { calendar: 0, archive: 0 };
  for (let i = 0; i < 600; i++) {
    const [year, month] = [2000 + Math.floor(i / months.length), i % months.length];
    for (const kind of ['calendar', 'archive'] as const) {
      const url = `https://a.example/${kind}/${year}/${month + 1}`;
      if (rules.decide(url).action === 'drop') continue;
      fetched[kind]++;
      const text = `${months[month]} ${year}${kind === 'archive' ? `: story ${7 * i} of ${11 * i}` : ''}`;
      rules.observe(url, url, undefined, outlineOf(url, text));
    }
  }
  expect(fetched.archive).toBe(600);
  expect(fetched.calendar).toBeGreaterThan(100);
  expect(fetched.calendar).toBeLessThan(100 + 2 * months.length + 600 * 0.08);
  expect(rules.barrenPatterns()).toMatchObject([{ pattern: 'https://a.example/calendar/0' }]);
});

test.each([
  ['by a parameter', '/list?page=', (list: string) => list],
  ['by a path', '/list/', (list: string) => list],
  ['by a path, if it is not known which page led where', '/list/', () => ''],
])(
  'a long listing whose pages say the same and differ in their links alone is fetched as long as these lead to new pages: %s',
  (_, path, linkedFrom) => {
    const rules = new UrlRules();
    const list = (page: number) => `https://a.example${path}${page}`;
    const queue = Array.from({ length: 300 }, (_, i) => list(i + 1));
    const items: [item: string, from: string][] = [];
    const kept = new Set<string>();
    while (queue.length > 0 || items.length > 0) {
      const url = queue.shift();
      if (url !== undefined && rules.decide(url).action === 'fetch') {
        rules.observe(url, list(1), url === list(1) ? undefined : list(1), 7);
        for (let i = 0; i < 3; i++) items.push([`https://a.example/item/${hash53(url)}/${i}`, url]);
      }
      // items come long after the pages that link to them
      for (const [item, from] of url === undefined || items.length === 240 ? items.splice(0) : []) {
        kept.add(item);
        rules.observe(item, item, undefined, undefined, linkedFrom(from));
      }
      queue.push(...rules.takeBack());
    }
    expect(kept.size).toBe(900);
    expect(rules.barrenPatterns()).toEqual([]);
  },
);

test('a listing that was given up comes back with the first new page to which it led', () => {
  const rules = new UrlRules();
  const list = (page: number) => `https://a.example/list/${page}`;
  for (let page = 1; page <= 110; page++)
    rules.observe(list(page), 'list', page === 1 ? undefined : list(1), 7);
  const dropped = [200, 201, 202].filter((page) => rules.decide(list(page)).action === 'drop').map(list);
  expect(dropped).not.toEqual([]);
  rules.observe('https://a.example/item', 'item', undefined, undefined, list(110));
  expect(rules.takeBack().sort()).toEqual(dropped);
  expect(rules.decide(list(300)).action).toBe('fetch');
});

test('copies that a rule in use foresaw do not give up their pattern, which may still lead to other pages', () => {
  const rules = new UrlRules();
  for (let i = 0; i < 400; i++) {
    const item = `https://a.example/item?n=${i}`;
    rules.observe(item, `content ${i}`);
    // queued before the rule was learned, and fetched for that
    rules.observe(`${item}&sid=${7 * i}`, `content ${i}`, item);
  }
  expect(rules.rules()).toMatchObject([{ value: 'sid', state: 'on' }]);
  expect(rules.barrenPatterns()).toEqual([]);
  expect(rules.decide('https://a.example/item?n=1000&sid=1').action).toBe('fetch');
});

test('a path that grows without end is given up, also beyond the parts that rules look at', () => {
  const rules = new UrlRules();
  const outline = outlineOf('https://a.example/a/b/a', 'A folder');
  let url = 'https://a.example/a';
  let depth = 0;
  // each page leads to the next one alone
  for (; url.length < 2000 && rules.decide(url).action === 'fetch'; depth++) {
    rules.observe(url, url, undefined, outline);
    url += depth % 2 === 0 ? '/b' : '/a';
  }
  expect(depth).toBeGreaterThan(100);
  expect(depth).toBeLessThan(140);
});

test('a calendar that brings one page over and over is given up, and is opened again by something new', () => {
  const empty = Array.from({ length: 400 }, (_, i) => ({
    url: `https://a.example/calendar/${2000 + i}/${i % 12}`,
    content: 'no events',
  }));
  const { rules, fetched, dropped } = crawl(empty);
  expect(fetched.length).toBeLessThan(140);
  expect(rules.barrenPatterns()).toMatchObject([
    { pattern: 'https://a.example/calendar/0', barren: fetched.length - 1 },
  ]);
  rules.observe('https://a.example/calendar/3000/1', 'an event');
  expect(rules.barrenPatterns()).toEqual([]);
  expect(new Set(rules.takeBack())).toEqual(dropped);
});

test('paths that grow and facets that multiply are given up, while lists that go on bringing new pages are not', () => {
  const growing = Array.from({ length: 300 }, (_, i) => ({
    url: `https://a.example/x${'/more'.repeat(i % 30)}/y${'/less'.repeat(i / 30)}`,
    content: 'the same',
  }));
  expect(crawl(growing).dropped.size).toBeGreaterThan(100);
  const facets = Array.from({ length: 600 }, (_, i) => {
    const names = ['color', 'size', 'price', 'brand', 'shape', 'year', 'kind', 'sale', 'look'];
    const chosen = names.filter((_, bit) => ((i + 1) >> bit) & 1).map((name) => `${name}=${i % 7}`);
    return { url: `https://a.example/shop?${chosen.join('&')}`, content: `list ${i % 5}` };
  });
  expect(crawl(facets).dropped.size).toBeGreaterThan(300);
  const list = Array.from({ length: 1000 }, (_, i) => ({
    url: `https://a.example/list?page=${i}`,
    content: `${i}`,
  }));
  expect(crawl(list).dropped.size).toBe(0);
});

test('a URL that was fetched is not dropped for another later, so that one of two equal pages always stays', () => {
  const { rules, fetched } = crawl(sessions(200));
  expect(fetched.filter((url) => rules.decide(url).action === 'drop')).toEqual([]);
});

test('the expected loss stays below its share of all pages, whatever the rules say', () => {
  // every 15th copy is another page: right more often than not, and too seldom to be used
  const pages = Array.from({ length: 600 }, (_, i) =>
    [1, 2].map((k) => ({
      url: `https://a.example/${i % 3}/p${i}?v=${k}`,
      content: k === 2 && i % 15 === 0 ? `another ${i}` : `p${i}`,
    })),
  ).flat();
  for (const lossShare of [0, 0.005, 0.02]) {
    const { dropped } = crawl(pages, { lossShare });
    const lost = [...dropped].filter((url) => Number(/p(\d+)\?v=2/.exec(url)?.[1] ?? 1) % 15 === 0).length;
    expect(lost).toBeLessThanOrEqual(Math.ceil(1.5 * lossShare * pages.length));
    if (lossShare === 0) expect(dropped.size).toBe(0);
  }
});

test('where nothing may be lost no rule drops a page, not even one that was never wrong; else each drop is expected to lose a little', () => {
  expect(crawl(sessions(200), { lossShare: 0 }).dropped.size).toBe(0);
  const { rules, dropped } = crawl(sessions(200), { lossShare: 0.02 });
  expect(dropped.size).toBeGreaterThan(100);
  const { expectedLoss } = rules.toJSON();
  expect(expectedLoss).toBeGreaterThan(0.5);
  expect(expectedLoss).toBeLessThanOrEqual(0.02 * 400);
});

test('nothing is expected to be lost with pages whose pattern was given up', () => {
  const same = Array.from({ length: 300 }, (_, i) => ({
    url: `https://a.example/day/${i}`,
    content: 'none',
  }));
  const { rules, dropped } = crawl(same);
  expect([dropped.size > 100, rules.toJSON().expectedLoss]).toEqual([true, 0]);
});

test('two orders of parameters with two contents are not compared before a parameter or an order made no difference', () => {
  const trials: string[] = [];
  const rules = new UrlRules({ onTrial: ({ url }) => trials.push(url) });
  rules.observe('https://a.example/x?a=1&b=2', 'one');
  rules.observe('https://a.example/x?b=2&a=1', 'another');
  expect([trials, rules.rules()]).toEqual([[], []]);
});

test('a page that is repeated is found from then on by rules learned since it was fetched', () => {
  const trials: UrlTrial[] = [];
  const rules = new UrlRules({ onTrial: (trial) => trials.push(trial) });
  const version = (name: string, sid: string) => `https://a.example/docs/${name}/x?a=1&b=2&c=3&sid=${sid}`;
  rules.observe(version('v1', 'one'), 'x');
  crawl(sessions(200), {}, rules);
  rules.observe(version('v2', 'two'), 'x', version('v1', 'one'));
  trials.length = 0;
  rules.observe(version('v3', 'three'), 'x', version('v1', 'one'));
  expect(trials.map(({ agreement }) => agreement)).toEqual(['two']);
});

test('a learner that is written and read goes on as if it had never stopped', () => {
  const pages = [
    ...sessions(150),
    ...copies(['https://b.example/PATH', 'https://b.example/PATH/print'], paths),
  ];
  const half = pages.length / 2;
  const whole = crawl(pages);
  const first = crawl(pages.slice(0, half));
  const state: UrlRulesState = JSON.parse(JSON.stringify(first.rules));
  const second = new UrlRules({}, state);
  expect(JSON.parse(JSON.stringify(second))).toEqual(state);
  const rest = crawl(pages, {}, second);
  expect(new Set([...first.dropped, ...rest.dropped])).toEqual(whole.dropped);
});

test('the state of an earlier version, which did not tell pages between two versions apart and counted checks, is read', () => {
  const { rules } = crawl(sessions(150));
  const state: UrlRulesState = JSON.parse(JSON.stringify(rules));
  const earlier = {
    ...state,
    checks: { expected: 0.5, losses: 1 },
    weights: state.weights.slice(0, 7),
    rules: state.rules.map((rule) => ({ ...rule, records: rule.records.slice(0, 5) })),
  };
  const read = new UrlRules({}, earlier).toJSON();
  expect(read).toEqual({ ...state, weights: [...earlier.weights, new UrlRules().toJSON().weights[7]] });
  const older = { ...state, weights: state.weights.slice(0, 6) };
  expect(() => new UrlRules({}, older)).toThrow(/expected 8 numbers/);
});

test('where a page changes with three versions in ten, a fifth of the copies between two of one content is dropped, and nothing lost', () => {
  const lastChange = (page: number, version: number): number =>
    version > 0 && hash53(`${page} in ${version}`) % 10 >= 3 ? lastChange(page, version - 1) : version;
  // versions in between come after those on both sides
  const pages = [1, 9, 5, 3, 7, 2, 4, 6, 8].flatMap((version) =>
    Array.from({ length: 100 }, (_, i) => ({
      url: `https://a.example/docs/${version}.0/part${i % 4}/p${i}`,
      content: `${i} ${lastChange(i, version)}`,
    })),
  );
  const contentOf = new Map(pages.map(({ url, content }) => [url, content]));
  const contents = new Set(contentOf.values());
  const { dropped, fetched } = crawl(pages);
  expect(dropped.size).toBeGreaterThan((pages.length - contents.size) / 5);
  expect(new Set(fetched.map((url) => contentOf.get(url)))).toEqual(contents);
});

test('where one translation in five is real, none of them is lost: no rule is right often enough to be worth it', () => {
  const languages = ['de', 'fr', 'es', 'it', 'nl'];
  for (const site of ['news', 'forum', 'shop']) {
    const pages = Array.from({ length: 300 }, (_, i) => {
      const url = `https://${site}.example/art/${i}`;
      const isOwn = (language: string) => hash53(`${url} ${language}`) % 5 === 0;
      const versions = languages.map((language) => ({
        url: `${url}?lang=${language}`,
        content: isOwn(language) ? `${i} ${language}` : `${i}`,
      }));
      return [{ url, content: `${i}` }, ...versions];
    }).flat();
    const contents = new Map(pages.map(({ url, content }) => [url, content]));
    const { fetched } = crawl(pages);
    const kept = new Set(fetched.map((url) => contents.get(url)));
    expect([site, new Set(contents.values()).size - kept.size]).toEqual([site, 0]);
  }
});

test('what one crawl learned serves the next, which fetches one copy of each page and not two', () => {
  const { rules } = crawl(sessions(200));
  const fresh = sessions(200).map(({ url, content }) => ({ url: url.replace('sid=', 'sid=z'), content }));
  const learned = crawl(fresh, {}, new UrlRules({}, rulesOnly(rules.toJSON())));
  expect(learned.dropped.size).toBeGreaterThan(crawl(fresh).dropped.size);
  expect(learned.fetched.length).toBeLessThan(1.15 * 200);
});

test('a wrong option or state is refused in one sentence', () => {
  expect(() => new UrlRules({ lossShare: 2 })).toThrow('lossShare: expected a number from 0 to 1; got 2');
  for (const name of ['lossShare', 'sampleShare']) {
    const open = (share: unknown) => () => new UrlRules({ [name]: share });
    for (const share of [0, 1]) expect(open(share)).not.toThrow();
    for (const share of [-0.001, 1.001, Number.NaN]) {
      expect(open(share)).toThrow(RangeError);
      expect(open(share)).toThrow(`${name}: expected a number from 0 to 1; got ${share}`);
    }
    expect(open('0')).toThrow(TypeError);
    expect(open('0')).toThrow(`${name}: expected a number from 0 to 1`);
  }
  expect(() => new UrlRules({ mostUrls: 0 })).toThrow('mostUrls: expected a whole number ≥ 1; got 0');
  for (const name of ['isDecided', 'onTrial']) {
    expect(() => new UrlRules({ [name]: true })).toThrow(
      `UrlRules: ${name}: expected a function; got boolean`,
    );
  }
  expect(() => new UrlRules({ acrossSites: 'no' as never })).toThrow(
    'UrlRules: acrossSites: expected true or false; got',
  );
  const state = new UrlRules().toJSON();
  const refused = (wrong: object) => () => new UrlRules({}, { ...state, ...wrong });
  expect(refused({ format: 'neardup-url-rules/9' })).toThrow(
    /expected a state in format neardup-url-rules\/1/,
  );
  expect(refused({ rules: [{ kind: 'nothing', at: '', value: '' }] })).toThrow(
    /expected one of origin, segment/,
  );
  expect(refused({ urls: [['x', 1]] })).toThrow(/expected a whole number/);
  expect(refused({ slots: undefined })).toThrow(expect.objectContaining({ code: 'NEARDUP_URL_RULES_STATE' }));
});

test('a forged state is refused at once, where what it says would end a later call with an error', () => {
  const { rules } = crawl(sessions(200));
  const state: UrlRulesState = JSON.parse(JSON.stringify(rules));
  const [dropped] = state.dropped;
  for (const [forged, said] of [
    [
      { dropped: [{ ...dropped, url: 'nowhere' }] },
      'expected an http(s) URL that rules look at; got "nowhere"',
    ],
    [
      { dropped: [{ ...dropped, because: [] }] },
      'expected rules or a pattern by which a URL was dropped; got []',
    ],
    [{ giveBack: ['nowhere'] }, 'expected an http(s) URL that rules look at; got "nowhere"'],
    [
      { slots: [{ kind: 'origin', at: 'https://a.example', values: ['nowhere'] }] },
      'expected the origin of a URL; got "nowhere"',
    ],
  ] as const) {
    const read = () => new UrlRules({}, { ...state, ...forged });
    expect(read, said).toThrow(UrlRulesStateError);
    expect(read).toThrow(`url rules: ${said}`);
  }
});

test('each member of a state that is of another type is refused', () => {
  const { rules } = crawl([
    ...sessions(200),
    ...Array.from({ length: 200 }, (_, i) => ({ url: `https://a.example/${i}`, content: 'no events' })),
  ]);
  rules.observe('https://a.example/200', 'an event');
  const state = JSON.parse(JSON.stringify(rules));
  expect(() => new UrlRules({}, state)).not.toThrow();
  const places: (readonly (string | number)[])[] = [
    ...[
      'pages',
      'drops',
      'earlierDrops',
      'returns',
      'expectedLoss',
      'risks',
      'weights',
      'losses',
      'slots',
      'rules',
      'patterns',
      'dropped',
      'giveBack',
      'urls',
    ].map((name) => [name]),
    ...[
      ['risks', 0],
      ['weights', 0],
      ['losses', 0, 0],
      ['losses', 0, 1],
      ['losses', 0, 2],
      ['giveBack', 0],
      ['slots', 0, 'kind'],
      ['slots', 0, 'at'],
      ['slots', 0, 'values', 0],
    ],
    ...['kind', 'at', 'value', 'records', 'directories', 'doubted', 'others', 'saved'].map((name) => [
      'rules',
      0,
      name,
    ]),
    ...['support', 'against', 'losses', 'disagreement', 'soundUntil', 'turnedOff'].map((name) => [
      'rules',
      0,
      'records',
      1,
      name,
    ]),
    ...[
      ['rules', 0, 'directories', 0, 0],
      ['rules', 0, 'directories', 0, 1],
      ['rules', 0, 'others', 0, 0],
      ['rules', 0, 'others', 0, 1],
      ['rules', 0, 'others', 0, 2],
    ],
    ...['pattern', 'pages', 'barren'].map((name) => ['patterns', 0, name]),
    ...['url', 'target', 'because', 'agreement', 'risk', 'groups', 'at'].map((name) => ['dropped', 0, name]),
    ...[
      ['dropped', 0, 'groups', 0],
      ['dropped', 0, 'because', 0],
      ['urls', 0, 0],
      ['urls', 0, 1],
      ['urls', 0, 2],
    ],
  ];
  for (const place of places) {
    const wrong = structuredClone(state);
    const parent = place.slice(0, -1).reduce((at, name) => at[name], wrong);
    expect(parent, place.join('.')).toHaveProperty(String(place.at(-1)));
    parent[place.at(-1)!] = { of: 'another type' };
    expect(() => new UrlRules({}, wrong), place.join('.')).toThrow(
      expect.objectContaining({ code: 'NEARDUP_URL_RULES_STATE' }),
    );
  }
});

test('the sample, the part and all other choices are the same for a URL in every run', () => {
  const { dropped } = crawl(sessions(100));
  expect(crawl(sessions(100)).dropped).toEqual(dropped);
  expect(crawl(sessions(100), { sampleShare: 1 }).dropped.size).toBe(0);
});

test('of a URL that was dropped the reason and the target are told, again and again, and it counts once', () => {
  const { rules, dropped } = crawl(sessions(200));
  const [url] = dropped;
  const { saved } = rules.rules()[0];
  const decision = rules.decide(url);
  expect(decision).toEqual({
    action: 'drop',
    target: expect.stringMatching(/sid=1x/),
    reason: expect.stringMatching(/^by what its site's URLs showed, it holds what https:.* holds$/),
  });
  expect(rules.decide(url)).toEqual(decision);
  expect(rules.rules()[0].saved).toBe(saved);
});

test('links to parts of one page are dropped and given back as one, and those that may be routes of an application each by itself', () => {
  const { rules } = crawl(sessions(200));
  const before = rules.toJSON();
  const url = 'https://a.example/hats/p3.html?sid=3x3';
  const decisions = ['', '#a', '#b', '#', '#/a', '#!b'].map((part) => rules.decide(url + part).action);
  expect(new Set(decisions)).toEqual(new Set(['drop']));
  const { drops, dropped, expectedLoss } = rules.toJSON();
  expect(drops - before.drops).toBe(3);
  expect(dropped.slice(-3).map((each) => each.url)).toEqual([url, `${url}#/a`, `${url}#!b`]);
  expect(expectedLoss).toBeGreaterThan(before.expectedLoss);
  for (let i = 0; i < 9; i++) rules.observe(`https://a.example/hats/p${2 * i + 1}.html?sid=4x`, `new ${i}`);
  expect(rules.takeBack().filter((back) => back.startsWith(url))).toEqual([url, `${url}#/a`, `${url}#!b`]);
});

test('what an earlier crawl dropped is judged anew in the next: dropped and counted once if the site is the same, found if it has changed', () => {
  const pages = sessions(200);
  const first = crawl(pages);
  const later = (): UrlRules => {
    const rules = new UrlRules({}, JSON.parse(JSON.stringify(first.rules)));
    rules.beginCrawl();
    return rules;
  };
  const same = crawl(pages, {}, later());
  expect(same.dropped.size).toBeGreaterThan(0.9 * first.dropped.size);
  expect(same.rules.rules()[0].saved).toBe(same.dropped.size);
  const changed = crawl(
    pages.map(({ url }) => ({ url, content: `now ${url}` })),
    {},
    later(),
  );
  expect(first.dropped.size).toBeGreaterThan(140);
  expect(changed.dropped.size).toBeLessThan(20);
});

test('a process that continues a crawl has the same answers as the one before: what that dropped is not judged anew', () => {
  const { rules, dropped } = crawl(sessions(200));
  const state = JSON.parse(JSON.stringify(rules));
  const next = new UrlRules({}, state);
  for (const url of dropped) expect(next.decide(url)).toEqual(rules.decide(url));
  expect(JSON.parse(JSON.stringify(next))).toEqual(state);
});

/** Versions of a manual, all of whose pages are in one folder. The page `changed` of each version, if there is one, is new. */
function versions(count: number, pages: number, changed?: (version: number) => number): SitePage[] {
  const names = Array.from(
    { length: pages },
    (_, i) => `${'abcdefghijklmnopqrstuvwxyz'[i % 26]}${'xy'[i % 2]}-page`,
  );
  return Array.from({ length: count }, (_, version) =>
    names.map((name, i) => ({
      url: `https://a.example/v${version}/${name}${i}.html`,
      content: changed?.(version) === i ? `${name}${i} of ${version}` : `${name}${i}`,
    })),
  ).flat();
}

test('a version of a few pages is dropped after one right answer if those before it lost next to nothing', () => {
  const pages = versions(60, 30, (version) => (version % 4 === 0 ? version % 7 : -1));
  const { fetched, dropped } = crawl(pages);
  const repeated = pages.length - new Set(pages.map(({ content }) => content)).size;
  expect(dropped.size).toBeGreaterThan(repeated / 2);
  expect(lostContents(pages, fetched)).toBeLessThanOrEqual(0.005 * pages.length);
  // with two right answers it would be 54 %
  expect(crawl(versions(120, 6)).dropped.size).toBeGreaterThan(0.6 * (119 * 6));
});

/** Versions of a manual in which each page changes with a share of the versions, by chance. */
function changingVersions(count: number, pages: number, share: number): SitePage[] {
  const latest = new Int32Array(pages);
  return Array.from({ length: count }, (_, version) =>
    Array.from({ length: pages }, (_, i) => {
      if (hash53(`${i} in ${version}`) < share * 2 ** 53) latest[i] = version;
      return { url: `https://a.example/v${version}/page-${i}.html`, content: `${i} of ${latest[i]}` };
    }),
  ).flat();
}

/** How many contents of a site were not fetched. */
function lostContents(pages: readonly SitePage[], fetched: readonly string[]): number {
  const contentOf = new Map(pages.map(({ url, content }) => [url, content]));
  const missed = new Set(contentOf.values());
  for (const url of fetched) missed.delete(contentOf.get(url)!);
  return missed.size;
}

test('pages between two versions that turned out to have one content take next to nothing of what may be lost', () => {
  const pages = changingVersions(30, 100, 0.02);
  const { rules, fetched, dropped } = crawl(pages);
  const repeated = pages.length - new Set(pages.map(({ content }) => content)).size;
  expect(dropped.size).toBeGreaterThan(0.3 * repeated);
  expect(lostContents(pages, fetched)).toBeLessThanOrEqual(0.005 * pages.length);
  const state = rules.toJSON();
  const sum = state.dropped.reduce((total, { risk }) => total + risk, 0);
  expect(state.expectedLoss).toBeCloseTo(sum, 9);
});

test('a version in which everything is new is fetched, even if those before it lost nothing', () => {
  const pages = versions(40, 60);
  const last = versions(1, 60).map(({ url, content }) => ({
    url: url.replace('/v0/', '/next/'),
    content: `new ${content}`,
  }));
  const { dropped } = crawl([...pages, ...last]);
  expect(dropped.size).toBeGreaterThan(0);
  expect(last.filter(({ url }) => dropped.has(url))).toEqual([]);
});

test('new content counts as met again only on a page that would be fetched if no page with that content were known', () => {
  const learned = (lossShare: number): UrlRules => {
    const rules = new UrlRules({ lossShare });
    const kept = new Map<string, string>();
    // page 7 changes with version 38, and version 39 has the new text, too
    for (const { url, content } of versions(40, 30)) {
      const own = /v3[89]\/.*page7\./.test(url) ? `new ${content}` : content;
      const repeats = kept.get(own);
      if (repeats === undefined) kept.set(own, url);
      rules.observe(url, own, repeats);
    }
    return rules;
  };
  expect(learned(0.5).toJSON().awaited).toHaveLength(1);
  expect(learned(0).toJSON().awaited).toEqual([]);
});

test('where changes stay for a dozen versions, a quarter of the copies is dropped although one page in twenty changes', () => {
  const changes = (page: number, version: number): boolean => hash53(`${page} in ${version}`) % 20 === 0;
  const pages = Array.from({ length: 40 }, (_, version) =>
    Array.from({ length: 100 }, (__, i) => {
      const since = Array.from({ length: 12 }, (___, back) => version - back).find((each) =>
        changes(i, each),
      );
      return {
        url: `https://a.example/v${version}/part${i % 4}/page-${i}.html`,
        content: `${i} of ${since}`,
      };
    }),
  ).flat();
  const { fetched, dropped } = crawl(pages);
  const repeated = pages.length - new Set(pages.map(({ content }) => content)).size;
  expect(dropped.size).toBeGreaterThan(repeated / 4);
  expect(lostContents(pages, fetched)).toBeLessThanOrEqual(0.005 * pages.length);
});
