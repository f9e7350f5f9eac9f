import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairLines } from '../../../plugins/cli/join/pair-lines.ts';
import type { GroupedPairs } from '../../../src/join/index.ts';
import { often } from '../../repetition.ts';

type Pair = readonly [x: number, y: number, overlap: number];

/** Pairs of groups, and the records of each group: by default one record each. */
function grouped(
  pairs: readonly Pair[],
  records: number,
  groups: readonly (readonly number[])[] = Array.from({ length: records }, (_, i) => [i]),
  within: readonly number[] = groups.map(() => 0),
): GroupedPairs {
  const [x, y, overlap] = [0, 1, 2].map((k) => Uint32Array.from(pairs, (pair) => pair[k]));
  const begins = [0];
  for (const group of groups) begins.push(begins[begins.length - 1] + group.length);
  return {
    length: ofRecords(pairs, groups, within).length,
    pairs: { length: pairs.length, x, y, overlap },
    begins: Uint32Array.from(begins),
    members: Uint32Array.from(groups.flat()),
    overlapWithin: Uint32Array.from(within),
  };
}

/** The pairs of records that pairs of groups and equal records make, naively. */
function ofRecords(
  pairs: readonly Pair[],
  groups: readonly (readonly number[])[],
  within: readonly number[],
): Pair[] {
  const between = pairs.flatMap(([g, h, overlap]) =>
    groups[g].flatMap((x) => groups[h].map((y): Pair => [x, y, overlap])),
  );
  const inside = groups.flatMap((group, g) =>
    within[g] === 0 ? [] : group.flatMap((x, i) => group.slice(i + 1).map((y): Pair => [x, y, within[g]])),
  );
  return [...between, ...inside];
}

function text(pieces: Iterable<Uint8Array>): string {
  return Buffer.concat([...copies(pieces)]).toString();
}

/** Each taken when the next one has been asked for: as late as it may be. */
function* copies(pieces: Iterable<Uint8Array>): Generator<Buffer> {
  let last: Uint8Array | undefined;
  for (const piece of pieces) {
    if (last) yield Buffer.from(last);
    last = piece;
  }
  if (last) yield Buffer.from(last);
}

/** The contract, naively. */
function naively(pairs: readonly Pair[], numbers: readonly number[]): string {
  return pairs
    .map(([x, y, overlap]) => [...[numbers[x], numbers[y]].sort((a, b) => a - b), overlap])
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map((line) => `${line.join(' ')}\n`)
    .join('');
}

test('pairs are lines by their smaller number, then their larger one, however many are sorted at a time', () => {
  const overlap = fc.oneof(fc.nat(120), fc.nat(), fc.constant(2 ** 32 - 1));
  const pairsOf = (records: number) =>
    fc.uniqueArray(fc.tuple(fc.nat(records - 1), fc.nat(records - 1), overlap), {
      selector: ([x, y]) => (x === y ? -1 : x * records + y + (x < y ? (records - 1) * (y - x) : 0)),
      maxLength: 200,
    });
  const cases = fc.integer({ min: 2, max: 60 }).chain((records) =>
    fc.record({
      pairs: pairsOf(records).map((all) => all.filter(([x, y]) => x !== y)),
      numbers: fc.shuffledSubarray(
        Array.from({ length: records }, (_, i) => i),
        { minLength: records },
      ),
      roundPairs: fc.constantFrom(1, 7, 1000),
    }),
  );
  fc.assert(
    fc.property(cases, ({ pairs, numbers, roundPairs }) => {
      const named = pairLines(
        grouped(pairs, numbers.length),
        numbers.length,
        Uint32Array.from(numbers),
        roundPairs,
      );
      expect(text(named)).toBe(naively(pairs, numbers));
      const asTheyAre = pairLines(grouped(pairs, numbers.length), numbers.length, undefined, roundPairs);
      expect(text(asTheyAre)).toBe(naively(pairs, [...numbers.keys()]));
    }),
    { numRuns: often(500) },
  );
});

test('pairs of groups and equal records are the lines of all their pairs of records', () => {
  const cases = fc.integer({ min: 2, max: 40 }).chain((records) =>
    fc.record({
      groupOf: fc.array(fc.nat(12), { minLength: records, maxLength: records }),
      pairs: fc.uniqueArray(fc.tuple(fc.nat(12), fc.nat(12), fc.nat(9)), {
        selector: ([g, h]) => (g < h ? `${g} ${h}` : `${h} ${g}`),
        maxLength: 30,
      }),
      within: fc.array(fc.nat(2), { minLength: 13, maxLength: 13 }),
      // numbers that ascend within each group, though not from group to group
      numbers: fc.shuffledSubarray(
        Array.from({ length: records }, (_, i) => i),
        { minLength: records },
      ),
      roundPairs: fc.constantFrom(1, 7, 1000),
    }),
  );
  fc.assert(
    fc.property(cases, ({ groupOf, pairs, within, numbers, roundPairs }) => {
      const members = Array.from({ length: 13 }, (_, g) =>
        [...groupOf.keys()].filter((x) => groupOf[x] === g).sort((x, y) => numbers[x] - numbers[y]),
      );
      const between = pairs.filter(([g, h]) => g !== h);
      const lines = pairLines(
        grouped(between, numbers.length, members, within),
        numbers.length,
        Uint32Array.from(numbers),
        roundPairs,
      );
      expect(text(lines)).toBe(naively(ofRecords(between, members, within), numbers));
    }),
    { numRuns: often(500) },
  );
});

test('numbers of every length are written with all their digits', () => {
  const overlaps = Array.from({ length: 10 }, (_, digits) => [
    10 ** digits,
    10 ** digits - 1,
    2 ** (3 * digits),
  ]);
  const pairs = overlaps.flat().map((overlap, y): Pair => [99, y, overlap]);
  const lines = pairs.map(([x, y, overlap]) => `${y} ${x} ${overlap}\n`);
  expect(text(pairLines(grouped(pairs, 100), 100))).toBe(lines.join(''));
});

test('the pairs of one record fill many pieces, in order though they came in none', () => {
  const records = 60_000;
  const pairs = Array.from({ length: records - 1 }, (_, i): Pair => [0, 1 + ((i * 7919) % (records - 1)), i]);
  const pieces = [...copies(pairLines(grouped(pairs, records), records))];
  expect(pieces.length).toBeGreaterThan(2);
  expect(Buffer.concat(pieces).equals(Buffer.from(naively(pairs, [...Array(records).keys()])))).toBe(true);
});

test('no pairs are no piece', () => {
  expect([...pairLines(grouped([], 3), 3)]).toEqual([]);
  expect([...pairLines(grouped([], 0), 0)]).toEqual([]);
});
