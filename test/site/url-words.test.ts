import { expect, test } from 'vitest';
import { comparedUrl, homeWords, urlWords, wordsOf } from '../../src/site/url-words.ts';

const digest = 'F0707986208091066AFDBEAD73D1693';

test('letters in a hexadecimal id are no words of a URL', () => {
  expect(urlWords(`https://a.example/library/${digest}.html`)).toEqual(['library']);
  expect(urlWords(`https://a.example/library/shells-${digest.toLowerCase()}.html`)).toEqual(['shells']);
  expect(urlWords('https://a.example/p/550e8400-e29b-41d4-a716-446655440000')).toEqual([]);
  // a word of these letters alone, and one with a number, stay
  expect(urlWords('https://a.example/facade-defaced')).toEqual(['facade', 'defaced']);
  expect(urlWords('https://a.example/decade80')).toEqual([]);
  expect(urlWords('https://a.example/windows95')).toEqual(['windows']);
});

test('a name that capitals part into syllables is one word', () => {
  expect(urlWords('https://a.example/library/MsMpEng.exe')).toEqual(['msmpeng']);
  expect(urlWords('https://a.example/library/DirectionsRenderer')).toEqual(['directions', 'renderer']);
});

test('index.html and default.htm stand for their folder, so that an article at both is not under unlike URLs', () => {
  const words = ['index.html', 'index.php', 'default.htm', 'Default.aspx', ''].map((page) =>
    urlWords(`https://a.example/faqs/genetics/${page}`),
  );
  expect(new Set(words.flat())).toEqual(new Set(['genetics']));
  // a page about what is called so
  expect(urlWords('https://a.example/keywords/default.html')).toEqual(['default']);
});

test('the hash that HTTrack puts into the name of a file is no part of its words, and an index with one stands for its folder', () => {
  for (const [name, words] of [
    ['index6a83.html', 'wiki'],
    ['indexcb36-2.html', 'wiki'],
    ['indexa012.php', 'wiki'],
    ['memberc4e1.html', 'member'],
    ['viewtopic0d52-2.html', 'viewtopic'],
    // of other names the letters before digits belong to the word
    ['node2d.html', 'node'],
    ['surface.html', 'surface'],
    ['members-c4e1.html', 'members'],
  ]) {
    expect(urlWords(`https://a.example/wiki/${name}`).join(' '), name).toBe(words);
  }
});

test('which page of a list a URL asks for is none of its words, so that a list and its first page are not under unlike URLs', () => {
  for (const path of ['page1', 'page/1/', 'page-1.html', 'pagina/2', 'Seite_2.htm', ''])
    expect(urlWords(`https://a.example/shelf/all/${path}`).join(' '), path).toBe('shelf');
  // a page about pages, and one of their folder
  expect(urlWords('https://a.example/shelf/page')).toEqual(['page']);
  expect(urlWords('https://a.example/page/about')).toEqual(['about']);
  expect(urlWords('https://a.example/shelf/homepage1')).toEqual(['homepage']);
});

test('the folder of a release is the page of the folder around it, and others without words are in it', () => {
  const of = (path: string) => comparedUrl(`https://a.example${path}`).of;
  expect(of('/docs/15.0.4/')).toBe(wordsOf.page);
  expect(of('/docs/v2.1/index.html')).toBe(wordsOf.page);
  expect(of('/docs/15/')).toBe(wordsOf.folder);
  expect(of('/docs/15.0.4/17')).toBe(wordsOf.folder);
});

test('the address of a host alone is that of its home page, with or without its index, and no other address is', () => {
  for (const home of [
    'https://a.example',
    'https://a.example/',
    'https://a.example/index.html',
    'http://a.example/?',
  ])
    expect(comparedUrl(home).words, home).toBe(homeWords);
  for (const other of [
    'https://a.example/?p=17',
    'https://a.example/p/17',
    'https://a.example/17/index.html',
  ])
    expect(comparedUrl(other).words, other).toBe('');
  expect(comparedUrl('https://a.example/harbour-news/index.html').words).toBe('harbour news');
});
