import { expect, test } from 'vitest';
import type { ReportedCluster } from '../../plugins/report/index.ts';
import { urlPatterns } from '../../plugins/report/url-patterns.ts';
import { cpuMs } from '../cpu-time.ts';

/** A cluster of copies of one page. */
function copies(kept: string, ...dropped: string[]): ReportedCluster {
  const page = (url: string) => ({ id: url, url });
  return {
    representative: page(kept),
    members: dropped.map((url) => ({ page: page(url), similarity: 1 })),
  };
}

/** Patterns as `pages dropped kept`. */
function patterns(...clusters: ReportedCluster[]): string[] {
  return urlPatterns(clusters).map(({ pages, dropped, kept }) => `${pages} ${dropped} ${kept}`);
}

const site = 'https://a.example';

test('versions of a manual are one pattern, whatever the page and however deep', () => {
  const versions = ['intro', 'install/linux', 'reference/api/call'].map((page) =>
    copies(`${site}/doc/4.1/${page}`, `${site}/doc/4.0.x/${page}`),
  );
  expect(patterns(...versions)).toEqual([`3 ${site}/doc/4.0.x/… ${site}/doc/4.1/…`]);
});

test('session ids are one pattern, also where there are several to a page', () => {
  const page = `${site}/item/7`;
  expect(
    patterns(copies(page, `${page}?sid=1`, `${page}?sid=2`), copies(`${site}/b`, `${site}/b?sid=3`)),
  ).toEqual([`3 ${site}/…?sid=* ${site}/…`]);
});

test('parameters whose values differ are named in one order, those that agree are not', () => {
  const dropped = [`${site}/a?b=1&a=1&same=1`, `${site}/a?a=2&same=1&b=2`];
  expect(patterns(copies(`${site}/a?same=1&b=3`, ...dropped))).toEqual([`2 ${site}/…?a=*&b=* ${site}/…?b=*`]);
});

test('print versions, mirrors and short links are told as such', () => {
  expect(patterns(copies(`${site}/articles/a`, `${site}/print/a`))).toEqual([
    `1 ${site}/print/… ${site}/articles/…`,
  ]);
  expect(patterns(copies(`${site}/x/y`, 'http://mirror.example/x/y'))).toEqual([
    `1 http://mirror.example/… ${site}/…`,
  ]);
  expect(patterns(copies(`${site}/articles/night-bakery`, `${site}/b/17`))).toEqual([
    `1 ${site}/b/* ${site}/articles/*`,
  ]);
  expect(patterns(copies(`${site}/news/a`, `${site}/news/b`))).toEqual([`1 ${site}/news/* ${site}/news/*`]);
});

test('the most frequent pattern comes first, with its first pair as an example', () => {
  const found = urlPatterns([
    copies(`${site}/a`, `${site}/print/a`),
    copies(`${site}/b`, `${site}/b?s=1`),
    copies(`${site}/c`, `${site}/c?s=1`),
  ]);
  expect(found.map(({ pages }) => pages)).toEqual([2, 1]);
  expect(found[0].example).toEqual([`${site}/b?s=1`, `${site}/b`]);
});

test('parameters in another order, or another fragment, make no pattern', () => {
  expect(patterns(copies(`${site}/item?a=1&b=2`, `${site}/item?b=2&a=1`, `${site}/item?a=1&b=2#c`))).toEqual(
    [],
  );
  expect(patterns(copies(`${site}/list/a`, `${site}/list/b`))).toEqual([`1 ${site}/list/* ${site}/list/*`]);
});

test('pages without a URL, of the same URL, and of clusters that are no copies make no pattern', () => {
  expect(
    patterns(copies('', 'x'), copies('not a url', `${site}/`), copies(`${site}/a`, `${site}/a`)),
  ).toEqual([]);
  expect(patterns({ ...copies(`${site}/a`, `${site}/b`), kind: 'other-subject' })).toEqual([]);
});

test('URLs without a path, such as those of books, make no pattern', () => {
  expect(patterns(copies('urn:isbn:9780000000001', 'urn:isbn:9780000000002', `${site}/a`))).toEqual([]);
  expect(patterns(copies(`${site}/a`, 'data:text/html,a'))).toEqual([]);
});

test('a URL made to be long costs linear time', () => {
  const long = (host: string) => `https://${host}.example/${'a/'.repeat(200_000)}?${'x=1&'.repeat(100_000)}`;
  const startedAt = cpuMs();
  expect(patterns(copies(long('a'), long('b')))).toHaveLength(1);
  expect(cpuMs() - startedAt).toBeLessThan(2000);
});
