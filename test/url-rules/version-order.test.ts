import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions, nearestVersions } from '../../src/url-rules/version-order.ts';

test('versions are ordered by their numbers, however they are written', () => {
  const inOrder = [
    'rel-0.9',
    'rel-0.13',
    'rel-0.13.1',
    'v0.13.2',
    '1',
    '1.0',
    '1_2',
    'release-1-10',
    '2.x',
    '10',
  ];
  for (const [i, a] of inOrder.entries())
    for (const [j, b] of inOrder.entries())
      expect(Math.sign(compareVersions(a, b)), `${a} and ${b}`).toBe(Math.sign(i - j));
  expect(compareVersions('v1.2', 'rel-1.2')).toBe(0);
  expect(compareVersions('9'.repeat(400), `${'9'.repeat(400)}.1`)).toBe(-1);
});

const versions = fc
  .uniqueArray(fc.array(fc.nat(3), { minLength: 1, maxLength: 3 }), { selector: String, maxLength: 12 })
  .map((all) => all.map((numbers) => ({ numbers, value: `v${numbers.join('.')}` })));

test('the nearest versions are those next to it when all are sorted', () => {
  const order = (a: readonly number[], b: readonly number[]) =>
    String(a) === String(b) ? 0 : (a.map((number, i) => number - (b[i] ?? -1)).find((by) => by !== 0) ?? -1);
  fc.assert(
    fc.property(versions, (all) => {
      const [own, ...others] = all;
      if (own === undefined) return;
      const sorted = all.toSorted((a, b) => order(a.numbers, b.numbers));
      const at = sorted.indexOf(own);
      expect(nearestVersions(own.value, [...others, { value: 'latest' }])).toEqual({
        earlier: sorted[at - 1],
        later: sorted[at + 1],
      });
    }),
  );
});

test('a value without a number is between none', () => {
  expect(nearestVersions('latest', [{ value: '1.0' }, { value: '2.0' }])).toEqual({});
  expect(nearestVersions('', [{ value: '1.0' }])).toEqual({});
});
