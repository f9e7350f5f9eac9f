import { expect, test } from 'vitest';
import { Draw } from '../../bench/fuzz/draw.ts';
import { zstdFrame } from '../../bench/fuzz/dump-grammar.ts';
import type { ReadNote } from '../../plugins/dump/index.ts';
import { readAll, scratchFolder } from './scratch.ts';

const { write } = scratchFolder();
const line = Buffer.from('{"id":"a","text":"some words"}\n');

/** A frame without the checksum behind it, and without the bit in its header that says so. */
function unchecked(frame: Buffer): Buffer {
  const bytes = Buffer.from(frame.subarray(0, -4));
  bytes[4]! &= ~4;
  return bytes;
}

test('zstd without checksums is noted once, with the first file that has none, and is no damage', async () => {
  const frame = zstdFrame(line, new Draw(1, 1));
  const sound = write('a.jsonl.zst', frame);
  const first = write('b.jsonl.zst', Buffer.concat([frame, unchecked(frame), unchecked(frame)]));
  const second = write('c.jsonl.zst', unchecked(frame));
  const notes: ReadNote[] = [];
  const { pages, spots } = await readAll([sound, first, second], { onNote: (note) => void notes.push(note) });
  expect([pages.length, spots]).toEqual([5, []]);
  expect(notes).toEqual([
    { file: first, code: 'no-checksum', text: expect.stringContaining('carry no checksum') },
  ]);
});
