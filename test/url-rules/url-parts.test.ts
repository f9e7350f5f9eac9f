import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addressOf,
  HashedStart,
  hash53,
  isChosen,
  mixed53,
  nameOf,
  partsOf,
  urlOf,
} from '../../src/url-rules/url-parts.ts';

test('hashes stay what they are: states hold them', () => {
  expect(['', 'a', 'https://a.example/docs/4.1/x?sid=1'].map(hash53)).toEqual([
    1722047026589567, 7610467018933321, 754614895687466,
  ]);
  expect([mixed53(0, 1), mixed53(2 ** 52 + 12345, 3), mixed53(3, 2 ** 52 + 12345)]).toEqual([
    8849456630647427, 5241424088294454, 4299960415242777,
  ]);
});

test('a hash is the same of a text that is put together and of its parts', () => {
  const parts = ['', 'https://a.example/docs', '/4.1', '/x?sid=1'];
  const hashed = (a: string, b: string, c: string) => new HashedStart(a).followedBy(b, c);
  for (const a of parts)
    for (const b of parts) for (const c of parts) expect(hashed(a, b, c)).toBe(hash53(a + b + c));
  const start = new HashedStart('https://a.example/');
  expect([start.followedBy('x', ''), start.followedBy('x', '')]).toEqual(
    Array(2).fill(hash53('https://a.example/x')),
  );
});

test('no two of a hundred thousand alike URLs share a hash, and hashes fill their range evenly', () => {
  const hashes = Array.from({ length: 100_000 }, (_, i) => hash53(`https://a.example/p?id=${i}`));
  expect(new Set(hashes).size).toBe(hashes.length);
  const counts = new Array<number>(10).fill(0);
  for (const hash of hashes) counts[Math.floor((10 * hash) / 2 ** 53)]++;
  expect(Math.min(...counts)).toBeGreaterThan(9500);
});

test('a share of all URLs is chosen, another one for each purpose, and all of them for the share 1', () => {
  const urls = Array.from({ length: 20_000 }, (_, i) => `https://a.example/${i}`);
  const sample = urls.filter((url) => isChosen(url, 0.05, 'sample'));
  const part = urls.filter((url) => isChosen(url, 0.05, 'part'));
  for (const chosen of [sample, part]) expect(Math.abs(chosen.length - 1000)).toBeLessThan(120);
  expect(sample.filter((url) => part.includes(url)).length).toBeLessThan(100);
  expect(urls.every((url) => isChosen(url, 1, 'part') && !isChosen(url, 0, 'part'))).toBe(true);
});

test('a parameter at the end of the path is one of the URL, and the URL put together again is the same', () => {
  const parametersOf = (rest: string) => partsOf(`https://a.example/a/b${rest}`)?.parameters;
  expect(parametersOf(';id=1?x=2')).toEqual([';id=1', 'x=2']);
  expect(parametersOf('/;v=2;id=1')).toEqual([';v=2', ';id=1']);
  // those that only look like it belong to the name
  expect([';draft', ';=1', ';id=1;draft'].map(parametersOf)).toEqual([[], [], []]);
  // could not be put together again
  expect(parametersOf('?x=2&;id=1')).toBeUndefined();
  const part = fc.constantFrom('', 'a', ';', '=', ';id=1', ';v', '/', '?', '&', '&;x=2', '.html');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (rest) => {
      const { href, search } = new URL(`https://a.example/${rest.join('')}`);
      // an empty query is none
      const url = search === '' ? href.replace(/\?$/, '') : href;
      const parts = partsOf(url);
      if (parts !== undefined) expect(urlOf(parts)).toBe(url);
    }),
  );
});

test.each([
  ['/s/S-3451bd1b13c4/a', '/s/a', [';~1=S-3451bd1b13c4']],
  ['/(S(lit3py55t21z5v55vlm25s55))/a/', '/a/', [';~0=(S(lit3py55t21z5v55vlm25s55))']],
  ['/a/x/ref-0f3a9b12?y=1', '/a/x', [';~2=ref-0f3a9b12', 'y=1']],
  ['/p/123e4567-e89b-42d3-a456-426614174000', '/p', [';~1=123e4567-e89b-42d3-a456-426614174000']],
  ['/a1b2c3d4e5/b/f6a7b8c9d0;id=1', '/b', [';~0=a1b2c3d4e5', ';~2=f6a7b8c9d0', ';id=1']],
  // digits and letters take turns as seldom as they may
  ['/a/abcdef12abcd/b/wxyz12wxyz34wxyz', '/a/b', [';~1=abcdef12abcd', ';~3=wxyz12wxyz34wxyz']],
])('what looks like chosen at random in the path %s is a parameter', (path, rest, parameters) => {
  const parts = partsOf(`https://a.example${path}`)!;
  expect([`/${parts.segments.join('/')}`, parts.parameters]).toEqual([rest, parameters]);
  expect(partsOf(urlOf(parts))).toEqual(parts);
  expect(addressOf(urlOf(parts))).toBe(`https://a.example${path}`);
});

test('names, numbers, dates, versions and files are no tokens, nor is the only segment of a path', () => {
  const paths = [
    '/mp3player/x',
    '/a/20261126',
    '/v1.2.3/x',
    '/news/story-of-8f3a9b12c4',
    '/i/8f3a9b12c4.html',
    '/8f3a9b12c4',
    '/8f3a9b12c4/',
  ];
  for (const path of [
    ...paths,
    '/iphone12pro/x',
    '/deadbeef/x',
    '/a/covid19updates',
    '/%E4%B8%AD%E6%96%87/x',
    '/win32api/x',
  ])
    expect(partsOf(`https://a.example${path}`)!.parameters).toEqual([]);
});

test('a URL with tokens, taken apart, put together and addressed, is the same', () => {
  const part = fc.constantFrom('', 'a', '8f3a9b12c4', 'S-3451bd1b13c4', 'b.html', 'x;v=1', ';id=2');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.constantFrom('', '?x=8f3a9b12c4'), (segments, query) => {
      const { href } = new URL(`https://a.example/${segments.join('/')}${query}`);
      const parts = partsOf(href)!;
      expect(addressOf(urlOf(parts))).toBe(href);
      expect(partsOf(urlOf(parts))).toEqual(parts);
    }),
  );
});

test('a URL is taken apart up to 2,048 characters, 32 segments and 32 parameters', () => {
  const base = 'https://a.example/';
  const taken = (rest: string) => partsOf(base + rest) !== undefined;
  expect([taken('x'.repeat(2048 - base.length)), taken('x'.repeat(2049 - base.length))]).toEqual([
    true,
    false,
  ]);
  expect([taken('x/'.repeat(31)), taken('x/'.repeat(32))]).toEqual([true, false]);
  expect([taken(`?${'a&'.repeat(31)}`), taken(`?${'a&'.repeat(32)}`)]).toEqual([true, false]);
  expect(partsOf('ftp://a.example/')).toBeUndefined();
});

test('the parts are as they stand in the URL, without its fragment', () => {
  const parts = partsOf('HTTPS://A.example:443/a//b/?x=1&y&x=%20=2#z')!;
  expect(parts).toEqual({
    origin: 'https://a.example',
    segments: ['a', '', 'b', ''],
    parameters: ['x=1', 'y', 'x=%20=2'],
  });
  expect([...parts.parameters, '=x'].map(nameOf)).toEqual(['x', 'y', 'x', '']);
  expect(urlOf(parts)).toBe('https://a.example/a//b/?x=1&y&x=%20=2');
});
