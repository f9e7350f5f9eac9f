import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairLines } from '../../../plugins/cli/join/pair-lines.ts';
import { often } from '../../repetition.ts';

type Pair = readonly [x: number, y: number, overlap: number];

function columns(pairs: readonly Pair[]) {
  const [x, y, overlap] = [0, 1, 2].map((k) => Uint32Array.from(pairs, (pair) => pair[k]));
  return { length: pairs.length, x, y, overlap };
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
      const named = pairLines(columns(pairs), numbers.length, Uint32Array.from(numbers), roundPairs);
      expect(text(named)).toBe(naively(pairs, numbers));
      const asTheyAre = pairLines(columns(pairs), numbers.length, undefined, roundPairs);
      expect(text(asTheyAre)).toBe(naively(pairs, [...numbers.keys()]));
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
  expect(text(pairLines(columns(pairs), 100))).toBe(lines.join(''));
});

test('the pairs of one record fill many pieces, in order though they came in none', () => {
  const records = 60_000;
  const pairs = Array.from({ length: records - 1 }, (_, i): Pair => [0, 1 + ((i * 7919) % (records - 1)), i]);
  const pieces = [...copies(pairLines(columns(pairs), records))];
  expect(pieces.length).toBeGreaterThan(2);
  expect(Buffer.concat(pieces).equals(Buffer.from(naively(pairs, [...Array(records).keys()])))).toBe(true);
});

test('no pairs are no piece', () => {
  expect([...pairLines(columns([]), 3)]).toEqual([]);
  expect([...pairLines(columns([]), 0)]).toEqual([]);
});
