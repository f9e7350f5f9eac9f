import { expect, test } from 'vitest';
import { patternsTable } from '../../plugins/report/patterns-section.ts';
import { fabricatedDeduplication, page } from './fabricated.ts';

/** The table of as many session ids as named for each parameter: every page is dropped for the one without. */
function tableOf(copies: Readonly<Record<string, number>>) {
  const kept = 'https://a.example/item';
  const clusters = Object.entries(copies).map(([name, count]) => [
    page(name, kept),
    ...Array.from({ length: count }, (_, i) => page(`${name}${i}`, `${kept}?${name}=${i}`)),
  ]);
  const markup = patternsTable(fabricatedDeduplication(clusters))?.markup;
  if (markup === undefined) return undefined;
  return { markup, pages: [...markup.matchAll(/<td class="number">(.*?)</g)].map(([, of]) => of) };
}

test('there is no table unless two pages differ from others in the same way', () => {
  expect(tableOf({})).toBe(undefined);
  expect(tableOf({ a: 1, b: 1 })).toBe(undefined);
  expect(tableOf({ a: 1, b: 2 })?.pages).toEqual(['2']);
});

test('the twenty most frequent patterns are shown, and it is told how many pages repeat others by another one', () => {
  const of = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, 2 + i]));
  const [twenty, more] = [tableOf(of(20)), tableOf({ ...of(21), alone: 1 })];
  expect(twenty?.pages).toHaveLength(20);
  expect(twenty?.markup).not.toContain('by another pattern');
  expect(more?.pages).toEqual(Array.from({ length: 20 }, (_, i) => String(22 - i)));
  expect(more?.markup).toContain('3 pages repeat one by another pattern.');
  expect(tableOf({ a: 2, b: 1 })?.markup).toContain('1 page repeats one by another pattern.');
});
