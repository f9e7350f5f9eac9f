import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inflateMembers } from '../../../plugins/dump/bytes/gzip-batch.ts';
import { often } from '../../repetition.ts';

const MAX_HEADER_BYTES = 256 * 1024;
const magic = Buffer.from([0x1f, 0x8b, 8, 0]);

/** A member, and its data. */
const member = (data: Uint8Array, level?: number) => ({ data, stored: gzipSync(data, { level }) });
/** Data that hold, stored as they are, what looks like the end of a member and the beginning of the next one. */
const forged = fc
  .tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(80), fc.uint8Array({ maxLength: 40 }))
  .map(([before, length, after]) => {
    const claimed = Buffer.alloc(8);
    claimed.writeUInt32LE(length, 4);
    return member(Buffer.concat([before, claimed, magic, Buffer.alloc(6), after]), 0);
  });
const members = fc.array(
  fc.oneof(
    { weight: 7, arbitrary: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((data) => member(data)) },
    { weight: 1, arbitrary: forged },
  ),
  { minLength: 1, maxLength: 8 },
);

describe('gzip members inflated together', () => {
  test('are those that were written, or none, whatever in them looks like a member', () => {
    let found = 0;
    fc.assert(
      fc.property(members, (written) => {
        const stored = Buffer.concat([...written.map((each) => each.stored), magic]);
        const batch = inflateMembers(stored, MAX_HEADER_BYTES);
        let at = 0;
        for (const [n, { offset, bytes }] of batch.members.entries()) {
          expect(offset).toBe(at);
          expect(bytes).toEqual(Buffer.from(written[n]!.data));
          at += written[n]!.stored.length;
        }
        expect(batch.length).toBe(at);
        found += batch.members.length;
      }),
      { numRuns: often(2000) },
    );
    expect(found).toBeGreaterThan(often(2000));
  });

  test('do not come out when one of them is broken, and neither do those that end in zeros or junk', () => {
    const stored = ['one', 'two', 'three'].map((text) => gzipSync(text.repeat(9)));
    const whole = Buffer.concat([...stored, magic]);
    expect(inflateMembers(whole, MAX_HEADER_BYTES).members.length).toBe(3);
    for (let at = stored[0]!.length; at < whole.length - magic.length; at++) {
      const bytes = Buffer.from(whole);
      bytes[at]! ^= 0x55;
      const sound = inflateMembers(bytes, MAX_HEADER_BYTES).members;
      // what of a header says nothing about the data is not covered by any check
      for (const [n, { bytes: data }] of sound.entries()) {
        expect(String(data)).toBe(['one', 'two', 'three'][n]!.repeat(9));
      }
    }
    for (const between of [Buffer.alloc(9), Buffer.from('junk of some bytes')]) {
      const bytes = Buffer.concat([stored[0]!, stored[1]!, between, stored[2]!, magic]);
      expect(inflateMembers(bytes, MAX_HEADER_BYTES).members).toEqual([]);
    }
    // behind a zero, the length 512 reads as 2
    const [long, short] = [512, 510].map((length) => gzipSync(Buffer.alloc(length, 'x')));
    const lengthsFit = Buffer.concat([long!, Buffer.alloc(1), short!, magic]);
    expect(inflateMembers(lengthsFit, MAX_HEADER_BYTES).members).toEqual([]);
  });

  test('are as many as their headers’ limit lets through', () => {
    const named = Buffer.from(gzipSync('data'));
    named[3] = 8;
    const bytes = (name: number): Buffer =>
      Buffer.concat([named.subarray(0, 10), Buffer.from(`${'n'.repeat(name)}\0`), named.subarray(10)]);
    const batch = (name: number) =>
      inflateMembers(Buffer.concat([gzipSync('a'), gzipSync('b'), bytes(name), gzipSync('c')]), 40).members;
    expect(batch(29).length).toBe(3);
    expect(batch(30).length).toBe(2);
  });
});
