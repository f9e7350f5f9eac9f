import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UnionFind } from '../../src/cluster/union-find.ts';

test('two numbers have the same representative exactly when a chain of unions links them', () => {
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
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) expect(sets.find(i) === sets.find(j)).toBe(labels[i] === labels[j]);
      }
    }),
  );
});
