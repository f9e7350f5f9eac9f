import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { InputError } from '../../plugins/dump/index.ts';
import { neardupProcess } from '../cli/run.ts';
import { arcPage, filedesc } from './arc/arc-writer.ts';
import { parquet } from './parquet/parquet-writer.ts';
import { readAll, scratchFolder } from './scratch.ts';
import { gzipEach, pageHtml, pageRecord } from './warc/warc-writer.ts';

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
