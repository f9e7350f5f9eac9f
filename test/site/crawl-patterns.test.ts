import { expect, test } from 'vitest';
import { CrawlPatterns } from '../../src/site/crawl-patterns.ts';
import { patternsOf, type TextAtPattern, TextPatterns } from '../../src/site/url-patterns.ts';
import { urlParts } from '../../src/site/url-words.ts';

const topic = (id: number): string => `https://a.example/topic?id=${id}`;

/** What pages with these ids share at their pattern. */
function shared(...ids: number[]): readonly TextAtPattern[] {
  const patterns = new TextPatterns();
  for (const id of ids) patterns.add(topic(id), '', 0);
  return [...patterns.unlike()];
}

/** The patterns after pages with eleven ids: three of one text beside eight others are just enough for a wall. */
function patternsOfEleven(): CrawlPatterns {
  const patterns = new CrawlPatterns();
  for (let id = 0; id < 11; id++) patterns.add(topic(id));
  return patterns;
}

const wall = shared(0, 1, 2);
const standsForOthers = (patterns: CrawlPatterns) => patterns.standsForOthers(wall[0]!);

test('texts that pages share count until they are replaced, and not below none', () => {
  const patterns = patternsOfEleven();
  patterns.share(wall, []);
  expect(standsForOthers(patterns)).toBe(true);
  patterns.share(shared(3, 4), []);
  expect(standsForOthers(patterns)).toBe(false);
  // names are counted for themselves
  patterns.share(wall, [], 'name');
  expect(patterns.standsForOthers(wall[0]!, 'name')).toBe(true);
  patterns.share([], shared(3, 4));
  expect(standsForOthers(patterns)).toBe(true);
  for (let time = 0; time < 3; time++) patterns.share([], [...wall, ...shared(3, 4)]);
  patterns.share(wall, []);
  expect(standsForOthers(patterns)).toBe(true);
  patterns.share(shared(3, 4), []);
  expect(standsForOthers(patterns)).toBe(false);
});

test('two more pages that share a text are too many beside nine others, too', () => {
  const patterns = patternsOfEleven();
  patterns.add(topic(11));
  patterns.share(wall, []);
  expect(standsForOthers(patterns)).toBe(true);
  patterns.share(shared(3, 4), []);
  expect(standsForOthers(patterns)).toBe(false);
});

test('a text under many values of a parameter is no wall if the values make no difference at other paths', () => {
  const atPath = (path: string, id: number) => `https://a.example/${path}?id=${id}`;
  const shareOf = (urls: readonly string[]) => {
    const texts = new TextPatterns();
    for (const url of urls) texts.add(url, '', 0);
    return [...texts.unlike()];
  };
  const crawl = (isIdle: boolean) => {
    const patterns = new CrawlPatterns();
    const all = (path: string, ids: readonly number[]) => ids.map((id) => atPath(path, id));
    const list = all('list', [0, 1, 2, 3]);
    const others = all('list', [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
    const elsewhere = Array.from({ length: 9 }, (_, i) =>
      all(`page-${i}`, [3 * i + 20, 3 * i + 21, 3 * i + 22]),
    );
    for (const url of [...list, ...others, ...elsewhere.flat()]) patterns.add(url);
    const own = shareOf(list);
    patterns.share(own, []);
    if (isIdle) for (const urls of elsewhere) patterns.share(shareOf(urls), []);
    return own.some((at) => patterns.standsForOthers(at));
  };
  expect([false, true].map(crawl)).toEqual([true, false]);
});

test('many texts of several values are no walls, however few pages they have, until they are replaced', () => {
  const patterns = new CrawlPatterns();
  for (let id = 0; id < 400; id++) patterns.add(topic(id));
  const texts = Array.from({ length: 21 }, (_, text) => shared(...[0, 1, 2, 3, 4].map((i) => 5 * text + i)));
  const isWall = () => patterns.standsForOthers(texts[0]![0]!);
  patterns.share(texts.flat(), []);
  expect(isWall()).toBe(false);
  patterns.share([], texts.slice(1).flat());
  expect(isWall()).toBe(true);
});

test('pages of a wall are neither others nor shared', () => {
  const patterns = patternsOfEleven();
  patterns.share(wall, []);
  patterns.share(shared(8, 9, 10), []);
  expect(standsForOthers(patterns)).toBe(false);
  patterns.leaveOut(shared(8, 9, 10));
  // five others are too few
  expect(standsForOthers(patterns)).toBe(false);
  for (let id = 20; id < 23; id++) patterns.add(topic(id));
  expect(standsForOthers(patterns)).toBe(true);
});

/** Two letters for a number below 676: a folder with a digit may be an id, and is open in a pattern. */
function letters(i: number): string {
  return String.fromCharCode(97 + Math.floor(i / 26), 97 + (i % 26));
}

test('of more than a hundred patterns of a site those met longest ago are forgotten, and for those of one page no others', () => {
  const patterns = patternsOfEleven();
  patterns.share(wall, []);
  // eleven in which the id is fixed, and three in which it is open, which eleven pages fit: one of them at any path
  const others = Array.from({ length: 100 - 11 }, (_, i) => `https://a.example/folder-${letters(i)}/page`);
  expect(others.map((url) => patterns.add(url))).toEqual(others.map(() => 1));
  for (let i = 0; i < 200; i++) expect(patterns.add(`https://a.example/page-${letters(i)}/x`)).toBe(0);
  expect(standsForOthers(patterns)).toBe(true);
  const twice = (i: number) => {
    for (const name of ['x', 'y']) patterns.add(`https://a.example/twice-${letters(i)}/${name}`);
  };
  for (let i = 0; i < 97; i++) twice(i);
  expect(standsForOthers(patterns)).toBe(true);
  twice(97);
  twice(98);
  expect(standsForOthers(patterns)).toBe(false);
});

test('titles that pages of a pattern hide are names there if more than a few of them do, without those of a wall that was left out', () => {
  const patterns = new CrawlPatterns();
  const topic = (id: number) => `https://a.example/topic/${id}`;
  const [{ key }] = patternsOf(topic(0));
  const own = { key, pages: 3, named: 0, unlike: 3, hiding: 3, haveTitles: true };
  for (let id = 0; id < 33; id++) patterns.add(topic(id), id < 3);
  patterns.share([own], []);
  expect(patterns.standsForOthers(own)).toBe(true);
  const other = { ...own, pages: 4, unlike: 4, hiding: 4 };
  for (let id = 33; id < 37; id++) patterns.add(topic(id), true);
  patterns.share([other], []);
  expect([patterns.standsForOthers(own), patterns.standsForOthers(other)]).toEqual([false, true]);
  patterns.leaveOut([other]);
  expect(patterns.standsForOthers(own)).toBe(true);
});

test('a pattern that many pages fit is known among addresses with a query of their own', () => {
  const patterns = new CrawlPatterns();
  const item = (id: number) => `https://a.example/items/item-${id}?variant=${id}`;
  // each fits a pattern of its path alone, and one of its query alone
  for (let id = 0; id < 300; id++) patterns.add(item(id));
  const [at] = patternsOf(item(0)).filter(({ open }) => open === (urlParts.path | urlParts.query));
  const own = { key: at!.key, pages: 3, named: 0, unlike: 3 };
  patterns.share([own], []);
  // eight others are needed
  for (let i = 0; i < 300; i++) patterns.add(`https://a.example/other-${i}/page?id=${i}`);
  expect(patterns.standsForOthers(own)).toBe(true);
});
