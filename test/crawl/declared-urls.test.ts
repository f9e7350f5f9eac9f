import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { declaredUrls } from '../../plugins/crawl/declared-urls.ts';

const url = 'http://a.example/b/page?x=1';
const head = `<!doctype html><html><head><title>T</title>
<link rel="stylesheet" href="/s.css">
<LINK href='../canonical?a=1&amp;b=2#part' rel="CANONICAL">
<link rel=alternate hreflang=de href=/de/><link rel="alternate" type="application/rss+xml" href="/feed">
<link rel="alternate" hreflang="fr" href="https://fr.example/page"/>
</head><body><link rel="canonical" href="/of-the-body"></body></html>`;
const declared = {
  canonical: 'http://a.example/canonical?a=1&b=2',
  translations: ['http://a.example/de/', 'https://fr.example/page'],
};

test.each([
  ['a text', { body: head }],
  ['bytes', { body: Buffer.from(head) }],
  ['a tree', { dom: load(head).root()[0] as never }],
])('canonical and translations are read from the head of %s', (_, page) => {
  expect(declaredUrls(url, page)).toEqual(declared);
});

test('what is no URL of the web, and a head without any, declare nothing', () => {
  expect(declaredUrls(url, { body: '<link rel="canonical" href="javascript:x">' })).toBeUndefined();
  expect(declaredUrls(url, { body: '<link rel="canonical" href="http://[">' })).toBeUndefined();
  expect(declaredUrls(url, { body: '<p>no head' })).toBeUndefined();
  expect(declaredUrls(url, {})).toBeUndefined();
});

test.each([
  ['link elements that do not end', '<link '.repeat(200_000)],
  ['one long name', `<link ${'a'.repeat(1_000_000)}>`],
  ['many links with long names', `<link ${'a'.repeat(2000)}>`.repeat(500)],
])('a head of %s costs no more than a glance', (_, body) => {
  const before = process.cpuUsage().user;
  for (let i = 0; i < 10; i++) declaredUrls(url, { body });
  expect(process.cpuUsage(undefined).user - before).toBeLessThan(1_000_000);
});
