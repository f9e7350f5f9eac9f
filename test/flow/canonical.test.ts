import { expect, test } from 'vitest';
import { canonicalOf, webUrl } from '../../src/flow/canonical.ts';

test('a URL of the web is absolute and has no fragment, and by itself where its base is none', () => {
  const base = 'https://a.example/docs/x#top';
  const urls: [string, string | undefined, string | undefined][] = [
    ['y?z=1#part', base, 'https://a.example/docs/y?z=1'],
    ['HTTP://B.example:80/#', base, 'http://b.example/'],
    ['http://b.example/', 'no base', 'http://b.example/'],
    ['http://b.example/', undefined, 'http://b.example/'],
    ['y', 'no base', undefined],
    ['y', undefined, undefined],
    ['http://', base, undefined],
    ['mailto:me@a.example', base, undefined],
  ];
  expect(urls.map(([url, against]) => webUrl(url, against))).toEqual(urls.map(([, , expected]) => expected));
});

test('a page’s canonical URL is none where it states its own', () => {
  const url = 'https://a.example/docs/x';
  const canonicals = ['', 'x#part', './x', '/docs/y'].map((stated) => canonicalOf(url, stated));
  expect(canonicals).toEqual([undefined, undefined, undefined, 'https://a.example/docs/y']);
  // also where its own is not as parsers write it
  expect(canonicalOf('HTTPS://A.example:443/docs/x#part', './x')).toBe(undefined);
});
