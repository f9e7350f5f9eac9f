import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairLine } from '../../../plugins/cli/dedup/files.ts';

test('the line of a pair is the JSON of it, without what does not apply', () => {
  const id = fc.string({ unit: 'binary' });
  const similarity = fc.constantFrom(1, 0.8, 5 / 6, 1e-7, 0.9999999999999999);
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
