import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { DealtRecords } from '../../src/grams/dealt-records.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';

/** The record of a number: so many bytes of its own. */
function recordOf(number: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => (number * 31 + i * 7 + (i >>> 8)) % 251);
}

const dealing = fc.record({
  blocks: fc.integer({ min: 1, max: 5 }),
  memoryBytes: fc.constantFrom(1, 1 << 13, 1 << 15, 1 << 20),
  lengths: fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 4000, max: 20_000 })), {
    minLength: 1,
    maxLength: 20,
  }),
  order: fc.infiniteStream(fc.nat()),
  reads: fc.array(fc.record({ record: fc.nat(), skipped: fc.nat(), run: fc.integer({ min: 1, max: 8 }) }), {
    maxLength: 12,
  }),
});

test('a record is read as it was added, whole or in part, whatever its block, the order of adding and that of reading', () => {
  fc.assert(
    fc.property(dealing, ({ blocks, memoryBytes, lengths, order, reads }) => {
      const folder = new WorkFolder();
      const blockOf = (record: number): number => (record * 7) % blocks;
      const dealt = new DealtRecords({ records: lengths.length, blocks, blockOf, folder, memoryBytes });
      const left = [...lengths.keys()];
      const missing = left.pop()!;
      while (left.length > 0) {
        const [record] = left.splice(order.next().value % left.length, 1);
        dealt.add(record, recordOf(record, lengths[record]));
      }
      dealt.finish();
      expect(dealt.has(missing)).toBe(false);
      for (const { record, skipped, run } of reads) {
        for (let i = 0; i < run; i++) {
          const number = (record + i) % lengths.length;
          if (number === missing) continue;
          const expected = recordOf(number, lengths[number]).subarray(skipped % (lengths[number] + 1));
          const into = new Uint8Array(expected.length);
          if (run % 3 === 0) dealt.load(number);
          dealt.read(number, into, skipped % (lengths[number] + 1));
          if (Buffer.compare(into, expected) !== 0) throw new Error(`record ${number} is another`);
        }
      }
      folder.close();
    }),
  );
});

/** Reads from the file that it takes to read records in an order. */
function fileReads(
  memoryBytes: number,
  order: readonly number[],
  isLoaded = false,
  blockOf = (record: number): number => record % 64,
): number {
  const folder = new WorkFolder();
  const spool = folder.spool();
  const read = vi.spyOn(spool, 'read');
  // 64 blocks of 64 records of 512 bytes, dealt in turn unless told otherwise
  const dealt = new DealtRecords({
    ...{ records: 4096, blocks: 64, memoryBytes, folder: { spool: () => spool } as unknown as WorkFolder },
    blockOf,
  });
  for (let record = 0; record < 4096; record++) dealt.add(record, recordOf(record, 512));
  dealt.finish();
  for (const record of order) {
    if (isLoaded) dealt.load(record);
    dealt.read(record, new Uint8Array(512));
  }
  folder.close();
  return read.mock.calls.length;
}

test('who goes from block to block reads no record by itself, also of a block of which a part is read at once', () => {
  const byBlock = Array.from({ length: 4096 }, (_, i) => (i % 64) * 64 + Math.floor(i / 64));
  // pieces of 4 KB: eight a block
  expect(fileReads(64 << 12, byBlock, true)).toBe(64 * 8);
  // two pieces are read at once, once some records were read by themselves
  expect(fileReads(2 << 12, byBlock)).toBeLessThan(64 * (8 + 5));
});

test('who goes through records of neighbouring numbers reads them with what follows in their block', () => {
  const all = Array.from({ length: 4096 }, (_, record) => record);
  expect(fileReads(64 << 12, all, false, (record) => record >>> 6)).toBeLessThan(64 * (8 + 5));
});

test('who reads from anywhere does not read whole blocks', () => {
  const anywhere = Array.from({ length: 4096 }, (_, i) => (i * 1061) % 4096);
  expect(fileReads(64 << 12, anywhere)).toBe(4096);
  // of each block records whose numbers are far from each other
  const apart = Array.from({ length: 4096 }, (_, i) => (i % 64) * 64 + Math.floor(i / 64));
  expect(fileReads(64 << 12, apart)).toBe(4096);
});
