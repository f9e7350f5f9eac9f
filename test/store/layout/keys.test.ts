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
  const fingerprint = '0102030405060708090a0b0c0d0e0f10';
  expect(hex(keys.fingerprintKey(Buffer.from(fingerprint, 'hex'), 9))).toBe(`66${fingerprint}00000009`);
  expect(hex(keys.textKey(258))).toBe('7800000102');
  expect(hex(keys.hostKey('0102030405060708ff'))).toBe('680102030405060708ff');
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
    keys.fingerprintKey(Buffer.alloc(16, 255), 7),
    keys.treeKey(15, new Uint8Array(8).fill(255), 7),
    keys.simHashKey(3, tables[3], simHash, 7),
    keys.COUNTS_KEY,
  ];
  const inside = (range: keys.KeyRange) => examples.flatMap((key, i) => (isInside(range, key) ? [i] : []));
  const ranges = [keys.decisionRange(), keys.tableRange('fingerprints')];
  expect(ranges.map(inside)).toEqual([[0], [4]]);
  expect(inside(keys.decisionRange(8))).toEqual([]);
});

const ONE_OF_EACH: readonly [keys.TableName, keys.Key][] = [
  ['decisions', keys.decisionKey(258)],
  ['keys', keys.userKey('é')],
  ['sketches', keys.sketchKey(258)],
  ['gramSets', keys.gramsKey(258)],
  ['fingerprints', keys.fingerprintKey(Buffer.alloc(16, 255), 258)],
  ['trees', keys.treeKey(15, Uint8Array.of(1), 258)],
  ['simHashTables', keys.simHashKey(3, tables[3], simHash, 258)],
  ['texts', keys.textKey(258)],
  ['hosts', keys.hostKey('010203040506070800000102')],
  ['intents', keys.intentKey('é')],
];
const OF_A_USER_KEY: readonly keys.TableName[] = ['keys', 'intents'];
const HEADER = [keys.FORMAT_KEY, keys.PARAMETERS_KEY, keys.COUNTS_KEY];

test('a key says which table it stands in, and which page it is of', () => {
  for (const [table, key] of ONE_OF_EACH) {
    expect(keys.tableOf(key)).toBe(table);
    if (!OF_A_USER_KEY.includes(table)) expect(keys.pageOf(key)).toBe(258);
    expect(keys.isHeaderKey(key)).toBe(false);
    const inside = ONE_OF_EACH.filter(([, other]) => isInside(keys.tableRange(table), other));
    expect(inside).toEqual([[table, key]]);
  }
  expect(keys.textOfUserKey(keys.userKey('ключ 鍵'))).toBe('ключ 鍵');
  expect(keys.textOfUserKey(keys.intentKey('ключ 鍵'))).toBe('ключ 鍵');
  expect(keys.tableOf(keys.userKey(''))).toBe('keys');
  for (const key of HEADER) expect([keys.tableOf(key), keys.isHeaderKey(key)]).toEqual([undefined, true]);
});

test('a key with a byte more or less than its table has stands in none', () => {
  for (const [table, key] of ONE_OF_EACH) {
    if (OF_A_USER_KEY.includes(table)) continue;
    const bytes = bytesOf(key);
    const shortest = table === 'hosts' ? bytes.subarray(0, 9) : bytes;
    expect(keys.tableOf(keyOf(shortest))).toBe(table);
    expect(keys.tableOf(keyOf(shortest.subarray(0, shortest.length - 1)))).toBeUndefined();
    const longer = keyOf(Buffer.concat([bytes, Buffer.of(0)]));
    // The labels of trees are as long as the index wants them, sub-keys of hosts as long as a later version does.
    expect(keys.tableOf(longer)).toBe(table === 'trees' || table === 'hosts' ? table : undefined);
  }
  for (const bytes of ['', 'z0000', '!', 'format']) {
    expect(keys.tableOf(keyOf(Buffer.from(bytes)))).toBeUndefined();
    expect(keys.isHeaderKey(keyOf(Buffer.from(bytes)))).toBe(false);
  }
});

test('the ranges beside the decisions and the decisions are all keys, once each', () => {
  const ranges = [...keys.RANGES_BESIDE_DECISIONS, keys.decisionRange()];
  const others = ['', 'o\xff', 'q', 'z', '\xff\xff'].map((text) => keyOf(Buffer.from(text, 'latin1')));
  for (const key of [...others, ...HEADER, ...ONE_OF_EACH.map(([, one]) => one)]) {
    expect(ranges.filter((range) => isInside(range, key))).toHaveLength(1);
    expect(isInside(keys.decisionRange(), key)).toBe(keys.tableOf(key) === 'decisions');
  }
  for (const key of [...HEADER, ...ONE_OF_EACH.map(([, one]) => one)]) {
    expect(isInside(keys.ALL_KEYS, key)).toBe(true);
  }
});

test('ranges of pages, user keys and fingerprints hold what they say', () => {
  const pages = (range: keys.KeyRange, keyAt: (page: number) => keys.Key) =>
    [0, 1, 254, 255, 256, 257].filter((page) => isInside(range, keyAt(page)));
  expect(pages(keys.decisionRange(255), keys.decisionKey)).toEqual([255, 256, 257]);
  expect(pages(keys.sketchRange(1, 256), keys.sketchKey)).toEqual([1, 254, 255]);
  const beginning = (prefix: string) =>
    ['', 'a', 'a/', 'a/b', 'a0', 'b'].filter((key) => isInside(keys.userKeyRange(prefix), keys.userKey(key)));
  expect(beginning('a/')).toEqual(['a/', 'a/b']);
  expect(beginning('')).toHaveLength(6);
  const [x, y] = [1, 2].map((last) => Buffer.alloc(16, 9).fill(last, 15));
  const range = keys.sameFingerprintRange(x);
  expect(pages(range, (page) => keys.fingerprintKey(x, page))).toHaveLength(6);
  expect(pages(range, (page) => keys.fingerprintKey(y, page))).toEqual([]);
  expect(keys.haveSameFingerprint(keys.fingerprintKey(x, 1), keys.fingerprintKey(x, 2))).toBe(true);
  expect(keys.haveSameFingerprint(keys.fingerprintKey(x, 1), keys.fingerprintKey(y, 1))).toBe(false);
});

test('a key of a host is made of the digits that it is shown by, and of nothing else', () => {
  const digits = '0011223344556677ab';
  expect(keys.digitsOfHostKey(keys.hostKey(digits))).toBe(digits);
  const host = (text: string) => keys.hostKey(text);
  expect(isInside(keys.sameHostRange(host(digits)), host('0011223344556677'))).toBe(true);
  expect(isInside(keys.sameHostRange(host(digits)), host('0011223344556678'))).toBe(false);
  expect(keys.areOfSameHost(host(digits), host('0011223344556677ac'))).toBe(true);
  expect(keys.areOfSameHost(host(digits), host('1011223344556677ab'))).toBe(false);
  for (const wrong of [
    '',
    '00112233445566',
    '0011223344556677a',
    '0011223344556677AB',
    '001122334455667g88',
  ]) {
    expect(() => keys.hostKey(wrong)).toThrow(RangeError);
  }
});

test('keys that are equal have equal hashes and digits, others have not', () => {
  const all = ONE_OF_EACH.map(([, key]) => key);
  expect(new Set(all.map(keys.hashOfKey)).size).toBe(all.length);
  expect(keys.hashOfKey(keys.sketchKey(1))).toBe(keys.hashOfKey(keys.sketchKey(1)));
  expect(all.map(keys.hexOfKey)).toEqual(all.map((key) => bytesOf(key).toString('hex')));
  expect(keys.storedKey(bytesOf(keys.sketchKey(1)))).toEqual(keys.sketchKey(1));
});
