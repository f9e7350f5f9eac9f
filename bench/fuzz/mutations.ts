import type { Draw } from './draw.ts';

/** Changes some bytes in place, without adding or removing any. A checksum over them must notice it. */
export function flipped(bytes: Buffer, draw: Draw): Buffer {
  const changed = Buffer.from(bytes);
  if (changed.length === 0) return changed;
  for (let left = 1 + draw.few(3); left > 0; left--) {
    changed[draw.below(changed.length)] ^= draw.chance(0.5) ? 1 << draw.below(8) : 1 + draw.below(255);
  }
  return changed;
}

/** Bytes with spans cut out, doubled, moved, zeroed or overwritten, some of them by `pieces` of the format. */
export function mutated(bytes: Buffer, pieces: readonly (Buffer | string)[], draw: Draw): Buffer {
  let changed = bytes;
  for (let left = 1 + draw.few(6); left > 0; left--) changed = draw.pick(mutations)(changed, pieces, draw);
  return changed;
}

type Mutation = (bytes: Buffer, pieces: readonly (Buffer | string)[], draw: Draw) => Buffer;

const mutations: readonly Mutation[] = [
  // the end is cut off
  (bytes, _, draw) => bytes.subarray(0, draw.below(bytes.length + 1)),
  // the beginning is cut off
  (bytes, _, draw) => bytes.subarray(draw.few(20)),
  (bytes, _, draw) => flipped(bytes, draw),
  (bytes, _, draw) => {
    const [start, end] = span(bytes, draw);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  (bytes, _, draw) => {
    const [start, end] = span(bytes, draw);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  },
  (bytes, _, draw) => {
    const [start, end] = span(bytes, draw);
    const to = draw.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(start, end), bytes.subarray(to)]);
  },
  (bytes, _, draw) => {
    const [start, end] = span(bytes, draw);
    return Buffer.from(bytes).fill(draw.pick([0, 0, 10, 13, 32, 255]), start, end);
  },
  (bytes, pieces, draw) => {
    const to = draw.below(bytes.length + 1);
    const piece = Buffer.from(draw.pick(pieces));
    const after = draw.chance(0.5) ? to : to + piece.length;
    return Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(after)]);
  },
  (bytes, _, draw) => Buffer.concat([bytes, draw.bytes(draw.few(40))]),
  // a number is changed, so that lengths and counts are wrong
  (bytes, _, draw) => {
    const text = bytes.toString('latin1');
    const numbers = [...text.matchAll(/\d+/g)];
    if (numbers.length === 0) return bytes;
    const { 0: number, index } = draw.pick(numbers);
    const lie = draw.pick([
      '0',
      '1',
      '-1',
      '99999999999',
      '4294967296',
      '9007199254740993',
      '999999999999999999999',
      String(Number(number) + 1),
      String(Number(number) - 1),
      String(2 * Number(number)),
    ]);
    return Buffer.from(text.slice(0, index) + lie + text.slice(index + number.length), 'latin1');
  },
];

/** A span of bytes, usually short. */
function span(bytes: Buffer, draw: Draw): readonly [start: number, end: number] {
  const start = draw.below(bytes.length + 1);
  const most = draw.chance(0.8) ? 16 : bytes.length;
  return [start, Math.min(bytes.length, start + draw.below(most + 1))];
}
