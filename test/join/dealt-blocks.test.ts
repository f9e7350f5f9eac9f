import fc from 'fast-check';
import { expect, test } from 'vitest';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { DealtBlocks } from '../../src/join/dealt-blocks.ts';
import { planBlocks } from '../../src/join/size-blocks.ts';

test('each block has the values of its records, one behind the other, and every record is read once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.nat(300), fc.nat(6000)), { minLength: 1, maxLength: 40 }),
      fc.constantFrom(500, 5000, 50_000),
      fc.constantFrom(1, 1 << 20),
      (sizes, mostValues, memoryBytes) => {
        const valuesOf = (record: number) =>
          BigUint64Array.from({ length: sizes[record]! }, (_, i) => BigInt(record * 10_000 + i));
        const read: number[] = [];
        const records = {
          length: sizes.length,
          sizeOf: (record: number) => sizes[record]!,
          read(record: number, into: BigUint64Array) {
            read.push(record);
            into.set(valuesOf(record));
          },
        };
        const blocks = planBlocks(Uint32Array.from(sizes), mostValues);
        const folder = new WorkFolder();
        const dealt = new DealtBlocks(records, blocks, { folder, memoryBytes });
        expect(read).toEqual([...sizes.keys()]);
        for (const block of [...blocks, ...blocks.toReversed()]) {
          const values = new BigUint64Array(block.offsets[block.records.length]!);
          dealt.read(block, values);
          const expected = [...block.records].flatMap((record) => [...valuesOf(record)]);
          expect(values.length).toBe(expected.length);
          expect(values.every((value, i) => value === expected[i])).toBe(true);
        }
        folder.close();
      },
    ),
    { numRuns: 50 },
  );
});
