import { expect, test } from 'vitest';
import {
  comparedUrl,
  hasUrlWords,
  homeWords,
  isNamedByUrl,
  namedParts,
  urlParts,
  urlWords,
  wordsOf,
} from '../../src/site/url-words.ts';

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

test('a page with a short name names the URL that has it beside an id', () => {
  const url = `https://a.example/library/jjs.exe-${digest}.html`;
  const names = ['jjs exe', 'hashes'];
  expect(isNamedByUrl(url, '', names)).toBe(true);
  expect(namedParts(url, names)).toBe(urlParts.path);
  expect(isNamedByUrl(url, '', ['log in'])).toBe(false);
  expect(namedParts(url, ['log in'])).toBe(0);
});

test('a page names the URL whose last part is its name with other signs, or none, between the letters', () => {
  for (const [path, name] of [
    ['client/-mode/-o-f-f/', 'off'],
    ['client/-mode/-o-f-f/index.html', 'off'],
    ['client/-s-m-s_-m-f-a/', 'sms_mfa'],
    ['jargon/G.html', 'g'],
    ['wiki/D%C3%BC.html', 'dü'],
  ]) {
    const url = `https://a.example/${path}`;
    expect(isNamedByUrl(url, '', ['first', name!])).toBe(true);
    expect(isNamedByUrl(url, '', [`${name} x`])).toBe(path === 'wiki/D%C3%BC.html');
    expect(isNamedByUrl(url, name!, ['log in'])).toBe(false);
  }
  // the folder of a program with a query names no page, so that its login may be a wall
  expect(namedParts('https://a.example/w/index.php?title=Oak', ['w'])).toBe(0);
  // what has no letters is no name
  expect(isNamedByUrl('https://a.example/list/17', '', ['4'])).toBe(false);
});

test('Latin letters beside others are a word of their own, as names have a space between them', () => {
  expect(urlWords('https://a.example/tips/django执行自定义sql语句.html')).toEqual([
    'django',
    '执行自定义',
    '语句',
  ]);
  expect(isNamedByUrl('https://a.example/django执行自定义.html', '', ['django 执行自定义SQL'])).toBe(true);
  expect(urlWords('https://a.example/été-à-Genève')).toEqual(['été', 'genève']);
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

test('the folder of a release is the page of the folder around it, and others without words are in it', () => {
  const of = (path: string) => comparedUrl(`https://a.example${path}`).of;
  expect(of('/docs/15.0.4/')).toBe(wordsOf.page);
  expect(of('/docs/v2.1/index.html')).toBe(wordsOf.page);
  expect(of('/docs/15/')).toBe(wordsOf.folder);
  expect(of('/docs/15.0.4/17')).toBe(wordsOf.folder);
});

test('a parameter within the path has no words, and what is before it has its ending', () => {
  for (const path of ['/news/great-storm.html', '/news/great-storm/', '/news/great-storm/index.html']) {
    expect(urlWords(`https://a.example${path};jsessionid=face0ff?x=y`)).toEqual(['great', 'storm']);
    expect(isNamedByUrl(`https://a.example${path};jsessionid=hello-there`, '', ['A great storm'])).toBe(true);
  }
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

test('a page names a URL that has its words without the marks of their letters, and no other', () => {
  for (const [path, name] of [
    ['lich-lam-viec-thang-bay', 'lịch làm việc tháng bảy'],
    ['conozca-cual-seria-su-valor', 'conozca cuál sería su valor'],
    ['strassenfest-in-zurich', 'straßenfest in zürich'],
    ['istanbul-kapali-carsi', 'i̇stanbul kapalı çarşı'],
    ['zolta-lodz', 'z\u0307ółta łódź'],
  ]) {
    const url = `https://a.example/${path}/`;
    expect(isNamedByUrl(url, '', [name!])).toBe(true);
    expect(isNamedByUrl(url, '', ['không tìm thấy trang này'])).toBe(false);
  }
  // the text of an article has to have them as they are written
  expect(hasUrlWords('https://a.example/lich-lam-viec/', 'lịch làm việc')).toBe(false);
  // a URL with marks asks for these
  expect(isNamedByUrl('https://a.example/caf%C3%A9-m%C3%BCller', '', ['cafe muller'])).toBe(false);
});

test('a page names the URL that ends in its qualified name by the last part of that, if it is a word', () => {
  const url = 'https://a.example/api/Harbour.Services.Booking.Models.Entity.html';
  expect(isNamedByUrl(url, '', ['class entity'])).toBe(true);
  expect(namedParts(url, ['class entity'])).toBe(urlParts.path);
  for (const names of [['class entities'], ['class booking'], ['log in']]) {
    expect(isNamedByUrl(url, '', names), names[0]).toBe(false);
    expect(namedParts(url, names), names[0]).toBe(0);
  }
  // what a message says of the address is no name, nor is what a text says
  expect(isNamedByUrl(url, '', ['not found', '/api/Harbour.Services.Booking.Models.Entity.html'])).toBe(
    false,
  );
  expect(isNamedByUrl(url, 'class entity', ['log in'])).toBe(false);
  // the ending of a language, of a file and of a domain
  expect(isNamedByUrl('https://a.example/installing-with-care.en.html', '', ['aide en ligne'])).toBe(false);
  expect(isNamedByUrl('https://a.example/harbour-bridge.html', '', ['html'])).toBe(false);
});

test('a page names the URL in which words of its names are written together, in any order', () => {
  const [url, names] = [
    'https://a.example/html/namespaceharbour.html',
    ['namespaces', 'lib 3 harbour namespace reference'],
  ];
  expect(isNamedByUrl(url, '', names)).toBe(true);
  expect(namedParts(url, names)).toBe(urlParts.path);
  expect(isNamedByUrl('https://a.example/privacypolicy.php', '', ['privacy policy the museum'])).toBe(true);
  // a rest, a short word, and what a text alone says
  for (const other of [['namespaces harbours'], ['lib namespace har bou r'], ['log in']]) {
    expect(isNamedByUrl(url, '', other), other[0]).toBe(false);
    expect(namedParts(url, other), other[0]).toBe(0);
  }
  expect(isNamedByUrl(url, 'harbour namespace', ['log in'])).toBe(false);
  const long = 'harbour'.repeat(10);
  expect(isNamedByUrl(`https://a.example/${long}`, '', ['the harbour'])).toBe(false);
});
