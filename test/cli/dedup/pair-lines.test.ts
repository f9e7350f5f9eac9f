import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairLine, pairLines } from '../../../plugins/cli/dedup/pair-lines.ts';
import { pairsInMemory } from '../../../src/cluster/sorted-pairs.ts';
import type { Journal } from '../../../src/flow/index.ts';

const id = fc.string({ unit: 'binary' });
const similarity = fc.constantFrom(1, 0.8, 5 / 6, 1e-7, 0.9999999999999999);

test('the line of a pair is the JSON of it, without what does not apply', () => {
  const pair = fc.record({
    ...{ format: id, a: id, b: id, known: fc.boolean(), similarity, overlap: fc.nat() },
    ...{ rawSimilarity: fc.option(similarity, { nil: undefined }), estimated: fc.boolean() },
  });
  fc.assert(
    fc.property(pair, (given) => {
      const { format, a, b, known, similarity, overlap, rawSimilarity, estimated } = given;
      const object = {
        ...{ format, a, b, ...(known && { known }), similarity, overlap, rawSimilarity },
        ...(estimated && { estimated }),
      };
      expect(pairLine(given)).toBe(`${JSON.stringify(object)}\n`);
    }),
  );
});

test('the lines of many pairs are those of each, whatever of them is the same as in lines before', () => {
  // more than two pieces, and ids too long to be kept
  const long = fc.integer({ min: 400, max: 200_000 }).map((length) => 'é'.repeat(length));
  const page = fc.record({ id: fc.oneof(id, long), known: fc.boolean() });
  const number = fc.nat(3);
  const pair = fc.record({
    ...{ a: fc.nat(5), b: fc.nat(5), overlap: number, similarity },
    raw: fc.oneof(similarity, fc.constant(Number.NaN)),
  });
  const given = fc.record({
    pages: fc.array(page, { minLength: 6, maxLength: 6 }),
    pairs: fc.array(pair, { maxLength: 30 }),
    isEstimated: fc.boolean(),
  });
  fc.assert(
    fc.property(given, ({ pages, pairs, isEstimated }) => {
      const journal = {
        factsOf: (page: number) => pages[page],
        isKnown: (page: number) => pages[page]?.known,
      } as unknown as Journal;
      const column = (name: 'a' | 'b' | 'overlap') => Uint32Array.from(pairs, (pair) => pair[name]);
      const sorted = pairsInMemory(
        { length: pairs.length, a: column('a'), b: column('b'), overlap: column('overlap') },
        Float64Array.from(pairs, ({ similarity }) => similarity),
        Float64Array.from(pairs, ({ raw }) => raw),
      );
      const expected = pairs.map(({ a, b, overlap, similarity, raw }) => {
        const rawSimilarity = Number.isNaN(raw) || raw === similarity ? undefined : raw;
        const [of, and] = [pages[a]!, pages[b]!];
        return pairLine({
          ...{ format: 'of pairs', a: of.id, b: and.id, known: and.known },
          ...{ similarity, overlap, rawSimilarity, estimated: isEstimated },
        });
      });
      // a piece is valid until the next but one is taken
      const lines = Array.from(pairLines('of pairs', { journal, isEstimated }, sorted), (piece) =>
        Buffer.from(piece),
      );
      expect(Buffer.concat(lines).toString()).toBe(expected.join(''));
    }),
  );
});
