import { expect, test } from 'vitest';
import { extractText } from '../../src/text/extract.ts';

const qualified = (above: string, below = '', title = '') =>
  extractText(`<title>${title}</title><p>${above}<h1>Map</h1>${below}`, 'main').qualified;

test.each([
  ['Package java.util', 'java.util'],
  ['<a>cats</a>.<a>arrow</a>', 'cats.arrow'],
  ['Struct ndarray::iter::Iter', 'ndarray::iter::Iter'],
  ['App\\Reader', 'App\\Reader'],
  ['okhttp/okhttp3.tls/close', 'okhttp/okhttp3.tls/close'],
  ['class A::B&lt;T&gt;', 'A::B'],
])('a qualified name is taken of the line above the heading: %s', (line, name) => {
  expect(qualified(line)).toEqual([name]);
});

test('qualified names are taken of four lines above the heading, four below it and the title, and of no further lines', () => {
  const [above, below] = [
    'a.b.C<p>okio/Sink/close<p>jvm<p>js<p>native',
    '<p>java.lang.Object<p>a<p>b<p>java.util.Map<p>c.d',
  ];
  expect(qualified(above, below, 'API - x.Map')).toEqual([
    'okio/Sink/close',
    'java.lang.Object',
    'java.util.Map',
    'x.Map',
  ]);
});

test.each(['A sentence.', '1.5.2 of 3/4', 'https://a.example/x', 'pub/', 'a . b', 'e..f'])(
  'no qualified name is in %s',
  (line) => {
    expect(qualified(line)).toEqual([]);
  },
);

test('a page without a heading has the qualified names of its title, and one with many has eight', () => {
  expect(extractText('<title>a.b</title><p>java.util', 'main').qualified).toEqual(['a.b']);
  expect(qualified('', `<p>${'a.b '.repeat(20)}`)).toHaveLength(8);
});

test('the line above a heading is cut as long as those below it are', () => {
  const line = `<p>${'a'.repeat(198)}.bcd</p>`;
  for (const html of [`${line}<h1>Map</h1>`, `<h1>Map</h1>${line}`])
    expect(extractText(html, 'main').qualified).toEqual([`${'a'.repeat(198)}.b`]);
});
