import { expect, test } from 'vitest';
import { partsOf } from '../../src/url-rules/url-parts.ts';
import { isBarren, UrlPatterns } from '../../src/url-rules/url-patterns.ts';

const parts = (path: string) => partsOf(`https://a.example${path}`)!;

/** Counts a wall after a page of its site. */
function countWall(patterns: UrlPatterns, path: string): void {
  patterns.count(parts('/article'), false);
  patterns.countWall(parts(path));
}

/** The patterns of a path, by counting it once. */
function patternsOf(path: string): string[] {
  const patterns = new UrlPatterns();
  patterns.count(parts(path), false);
  const all = [...patterns.entries()].map(({ pattern }) => pattern.replace('https://a.example', ''));
  return all.filter((pattern) => !pattern.startsWith('/…'));
}

test.each([
  ['/2024/05/17/a-2', ['/0/a-0']],
  ['/x/x/x/y', ['/x/y']],
  ['/a/b/a/b/c', ['/a/b/c']],
  ['/a?z=1&b=2&z=3', ['/a?b&z', '/a?\u2026']],
  ['/a/b/c/d/e/f/g/h', ['/a/b/c/d/e/f/g/h']],
  ['/a/b/c/d/e/f/g/h/i/j', ['/a/b/c/d/e/f/g/h/\u2026']],
])('%s is of the patterns %j', (path, patterns) => {
  expect(patternsOf(path)).toEqual(patterns);
});

test('a pattern is barren from the hundredth page in a row that brought nothing new, and open again with the next new one', () => {
  const patterns = new UrlPatterns();
  const count = (i: number, isNew: boolean) => patterns.count(parts(`/p${i}`), !isNew).opened;
  expect(count(0, true)).toEqual([]);
  for (let i = 1; i <= 99; i++) expect(count(i, false)).toEqual([]);
  expect(patterns.barrenPattern(parts('/p5'))).toBeUndefined();
  count(100, false);
  expect(patterns.barrenPattern(parts('/p5'))).toBe('https://a.example/p0');
  expect(patterns.barrenPattern(parts('/q5'))).toBeUndefined();
  expect([...patterns.entries()]).toEqual([{ pattern: 'https://a.example/p0', pages: 101, barren: 100 }]);
  expect([...patterns.entries()].map(isBarren)).toEqual([true]);
  expect(count(101, true)).toEqual(['https://a.example/p0']);
  expect(patterns.barrenPattern(parts('/p5'))).toBeUndefined();
  expect([...patterns.entries()].map(isBarren)).toEqual([false]);
});

test('walls make a pattern barren that has never brought anything new, and no other; the next new page opens it', () => {
  const patterns = new UrlPatterns();
  patterns.count(parts('/story/1'), false);
  for (let i = 0; i < 120; i++) {
    patterns.countWall(parts(`/login?next=${i}`));
    patterns.countWall(parts(`/story/${i}`));
  }
  expect(patterns.barrenPattern(parts('/login?next=x'))).toBe('https://a.example/login?next');
  expect(patterns.barrenPattern(parts('/story/500'))).toBeUndefined();
  expect(patterns.count(parts('/login?next=200'), false).opened).toContain('https://a.example/login?next');
  expect(patterns.barrenPattern(parts('/login?next=x'))).toBeUndefined();
});

test('parameters that have brought something new are given up by themselves, others with their path', () => {
  const patterns = new UrlPatterns();
  patterns.count(parts('/topic?t=1&start=10'), false);
  for (let i = 0; i < 120; i++) {
    patterns.count(parts(`/topic?p=${i}`), true);
    patterns.count(parts(`/topic?t=${i}&view=print`), true);
  }
  expect(patterns.barrenPattern(parts('/topic?t=2&start=10'))).toBeUndefined();
  expect(patterns.barrenPattern(parts('/topic?p=x'))).toBe('https://a.example/topic?p');
  expect(patterns.barrenPattern(parts('/topic?another=1'))).toBe('https://a.example/topic?…');
  for (let i = 0; i < 100; i++) patterns.count(parts(`/topic?t=${i}&start=0`), true);
  expect(patterns.barrenPattern(parts('/topic?t=2&start=10'))).toBe('https://a.example/topic?start&t');
});

test('a pattern is open again when a page of it led to something new; if it is not known which page did, all that ever brought something are', () => {
  const patterns = new UrlPatterns();
  for (let i = 0; i <= 100; i++) {
    patterns.count(parts(`/list/${i}`), i > 0);
    patterns.count(parts(`/copies/${i}`), true);
  }
  const barren = () => [...patterns.entries()].filter(isBarren).map(({ pattern }) => pattern);
  const [list, copies] = ['https://a.example/list/0', 'https://a.example/copies/0'];
  expect(barren()).toEqual([list, copies]);
  expect(patterns.ledOn(parts('/else/1'))).toEqual([]);
  expect(patterns.someLedOn('https://a.example.org')).toEqual([]);
  expect(patterns.someLedOn('https://a.example')).toEqual([list]);
  expect(barren()).toEqual([copies]);
  expect(patterns.ledOn(parts('/copies/7'))).toEqual([copies]);
  expect(barren()).toEqual([]);
});

test('a pattern that has brought nothing but walls is given up after thirty of them, one with a copy among them is not', () => {
  const patterns = new UrlPatterns();
  patterns.count(parts('/vote?up=0'), true);
  for (let i = 1; i <= 29; i++)
    for (const name of ['vote?up', 'hide?id']) countWall(patterns, `/${name}=${i}`);
  expect(patterns.barrenPattern(parts('/hide?id=x'))).toBeUndefined();
  for (const name of ['vote?up', 'hide?id']) countWall(patterns, `/${name}=30`);
  expect(patterns.barrenPattern(parts('/hide?id=x'))).toBe('https://a.example/hide?id');
  expect(patterns.barrenPattern(parts('/vote?up=x'))).toBeUndefined();
});

test('walls that led to something new are given up after thirty more', () => {
  const patterns = new UrlPatterns();
  const walls = (count: number) => {
    for (let i = 0; i < count; i++) countWall(patterns, `/login?next=${i}`);
    return patterns.barrenPattern(parts('/login?next=x'));
  };
  expect(walls(20)).toBeUndefined();
  expect(patterns.ledOn(parts('/login?next=0'))).toEqual([]);
  expect(walls(29)).toBeUndefined();
  expect(walls(1)).toBe('https://a.example/login?next');
  expect(patterns.ledOn(parts('/login?next=0'))).toContain('https://a.example/login?next');
  expect(walls(0)).toBeUndefined();
});

test.each([
  ['edit', '/…/edit'],
  ['quote/7', '/…/quote/0'],
  ['feed/', '/…/feed/'],
  ['?share=a&nb=1', '/…?nb&share'],
])(
  '%s at the end of many paths is given up after thirty paths where it led to walls, and opened by the first page',
  (end, ending) => {
    const patterns = new UrlPatterns();
    const path = (i: number) => `/topic/${'abcdefgh'[i % 8]}${'xyzw'[i >> 3]}/${end}`;
    const given = () => patterns.barrenPattern(parts(`/topic/new/${end}`));
    for (let i = 0; i < 29; i++) countWall(patterns, path(i));
    expect(given()).toBeUndefined();
    countWall(patterns, path(29));
    expect(given()).toBe(`https://a.example${ending}`);
    expect(patterns.barrenPattern(parts('/topic/new'))).toBeUndefined();
    expect(patterns.count(parts(path(31)), true).opened).toEqual([`https://a.example${ending}`]);
    for (let i = 0; i < 100; i++) countWall(patterns, `/topic/${'q'.repeat(i)}/${end}`);
    expect(given()).toBeUndefined();
  },
);

test('walls of one pattern say nothing about others that end in the same way', () => {
  const patterns = new UrlPatterns();
  for (let i = 0; i < 200; i++) countWall(patterns, `/vote?id=${i}`);
  expect(patterns.barrenPattern(parts('/article?id=1'))).toBeUndefined();
});

test('a path with nothing before its last word has no end of its own', () => {
  const patterns = new UrlPatterns();
  for (const path of ['/article/1', '/2024/05/', '/about/', '/']) patterns.countWall(parts(path));
  expect([...patterns.entries()].filter(({ pattern }) => pattern.includes('…'))).toEqual([]);
});

test('walls that are sent in place of everything for a while do not give up the articles of a site before the hundredth', () => {
  const patterns = new UrlPatterns();
  patterns.count(parts('/'), false);
  for (let i = 0; i < 99; i++) {
    patterns.countWall(parts(`/article/${i}`));
    patterns.countWall(parts(`/story/${'x'.repeat(i)}/index.html`));
  }
  expect(patterns.barrenPattern(parts('/article/500'))).toBeUndefined();
  expect(patterns.barrenPattern(parts('/story/new/index.html'))).toBeUndefined();
  for (const path of ['/article/99', '/story/last/index.html']) patterns.countWall(parts(path));
  expect(patterns.barrenPattern(parts('/article/500'))).toBe('https://a.example/article/0');
  expect(patterns.barrenPattern(parts('/story/new/index.html'))).toBe('https://a.example/…/index.html');
});
