import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf } from '../../../plugins/cli/audit/evidence.ts';
import { removalsOf } from '../../../plugins/cli/audit/removals.ts';
import { Journal, type PageFacts, type StoredDeduplication, WorkFolder } from '../../../src/flow/index.ts';
import { overlapOfSorted } from '../../../src/join/index.ts';

const facts: PageFacts = {
  ...{ id: '', url: '', fetchedAt: '', kind: 'article', names: [] },
  ...{ textLength: 0, bodyLength: 0, truncatedFrom: 0 },
};

test('the evidence of a removal is that of its two gram sets, whichever pages had these sets before', () => {
  const set = fc.uniqueArray(fc.bigInt({ min: 0n, max: 40n }), { maxLength: 20 });
  const given = fc.tuple(fc.array(set, { minLength: 1, maxLength: 4 }), fc.infiniteStream(fc.nat()));
  const pages = 30;
  fc.assert(
    fc.property(given, ([sets, numbers]) => {
      const next = (): number => numbers.next().value;
      const folder = new WorkFolder();
      const journal = Journal.in(folder);
      const grams = Array.from({ length: pages }, () =>
        BigUint64Array.from(sets[next() % sets.length]!).sort(),
      );
      for (const [page, own] of grams.entries())
        journal.add({ facts: { ...facts, id: `${page}` }, grams: own });
      const originals = grams.map(() => next() % pages);
      const resolved = {
        *dropped() {
          for (const [page, original] of originals.entries()) {
            yield {
              page,
              decision: { id: `${page}`, url: '', representative: `${original}`, code: 'similar' },
            };
          }
        },
        representativeOf: (page: number) => originals[page],
      } as unknown as StoredDeduplication['resolved'];
      for (const [page, removal] of [...removalsOf({ journal, resolved })].entries()) {
        const [x, y] = [grams[page]!, grams[originals[page]!]!];
        expect(removal).toMatchObject({
          ...{ id: `${page}`, representative: `${originals[page]}` },
          ...{ sizes: [x.length, y.length], overlap: overlapOfSorted(x, y) },
          digests: [digestOf(x), digestOf(y)],
        });
      }
      folder.close();
    }),
  );
});
