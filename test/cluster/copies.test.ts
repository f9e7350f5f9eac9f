import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Copies, pairsOfCopies } from '../../src/cluster/copies.ts';
import { PagePairsBuilder } from '../../src/cluster/pairs.ts';

test('copies are paired with what the first page of their content is paired with, and with each other', () => {
  const contents = fc.array(fc.nat(5), { maxLength: 14 });
  // contents that differ by at most one are alike; content 0 is empty
  const alike = (x: number, y: number): boolean => Math.abs(x - y) <= 1 && Math.min(x, y) > 0;
  fc.assert(
    fc.property(contents, (of) => {
      const firstOf = Uint32Array.from(of, (content) => of.indexOf(content));
      const [ofFirsts, expected] = [new PagePairsBuilder(), new PagePairsBuilder()];
      const oneByOne = new PagePairsBuilder();
      const add = (x: number, y: number, overlap: number) =>
        oneByOne.add(Math.min(x, y), Math.max(x, y), overlap);
      const copies = new Copies(firstOf);
      for (let a = 0; a < of.length; a++) {
        for (let b = a + 1; b < of.length; b++) {
          if (!alike(of[a]!, of[b]!)) continue;
          const overlap = Math.min(of[a]!, of[b]!);
          expected.add(a, b, overlap);
          if (firstOf[a] !== a || firstOf[b] !== b) continue;
          ofFirsts.add(a, b, overlap);
          copies.addAcross(a, b, overlap, add);
        }
      }
      const sizeOf = (page: number) => of[page]!;
      const pairsWithItself = (size: number) => size > 0;
      copies.addWithin(sizeOf, pairsWithItself, add);
      const found = pairsOfCopies(ofFirsts, firstOf, sizeOf, pairsWithItself);
      const listed = ({ length, a, b, overlap }: typeof found) =>
        Array.from({ length }, (_, i) => [a[i], b[i], overlap[i]]);
      expect(listed(found)).toEqual(listed(expected.finish(of.length)));
      expect(listed(oneByOne.finish(of.length))).toEqual(listed(found));
    }),
  );
});
