import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../run.ts';

const PAGES = 450;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-estimate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('after a hundredth of the input, and a megabyte or two, a run says once what it will take', async () => {
  await writeFile(join(folder, 'in.jsonl'), linesOfPages());
  const { stderr } = await neardup(['dedup', 'in.jsonl', '--threads', '1'], { cwd: folder });
  expect(stderr).toMatch(
    /expected: about [\d,]+ pages; reading \d+ s; in memory [\d.,]+ MB for pages, of [\d,]+ MB; on disk [\d.,]+ MB in .*, where [\d,]+ MB are free\n/,
  );
  expect(stderr.match(/expected: about/g)).toHaveLength(1);
  expectAbout(stderr, PAGES);
});

test.each(['1', '2'])(
  'what is decompressed before the first page comes does not make many pages few, on threads: %s',
  async (threads) => {
    await writeFile(join(folder, 'in.jsonl.gz'), gzipSync(linesOfPages()));
    const { stderr } = await neardup(['dedup', 'in.jsonl.gz', '--threads', threads], { cwd: folder });
    expectAbout(stderr, PAGES);
  },
);

test('what a run says that it will take counts the pages that are done with as those of the input up to them, on two threads, too', async () => {
  // of a WARC as short, all was cut into blocks before the first of them was done with
  const records = Array.from({ length: 900 }, (_, i) => {
    const words = Array.from({ length: 1000 }, (_, k) => `w${i} ${k}`).join(' ');
    const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>${words}`;
    const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:p:${i}>\r\nWARC-Target-URI: http://a.example/${i}\r\n`;
    const rest = `WARC-Date: 2024-05-06T07:08:09Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${block.length}`;
    return `${head}${rest}\r\n\r\n${block}\r\n\r\n`;
  });
  await writeFile(join(folder, 'in.warc'), records.join(''));
  const { stderr } = await neardup(['dedup', 'in.warc', '--threads', '2'], { cwd: folder });
  expectAbout(stderr, 900);
});

/** Of random digits, of which gzip makes half: 24 KB a page. */
function linesOfPages(): string {
  const page = (id: number): string => JSON.stringify({ id, text: randomBytes(12_000).toString('hex') });
  return Array.from({ length: PAGES }, (_, id) => `${page(id)}\n`).join('');
}

function expectAbout(stderr: string, pages: number): void {
  const expected = Number(/expected: about ([\d,]+) pages/.exec(stderr)?.[1].replaceAll(',', ''));
  expect(expected / pages).toBeGreaterThan(0.8);
  expect(expected / pages).toBeLessThan(1.25);
}
