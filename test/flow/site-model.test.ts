import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Deduplication, deduplicate, deduplicateGrams } from '../../src/deduplicate.ts';
import type { DeduplicateOptions } from '../../src/flow/deduplicate-options.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import type { Page } from '../../src/text/page.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { pageOf, prose } from './prose-pages.ts';

const names = ['Anchor', 'Bridge', 'Candle', 'Dragon', 'Engine', 'Feather', 'Garden', 'Harbour'];

/** Two sites of one set of articles in templates of their own, one of them in two versions, and six walls. */
const pages: Page[] = names.flatMap((name, i) => {
  const article = prose(i, 200);
  const [template, otherTemplate] = [prose(900, 150), prose(901, 180)];
  return [
    pageOf(`https://a.example/1.0/${name.toLowerCase()}`, name, `${template} ${article}`),
    pageOf(
      `https://a.example/2.0.1/${name.toLowerCase()}`,
      name,
      `${template} ${article} ${prose(i + 50, 6)}`,
    ),
    pageOf(`https://b.example/stories/${name.toLowerCase()}`, `The ${name}`, `${otherTemplate} ${article}`),
    // one form, filled in with next to nothing
    pageOf(
      `https://a.example/forms/${name.toLowerCase()}-form`,
      `${name} form`,
      `${template} ${prose(i + 70, 9)}`,
    ),
  ];
});
const walls = ['ladder', 'marble', 'needle', 'orchard'].map((word) =>
  pageOf(`https://b.example/stories/${word}`, 'One moment', prose(800, 150)),
);

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

/** The articles again on a third site, which has a heading of its own in front of each part. */
const inParts: Page[] = names.flatMap((name, i) => {
  const words = prose(i, 200).split(' ');
  const parts = Array.from({ length: 8 }, (_, k) => words.slice(25 * k, 25 * k + 25).join(' '));
  const article = (heading: string): string => parts.map((part) => `<h2>${heading}</h2>${part}`).join('');
  return ['c', 'd'].map((host) =>
    pageOf(
      `https://${host}.example/${name.toLowerCase()}`,
      name,
      `${prose(host === 'c' ? 902 : 903, 60)} ${article(host === 'c' ? 'Part' : 'And so on')}`,
    ),
  );
});

/** Pairs by the ids of their pages, in one order. */
function idPairs({ pages: all }: Deduplication, { pairs }: Pick<Deduplication, 'pairs'>): string[] {
  const list: string[] = [];
  for (let i = 0; i < pairs.length; i++) list.push([all[pairs.a[i]].id, all[pairs.b[i]].id].sort().join(' '));
  return list.sort();
}

function run(list: readonly Page[], options: DeduplicateOptions = {}): Promise<Deduplication> {
  return deduplicate(each(list), { keep: 'shortest-url', ...options });
}

test('one text in two templates and two versions is one, forms of one template are not, and a wall is neither', async () => {
  const { decisions } = await run([...pages, ...walls]);
  const kept = decisions.filter(({ decision }) => decision === 'keep').map(({ id }) => id);
  expect(kept).toHaveLength(2 * names.length);
  expect(kept.filter((id) => id.includes('/forms/'))).toHaveLength(names.length);
  const codes = new Map(decisions.map(({ id, code }) => [id, code]));
  for (const { id } of walls) expect(codes.get(id)).toBe('wall');
  for (const id of kept.filter((each) => each.includes('/forms/')))
    expect(codes.get(id)).toBe('other-subject');
  const dropped = decisions.find(({ id }) => id === 'https://b.example/stories/anchor');
  expect(dropped).toMatchObject({ decision: 'drop', code: 'similar' });
  expect(dropped?.similarity).toBeGreaterThan(0.9);
  expect(dropped?.rawSimilarity).toBeLessThan(0.6);
});

test('pages of a site that calls all of them alike are told apart, and found on another, in any order', async () => {
  const [template, otherTemplate] = [prose(900, 450), prose(901, 180)];
  const titled = (path: string, text: string): Page =>
    pageOf(`https://home.example/${path}`, 'My page', `${template} ${text}`);
  const numbers = Array.from({ length: 60 }, (_, i) => i);
  const all = [
    ...numbers.map((i) => titled(`page${i}`, prose(i, 300))),
    ...names.map((name, i) => titled(`${name.toLowerCase()}-form`, prose(i + 170, 9))),
    ...numbers.map((i) =>
      pageOf(`https://b.example/${i}`, `Story ${prose(i, 1)}`, `${otherTemplate} ${prose(i, 300)}`),
    ),
  ];
  for (const order of [all, all.toReversed()]) {
    const { decisions } = await run(order);
    const kept = decisions.filter(({ decision }) => decision === 'keep');
    expect(kept.filter(({ id }) => id.endsWith('-form'))).toHaveLength(names.length);
    expect(kept).toHaveLength(names.length + numbers.length);
  }
});

test('without the model the definition is the plain one: forms are copies, and templates part texts', async () => {
  const { decisions, alike, pairs, similarity, rawSimilarity } = await run([...pages, ...walls], {
    siteModel: false,
  });
  const formsKept = decisions.filter(({ id, decision }) => id.includes('/forms/') && decision === 'keep');
  expect(formsKept).toHaveLength(1);
  expect(decisions.find(({ id }) => id === 'https://b.example/stories/anchor')?.decision).toBe('keep');
  expect(decisions.some(({ code }) => code === 'wall' || code === 'other-subject')).toBe(false);
  expect(alike.pairs.length).toBe(0);
  expect(rawSimilarity).toEqual(similarity);
  expect(pairs.length).toBeGreaterThan(0);
});

test('pairs and decisions are the same in any order of the pages', async () => {
  const random = seededRandom(5);
  const all = [...pages, ...walls];
  const first = await run(all);
  for (let turn = 0; turn < 4; turn++) {
    const turned = all.map((page) => ({ page, at: random() })).sort((x, y) => x.at - y.at);
    const other = await run(turned.map(({ page }) => page));
    expect(idPairs(other, other)).toEqual(idPairs(first, first));
    expect(idPairs(other, other.alike)).toEqual(idPairs(first, first.alike));
    const codes = ({ decisions }: Deduplication) =>
      Object.fromEntries(decisions.map(({ id, code }) => [id, code]).sort());
    expect(codes(other)).toEqual(codes(first));
  }
});

test('a short page is one with its later version that a notice stands above, and not with others of its form', async () => {
  const [form, notice] = [prose(900, 70), prose(901, 40)];
  const short = names.flatMap((name, i) => {
    const text = `${name} ${form} ${prose(i, 8)}`;
    return [
      pageOf(`https://c.example/1.0/${name.toLowerCase()}`, name, text),
      pageOf(`https://c.example/2.0/${name.toLowerCase()}`, name, `${notice} ${text}`),
    ];
  });
  const { decisions, pairs, rawSimilarity } = await run(short);
  const dropped = decisions.filter(({ decision }) => decision === 'drop');
  expect(dropped.map(({ id, representative }) => [id, representative])).toEqual(
    names.map((name) => [
      `https://c.example/2.0/${name.toLowerCase()}`,
      `https://c.example/1.0/${name.toLowerCase()}`,
    ]),
  );
  for (const { similarity, rawSimilarity: raw } of dropped) {
    expect(similarity).toBeGreaterThan(0.8);
    expect(raw).toBeLessThan(0.8);
  }
  expect(pairs.length).toBe(names.length);
  expect(rawSimilarity.every(Number.isNaN)).toBe(true);
  const reversed = await run([...short].reverse());
  expect(idPairs(reversed, reversed)).toHaveLength(names.length);
  const plain = await run(short, { identity: false });
  expect(plain.decisions.some(({ decision }) => decision === 'drop')).toBe(false);
});

test('every way to find pairs, on disk too, is judged alike', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-model-'));
  const exact = await run(pages);
  for (const method of ['qa', 'calibrated', 'minhash', 'minhash-disk']) {
    const options = { method, workDirectory: folder, memoryBytes: 1 << 20 };
    const result = await run(pages, options);
    expect([method, idPairs(result, result)]).toEqual([method, idPairs(exact, exact)]);
  }
  // what lay on disk is gone
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

test('methods that only estimate are judged by their estimates', async () => {
  const { estimated, pairs, similarity } = await run(pages, { method: 'bottom-k' });
  expect(estimated).toBe(true);
  expect(similarity).toHaveLength(pairs.length);
  for (let i = 1; i < pairs.length; i++) {
    expect(
      pairs.a[i - 1] < pairs.a[i] || (pairs.a[i - 1] === pairs.a[i] && pairs.b[i - 1] < pairs.b[i]),
    ).toBe(true);
  }
});

test('a method that weighs frequencies gets those of the content alone', async () => {
  const { pairs } = await run(pages, { method: 'simhash-tfidf-7-confirmed' });
  expect(pairs.length).toBeGreaterThan(0);
});

/** Short pages of one name, in each of which a list lacks the entry that the others have of it. */
function messages(
  words: readonly string[],
  says: (i: number) => string,
  titles: readonly string[] = [],
): Page[] {
  return words.map((word, i) => {
    const menu = words.map((other) => (other === word ? 'Sorry' : `entry${other}`)).join(' ');
    const title = titles[i] ?? 'Sorry';
    return pageOf(`https://b.example/stories/${word}`, title, `${says(i)} ${menu} ${prose(801, 12)}`);
  });
}

const missed = ['ladder', 'marble', 'needle', 'orchard', 'pillow', 'quarry'];

test('short pages of one name are a wall where a list in each lacks its own entry, in any order', async () => {
  const list = [...pages, ...messages(missed, () => 'we could not find it')];
  for (const some of [list, [...list].reverse()]) {
    const { decisions, pairs } = await run(some);
    const called = decisions.filter(({ code }) => code === 'wall').map(({ url }) => url.split('/').at(-1)!);
    expect(called.sort()).toEqual(missed);
    // too unlike to be paired
    const isMessage = (page: number): boolean => decisions[page].code === 'wall';
    expect([...pairs.a].some(isMessage)).toBe(false);
  }
  const { decisions } = await run(list, { siteModel: false });
  expect(decisions.filter(({ decision }) => decision === 'unclassifiable')).toEqual([]);
});

test('an article that was edited between two crawls is none, though its print version and others have titles of their own', async () => {
  const addresses: readonly (readonly [string, string])[] = [
    ['a/17', 'A long day - The Site'],
    ['print/17', 'A long day (to print)'],
    ['amp/17', 'A long day'],
    ['a/17?ref=mail', 'A long day - The Site'],
  ];
  const twice = [1, 2, 3].flatMap((crawl) =>
    addresses.map(([path, title]) => ({
      ...pageOf(`https://a.example/${path}`, title, prose(5000 + crawl, 200)),
      id: `${crawl} ${path}`,
    })),
  );
  for (const some of [twice, twice.slice(0, 8), [...pages, ...twice]]) {
    const { decisions } = await run(some);
    const codes = decisions.slice(-twice.length).map(({ code }) => code);
    expect(codes.filter((code) => code === 'wall')).toEqual([]);
  }
});

test('short pages of one heading are a wall where their titles repeat the address, and none where these name other things', async () => {
  const titled = (titleOf: (url: string, i: number) => string) =>
    messages(missed, () => 'we could not find it').map((page, i) => ({
      ...page,
      body: `<title>${titleOf(page.url, i)}</title>${String(page.body)}`,
    }));
  const wallsOf = async (list: ReturnType<typeof titled>) =>
    (await run([...pages, ...list])).decisions.filter(({ code }) => code === 'wall').length;
  expect(await wallsOf(titled((url) => `${url.split('/').at(-1)}: Sorry`))).toBe(missed.length);
  expect(await wallsOf(titled((_, i) => `${['Ships', 'Ports', 'Trade'][i % 3]}: Sorry`))).toBe(0);
});

test('a short page under each of the names that it says is no wall but copies, and one that says no more than its own address is a wall', async () => {
  const shown = ['cosine', 'tangent', 'secant'];
  const under = (text: (name: string) => string): Page[] =>
    shown.map((name) => pageOf(`https://a.example/man/${name}`, 'Functions of angles', text(name)));
  const codesOf = async (list: readonly Page[]) =>
    (await run([...pages, ...list])).decisions.slice(-shown.length).map(({ code }) => code);
  const about = `${prose(860, 40)} See also the index.`;
  expect(await codesOf(under(() => `cosine, secant, tangent: ${about}`))).toEqual([
    'representative',
    'same-grams',
    'same-grams',
  ]);
  expect(await codesOf(under(() => about))).toEqual(['wall', 'wall', 'wall']);
  expect(await codesOf(under((name) => `/man/${name}: ${about}`))).toEqual(['wall', 'wall', 'wall']);
  expect(await codesOf(under((name) => `${name} is not here: ${about}`))).toEqual(['wall', 'wall', 'wall']);
});

test('sections of a statute with one clause are no wall, since each states the number that is its URL', async () => {
  const section = (number: string, heading: string, text: string): Page =>
    pageOf(`https://code.example/sections/${number}.html`, heading, text);
  const others = names.flatMap((name, i) =>
    [3, 4].map((part) =>
      section(`${part}-${100 + i}.01`, `§ ${part}-${100 + i}.01. ${name}`, prose(10 * i + part, 60)),
    ),
  );
  const alike = (heading: (number: string) => string): Page[] =>
    ['2-104.07', '2-223.11', '2-308.02', '2-417.05'].map((number) =>
      section(number, heading(number), `Copies shall be filed in the office. ${prose(850, 20)}`),
    );
  const wallsOf = async (list: readonly Page[]): Promise<number> =>
    (await run([...others, ...list])).decisions.filter(({ code }) => code === 'wall').length;
  expect(await wallsOf(alike((number) => `§ ${number}. Documents`))).toBe(0);
  expect(await wallsOf(alike(() => 'Documents'))).toBe(4);
});

test('lists of topics below one notice, and of the files of folders, are neither walls nor copies of each other', async () => {
  const topics = (tag: string, i: number): Page => {
    const titles = [...Array.from({ length: 3 }, (_, k) => prose(k, 5)), prose(100 + i, 5)];
    const rows = titles.map((title) => `<ul><li><a href="/t">${title}</a></li><li>1</li><li>2</li></ul>`);
    const html = `<title>Topics</title><h1>Topics</h1><div><p>${prose(990, 30)}</p>${rows.join('')}</div>`;
    const url = `https://forum.example/tags/${tag}/`;
    return { id: url, url, body: html, contentType: 'text/html' };
  };
  const files = (name: string, version: string): Page => {
    const ends = ['jar', 'jar.md5', 'jar.sha1', 'pom', 'pom.md5', 'pom.sha1', 'module', 'zip'];
    const rows = ends.map(
      (end, i) => `<tr><td>${name}-${version}.${end}<td>${32 + i} bytes<td>Mon Jan 23 15:48:4${i} 2023</tr>`,
    );
    const url = `https://files.example/maven/${name}/${version}/index.html`;
    return {
      id: url,
      url,
      body: `<h1>${version}</h1><table>${rows.join('')}</table>`,
      contentType: 'text/html',
    };
  };
  const others = ['forum', 'files'].flatMap((host, of) =>
    names.map((name, i) =>
      pageOf(`https://${host}.example/${name.toLowerCase()}`, name, prose(10 * i + of, 60)),
    ),
  );
  const tags = ['ladder', 'marble', 'needle', 'orchard', 'pebble', 'quarry'];
  const lists = [...tags.map(topics), ...tags.flatMap((name) => ['3.7.1', '4.0'].map((v) => files(name, v)))];
  const { decisions } = await run([...others, ...lists]);
  expect(decisions.filter(({ decision }) => decision !== 'keep')).toEqual([]);
});

/** Eight words about each of three articles of a newspaper, others on each page. */
function recommended(i: number): string {
  const card = (k: number): string =>
    `<article><a href="/story/${k}"><h3>${letters(400 + k, 4)}</h3><p>${letters(3000 + k, 8)}</p></a></article>`;
  return `<section><h2>More stories</h2>${[1, 4, 9].map((step) => card((7 * i + step) % 97)).join('')}</section>`;
}

/** Pages of a newspaper that recommend some of its articles. */
function newspaper(
  paths: readonly string[],
  title: (i: number) => string,
  text: (i: number) => string,
): Page[] {
  return paths.map((path, i) => {
    const main = `<main><h1>${title(i)}</h1><p>${text(i)}</p>${recommended(i)}</main>`;
    const url = `https://news.example/${path}`;
    return { id: url, url, body: `<title>${title(i)} - News</title>${main}`, contentType: 'text/html' };
  });
}

test('one message above articles that differ from page to page is a wall in the place of articles, at words or numbers, and none above the lists of a folder', async () => {
  const dated = (i: number): string =>
    `${2020 + (i % 3)}/${1 + (i % 12)}/${letters(100 + i, 3).replaceAll(' ', '-')}`;
  const numbered = (i: number): string => `story/${1000 + 37 * i}`;
  const consent = `we and our partners keep data on your device unless you refuse below ${letters(600, 9)}`;
  for (const at of [dated, numbered]) {
    const articles = newspaper(
      Array.from({ length: 40 }, (_, i) => at(i)),
      (i) => letters(100 + i, 3),
      (i) => letters(2000 + i, 250),
    );
    const places = Array.from({ length: 6 }, (_, i) => at(40 + i));
    const consents = newspaper(
      places,
      () => 'Before you go on',
      () => consent,
    );
    expect((await wallsAmong([...articles, ...consents])).sort()).toEqual(places.sort());
    const subjects = ['ladder', 'marble', 'needle', 'orchard', 'pebble', 'quarry'].map(
      (word) => `tag/${word}`,
    );
    const lists = newspaper(
      subjects,
      () => 'Archive',
      () => consent,
    );
    const { decisions } = await run([...articles, ...lists]);
    expect(decisions.filter(({ decision }) => decision !== 'keep')).toEqual([]);
  }
});

test('short pages of one name with little in common are no wall, nor are those of other names with much', async () => {
  for (const some of [
    messages(missed, (i) => prose(300 + i, 60)),
    messages(missed, () => 'we could not find it', names),
  ]) {
    const { decisions } = await run([...pages, ...some]);
    expect(decisions.filter(({ code }) => code === 'wall')).toEqual([]);
  }
});

/** The same without digits: a text of numbers is no message. */
function letters(seed: number, words: number): string {
  return prose(seed, words).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]);
}

/** Pages of one site, each with three of its eight teasers, which are template. */
function withTeasers(saying: readonly (readonly [path: string, title: string, text: string])[]): Page[] {
  const teaser = (i: number): string => `<p>${letters(700 + (i % 8), 40)}</p>`;
  return saying.map(([path, title, text], i) =>
    pageOf(`https://t.example/${path}`, title, `${text}</p>${teaser(i)}${teaser(i + 1)}${teaser(i + 2)}<p>`),
  );
}

/** Articles at numbers, each of so many pages of one name. */
function threads(count: number, pagesOfEach: number): [string, string, string][] {
  return Array.from({ length: count * pagesOfEach }, (_, i) => {
    const title = `About ${letters(Math.floor(i / pagesOfEach), 3)}`;
    return [`story/${1000 + 37 * i}`, title, letters(400 + i, 150)];
  });
}

async function wallsAmong(list: readonly Page[]): Promise<string[]> {
  const { decisions } = await run(list);
  return decisions.filter(({ code }) => code === 'wall').map(({ url }) => new URL(url).pathname.slice(1));
}

test('short pages of one name are a wall by what they have beside teasers that differ from page to page', async () => {
  const articles = names.map((name, i): [string, string, string] => [
    name.toLowerCase(),
    name,
    letters(i, 150),
  ]);
  const sorry = (text: (i: number) => string) =>
    missed.map((word, i): [string, string, string] => [word, 'Sorry', text(i)]);
  expect((await wallsAmong(withTeasers([...articles, ...sorry(() => letters(600, 30))]))).sort()).toEqual(
    missed,
  );
  expect(await wallsAmong(withTeasers([...articles, ...sorry((i) => letters(600 + i, 30))]))).toEqual([]);
});

test('a brief message of one name is a wall at numbers whose other pages have names of their own, and a longer one is none', async () => {
  const numbers = missed.map((_, i) => `story/${5 + 41 * i}`);
  const sorry = (words: number, title = 'Sorry') =>
    numbers.map((path): [string, string, string] => [path, title, letters(600, words)]);
  // with a name that only the folder has, too
  for (const title of ['Sorry', 'Sorry, no story'])
    expect((await wallsAmong(withTeasers([...threads(20, 1), ...sorry(30, title)]))).sort()).toEqual(
      numbers.sort(),
    );
  expect(await wallsAmong(withTeasers([...threads(20, 1), ...sorry(90)]))).toEqual([]);
  // an archive of mail: names are those of threads
  expect(await wallsAmong(withTeasers([...threads(8, 4), ...sorry(30)]))).toEqual([]);
  // topics at the numbers of their replies, too long for messages
  const topics = threads(24, 1).map(([path], i): [string, string, string] => {
    const topic = Math.floor(i / 3);
    return [`${path}8`, `Topic ${topic}`, letters(500 + topic, 700)];
  });
  expect(await wallsAmong(withTeasers([...threads(20, 1), ...topics, ...sorry(30)]))).toEqual([]);
  expect(
    await wallsAmong(withTeasers([...threads(20, 1), ...topics.slice(0, 3), ...sorry(30)])),
  ).toHaveLength(missed.length);
});

test('pages of many sites between each other are decided in little memory as in much', async () => {
  const random = seededRandom(11);
  const union = (...sets: BigUint64Array[]) =>
    BigUint64Array.from(new Set(sets.flatMap((set) => [...set]))).sort();
  const sites = Array.from({ length: 12 }, () => ({
    template: randomSet(random, 200),
    notice: randomSet(random, 150),
  }));
  const articles = Array.from({ length: 60 }, () => randomSet(random, 250));
  const list = Array.from({ length: 500 }, (_, page): PageGrams => {
    const site = (page * 5) % 12;
    const thing = Math.floor(200 * random());
    const { template, notice } = sites[site]!;
    const own = articles[thing % 60]!.subarray(Math.floor(30 * random()));
    const url = `https://site-${site}.example/${page}/thing-${thing}`;
    return {
      facts: {
        ...{ id: url, url, fetchedAt: '', kind: 'article', names: [`the thing ${thing}`] },
        ...{ textLength: 900, bodyLength: 9000, truncatedFrom: 0 },
      },
      grams: page % 9 === 0 ? union(own, template) : union(own, template, page % 4 === 0 ? notice : own),
    };
  });
  const [little, much] = [
    await deduplicateGrams(each(list), { method: 'qp', memoryBytes: 1 << 21 }),
    await deduplicateGrams(each(list), { method: 'qp', memoryBytes: 1 << 30 }),
  ];
  const told = ({ milliseconds: _, candidates: __, ...rest }: Deduplication) => rest;
  expect(new Set(much.decisions.map(({ code }) => code)).size).toBeGreaterThan(3);
  expect(much.contentSizes.some((size, page) => size < much.sizes[page]! - 300)).toBe(true);
  expect(told(little)).toEqual(told(much));
});

test('one text under two sites’ headings is found, since what crosses into these does not count', async () => {
  const { decisions } = await deduplicate(each(inParts), { method: 'qp' });
  const found = decisions.filter(({ decision, representative }, i) => {
    const [own, other] = [
      inParts[i]!.id,
      inParts[Number(decisions.findIndex(({ id }) => id === representative))]?.id,
    ];
    return decision === 'drop' && own.split('/').at(-1) === other?.split('/').at(-1);
  });
  expect(found).toHaveLength(names.length);
  expect(decisions.filter(({ decision }) => decision === 'drop')).toHaveLength(names.length);
});

test('a list that shows posts in full is no duplicate of its first post, whose name it has', async () => {
  const random = seededRandom(7);
  const posts = Array.from({ length: 120 }, (_, i) => ({
    title: prose(2000 + i, 3),
    text: prose(5000 + 3 * i, 150),
    tags: [0, 1, 2].map((k) => 4 * k + Math.floor(4 * random())),
    month: Math.floor(i / 10),
  }));
  const listOf = (url: string, name: string, some: typeof posts): Page[] =>
    Array.from({ length: Math.ceil(some.length / 5) }, (_, k) => {
      const shown = some.slice(5 * k, 5 * k + 5).map(({ title, text }) => `<h2>${title}</h2><p>${text}</p>`);
      return pageOf(`https://blog.example${url}/page/${k + 1}`, name, shown.join(''));
    });
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  const all = [
    ...posts.map(({ title, text }, i) => pageOf(`https://blog.example/p/${i}`, title, text)),
    ...listOf('', 'The blog', posts),
    ...numbers.flatMap((tag) =>
      listOf(
        `/tag/${tag}`,
        `Tag ${tag}`,
        posts.filter(({ tags }) => tags.includes(tag)),
      ),
    ),
    ...numbers.flatMap((own) =>
      listOf(
        `/month/${own}`,
        `Month ${own}`,
        posts.filter(({ month }) => month === own),
      ),
    ),
  ];
  const { decisions } = await deduplicate(each(all));
  expect(decisions.filter(({ decision }) => decision === 'drop')).toEqual([]);
});

/** Text in the Thai script, in which everyday words are frequent as in any language: word n comes with 1/(n + 2). */
function thaiText(random: () => number, words: number): string {
  const sounds = 'กขคงจชดตทนบปพมยรลวสหอ';
  const wordOf = (number: number): string => {
    const own = seededRandom(number + 1);
    return Array.from(
      { length: 2 + Math.floor(4 * own()) },
      () => sounds[Math.floor(sounds.length * own())],
    ).join('');
  };
  return Array.from({ length: words }, () => wordOf(Math.floor(2 * 1000 ** random()) - 2)).join('');
}

test('in a script without spaces, too, the copy of an article under another headline repeats it, on its site and on another', async () => {
  const random = seededRandom(12);
  const article = (url: string, text: string): Page => pageOf(url, thaiText(random, 6), text);
  const texts = Array.from({ length: 150 }, () => `<p>${thaiText(random, 120)}</p>`);
  const articles = texts.map((text, i) => article(`https://a.example/news/${i}`, text));
  const copies = texts.slice(0, 10).map((text, i) => article(`https://a.example/life/${i}`, text));
  const elsewhere = texts.slice(10, 20).map((text, i) => article(`https://b${i}.example/x`, text));
  const { decisions } = await run([...articles, ...copies, ...elsewhere]);
  const dropped = decisions.flatMap(({ decision }, page) => (decision === 'drop' ? [page] : []));
  // the shorter URL is kept: that of the article, and that of the other site
  const tenFrom = (first: number): number[] => Array.from({ length: 10 }, (_, i) => first + i);
  expect(dropped).toEqual([...tenFrom(10), ...tenFrom(150)]);
});

test('classes of one name in two packages are two things, and without the site model or identity pages like any others', async () => {
  const classes = ['java/util', 'scala/mutable'].map((folder, i) =>
    pageOf(
      `https://a.example/api/${folder}/Map.html`,
      'Map',
      `${folder.replace('/', '.')}.Map ${prose(1, 120)} ${prose(2 + i, 4)}`,
    ),
  );
  const dropped = async (options: DeduplicateOptions): Promise<number> =>
    (await run(classes, options)).decisions.filter(({ decision }) => decision === 'drop').length;
  expect(await dropped({})).toBe(0);
  expect(await dropped({ siteModel: false })).toBe(1);
  expect(await dropped({ identity: false })).toBe(1);
});
