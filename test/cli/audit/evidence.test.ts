import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf, measureRemovals, representativeKey } from '../../../plugins/cli/audit/evidence.ts';
import { pageKey } from '../../../plugins/report/page-key.ts';
import type { PageFacts, PageGrams } from '../../../src/flow/index.ts';

/** A page with grams 1 to `count`. */
function page(id: string, count: number): PageGrams {
  const grams = BigUint64Array.from({ length: count }, (_, i) => BigInt(i + 1));
  return { facts: { id } as PageFacts, grams };
}

/** Measures, and counts how often all pages were read. */
async function measured(
  removals: readonly [id: string, of: string][],
  pages: PageGrams[],
  memoryBytes: number,
) {
  let passes = 0;
  const { evidence, met } = await measureRemovals(
    removals.map(([id, representative]) => ({ id, representative })),
    async function* () {
      passes++;
      yield* pages;
    },
    memoryBytes,
  );
  return { evidence, met, passes };
}

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];

test('whatever the order of the pages, the memory and the pages that are missing, each removal with both pages is measured', async () => {
  const sizes = fc.dictionary(fc.constantFrom(...ids), fc.nat(9), { noNullPrototype: true });
  const representatives = fc.dictionary(fc.constantFrom(...ids), fc.constantFrom(...ids), {
    noNullPrototype: true,
  });
  await fc.assert(
    fc.asyncProperty(
      sizes,
      representatives,
      fc.constantFrom(0, 1, 70, 1e9),
      async (sizes, representatives, bytes) => {
        const pages = Object.entries(sizes).map(([id, count]) => page(id, count));
        const removals = Object.entries(representatives);
        const { evidence, met } = await measured(removals, pages, bytes);
        const digest = (id: string): string => digestOf(page(id, sizes[id]!).grams);
        const both = removals.filter(([id, of]) => id in sizes && of in sizes);
        expect(Object.fromEntries(evidence)).toEqual(
          Object.fromEntries(
            both.map(([id, of]) => [
              pageKey({ id }),
              {
                sizes: [sizes[id], sizes[of]],
                overlap: Math.min(sizes[id]!, sizes[of]!),
                digests: [digest(id), digest(of)],
              },
            ]),
          ),
        );
        const asked = removals.flatMap(([id, representative]) => [
          ...(id in sizes ? [pageKey({ id })] : []),
          ...(representative in sizes ? [representativeKey({ representative })] : []),
        ]);
        expect([...met].sort()).toEqual([...new Set(asked)].sort());
      },
    ),
  );
});

test('pages are read once where representatives come first, and again only for those that do not fit into memory', async () => {
  const removals: [string, string][] = [
    ['a', 'd'],
    ['b', 'e'],
    ['c', 'f'],
  ];
  const passesOf = async (order: string, memoryBytes: number): Promise<number> => {
    const { passes, evidence } = await measured(
      removals,
      [...order].map((id) => page(id, 10)),
      memoryBytes,
    );
    expect(evidence.size).toBe(3);
    return passes;
  };
  expect(await passesOf('defabc', 1e9)).toBe(1);
  expect(await passesOf('abcdef', 1e9)).toBe(2);
  // 80 bytes a page: two, then the last
  expect(await passesOf('abcdef', 81)).toBe(3);
  expect(await passesOf('abcdef', 1)).toBe(4);
  // one that has been measured makes room for the next
  expect(await passesOf('daebfc', 1)).toBe(1);
  expect(await passesOf('daefbc', 81)).toBe(1);
});

test('a representative whose removed pages do not exist makes room for another one', async () => {
  const removals: [string, string][] = [
    ['lost', 'd'],
    ['a', 'e'],
  ];
  const { evidence, passes } = await measured(removals, [page('a', 3), page('d', 3), page('e', 3)], 1);
  expect([...evidence.keys()]).toEqual([pageKey({ id: 'a' })]);
  expect(passes).toBe(4);
});

test('without removals the pages are read once, so that damage in them is reported', async () => {
  expect((await measured([], [page('a', 1)], 1)).passes).toBe(1);
});
