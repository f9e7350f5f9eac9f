import { expect, test } from 'vitest';
import { comparePages, type Page } from '../../src/index.ts';

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
