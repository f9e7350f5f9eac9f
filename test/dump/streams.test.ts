import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Zstd } from '@hpcc-js/wasm-zstd';
import { expect, test } from 'vitest';
import { headOfData } from '../../plugins/dump/bytes/coding.ts';
import { InputError } from '../../plugins/dump/index.ts';
import { neardupProcess, start } from '../cli/run.ts';
import { arcPage, filedesc } from './arc/arc-writer.ts';
import { parquet } from './parquet/parquet-writer.ts';
import { readAll, scratchFolder } from './scratch.ts';
import { gzipEach, httpResponse, pageHtml, pageRecord, warcRecord } from './warc/warc-writer.ts';

const { folder, write } = scratchFolder();
let pipes = 0;

/** Pages that come through a named pipe, a piece at a time. */
async function throughPipe(bytes: Buffer, size = bytes.length) {
  const path = join(folder, `pipe${pipes++}`);
  execFileSync('mkfifo', [path]);
  const script = `const fs = require('fs'); const [, path, file, size] = process.argv;
    const bytes = fs.readFileSync(file); const into = fs.openSync(path, 'w');
    for (let at = 0; at < bytes.length; at += +size) fs.writeSync(into, bytes, at, Math.min(+size, bytes.length - at));`;
  const writer = spawn(process.execPath, ['-e', script, path, write(`bytes${pipes}`, bytes), String(size)]);
  try {
    return await readAll(path);
  } finally {
    writer.kill();
  }
}

const jsonl = Buffer.from('{"id":"a","text":"x"}\n{"id":"b","text":"y"}\n');
const warc = [pageRecord(1), pageRecord(2)];

test('a pipe is read as what it holds, plain or packed, in whatever pieces it comes', async () => {
  for (const [bytes, ids] of [
    [jsonl, ['a', 'b']],
    [gzipSync(jsonl), ['a', 'b']],
    [Buffer.concat(warc), ['urn:test:1', 'urn:test:2']],
    [gzipEach(warc).bytes, ['urn:test:1', 'urn:test:2']],
    [Buffer.alloc(0), []],
  ] as const) {
    for (const size of [7, bytes.length + 1]) {
      const { ids: found, spots } = await throughPipe(Buffer.from(bytes), size);
      expect([spots, found]).toEqual([[], ids]);
    }
  }
  const arc = await throughPipe(Buffer.concat([filedesc(), arcPage(1)]));
  expect(arc.pages.map(({ url }) => url)).toEqual(['http://example.test/1']);
  const page = await throughPipe(Buffer.from(pageHtml(3)));
  expect(page.pages.map(({ body }) => body.toString())).toEqual([pageHtml(3)]);
});

test('zstd is told apart by its first data, also where its first block is longer than the first bytes of other files', async () => {
  const zstd = await Zstd.load();
  const random = createHash('shake256', { outputLength: 90_000 }).digest('base64');
  const page = warcRecord({ id: 'urn:test:1', block: httpResponse(`<p>${random}`) });
  const packed = Buffer.from(zstd.compress(page));
  // a decoder that has only the first 64 KiB gets nothing out of them
  expect((await headOfData(packed.subarray(0, 64 * 1024), 'zstd')).length).toBe(0);
  expect((await throughPipe(packed, 4000)).ids).toEqual(['urn:test:1']);
  expect((await readAll(write('no-name-says-what-it-is', packed))).ids).toEqual(['urn:test:1']);
});

test('damage in a pipe is named as in a file, and what cannot be read as a stream is refused', async () => {
  const { bytes } = gzipEach([pageRecord(1), pageRecord(2)]);
  const cut = await throughPipe(bytes.subarray(0, -9));
  expect(cut.pages.map(({ id, damage }) => [id, damage])).toEqual([
    ['urn:test:1', undefined],
    ['urn:test:2', 'cut-off'],
  ]);
  expect(cut.spots).toMatchObject([{ code: 'cut-off' }]);
  for (const [stream, said] of [
    [
      parquet([[{ text: 'x' }]]).bytes,
      'a Parquet file is read at any place, which a stream does not allow: name the file',
    ],
    [Buffer.from('BZh91AY&SY'), 'bzip2 is not supported'],
    [Buffer.from([1, 2, 3]), 'this is none of them'],
  ] as const) {
    const error = await throughPipe(stream).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(said);
  }
});

test('standard input is told apart by its content, too: by - and by its path', async () => {
  for (const [name, bytes] of [
    ['-', gzipEach(warc).bytes],
    ['/dev/stdin', gzipSync(jsonl)],
  ] as const) {
    const { code, stdout } = await neardupProcess(['dedup', name, '--json', '--quiet'], { input: bytes });
    expect([name, code, JSON.parse(stdout).pages]).toEqual([name, 0, 2]);
  }
  const zipped = await neardupProcess(['dedup', '-'], { input: Buffer.from('PK\x03\x04 and so on') });
  expect([zipped.code, zipped.stderr]).toEqual([
    1,
    expect.stringContaining('a ZIP file that is no WACZ is not supported'),
  ]);
  const refused = await neardupProcess(['dedup', '/dev/stdin', '--write', 'kept.jsonl'], { input: jsonl });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('can be read again')]);
});

test('a refused stream is let go of: whoever writes it need not end first', async () => {
  const zip = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1000)]);
  const reader = start(['dedup', '-', '--quiet']);
  reader.stdin.on('error', () => {}).write(zip);
  try {
    let said = '';
    for await (const text of reader.stderr) said += text;
    expect(said).toContain('a ZIP file that is no WACZ is not supported');
  } finally {
    reader.kill();
  }
});
