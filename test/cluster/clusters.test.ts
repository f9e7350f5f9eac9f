import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterPages, gatherClusters } from '../../src/cluster/clusters.ts';
import { findPair, type PagePairs, PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { UnionFind } from '../../src/cluster/union-find.ts';

const pages = 10;
const graphs = fc
  .record({
    edges: fc.uniqueArray(
      fc
        .tuple(fc.nat(pages - 1), fc.nat(pages - 1), fc.integer({ min: 80, max: 100 }))
        .filter(([x, y]) => x < y),
      { selector: ([x, y]) => x * pages + y, maxLength: 25 },
    ),
    preference: fc.shuffledSubarray([...Array(pages).keys()], { minLength: pages, maxLength: pages }),
  })
  .map(({ edges, preference }) => ({ ...graph(edges), preference: Uint32Array.from(preference) }));

function graph(edges: [number, number, number][]): { pairs: PagePairs; similarity: Float64Array } {
  const builder = new PagePairsBuilder();
  for (const [x, y, percent] of edges) builder.add(x, y, percent);
  const pairs = builder.finish(pages);
  return { pairs, similarity: Float64Array.from(pairs.overlap, (percent) => percent / 100) };
}

const inOrder = Uint32Array.from({ length: pages }, (_, i) => i);

describe('clusterPages, policy representative', () => {
  test('every member is similar to its representative itself, and is preferred less', () => {
    fc.assert(
      fc.property(graphs, ({ pairs, similarity, preference }) => {
        const representative = clusterPages(pairs, similarity, preference, 'representative');
        for (let page = 0; page < pages; page++) {
          const best = representative[page];
          expect(representative[best]).toBe(best);
          if (best === page) continue;
          expect(findPair(pairs, page, best)).toBeGreaterThanOrEqual(0);
          expect(preference.indexOf(best)).toBeLessThan(preference.indexOf(page));
        }
      }),
    );
  });

  test('no two representatives are similar, and a member is with the one it is most similar to', () => {
    fc.assert(
      fc.property(graphs, ({ pairs, similarity, preference }) => {
        const representative = clusterPages(pairs, similarity, preference, 'representative');
        const isKept = (page: number): boolean => representative[page] === page;
        const of = (x: number, y: number): number => similarity[findPair(pairs, x, y)];
        for (let i = 0; i < pairs.length; i++) {
          const [a, b] = [pairs.a[i], pairs.b[i]];
          expect(isKept(a) && isKept(b)).toBe(false);
          for (const [page, other] of [
            [a, b],
            [b, a],
          ]) {
            const couldStand = isKept(other) && preference.indexOf(other) < preference.indexOf(page);
            if (couldStand) expect(of(page, representative[page])).toBeGreaterThanOrEqual(similarity[i]);
          }
        }
      }),
    );
  });

  test('the ends of a chain that are unlike each other stay apart', () => {
    const { pairs, similarity } = graph([
      [0, 1, 90],
      [1, 2, 85],
    ]);
    expect([...clusterPages(pairs, similarity, inOrder, 'representative').subarray(0, 3)]).toEqual([0, 0, 2]);
  });
});

test('of two representatives that a page is equally similar to, it joins the more preferred', () => {
  // Page 4 is similar to 1, 2 and 3, which are unlike each other; to 1 and 3 alike, to 2 less.
  const { pairs, similarity } = graph([
    [1, 4, 90],
    [2, 4, 85],
    [3, 4, 90],
  ]);
  for (const [preference, chosen] of [
    [[1, 2, 3, 4], 1],
    [[3, 2, 1, 4], 3],
    [[2, 3, 1, 4], 3],
    [[2, 1, 3, 4], 1],
  ] as const) {
    const order = Uint32Array.of(...preference, 0, 5, 6, 7, 8, 9);
    expect(clusterPages(pairs, similarity, order, 'representative')[4]).toBe(chosen);
  }
});

test('a pair is similar even where its similarity is put at 0, and what stands after the last pair is none', () => {
  const pairs = {
    length: 1,
    a: Uint32Array.of(0, 2, 2),
    b: Uint32Array.of(1, 3, 4),
    overlap: new Uint32Array(3),
  };
  for (const policy of ['representative', 'components'] as const) {
    const similarity = Float64Array.of(0, 1, 1);
    expect([...clusterPages(pairs, similarity, inOrder.subarray(0, 5), policy)]).toEqual([0, 0, 2, 3, 4]);
  }
});

test('clusterPages, policy components: pages linked by a chain share the most preferred page among them', () => {
  fc.assert(
    fc.property(graphs, ({ pairs, similarity, preference }) => {
      const representative = clusterPages(pairs, similarity, preference, 'components');
      const sets = new UnionFind(pages);
      for (let i = 0; i < pairs.length; i++) sets.union(pairs.a[i], pairs.b[i]);
      for (let page = 0; page < pages; page++) {
        const best = preference.find((other) => sets.find(other) === sets.find(page));
        expect(representative[page]).toBe(best);
      }
    }),
  );
});

test('gatherClusters leaves out pages that stand alone and lists members in input order', () => {
  const clusters = gatherClusters(Uint32Array.of(4, 1, 2, 2, 4, 2), Float64Array.of(0.9, 1, 1, 0.8, 1, 0.85));
  expect(clusters).toEqual([
    {
      representative: 2,
      members: [
        { page: 3, similarity: 0.8 },
        { page: 5, similarity: 0.85 },
      ],
    },
    { representative: 4, members: [{ page: 0, similarity: 0.9 }] },
  ]);
});
