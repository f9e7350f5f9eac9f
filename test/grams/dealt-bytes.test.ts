import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DealtBytes } from '../../src/grams/dealt-bytes.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';

test('any part of a block is read as it was added, over the ends of pieces too, whatever was added to others between', () => {
  const added = fc.array(fc.tuple(fc.nat(2), fc.integer({ min: 0, max: 6000 })), { maxLength: 12 });
  const reads = fc.array(fc.tuple(fc.nat(2), fc.nat(), fc.nat()), { maxLength: 8 });
  fc.assert(
    fc.property(added, reads, (parts, wanted) => {
      const folder = new WorkFolder();
      const dealt = new DealtBytes({ blocks: 3, folder, memoryBytes: 1, mostPiece: 1 << 12 });
      const blocks: number[][] = [[], [], []];
      for (const [k, [block, length]] of parts.entries()) {
        const bytes = Uint8Array.from({ length }, (_, i) => (31 * k + 7 * i + (i >>> 8)) % 251);
        expect(dealt.add(block, bytes)).toBe(blocks[block].length);
        blocks[block].push(...bytes);
      }
      dealt.finish();
      for (const [block, x, y] of wanted) {
        const size = blocks[block].length;
        expect(dealt.lengthOf(block)).toBe(size);
        const [from, to] = [x % (size + 1), y % (size + 1)].sort((a, b) => a - b);
        const into = new Uint8Array(to - from);
        dealt.read(block, from, into);
        if (Buffer.compare(into, Uint8Array.from(blocks[block].slice(from, to))) !== 0)
          throw new Error(`bytes ${from} to ${to} of block ${block} are others`);
      }
      folder.close();
    }),
  );
});
