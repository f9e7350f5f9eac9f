import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClusterPolicy, Clusters, clusterPages as cluster } from '../../src/cluster/clusters.ts';
import { findPair, type PagePairs, PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { pairsInMemory } from '../../src/cluster/sorted-pairs.ts';
import { UnionFind } from '../../src/cluster/union-find.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';

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

function clusterPages(
  { length, a, b, overlap }: PagePairs,
  similarity: Float64Array,
  preference: Uint32Array,
  policy: ClusterPolicy,
  counts = (_a: number, _b: number) => true,
): Uint32Array {
  const folder = new WorkFolder();
  try {
    const pairs = pairsInMemory({ length, a, b, overlap }, similarity);
    return cluster(pairs, preference, policy, { counts, folder, memoryBytes: 1 });
  } finally {
    folder.close();
  }
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

test('pairs that do not count link nothing, in any order of preference', () => {
  const { pairs, similarity } = graph([
    [0, 1, 90],
    [1, 2, 90],
  ]);
  const counts = (a: number, b: number) => a + b !== 1;
  for (const policy of ['representative', 'components'] as const) {
    expect([...clusterPages(pairs, similarity, inOrder, policy, counts).subarray(0, 3)]).toEqual([0, 1, 1]);
    const other = clusterPages(pairs, similarity, inOrder.toReversed(), policy, counts);
    expect([...other.subarray(0, 3)]).toEqual([0, 2, 2]);
  }
});

test('clusters leave out pages that stand alone and list their pages in input order', () => {
  const clusters = new Clusters(Uint32Array.of(4, 1, 2, 2, 4, 2));
  expect([...clusters.each()]).toEqual([
    { representative: 2, pages: Uint32Array.of(2, 3, 5) },
    { representative: 4, pages: Uint32Array.of(0, 4) },
  ]);
  expect([...clusters.others]).toEqual([0, 0, 2, 0, 1, 0]);
});
