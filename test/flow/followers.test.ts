import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Followers } from '../../src/flow/followers.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';

const folder = new WorkFolder();
afterAll(() => folder.close());

const drawn = fc.record({
  grams: fc.oneof(
    fc.uniqueArray(fc.nat(3), { maxLength: 4 }),
    fc.uniqueArray(fc.nat(9), { minLength: 2, maxLength: 6 }),
    fc.nat(19).map((own) => [10 + own]),
  ),
  key: fc.constantFrom(0, 0, 0, 1),
  group: fc.constantFrom('a', 'a', 'a', 'b', undefined),
  mayFollow: fc.constantFrom(true, true, false),
});

function resemblance(x: readonly number[], y: readonly number[]): number {
  return x.filter((gram) => y.includes(gram)).length / new Set([...x, ...y]).size;
}

test('a page follows the first of sixteen leaders that it is similar to, behind as many as are compared with all pages', () => {
  let most = 0;
  fc.assert(
    fc.property(
      fc.array(drawn, { maxLength: 100, size: 'max' }),
      fc.integer({ min: 1, max: 6 }),
      (pages, mostCompared) => {
        const sets = pages.map(({ grams }) => BigUint64Array.from(grams, BigInt).sort());
        const found = Followers.among(
          {
            sets: {
              length: pages.length,
              sizeOf: (page) => sets[page]!.length,
              read: (page, into) => into.set(sets[page]!.subarray(0, into.length)),
            },
            keyOf: (page) => pages[page]!.key,
            groupOf: (page) => pages[page]!.group,
            // the last is the best to keep
            inOrder: (group) => group.slice().reverse(),
            mayFollow: (page) => pages[page]!.mayFollow,
          },
          { similarity: 'jaccard', threshold: 0.6, folder, mostCompared },
        );
        const expected = new Map<number, number>();
        for (const name of ['0 a', '0 b', '1 a', '1 b']) {
          const similar = new Map<number, number>();
          for (const [page, { grams, key, group, mayFollow }] of [...pages.entries()].reverse()) {
            if (`${key} ${group}` !== name || grams.length === 0) continue;
            const leader = [...similar.keys()].find(
              (other) => resemblance(grams, pages[other]!.grams) >= 0.6,
            );
            if (leader === undefined) {
              if (similar.size < 16) similar.set(page, 1);
            } else if (similar.get(leader)! < mostCompared) similar.set(leader, similar.get(leader)! + 1);
            else if (mayFollow) expected.set(page, leader);
          }
          most = Math.max(most, similar.size);
        }
        const told = new Map([...(found?.each() ?? [])].map(({ page, leader }) => [page, leader]));
        expect(told).toEqual(new Map([...expected].reverse().sort(([x], [y]) => x - y)));
        const pairs = [...expected].map(([page, leader]) => {
          const similarity = resemblance(pages[page]!.grams, pages[leader]!.grams);
          return [page, leader, similarity].join(' ');
        });
        // a leader is better to keep, and so comes behind its followers here
        const blocks = [...(found?.pairs().blocks() ?? [])];
        const toldPairs = blocks.flatMap(({ length, a, b, values }) =>
          Array.from({ length }, (_, i) => [a[i], b[i], values[0]![i]].join(' ')),
        );
        expect(toldPairs.sort()).toEqual(pairs.sort());
      },
    ),
    { numRuns: 300 },
  );
  expect(most).toBe(16);
});
