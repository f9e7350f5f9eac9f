import { expect, test } from 'vitest';
import { filePieces, type Piece, placeLabel, streamPieces } from '../../../plugins/dump/bytes/pieces.ts';
import { scratchFolder } from '../scratch.ts';

const { write } = scratchFolder();
const MIB = 1024 * 1024;

async function all(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const found: Piece[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

test('a file comes in pieces of a mebibyte, each with its offset, and every read is told', async () => {
  const bytes = Buffer.alloc(MIB + 5, 'ab');
  const path = write('file', bytes);
  const counts: number[] = [];
  const pieces = await all(filePieces(path, (count) => void counts.push(count)));
  expect(pieces.map(({ stored, bytes: { length } }) => [stored, length])).toEqual([
    [0, MIB],
    [MIB, 5],
  ]);
  expect(Buffer.concat(pieces.map((piece) => piece.bytes)).equals(bytes)).toBe(true);
  expect(counts).toEqual([MIB, 5]);
});

test('the next piece is being read while one is used, memory that is given back holds the one after, and other memory stays as it is', async () => {
  const path = write('again', Buffer.concat([...'abc'].map((letter) => Buffer.alloc(MIB, letter))));
  const memories: ArrayBufferLike[] = [];
  const kept: Buffer[] = [];
  for await (const { bytes, giveBack } of filePieces(path)) {
    memories.push(bytes.buffer);
    if (memories.length === 1) giveBack?.();
    else kept.push(bytes);
  }
  expect(memories.map((memory) => memories.indexOf(memory))).toEqual([0, 1, 0]);
  expect(kept.map((bytes) => bytes.toString('latin1', 0, 2))).toEqual(['bb', 'cc']);
});

test('a part of a file is read from its start to its end, or as far as the file goes', async () => {
  const path = write('part', '0123456789');
  const part = async (start: number, end: number): Promise<Array<[number, string]>> =>
    (await all(filePieces(path, undefined, undefined, start, end))).map((piece) => [
      piece.stored,
      piece.bytes.toString(),
    ]);
  expect(await part(3, 7)).toEqual([[3, '3456']]);
  expect(await part(8, 99)).toEqual([[8, '89']]);
  expect(await part(4, 4)).toEqual([]);
});

test('a file that has grown or shrunk since its bytes were counted comes whole, each byte once', async () => {
  const path = write('grown', '0123456789');
  const expecting = async (expected: number): Promise<string> =>
    Buffer.concat(
      (await all(filePieces(path, undefined, undefined, 0, undefined, expected))).map(({ bytes }) => bytes),
    ).toString();
  for (const expected of [0, 4, 9, 10, 11, 2 * MIB]) expect(await expecting(expected)).toBe('0123456789');
  expect(await all(filePieces(write('emptied', ''), undefined, undefined, 0, undefined, 7))).toEqual([]);
});

test('a stream comes in its own pieces, text as UTF-8, empty ones left out', async () => {
  const counts: number[] = [];
  const stream = (async function* () {
    yield 'é';
    yield '';
    yield new Uint8Array(0);
    yield new Uint8Array(Buffer.from('..ab..')).subarray(2, 4);
  })();
  const pieces = await all(streamPieces(stream, (count) => void counts.push(count)));
  expect(pieces.map(({ stored, bytes }) => [stored, bytes.toString()])).toEqual([
    [0, 'é'],
    [2, 'ab'],
  ]);
  expect(counts).toEqual([2, 2]);
});

test('an aborted signal stops both kinds before the next piece', async () => {
  const signal = AbortSignal.abort(new Error('enough'));
  const stream = (async function* () {
    yield 'a';
  })();
  await expect(all(filePieces(write('stop', 'a'), undefined, signal))).rejects.toThrow('enough');
  await expect(all(streamPieces(stream, undefined, signal))).rejects.toThrow('enough');
});

test('a place is written as its offset, and with + how far into the data of its member', () => {
  expect([{ stored: 7 }, { stored: 7, inner: 0 }, { stored: 7, inner: 3 }].map(placeLabel)).toEqual([
    '7',
    '7',
    '7+3',
  ]);
});
