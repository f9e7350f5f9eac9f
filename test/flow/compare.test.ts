import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramSet } from '../../src/grams/grams.ts';
import { comparePages, type Page } from '../../src/index.ts';
import { hammingDistance, simHash } from '../../src/sketch/simhash.ts';

function page(body: string): Page {
  return { id: body, url: '', body, contentType: 'text/plain' };
}

test('a comparison counts grams, overlap, resemblance and both containments', () => {
  const { a, b, overlap, resemblance } = comparePages(
    page('One two three four five six.'),
    page('one two three four five SIX seven eight'),
  );
  expect([a.units, a.grams, b.units, b.grams, overlap]).toEqual([6, 3, 8, 5, 3]);
  expect(resemblance).toBe(3 / 5);
  expect([a.containment, b.containment]).toEqual([1, 3 / 5]);
});

test('passages tell shared text from text that differs, and together are the whole text', () => {
  const { a, b } = comparePages(page('a b c d e x y z'), page('a b c d e q r s t'));
  expect(a.passages).toEqual([
    { shared: true, text: 'a b c d e' },
    { shared: false, text: 'x y z' },
  ]);
  expect(b.passages.map(({ text }) => text).join(' ')).toBe('a b c d e q r s t');
});

test('a page compared with itself is shared in one passage, at SimHash distance 0', () => {
  const { a, resemblance, simhashDistance } = comparePages(
    page('some words of a page'),
    page('some words of a page'),
  );
  expect({ resemblance, simhashDistance }).toEqual({ resemblance: 1, simhashDistance: 0 });
  expect(a.passages).toEqual([{ shared: true, text: 'some words of a page' }]);
});

test('an empty page is similar to nothing, not even to another empty page', () => {
  const { resemblance, a } = comparePages(page(''), page(' '));
  expect(resemblance).toBe(0);
  expect(a).toMatchObject({ kind: 'empty', grams: 0, containment: 0, passages: [] });
});

test('a word is shared exactly when a gram over it is one of the other page, and passages are the runs of such words', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'dé'), { maxLength: 14 });
  const gramsOf = (list: string[], q: number): string[] =>
    list.length === 0
      ? []
      : Array.from({ length: Math.max(1, list.length - q + 1) }, (_, i) => list.slice(i, i + q).join(' '));
  const passagesOf = (list: string[], others: string[], q: number) => {
    const known = new Set(gramsOf(others, q));
    const isShared = list.map(() => false);
    for (const [i, gram] of gramsOf(list, q).entries()) if (known.has(gram)) isShared.fill(true, i, i + q);
    const runs: { shared: boolean; text: string }[] = [];
    for (const [i, word] of list.entries()) {
      if (i > 0 && isShared[i] === isShared[i - 1]) runs[runs.length - 1].text += ` ${word}`;
      else runs.push({ shared: isShared[i], text: word });
    }
    return runs;
  };
  fc.assert(
    fc.property(words, words, fc.integer({ min: 1, max: 4 }), fc.boolean(), (x, y, q, multiset) => {
      const gram = { unit: 'word', q } as const;
      const [first, second] = [x, y].map((list) => gramSet(list.join(' '), gram, multiset));
      const { a, b, overlap, simhashDistance } = comparePages(page(x.join(' ')), page(y.join('\n')), {
        gram,
        multiset,
      });
      const shared = first.filter((hash) => second.includes(hash)).length;
      expect([overlap, a.grams, b.grams]).toEqual([shared, first.length, second.length]);
      expect([a.units, b.units]).toEqual([x.length, y.length]);
      expect([a.containment, b.containment]).toEqual([shared / (a.grams || 1), shared / (b.grams || 1)]);
      expect(simhashDistance).toBe(hammingDistance(simHash(first), simHash(second)));
      expect(a.passages).toEqual(passagesOf(x, y, q));
      expect(b.passages).toEqual(passagesOf(y, x, q));
    }),
  );
});

test('an option that does not exist is refused, not passed over', () => {
  const options = { treshold: 0.5 } as object;
  expect(() => comparePages(page('a b c d'), page('a b c d'), options)).toThrow(
    /^comparePages: expected options among threshold, siteModel, .*; got treshold$/,
  );
});

test('both pages say who they are', () => {
  const html =
    '<title>The title</title><body><p>some words of a page, and some more of them for its text</p>';
  const { a, b } = comparePages({ id: 'first', url: 'http://a/', body: html }, page('b'));
  expect(a).toMatchObject({ id: 'first', url: 'http://a/', title: 'The title', kind: 'article' });
  expect(b).toMatchObject({ id: 'b', url: '', title: '', kind: 'article' });
});
