import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairsOfCopies } from '../../src/cluster/copies.ts';
import { PagePairsBuilder } from '../../src/cluster/pairs.ts';

test('copies are paired with what the first page of their content is paired with, and with each other', () => {
  const contents = fc.array(fc.nat(5), { maxLength: 14 });
  // contents that differ by at most one are alike; content 0 is empty
  const alike = (x: number, y: number): boolean => Math.abs(x - y) <= 1 && Math.min(x, y) > 0;
  fc.assert(
    fc.property(contents, (of) => {
      const firstOf = Uint32Array.from(of, (content) => of.indexOf(content));
      const [ofFirsts, expected] = [new PagePairsBuilder(), new PagePairsBuilder()];
      for (let a = 0; a < of.length; a++) {
        for (let b = a + 1; b < of.length; b++) {
          if (!alike(of[a]!, of[b]!)) continue;
          const overlap = Math.min(of[a]!, of[b]!);
          expected.add(a, b, overlap);
          if (firstOf[a] === a && firstOf[b] === b) ofFirsts.add(a, b, overlap);
        }
      }
      const found = pairsOfCopies(
        ofFirsts,
        firstOf,
        (page) => of[page]!,
        (size) => size > 0,
      );
      const listed = ({ length, a, b, overlap }: typeof found) =>
        Array.from({ length }, (_, i) => [a[i], b[i], overlap[i]]);
      expect(listed(found)).toEqual(listed(expected.finish(of.length)));
    }),
  );
});
