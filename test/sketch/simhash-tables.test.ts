import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hammingDistance } from '../../src/sketch/simhash.ts';
import {
  batchTables,
  blockTables,
  chooseTables,
  falseProbes,
  nearPairs,
  nestedTables,
  permuteBits,
  type TableDesign,
  tableDesign,
  tableKey,
  unpermuteBits,
} from '../../src/sketch/simhash-tables.ts';
import { cases } from '../repetition.ts';
import { randomSet, seededRandom } from './sets.ts';

const designs: [name: string, design: TableDesign, tables: number, keyBits: number[]][] = [
  ['4 tables', blockTables(3, 4), 4, [16]],
  ['10 tables', blockTables(3, 5), 10, [25, 26]],
  ['16 tables', nestedTables(), 16, [28]],
  ['2 tables for 1 bit', blockTables(1, 2), 2, [32]],
  ['3 tables of 2 leading blocks for 1 bit', blockTables(1, 3), 3, [42, 43]],
  ['8 tables for 7 bits', blockTables(7, 8), 8, [8]],
  ['36 tables for 7 bits', blockTables(7, 9), 36, [14, 15]],
];

const fingerprint = fc
  .tuple(fc.nat(0xffffffff), fc.nat(0xffffffff))
  .map((halves) => Uint32Array.from(halves));

function bitsOf([low, high]: Uint32Array): string {
  return ((BigInt(high) << 32n) | BigInt(low)).toString(2).padStart(64, '0');
}

function flipped(fingerprint: Uint32Array, bits: readonly number[]): Uint32Array {
  const other = fingerprint.slice();
  for (const bit of bits) other[bit >>> 5] ^= 1 << (bit & 31);
  return other;
}

test.each(designs)(
  '%s: as many tables and key bits as Manku, Jain & Das Sarma say',
  (_, design, count, keyBits) => {
    expect(design.tables).toHaveLength(count);
    expect([...new Set(design.tables.map((table) => table.keyBits))].sort()).toEqual(keyBits);
  },
);

test.each(designs)(
  '%s: a table is a permutation of all bits with its key first, and can be undone',
  (_, design) => {
    const one = (bit: number) => flipped(new Uint32Array(2), [bit]);
    for (const table of design.tables) {
      const places = Array.from({ length: 64 }, (_, bit) =>
        bitsOf(permuteBits(one(bit), table)).indexOf('1'),
      );
      expect(places.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, i) => i));
      const inKey = places.flatMap((place, bit) => (place < table.keyBits ? [bit] : []));
      expect(inKey.map((bit) => 2 ** (bit & 31) * (bit < 32 ? 1 : 2 ** 32)).reduce((a, b) => a + b)).toBe(
        table.keyMask[0] + table.keyMask[1] * 2 ** 32,
      );
      fc.assert(
        fc.property(fingerprint, (f) => {
          const permuted = permuteBits(f, table);
          const expected = Array.from({ length: 64 }, () => '');
          for (const [bit, place] of places.entries()) expected[place] = bitsOf(f)[63 - bit];
          expect(bitsOf(permuted)).toBe(expected.join(''));
          expect(unpermuteBits(permuted, table)).toEqual(f);
          const keyBits = Math.min(32, table.keyBits);
          expect(tableKey(f, table)).toBe(Number.parseInt(bitsOf(permuted).slice(0, keyBits), 2));
        }),
        { numRuns: 20 },
      );
    }
  },
);

test.each(designs)('%s: fingerprints within its bits agree on the key of at least one table', (_, design) => {
  fc.assert(
    fc.property(fingerprint, fc.array(fc.nat(63), { maxLength: design.bits }), (f, flips) => {
      const g = flipped(f, flips);
      const agree = design.tables.some(
        (table) =>
          bitsOf(permuteBits(f, table)).slice(0, table.keyBits) ===
          bitsOf(permuteBits(g, table)).slice(0, table.keyBits),
      );
      expect(agree).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('one more differing bit can hide a pair from every table', () => {
  for (const [, { bits, tables }] of designs.slice(0, 2)) {
    const spoilt = Array.from({ length: bits + 2 }, (_, i) =>
      Math.min(63, Math.round((64 / (bits + 2)) * i + 5)),
    );
    const f = new Uint32Array(2);
    expect(tables.some((table) => tableKey(f, table) === tableKey(flipped(f, spoilt), table))).toBe(false);
  }
});

test('in the design with four tables block t leads in table t and the others follow in turn', () => {
  const blocks = Uint32Array.of(0x22223333, 0x00001111);
  const shown = tableDesign(4).tables.map((table) => hex(permuteBits(blocks, table)));
  expect(shown).toEqual(['0000111122223333', '1111222233330000', '2222333300001111', '3333000011112222']);
});

test('larger indexes get more tables, so that a query meets few pages by chance', () => {
  const chosen = [1e4, 1e6, 1e7, 1e10].map((pages) => chooseTables(pages));
  expect(chosen.map(({ design }) => design.tables.length)).toEqual([4, 4, 10, 16]);
  expect(chosen[0].falseProbes).toBeCloseTo((4 * 1e4) / 2 ** 16, 12);
  expect(chosen[3].falseProbes).toBeCloseTo((16 * 1e10) / 2 ** 28, 9);
  expect(chosen[0].reason).toBe('4 tables with keys of 16 bits: of 10000 pages a query meets 0.61 by chance');
  expect(chooseTables(1000, 7).design.bits).toBe(7);
  expect(chooseTables(100).reason).toBe(
    '4 tables with keys of 16 bits: of 100 pages a query meets hardly any by chance',
  );
  expect(chooseTables(164).reason).toMatch(/of 164 pages a query meets 0\.010 by chance$/);
  // Keys of 25 and 26 bits: the shorter are named.
  expect(chooseTables(1e7).reason).toMatch(/^10 tables with keys of 25 bits/);
});

test('fingerprints of random pages meet as many others by chance as expected', () => {
  const random = seededRandom(5);
  const pages = fingerprints(random, 30_000);
  const [, design] = designs[0];
  const queries = fingerprints(random, 20);
  let met = 0;
  for (const table of design.tables) {
    const keys = new Set(queries.map((query) => tableKey(query, table)));
    for (const page of pages) if (keys.has(tableKey(page, table))) met++;
  }
  const expected = 20 * falseProbes(design, pages.length);
  expect(Math.abs(met - expected)).toBeLessThan(4 * Math.sqrt(expected));
});

test.each([1, 2, 3, 4, 5, 6, 7])('the batch form names every pair within %i bits once', (bits) => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(4), fc.array(fc.nat(63), { maxLength: 5 })), { maxLength: 30 }),
      (near) => {
        const centres = fingerprints(seededRandom(7), 5);
        const list = near.map(([centre, flips]) => flipped(centres[centre], flips));
        const expected: string[] = [];
        for (let x = 0; x < list.length; x++) {
          for (let y = x + 1; y < list.length; y++) {
            const distance = hammingDistance(list[x], list[y]);
            if (distance <= bits) expected.push(`${x} ${y} ${distance}`);
          }
        }
        const found: string[] = [];
        nearPairs(list, bits, (x, y, distance) => found.push(`${x} ${y} ${distance}`));
        expect(found.sort()).toEqual(expected.sort());
      },
    ),
    { numRuns: 40 },
  );
});

test.each(cases([3, 7], 2))('the batch form for %i bits compares few pairs of a large list', (bits) => {
  const pages = 70_000;
  const { design, falseProbes: met } = chooseTables(pages, bits, 60);
  expect(design.tables.length).toBe(bits === 3 ? 4 : 36);
  const compared = nearPairs(fingerprints(seededRandom(8), pages), bits, () => {});
  // Each pair is met from one side only.
  expect(Math.abs(compared / ((pages * met) / 2) - 1)).toBeLessThan(0.05);
});

test('designs that cannot be are refused', () => {
  for (const [bits, blocks] of [
    [3, 3],
    [0, 4],
    [1, 65],
    [1.5, 4],
  ]) {
    expect(() => blockTables(bits, blocks)).toThrow(RangeError);
  }
});

function fingerprints(random: () => number, count: number): Uint32Array[] {
  const halves = new Uint32Array(randomSet(random, count).buffer);
  return Array.from({ length: count }, (_, i) => halves.slice(2 * i, 2 * i + 2));
}

function hex([low, high]: Uint32Array): string {
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

test('more tables are chosen from these numbers of pages on, where probes of 40 entries, in batch of 60, pay off', () => {
  const tables = (pages: number, bits: number) => chooseTables(pages, bits).design.tables.length;
  expect([3945646, 3945647, 1610612736, 1610612737].map((pages) => tables(pages, 3))).toEqual([
    4, 10, 10, 16,
  ]);
  expect([38229, 38230, 1946527, 1946528].map((pages) => tables(pages, 7))).toEqual([8, 36, 36, 120]);
  expect([5918469, 5918470].map((count) => batchTables(count, 3).length)).toEqual([4, 10]);
});
