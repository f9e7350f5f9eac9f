import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { translationsOf } from '../../plugins/crawl/translations.ts';

const url = 'http://a.example/b/page?x=1';
const head = `<!doctype html><html><head><title>T</title>
<link rel="stylesheet" href="/s.css"><LINK HREF='../de?a=1&amp;b=2#part' hreflang=de rel="ALTERNATE">
<link rel=alternate hreflang=de href=/de/><link rel="alternate" type="application/rss+xml" href="/feed">
<link rel="alternate" hreflang="fr" href="https://fr.example/page"/><link rel="alternate" hreflang="x" href="/de/">
</head><body><link rel="alternate" hreflang="it" href="/of-the-body"></body></html>`;
const translations = ['http://a.example/de?a=1&b=2', 'http://a.example/de/', 'https://fr.example/page'];

test.each([
  ['a text', { body: head }],
  ['bytes', { body: Buffer.from(head) }],
  ['a tree', { dom: load(head).root()[0] as never }],
])('translations are read from the head of %s, each once', (_, page) => {
  expect(translationsOf(url, page)).toEqual(translations);
});

test('a head that is longer than most is read to its end, wherever what is read first breaks off', () => {
  for (let filling = 4096 - head.length; filling <= 4096; filling += 7) {
    const body = head.replace('<title>', `<!--${'-'.repeat(filling)}--><title>`);
    expect(translationsOf(url, { body: Buffer.from(body) })).toEqual(translations);
  }
});

test('what is no URL of the web, and a page without a head, name none', () => {
  const link = (href: string) => ({ body: `<link rel="alternate" hreflang="de" href="${href}">` });
  expect(translationsOf(url, link('javascript:x'))).toEqual([]);
  expect(translationsOf(url, link('http://['))).toEqual([]);
  expect(translationsOf(url, { body: '<p>no head' })).toEqual([]);
  expect(translationsOf(url, {})).toEqual([]);
});

test('a link that is longer than URLs are names no translation, as text and in a tree', () => {
  const body = `<head><link rel="alternate" hreflang="de" href="/${'x'.repeat(2048)}"></head>`;
  expect(translationsOf(url, { body })).toEqual([]);
  expect(translationsOf(url, { dom: load(body).root()[0] as never })).toEqual([]);
});

test('an attribute whose name only ends in that of another is not that one', () => {
  const body = `<link rel="alternate" hreflang="de" data-href="/data" xlink:href="/x" href="/de">`;
  expect(translationsOf(url, { body })).toEqual(['http://a.example/de']);
});

test.each([
  ['link elements that do not end', '<link '.repeat(200_000)],
  ['one long name', `<link ${'a'.repeat(1_000_000)}>`],
  ['many links with long names', `<link ${'a'.repeat(2000)}>`.repeat(500)],
])('a head of %s costs no more than a glance', (_, body) => {
  const before = process.cpuUsage().user;
  for (let i = 0; i < 10; i++) translationsOf(url, { body });
  expect(process.cpuUsage().user - before).toBeLessThan(500_000);
});
