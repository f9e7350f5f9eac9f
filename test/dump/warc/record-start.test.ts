import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ByteReader } from '../../../plugins/dump/bytes/byte-reader.ts';
import { goToRecord } from '../../../plugins/dump/warc/record-start.ts';
import { inFull } from '../../repetition.ts';
import { gzipEach, pageRecord, warcRecord } from './warc-writer.ts';

const records = Array.from({ length: 30 }, (_, n) => pageRecord(n, 20 + 7 * n));

/** Bytes that the last search was given. */
let bytesRead = 0;

/** Where one is led from a stored byte, in pieces of some size; -1 where the file is not to be cut. */
async function ledTo(
  bytes: Buffer,
  coding: 'gzip' | 'none',
  from: number,
  { to = Number.POSITIVE_INFINITY, step = 1000 } = {},
): Promise<number> {
  bytesRead = 0;
  const reader = new ByteReader(
    (async function* () {
      for (let at = 0; at < bytes.length; at += step) {
        bytesRead += Math.min(step, bytes.length - at);
        yield { bytes: bytes.subarray(at, at + step), stored: at };
      }
    })(),
  );
  return (await goToRecord(reader, coding, from, to)) ? reader.position : -1;
}

test('behind any byte one is led to the next record, for gzip to the next member, or to the end', async () => {
  const packed = gzipEach(records);
  let begin = 0;
  const offsets = records.map((record) => (begin += record.length) - record.length);
  for (const { bytes, offsets: begins, coding } of [
    { ...packed, coding: 'gzip' as const },
    { bytes: Buffer.concat(records), offsets, coding: 'none' as const },
  ]) {
    for (let from = 0; from < bytes.length; from += inFull ? 37 : 211) {
      const next = begins.find((at) => at > from) ?? bytes.length;
      for (const step of [7, 1000]) expect(await ledTo(bytes, coding, from, { step })).toBe(next);
    }
  }
});

test('text that speaks of WARC, and members that hold no record, are no place to cut a file', async () => {
  const lines = warcRecord({ block: 'of WARC/1.0 they say\r\nWARC/1.0 is its name\r\n' });
  const plain = Buffer.concat([lines, records[0]!]);
  expect(await ledTo(plain, 'none', 0)).toBe(lines.length);
  const other = gzipSync('no record');
  const member = gzipSync(records[0]!);
  expect(await ledTo(Buffer.concat([member, other, other, member]), 'gzip', 0)).toBe(
    member.length + 2 * other.length,
  );
});

test('where no record begins for long, or too many places only seem so, a file is not cut', async () => {
  const one = gzipSync(Buffer.concat(records), { level: 0 });
  expect(await ledTo(one, 'gzip', 0, { to: 20_000 })).toBe(-1);
  expect(await ledTo(one, 'gzip', 0)).toBe(one.length);
  const vain = Buffer.concat(Array<Buffer>(10_000).fill(gzipSync('', { level: 0 })));
  const file = Buffer.concat([one, vain, gzipSync(records[0]!)]);
  expect(await ledTo(file, 'gzip', 0)).toBe(-1);
  // what is behind the first of them is not even read
  expect(bytesRead).toBeLessThan(one.length + vain.length / 50);
});
