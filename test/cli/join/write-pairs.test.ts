import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePairs } from '../../../plugins/cli/join/write-pairs.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-test-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const PIECE_BYTES = 1 << 20;

/** Pieces in two places that are used by turns. */
function* pieces(count: number): Generator<Uint8Array> {
  const places = [0, 1].map(() => Buffer.alloc(PIECE_BYTES));
  for (let k = 0; k < count; k++) yield places[k % 2]!.fill(65 + k);
}

test('a piece that changes when the next but one is asked for is written as it was', async () => {
  const out = join(folder, 'pairs.txt');
  await writePairs(pieces(9), out, new AbortController().signal);
  const written = readFileSync(out);
  expect(written.length).toBe(9 * PIECE_BYTES);
  for (let k = 0; k < 9; k++) {
    const piece = written.subarray(k * PIECE_BYTES, (k + 1) * PIECE_BYTES);
    expect(piece.equals(Buffer.alloc(PIECE_BYTES, 65 + k))).toBe(true);
  }
});

test('a file whose lines end in an error, or that is interrupted, leaves nothing behind', async () => {
  const before = readdirSync(folder);
  const interruption = new AbortController();
  function* failing(): Generator<Uint8Array> {
    yield* pieces(3);
    throw new Error('no more lines');
  }
  function* interrupted(): Generator<Uint8Array> {
    yield* pieces(3);
    interruption.abort(new Error('interrupted'));
    yield* pieces(1);
  }
  const out = join(folder, 'others.txt');
  await expect(writePairs(failing(), out, new AbortController().signal)).rejects.toThrow('others.txt');
  await expect(writePairs(interrupted(), out, interruption.signal)).rejects.toThrow('others.txt');
  expect(readdirSync(folder)).toEqual(before);
});
