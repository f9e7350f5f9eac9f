import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differenceOf } from '../../src/url-rules/difference.ts';
import { partsOf, urlOf } from '../../src/url-rules/url-parts.ts';

const a = 'https://a.example';

test.each([
  [
    'https://a.example/x/y',
    'http://a.example/x/y',
    { kind: 'origin', at: '' },
    ['https://a.example', 'http://a.example'],
  ],
  ['/docs/4.1/x/y', '/docs/stable/x/y', { kind: 'segment', at: `${a}/docs` }, ['4.1', 'stable']],
  ['/docs/4.1/x', '/docs/x', { kind: 'segment', at: `${a}/docs` }, ['4.1', '']],
  ['/maven/a/b/x', '/maven/x', { kind: 'segment', at: `${a}/maven` }, ['a/b', '']],
  ['/amp/x', '/x', { kind: 'segment', at: a }, ['amp', '']],
  ['/x/print', '/x', { kind: 'ending', at: a }, ['/print', '']],
  ['/x/', '/x', { kind: 'ending', at: a }, ['/', '']],
  ['/x/index.html', '/x/', { kind: 'ending', at: a }, ['/index.html', '/']],
  ['/x.html', '/x/index.html', { kind: 'ending', at: a }, ['.html', '/index.html']],
  ['/x.print.html', '/x.html', { kind: 'ending', at: a }, ['.print.html', '.html']],
  ['/x-print.html', '/x.html', { kind: 'ending', at: a }, ['-print.html', '.html']],
  ['/x?sid=1', '/x?sid=2', { kind: 'parameter', at: a }, ['sid']],
  ['/x?a=1&sid=2', '/x?a=1', { kind: 'parameter', at: a }, ['sid']],
  ['/x?b=1&a=2', '/x?a=1&b', { kind: 'parameter', at: a }, ['a', 'b']],
  ['/x?a=1&b=2', '/x?b=2&a=1', { kind: 'order', at: a }, []],
])('%s and %s differ in one part', (x, y, where, values) => {
  expect(between(x, y)).toEqual({ ...where, values });
  expect(between(y, x)).toEqual({
    ...where,
    values: where.kind === 'parameter' ? values : values.toReversed(),
  });
});

test.each([
  ['/x/one.html', '/x/two.html'],
  ['/one', '/two'],
  ['/a/b/c/x', '/x'],
  ['/x?a=1', '/y?a=2'],
  ['https://a.example/x', 'https://b.example/y'],
  ['/a/x/b/y', '/c/x/d/y'],
  ['/x', '/x'],
  ['/one/', '/two'],
  ['/x/product-1.html', '/x/product-12.html'],
])('%s and %s differ in what names a page, in several parts, or not at all', (x, y) => {
  expect(between(x, y)).toBeUndefined();
});

const segment = fc.stringMatching(/^[a-z0-9]{1,6}$/);

test('whatever segment is put into a path, is the difference to the path without it', () => {
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 6 }),
      segment,
      fc.nat(),
      (path, added, place) => {
        fc.pre(!path.includes(added));
        const at = place % path.length;
        const longer = [...path.slice(0, at), added, ...path.slice(at)];
        const found = between(`/${longer.join('/')}`, `/${path.join('/')}`);
        const where = found!.at.slice(a.length).split('/').slice(1);
        expect(found).toMatchObject({ kind: 'segment', values: [added, ''] });
        expect([...where, added, ...path.slice(where.length)]).toEqual(longer);
      },
    ),
  );
});

test('a URL taken apart and put together is the URL as browsers write it, without its fragment', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
      const expected = new URL(url);
      expected.hash = '';
      if (expected.search === '') expected.search = '';
      // a parameter of the query that begins like one of the path
      fc.pre(!/[?&];/.test(expected.href));
      expect(urlOf(partsOf(url)!)).toBe(expected.href);
    }),
  );
});

function between(x: string, y: string) {
  return differenceOf(partsOf(new URL(x, a).href)!, partsOf(new URL(y, a).href)!);
}
