import { expect, test } from 'vitest';
import { areOfTwoNamespaces, namesAt } from '../../src/site/namespaces.ts';
import { cpuMs } from '../cpu-time.ts';

const url = (path: string): string => `https://a.example${path}`;
const page = (path: string, ...qualified: string[]) => ({
  url: url(path),
  names: namesAt(url(path), ['Map', 'Map - API'], qualified),
});

test.each([
  ['/api/java/util/Map.html', ['java.util'], 'java.util.map'],
  ['/api/java/util/Map.Entry.html', ['java.lang.Object', 'java.util.Map'], 'java.util.map.entry'],
  ['/api/cats/Functor$$Ops$.html', ['cats.Functor'], 'cats.functor.ops'],
  [
    '/5.x/okhttp/okhttp3.tls/-web-socket/close.html',
    ['okhttp/okhttp3.tls/WebSocket/close'],
    'okhttp.okhttp3.tls.websocket.close',
  ],
  ['/ndarray/iter/index.html', ['ndarray::iter'], 'ndarray.iter'],
  ['/m%C3%B6bel/stuhl/Lehne', ['M\u00f6bel\\Stuhl'], 'm\u00f6bel.stuhl.lehne'],
])(
  'the qualified name of %s begins where one at the heading does, and goes on to the end of the path',
  (path, qualified, own) => {
    expect(namesAt(url(path), ['Map', 'Map - API'], qualified)).toEqual(['map', own, 'map api']);
  },
);

test('a page has no qualified name where the path says nothing of it or one word alone, or where it has no name', () => {
  const none = ['map', 'map api'];
  for (const qualified of [[], ['java.lang.Object'], ['Map.Entry'], ['a.example']])
    expect(namesAt(url('/x/util/Map.html'), ['Map', 'Map - API'], qualified)).toEqual(none);
  expect(namesAt('', ['Map', 'Map - API'], ['java.util'])).toEqual(none);
  expect(namesAt(url('/java/util/'), [], ['java.util'])).toEqual([]);
  expect(namesAt(url('/java/util/Map.html'), ['Map'], ['java.util'])).toEqual(['map', 'java.util.map']);
});

test('a title that names a page, what it belongs to, and what that belongs to, as the path does, is its qualified name', () => {
  const title = 'color property - Card class - dart:material library - API';
  const at = (path: string, ...names: string[]): string[] => namesAt(url(path), names, []);
  const words = ['color', 'color property card class dart material library api'];
  expect(at('/docs/dart-material/Card/color.html', 'color', title)).toEqual([
    words[0],
    'dartmaterial.card.color',
    words[1],
  ]);
  for (const path of [
    '/docs/material/Card/color.html',
    '/docs/dart-material/Card/colors.html',
    '/Card/color',
  ])
    expect(at(path, 'color', title), path).toEqual(words);
  // all that a part of the title says
  expect(at('/docs/card-games/Deck/deal.html', 'Deal', 'deal - Deck - Card games')[1]).toBe(
    'cardgames.deck.deal',
  );
  // an article may be in two sections
  expect(at('/news/harbour/lamp', 'Lamp', 'Lamp | Harbour | Times')).toEqual(['lamp', 'lamp harbour times']);
  const of = (name: string) => ({
    url: url(`/material/${name}/color.html`),
    names: at(`/material/${name}/color.html`, 'color', `color property - ${name} class - material library`),
  });
  expect(areOfTwoNamespaces(of('Card'), of('Chip'))).toBe(true);
});

test.each([
  [
    'two packages',
    page('/scala/mutable/Map', 'scala.mutable'),
    page('/scala/immutable/Map', 'scala.immutable'),
  ],
  ['a package in the other', page('/cats/Map', 'cats.Map'), page('/cats/derived/Map', 'cats.derived')],
  ['two classes', page('/api/a/A.Map', 'a.A'), page('/api/a/B.Map', 'a.B')],
])('pages of one name and place are of two namespaces if they say so: %s', (_, x, y) => {
  expect(areOfTwoNamespaces(x, y)).toBe(true);
  expect(areOfTwoNamespaces(y, x)).toBe(true);
});

test.each([
  ['no qualified name', page('/s1/a/Map'), page('/s2/a/Map')],
  [
    'a qualified name of one alone',
    page('/scala/mutable/Map', 'scala.mutable'),
    page('/scala/immutable/Map'),
  ],
  [
    'folders that are no part of it',
    page('/s1/java/util/Map', 'java.util'),
    page('/s2/java/util/Map', 'java.util'),
  ],
  ['the last part', page('/java/util/Map', 'java.util'), page('/java/util/Map$', 'java.util')],
  [
    'another package in another release',
    page('/1.0/smile/math/Map', 'smile.math'),
    page('/2.0/smile/util/Map', 'smile.util'),
  ],
  [
    'a form of the page below its address',
    page('/java/util/Map', 'java.util.Map'),
    page('/java/util/Map/print', 'java.util.Map'),
  ],
  ['a number of a release', page('/docs/v2/Map', 'docs/v2/Map'), page('/docs/v3/Map', 'docs/v3/Map')],
  [
    'what a release is called',
    page('/docs/latest/Map', 'docs/latest'),
    page('/docs/stable/Map', 'docs/stable'),
  ],
])('pages are not told apart by %s', (_, x, y) => {
  expect(areOfTwoNamespaces(x, y)).toBe(false);
  expect(areOfTwoNamespaces(y, x)).toBe(false);
});

test('a path of many equal parts costs hardly more than others, whatever the page says', () => {
  const qualified = Array.from({ length: 8 }, () => 'a.'.repeat(99));
  const startedAt = cpuMs();
  for (let page = 0; page < 20; page++)
    expect(namesAt(url('/a'.repeat(1000 + page)), ['Map'], qualified)).toHaveLength(2);
  expect(cpuMs() - startedAt).toBeLessThan(600);
});
