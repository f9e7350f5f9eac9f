import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Spool } from '../../src/grams/spool.ts';
import { often } from '../repetition.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-spool-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const step = fc.oneof(
  fc.record({ kind: fc.constant('append' as const), length: fc.integer({ min: 0, max: 900_000 }) }),
  // from the end of the last read, before it or behind it
  fc.record({
    kind: fc.constant('read' as const),
    from: fc.integer({ min: -70_000, max: 70_000 }),
    length: fc.integer({ min: 0, max: 80_000 }),
  }),
  fc.record({ kind: fc.constant('anywhere' as const), share: fc.double({ min: 0, max: 1, noNaN: true }) }),
  fc.record({ kind: fc.constant('cut' as const), share: fc.double({ min: 0.5, max: 1, noNaN: true }) }),
);

/** Bytes of the beginning that stay in memory: none, a part, and more than there are. */
const heads = fc.constantFrom(0, 2_500_000, 2 ** 26);

test('what is read is what was appended, in whatever order and parts, and after the end was cut off and written again', () => {
  let number = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 20, maxLength: 60 }), heads, (steps, headBytes) => {
      const path = join(folder, String(number++));
      const spool = new Spool(() => path, { headBytes });
      let whole: Uint8Array = new Uint8Array(0);
      let byte = 1;
      let readTo = 0;
      const read = (at: number, length: number): void => {
        const into = new Uint8Array(Math.min(length, whole.length - at));
        spool.read(at, into);
        expect(Buffer.compare(into, whole.subarray(at, at + into.length))).toBe(0);
        readTo = at + into.length;
      };
      for (const each of steps) {
        if (each.kind === 'append') {
          const bytes = new Uint8Array(each.length).map(() => (byte = (byte * 197 + 31) % 251));
          expect(spool.append(bytes)).toBe(whole.length);
          whole = Buffer.concat([whole, bytes]);
        } else if (each.kind === 'read') {
          read(Math.max(0, Math.min(whole.length, readTo + each.from)), each.length);
        } else if (each.kind === 'anywhere') {
          read(Math.floor(each.share * whole.length), 1000);
        } else if (whole.length > 1 << 20) {
          const length = Math.floor(each.share * whole.length);
          spool.truncate(length);
          whole = whole.slice(0, length);
        }
        expect(spool.length).toBe(whole.length);
      }
      // a pass over all, as most reading is
      for (let at = 0; at < whole.length; at += 3000) read(at, 2000);
      spool.close();
    }),
    { numRuns: often(60) },
  );
});

test('bytes that were read ahead are forgotten when they are cut off', () => {
  const path = join(folder, 'cut');
  const spool = new Spool(() => path);
  const part = new Uint8Array(1000);
  spool.append(new Uint8Array(1_500_000).fill(1));
  for (let at = 1_300_000; at < 1_310_000; at += 1000) spool.read(at, part);
  spool.truncate(1_310_000);
  spool.append(new Uint8Array(1_500_000).fill(2));
  spool.read(1_310_000, part);
  expect(new Set(part)).toEqual(new Set([2]));
  spool.close();
});

test('a part before the one read last is no part of what was read ahead', () => {
  const path = join(folder, 'back');
  const spool = new Spool(() => path);
  spool.append(Uint8Array.from({ length: 2_000_000 }, (_, i) => i % 251));
  const part = new Uint8Array(500);
  for (const at of [0, 500, 1000, 100, 600, 599_000, 599_500, 598_900, 1_999_500, 0]) {
    spool.read(at, part);
    expect([at, ...part.subarray(0, 3), part[499]]).toEqual(
      [at, at, at + 1, at + 2, at + 499].map((byte, i) => (i === 0 ? byte : byte % 251)),
    );
  }
  spool.close();
});
