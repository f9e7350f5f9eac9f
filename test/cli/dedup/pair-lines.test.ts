import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairLine, pairLines } from '../../../plugins/cli/dedup/files.ts';
import type { Journal } from '../../../src/flow/index.ts';

test('lines of pairs that are put together are those of each pair by itself', () => {
  const page = fc.record({ id: fc.string({ unit: 'binary' }), isKnown: fc.boolean() });
  const similarity = fc.constantFrom(1, 0.8, 5 / 6, 1e-7, 0.9999999999999999);
  const pair = fc.record({
    ...{ a: fc.nat(4), b: fc.nat(4), overlap: fc.nat(2000), similarity },
    raw: fc.oneof(similarity, fc.constant(Number.NaN)),
  });
  fc.assert(
    fc.property(
      fc.array(page, { minLength: 5, maxLength: 5 }),
      fc.array(pair),
      fc.boolean(),
      (pages, pairs, isEstimated) => {
        const journal = {
          factsOf: (i: number) => ({ id: pages[i].id }),
          isKnown: (i: number) => pages[i].isKnown,
        } as Journal;
        const block = {
          length: pairs.length,
          a: Uint32Array.from(pairs, ({ a }) => a),
          b: Uint32Array.from(pairs, ({ b }) => b),
          overlap: Uint32Array.from(pairs, ({ overlap }) => overlap),
          values: [
            Float64Array.from(pairs, ({ similarity }) => similarity),
            Float64Array.from(pairs, ({ raw }) => raw),
          ],
        };
        const blocks = function* () {
          yield block;
        };
        const lines = pairLines('f', { journal, isEstimated }, { blocks });
        expect([...lines]).toEqual(
          pairs.map(({ a, b, overlap, similarity, raw }) =>
            pairLine({
              ...{ format: 'f', a: pages[a].id, b: pages[b].id },
              ...(pages[b].isKnown && { known: true }),
              ...{ similarity, overlap },
              ...(!Number.isNaN(raw) && raw !== similarity && { rawSimilarity: raw }),
              ...(isEstimated && { estimated: true }),
            }),
          ),
        );
      },
    ),
  );
});
