import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteReader } from '../../../plugins/dump/bytes/byte-reader.ts';
import type { Piece } from '../../../plugins/dump/bytes/pieces.ts';
import { collectGarbage } from '../../collect-garbage.ts';
import { cpuMs } from '../../cpu-time.ts';

/** A reader of these pieces, which tells how many were asked for and whether the stream was closed. */
function readerOf(pieces: ReadonlyArray<Omit<Piece, 'bytes'> & { text: string }>) {
  const seen = { pulled: 0, closed: false };
  const stream = (async function* () {
    try {
      for (const { text, ...rest } of pieces) {
        seen.pulled++;
        yield { ...rest, bytes: Buffer.from(text) };
      }
    } finally {
      seen.closed = true;
    }
  })();
  const reader = new ByteReader(stream);
  const shown = (): string => reader.buffer.toString('latin1', reader.start, reader.end);
  return { reader, seen, shown };
}

test('the window grows to what is asked for and no further, and moves forward only', async () => {
  const { reader, seen, shown } = readerOf([
    { text: 'abc', stored: 0 },
    { text: 'de', stored: 3 },
    { text: 'fgh', stored: 5 },
  ]);
  expect([reader.available, reader.position, seen.pulled]).toEqual([0, 0, 0]);
  expect(await reader.fill(3)).toBe(true);
  expect([shown(), seen.pulled]).toEqual(['abc', 1]);
  reader.skip(2);
  expect([shown(), reader.position, reader.available]).toEqual(['c', 2, 1]);
  const held = reader.buffer.subarray(reader.start, reader.end);
  expect(await reader.fill(2)).toBe(true);
  expect([shown(), seen.pulled, reader.sectionEnded]).toEqual(['cde', 2, false]);
  expect(held.toString()).toBe('c');
  expect(await reader.fill(9)).toBe(false);
  expect([shown(), reader.sectionEnded, reader.gapAhead]).toEqual(['cdefgh', true, false]);
  reader.skip(6);
  expect([reader.position, await reader.fill(1), await reader.nextSection()]).toEqual([8, false, false]);
});

test('a place is an offset in the file, or in the data of the member that its byte came from', async () => {
  const plain = readerOf([
    { text: 'abc', stored: 100 },
    { text: 'de', stored: 200 },
  ]);
  await plain.reader.fill(5);
  expect([0, 2, 3, 4].map((offset) => plain.reader.place(offset))).toEqual(
    [100, 102, 200, 201].map((stored) => ({ stored })),
  );
  plain.reader.skip(4);
  expect(plain.reader.place()).toEqual({ stored: 201 });
  const packed = readerOf([
    { text: 'abc', stored: 10, inner: 0 },
    { text: 'de', stored: 10, inner: 3, ends: true },
    { text: 'fgh', stored: 50, inner: 0 },
  ]);
  await packed.reader.fill(8);
  expect([0, 4, 5, 7].map((offset) => packed.reader.place(offset))).toEqual([
    { stored: 10, inner: 0 },
    { stored: 10, inner: 4 },
    { stored: 50, inner: 0 },
    { stored: 50, inner: 2 },
  ]);
  packed.reader.skip(5);
  expect(packed.reader.place(1)).toEqual({ stored: 50, inner: 1 });
  expect(new ByteReader((async function* (): AsyncGenerator<Piece> {})()).place(3)).toEqual({ stored: 0 });
});

test('the end of a member is known as long as nothing follows it', async () => {
  const { reader } = readerOf([
    { text: 'ab', stored: 0, inner: 0 },
    { text: '', stored: 0, inner: 2, ends: true },
    { text: 'cd', stored: 9, inner: 0 },
  ]);
  await reader.fill(2);
  expect(reader.memberEnds).toBe(false);
  await reader.fill(3);
  expect(reader.memberEnds).toBe(false);
  const last = readerOf([{ text: 'ab', stored: 0, inner: 0, ends: true }]);
  await last.reader.fill(2);
  expect(last.reader.memberEnds).toBe(true);
});

test('a gap ends a section: nothing is read across it until the next section is asked for', async () => {
  const { reader, shown } = readerOf([
    { text: 'abc', stored: 0, inner: 0 },
    { text: 'xy', stored: 40, inner: 0, gap: true, suspect: true },
    { text: 'z', stored: 40, inner: 2, suspect: true },
    { text: '', stored: 60, inner: 0, gap: true },
    { text: 'de', stored: 60, inner: 0 },
  ]);
  expect([await reader.fill(4), shown(), reader.gapAhead, reader.sectionEnded]).toEqual([
    false,
    'abc',
    true,
    true,
  ]);
  expect([reader.suspect, reader.afterGap, reader.sectionStart]).toEqual([false, false, 0]);
  reader.skip(1);
  expect(await reader.nextSection()).toBe(true);
  expect([shown(), reader.position, reader.sectionStart]).toEqual(['xy', 3, 3]);
  expect([reader.suspect, reader.afterGap, reader.gapAhead]).toEqual([true, true, false]);
  expect(reader.place(1)).toEqual({ stored: 40, inner: 1 });
  // what is left of a section is passed over, the part not read yet too
  expect(await reader.nextSection()).toBe(true);
  expect([shown(), reader.position, reader.suspect]).toEqual(['', 6, false]);
  expect([await reader.fill(2), shown(), reader.place()]).toEqual([true, 'de', { stored: 60, inner: 0 }]);
  expect(await reader.nextSection()).toBe(false);
});

test('a window that grows by a byte at a time, and one that moves by a byte, cost linear time', async () => {
  const count = 200_000;
  const pieces = Array.from({ length: count }, (_, i) => ({ text: 'x', stored: 20 * i, inner: 0 }));
  const before = cpuMs();
  const { reader } = readerOf(pieces);
  for (let size = 1; size <= count / 2; size++) await reader.fill(size);
  // an expectation for each would cost more than what is measured
  let wrong = 0;
  for (let i = 0; i < count / 2; i++) {
    await reader.fill(count / 2);
    if (i % 2 === 0 && reader.place(1000).stored !== 20 * (i + 1000)) wrong++;
    if (reader.place().stored !== 20 * i) wrong++;
    reader.skip(1);
  }
  expect(cpuMs() - before).toBeLessThan(5000);
  expect(wrong).toBe(0);
});

test('what was given out of a window stays as it was when the window grows in place', async () => {
  const { reader, shown } = readerOf([...'abcdefghij'].map((text, stored) => ({ text, stored })));
  const held: Buffer[] = [];
  for (let size = 1; size <= 10; size++) {
    await reader.fill(size);
    held.push(reader.buffer.subarray(reader.start, reader.end));
  }
  expect(held.map(String)).toEqual(Array.from({ length: 10 }, (_, i) => 'abcdefghij'.slice(0, i + 1)));
  expect(reader.buffer.length).toBe(reader.end);
  expect(shown()).toBe('abcdefghij');
});

test('a window moves through pieces of any sizes, with room before them or none, and memory is used again only as it leaves it', async () => {
  const anyPiece = fc.record({ length: fc.nat(9), before: fc.nat(6), isOwned: fc.boolean() });
  const anyStep = fc.record({ fill: fc.nat(20), skip: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(fc.array(anyPiece), fc.array(anyStep), fc.boolean(), async (sizes, steps, isReused) => {
      let stored = 0;
      let given = 0;
      const pieces = (async function* (): AsyncGenerator<Piece> {
        for (const { length, before, isOwned } of sizes) {
          // bytes that are not the piece's must not change
          const memory = Buffer.alloc(before + length + 1, '#');
          const bytes = memory.subarray(before + 1);
          for (let i = 0; i < length; i++) bytes[i] = 97 + ((stored + i) % 26);
          const giveBack = () => {
            given++;
            expect(memory[0]).toBe(35);
            memory.fill('!');
          };
          yield { bytes, before, stored, ...(isOwned ? { giveBack } : {}) };
          stored += length;
        }
      })();
      const reader = new ByteReader(pieces);
      reader.isReused = isReused;
      const held: Array<{ readonly bytes: Buffer; readonly text: string }> = [];
      for (const { fill, skip } of steps) {
        await reader.fill(fill);
        const bytes = reader.buffer.subarray(reader.start, reader.end);
        const text = Array.from(bytes, (_, i) => String.fromCharCode(97 + ((reader.position + i) % 26)));
        held.push({ bytes, text: text.join('') });
        expect(bytes.toString()).toBe(text.join(''));
        reader.skip(Math.min(skip, reader.available));
      }
      if (isReused) return;
      expect(given).toBe(0);
      for (const { bytes, text } of held) expect(bytes.toString()).toBe(text);
    }),
    { numRuns: 500 },
  );
});

test('closing releases the stream', async () => {
  const { reader, seen } = readerOf([{ text: 'abc', stored: 0 }]);
  await reader.fill(1);
  await reader.close();
  expect(seen.closed).toBe(true);
});

test('pieces without bytes take no memory, however many there are: a file may hold any number of empty members', async () => {
  const count = 400_000;
  async function* members() {
    yield { bytes: Buffer.from('ab'), stored: 5, inner: 0, ends: true };
    for (let n = 1; n <= count; n++) yield { bytes: Buffer.alloc(0), stored: 20 * n, inner: 0, ends: true };
    yield { bytes: Buffer.from('cd'), stored: 20 * count + 20, inner: 0, ends: true };
  }
  const reader = new ByteReader(members());
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  expect(await reader.fill(4)).toBe(true);
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5e6);
  expect([0, 1, 2, 3].map((offset) => reader.place(offset))).toEqual([
    { stored: 5, inner: 0 },
    { stored: 5, inner: 1 },
    { stored: 20 * count + 20, inner: 0 },
    { stored: 20 * count + 20, inner: 1 },
  ]);
});
