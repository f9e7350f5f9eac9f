import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SameWords } from '../../plugins/report/browser/same-words.ts';

/** The length of the longest common subsequence, by its definition. */
function longest(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const [restA, restB] = [a.slice(1), b.slice(1)];
  return a[0] === b[0] ? 1 + longest(restA, restB) : Math.max(longest(restA, b), longest(a, restB));
}

const words = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 7 });

test('the words that are marked are a longest common subsequence, and none outside of the passages is', () => {
  fc.assert(
    fc.property(words, words, words, words, (before, a, b, after) => {
      const marked = [a, b].map((passage) => ({
        keys: [...before, ...passage, ...after],
        shared: new Uint8Array(before.length + passage.length + after.length),
      }));
      const [left, right] = marked as [(typeof marked)[0], (typeof marked)[0]];
      const from = before.length;
      new SameWords().mark(left, from, from + a.length, right, from, from + b.length);
      const shared = marked.map((of) => of.keys.filter((_, i) => of.shared[i] === 1));
      expect(shared[0]).toEqual(shared[1]);
      expect(shared[0]).toHaveLength(longest(a, b));
      for (const [i, passage] of [a, b].entries()) {
        const outside = marked[i]!.shared.filter((_, at) => at < from || at >= from + passage.length);
        expect(outside).not.toContain(1);
      }
    }),
    { numRuns: 500 },
  );
});
