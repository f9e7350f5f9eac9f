import { expect, test } from 'vitest';
import { hasUrlWords, isNamedByUrl, namedParts } from '../../src/site/named-by-url.ts';
import { urlParts, urlWords } from '../../src/site/url-words.ts';

const digest = 'F0707986208091066AFDBEAD73D1693';

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

test('a name that begins with its only dot is no ending of a file, so that a tag called so names its URL', () => {
  for (const path of ['.NET', '.NET/', '.net/index.html'])
    expect(isNamedByUrl(`https://a.example/tags/${path}`, '', ['posts on ".net"'])).toBe(true);
  expect(isNamedByUrl('https://a.example/tags/.NET/', '', ['log in'])).toBe(false);
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

test('a parameter within the path has no words, and what is before it has its ending', () => {
  for (const path of ['/news/great-storm.html', '/news/great-storm/', '/news/great-storm/index.html']) {
    expect(urlWords(`https://a.example${path};jsessionid=face0ff?x=y`)).toEqual(['great', 'storm']);
    expect(isNamedByUrl(`https://a.example${path};jsessionid=hello-there`, '', ['A great storm'])).toBe(true);
  }
});

test('a page names a URL of short words alone without the marks of their letters, and no other', () => {
  for (const [path, name] of [
    ['category/tin-tuc', 'tin tức'],
    ['category/tin-tuc', 'tin tức mới nhất'],
    ['dia-diem/ha-noi', 'phố cổ hà nội'],
    ['bolge/ic-ege', 'i̇ç ege'],
    ['sport/la-une', 'là-une'],
  ]) {
    const url = `https://a.example/${path}/`;
    expect(isNamedByUrl(url, '', [name!])).toBe(true);
    expect(namedParts(url, [name!])).toBe(urlParts.path);
    expect(isNamedByUrl(url, '', ['không tìm thấy', 'trang chủ'])).toBe(false);
    expect(namedParts(url, ['không tìm thấy', 'trang chủ'])).toBe(0);
  }
  // whole words of the names, and all of them
  expect(isNamedByUrl('https://a.example/category/tin-tuc/', '', ['tính tức thời'])).toBe(false);
  expect(isNamedByUrl('https://a.example/category/tin-tuc/', '', ['tin cũ'])).toBe(false);
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

test('a page names the URL that ends in its qualified name, however short the last part of that, if one of its names ends with it', () => {
  for (const [url, names] of [
    ['https://a.example/iterable.min.html', ['function min', 'min the library']],
    ['https://a.example/api/Harbour$$Ops.html', ['ops', 'packages']],
    ['https://a.example/api/Harbour$$ops$.html', ['ops']],
  ] as const) {
    expect(isNamedByUrl(url, '', names), url).toBe(true);
    expect(namedParts(url, names), url).toBe(urlParts.path);
    expect(isNamedByUrl(url, '', ['not found', 'min of ops in']), url).toBe(false);
  }
});

test('a page names the URL that ends with a whole name of it, or whose last word is the first of a name', () => {
  const url = 'https://a.example/files/src-harbour-writer-pdf-style-shape.html';
  for (const name of ['Shape.php', 'shape extends abstract', 'Style/Shape']) {
    expect(isNamedByUrl(url, '', ['Documentation', name]), name).toBe(true);
    expect(namedParts(url, ['documentation', name]), name).toBe(urlParts.path);
  }
  for (const name of ['Log in', 'Abstract shape', 'yle-shape', 'Shapes']) {
    expect(isNamedByUrl(url, '', ['Documentation', name]), name).toBe(false);
    expect(namedParts(url, ['documentation', name]), name).toBe(0);
  }
  // a name of several words begins where a word does
  const [tall, install] = ['harbour-writer-block-line-tall-shape', 'harbour-writer-block-line-install-shape'];
  expect(isNamedByUrl(`https://a.example/${tall}.html`, '', ['Tall shape'])).toBe(true);
  expect(isNamedByUrl(`https://a.example/${install}.html`, '', ['Tall shape'])).toBe(false);
  // what a message says of the address is no name
  expect(isNamedByUrl(url, '', ['Not found', '/files/src-harbour-writer-pdf-style-shape.html'])).toBe(false);
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
  expect(isNamedByUrl('https://a.example/reprivacypolicy.php', '', ['privacy policy'])).toBe(false);
  // nor do the words of its own host
  expect(isNamedByUrl('https://big.shop.example/bigshop', '', ['welcome to big.shop.example'])).toBe(false);
  const long = 'harbour'.repeat(10);
  expect(isNamedByUrl(`https://a.example/${long}`, '', ['the harbour'])).toBe(false);
});
