import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SimHashTables, tableDesign, tableKey } from '../../../src/sketch/simhash-tables.ts';
import * as keys from '../../../src/store/layout/keys.ts';
import { bytesOf, keyOf } from '../key-bytes.ts';

const simHash = Uint32Array.of(0x22223333, 0x00001111);
const { tables } = tableDesign(4);

function isInside({ gte, lt }: keys.KeyRange, key: keys.Key): boolean {
  const bytes = bytesOf(key);
  return bytesOf(gte).compare(bytes) <= 0 && bytes.compare(bytesOf(lt)) < 0;
}

test('keys have these bytes in every release', () => {
  const hex = (key: keys.Key) => bytesOf(key).toString('hex');
  expect(hex(keys.decisionKey(258))).toBe('7000000102');
  expect(hex(keys.sketchKey(258))).toBe('6300000102');
  expect(hex(keys.gramsKey(0xffffffff))).toBe('67ffffffff');
  expect(hex(keys.userKey('é'))).toBe('6bc3a9');
  expect(hex(keys.fingerprintKey(Buffer.from('0102030405060708', 'hex'), 9))).toBe(
    '66010203040506070800000009',
  );
  expect(hex(keys.treeKey(15, Uint8Array.of(1, 2, 255), 258))).toBe('740f0102ff00000102');
  expect(hex(keys.simHashKey(0, tables[0], simHash, 1))).toBe('7300000011112222333300000001');
  expect(hex(keys.simHashKey(3, tables[3], simHash, 1))).toBe('7303333300001111222200000001');
  expect([keys.FORMAT_KEY, keys.PARAMETERS_KEY, keys.COUNTS_KEY].map((key) => `${bytesOf(key)}`)).toEqual([
    '!format',
    '!parameters',
    '!counts',
  ]);
});

test('what a key was built from can be read from it', () => {
  const word = fc.nat(0xffffffff);
  fc.assert(
    fc.property(word, word, word, fc.nat(3), (page, low, high, table) => {
      const fingerprint = Uint32Array.of(low, high);
      expect(keys.pageOf(keys.decisionKey(page))).toBe(page);
      expect(keys.pageOf(keys.treeKey(15, Uint8Array.of(low, 2), page))).toBe(page);
      const key = keys.simHashKey(table, tables[table], fingerprint, page);
      expect(keys.simHashOf(key, tables[table])).toEqual(fingerprint);
    }),
  );
});

test('a prefix range holds the keys with that prefix and no other, also where its bytes are full', () => {
  const bytes = fc.uint8Array({ minLength: 5, maxLength: 5 }).map((tail) => Buffer.from([109, ...tail]));
  const full = fc.constant(Buffer.from([109, 255, 255, 255, 255, 255]));
  const key = fc.oneof(bytes, full);
  fc.assert(
    fc.property(key, key, fc.integer({ min: 1, max: 6 }), (a, b, length) => {
      expect(isInside(keys.prefixRange(keyOf(a), length), keyOf(b))).toBe(
        a.subarray(0, length).equals(b.subarray(0, length)),
      );
    }),
  );
});

test('a SimHash range holds the fingerprints with the same key in that table and no other, in every design', () => {
  const word = fc.oneof(fc.nat(0xffffffff), fc.constant(0xffffffff));
  const fingerprint = fc.tuple(word, word).map(([low, high]) => Uint32Array.of(low, high));
  const flips = fc.array(fc.nat(63), { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.constantFrom<SimHashTables>(4, 10, 16),
      fingerprint,
      flips,
      fc.nat(15),
      (count, f, bits, any) => {
        const design = tableDesign(count).tables;
        const number = any % design.length;
        const g = Uint32Array.from(f);
        for (const bit of bits) g[bit >>> 5] ^= 1 << (bit & 31);
        const range = keys.simHashRange(number, design[number], f);
        const key = keys.simHashKey(number, design[number], g, 0xffffffff);
        expect(isInside(range, key)).toBe(tableKey(f, design[number]) === tableKey(g, design[number]));
      },
    ),
  );
});

test('every table has its own range', () => {
  const examples = [
    keys.decisionKey(7),
    keys.sketchKey(7),
    keys.gramsKey(7),
    keys.userKey('7'),
    keys.fingerprintKey(Buffer.alloc(8, 255), 7),
    keys.treeKey(15, new Uint8Array(8).fill(255), 7),
    keys.simHashKey(3, tables[3], simHash, 7),
    keys.COUNTS_KEY,
  ];
  const inside = (range: keys.KeyRange) => examples.flatMap((key, i) => (isInside(range, key) ? [i] : []));
  const ranges = [keys.decisionRange(), keys.tableRange('fingerprints')];
  expect(ranges.map(inside)).toEqual([[0], [4]]);
  expect(inside(keys.decisionRange(8))).toEqual([]);
});
