import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnionFind } from '../../src/cluster/union-find.ts';

test('a set is found by its smallest number, the same for two exactly when a chain of unions links them', () => {
  const n = 12;
  const edges = fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 15 });
  fc.assert(
    fc.property(edges, (unions) => {
      const sets = new UnionFind(n);
      let labels = Array.from({ length: n }, (_, i) => i);
      for (const [i, j] of unions) {
        sets.union(i, j);
        labels = labels.map((label) => (label === labels[i] ? labels[j] : label));
      }
      const found = Array.from({ length: n }, (_, i) => sets.find(i));
      expect(found).toEqual(labels.map((label) => labels.indexOf(label)));
    }),
  );
});
