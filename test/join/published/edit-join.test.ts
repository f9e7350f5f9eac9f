import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistanceWithin } from '../../../src/join/published/edit-distance.ts';
import { type EditJoinInput, editJoin } from '../../../src/join/published/edit-join.ts';
import { joinStatistics } from '../../../src/join/statistics.ts';
import { argumentError } from '../../argument-error.ts';
import { often } from '../../repetition.ts';

/** The textbook matrix, by code point. */
function editDistance(u: string, v: string): number {
  const [a, b] = [[...u], [...v]];
  let row = b.map((_, j) => j + 1);
  row.unshift(0);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '🙂', '\ud83d'), maxLength: 14 });

/** Texts with a few edits of each other among them. */
const texts = fc.array(text, { maxLength: 8 }).chain((bases) =>
  fc
    .array(fc.tuple(fc.nat(20), fc.nat(14), fc.constantFrom('', 'a', 'x', 'ab')), { maxLength: 8 })
    .map((edits) => [
      ...bases,
      ...edits.map(([base, at, inserted]) => {
        const characters = [...(bases[base % Math.max(1, bases.length)] ?? '')];
        characters.splice(at, 1, inserted);
        return characters.join('');
      }),
    ]),
);

function resultsOf(input: EditJoinInput, delta: number, q: number): string[] {
  const results: string[] = [];
  editJoin(input, delta, q, (x, y, distance) => results.push(`${x} ${y} ${distance}`));
  return results.sort();
}

test('finds exactly the pairs within delta, for strings of every length and every q', () => {
  fc.assert(
    fc.property(texts, fc.nat(5), fc.integer({ min: 1, max: 5 }), (strings, delta, q) => {
      const expected: string[] = [];
      strings.forEach((u, x) => {
        strings.slice(0, x).forEach((v, y) => {
          const distance = editDistance(u, v);
          if (distance <= delta) expected.push(`${x} ${y} ${distance}`);
        });
      });
      expect(resultsOf(strings, delta, q)).toEqual(expected.sort());
    }),
    { numRuns: often(3000) },
  );
});

test('finds exactly the pairs of two collections within delta', () => {
  fc.assert(
    fc.property(texts, texts, fc.nat(4), fc.integer({ min: 1, max: 4 }), (r, s, delta, q) => {
      const expected: string[] = [];
      r.forEach((u, x) => {
        s.forEach((v, y) => {
          const distance = editDistance(u, v);
          if (distance <= delta) expected.push(`${x} ${y} ${distance}`);
        });
      });
      expect(resultsOf({ r, s }, delta, q)).toEqual(expected.sort());
    }),
    { numRuns: often(2000) },
  );
});

test('strings so short that their grams say nothing are compared directly', () => {
  expect(resultsOf(['', 'a', 'xy', 'completely different'], 2, 3)).toEqual(['1 0 1', '2 0 2', '2 1 2']);
  expect(resultsOf(['', ''], 0, 2)).toEqual(['1 0 0']);
});

test('an emoji is one character', () => {
  expect(resultsOf(['good 🙂 morning', 'good 🙃 morning'], 1, 3)).toEqual(['1 0 1']);
});

test('filters before it computes distances, and says how much', () => {
  const strings = Array.from({ length: 300 }, (_, i) => `record number ${i * i * 7919} of the file`);
  const statistics = joinStatistics();
  editJoin(strings, 1, 3, () => {}, statistics);
  expect(statistics.verified).toBeLessThan(0.2 * ((300 * 299) / 2));
  expect(statistics.afterPositional).toBeLessThan(statistics.afterPrefix);
});

describe('editDistanceWithin', () => {
  const points = fc.array(fc.nat(3), { maxLength: 20 }).map((list) => Uint32Array.from(list));

  test('is the distance where that is within delta, and delta + 1 where it is not', () => {
    fc.assert(
      fc.property(points, points, fc.nat(22), (a, b, delta) => {
        const distance = editDistance(a.join(''), b.join(''));
        const row = new Int32Array(b.length + 1).fill(7);
        const found = editDistanceWithin(a, 0, a.length, b, 0, b.length, delta, row);
        expect(found).toBe(Math.min(distance, delta + 1));
      }),
      { numRuns: often(10_000) },
    );
  });
});

test.each([
  [-1, 2, 'delta: expected 0 to 65536; got -1'],
  [1.5, 2, 'delta: expected 0 to 65536; got 1.5'],
  [Number.NaN, 2, 'delta: expected 0 to 65536; got NaN'],
  [1, 0, 'q: expected 1 to 65536; got 0'],
  [1, 2.5, 'q: expected 1 to 65536; got 2.5'],
])('delta %s with q %s is refused', (delta, q, message) => {
  expect(() => resultsOf(['a'], delta, q)).toThrow(argumentError('RangeError', message));
});

test('an input that is no string is refused by its number', () => {
  expect(() => resultsOf(['a', 7 as unknown as string], 1, 2)).toThrow(
    argumentError('TypeError', 'string 1: expected a string; got number'),
  );
});
