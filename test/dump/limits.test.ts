import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { defaultLimits } from '../../plugins/dump/limits.ts';
import { defaultMaxPageBytes } from '../../src/flow/index.ts';
import { cpuMs } from '../cpu-time.ts';
import { inFull } from '../repetition.ts';
import { readAll, scratchFolder } from './scratch.ts';
import { httpResponse, pageRecord, warcRecord } from './warc/warc-writer.ts';

const { folder, write } = scratchFolder();
const MiB = 1024 * 1024;

test('a page of a dump is cut where one of a crawl is', () => {
  expect(defaultLimits.maxPageBytes).toBe(defaultMaxPageBytes);
});

/** A gzip member: a record whose block is `head` and then zeros (or `fill`), made without holding it. */
async function longMember(mebibytes: number, fill: string, contentLength: number): Promise<Buffer> {
  const gzip = createGzip({ level: 1 });
  const parts: Buffer[] = [];
  gzip.on('data', (part: Buffer) => parts.push(part));
  const head = httpResponse('');
  gzip.write(warcRecord({ id: 'long', block: head, contentLength }).subarray(0, -4));
  const chunk = Buffer.alloc(MiB, fill);
  for (let n = 0; n < mebibytes; n++)
    if (!gzip.write(chunk)) await new Promise<void>((resolve) => gzip.once('drain', resolve));
  gzip.end('\r\n\r\n');
  await finished(gzip);
  return Buffer.concat(parts);
}

/** Peak of memory above what is in use now, while `work` runs. */
async function peakOf<T>(work: () => Promise<T>): Promise<{ result: T; peak: number }> {
  const before = process.memoryUsage.rss();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss() - before);
  }, 5);
  const result = await work();
  clearInterval(timer);
  return { result, peak };
}

describe('memory and time stay bounded', () => {
  let bomb: Buffer;
  let page: Buffer;
  const headBytes = httpResponse('').length;
  beforeAll(async () => {
    bomb = await longMember(1024, '\0', headBytes + 1024 * MiB);
    page = await longMember(100, '<p>a few words of a very long page</p>\n', headBytes + 100 * MiB);
  });

  test('a member of 1 GiB of zeros is given up and named, the records around it come out', async () => {
    const before = gzipSync(pageRecord(1));
    const path = write('bomb.warc.gz', Buffer.concat([before, bomb, gzipSync(pageRecord(2))]));
    const start = cpuMs();
    const { result, peak } = await peakOf(() => readAll(path));
    expect(result.ids).toEqual(['urn:test:1', 'urn:test:2']);
    expect(result.spots).toMatchObject([{ offset: before.length, reason: expect.stringContaining('bomb') }]);
    expect(peak).toBeLessThan(300 * MiB);
    expect(cpuMs() - start).toBeLessThan(20_000);
  });

  test('a page of 100 MiB is cut to 16, in a gzip member as in a plain file, and the next record comes out', async () => {
    const plain = join(folder, 'long.warc');
    const out = createWriteStream(plain);
    out.write(
      warcRecord({ id: 'long', block: httpResponse(''), contentLength: headBytes + 100 * MiB }).subarray(
        0,
        -4,
      ),
    );
    for (let n = 0; n < 100; n++) {
      if (!out.write(Buffer.alloc(MiB, 'text ')))
        await new Promise<void>((resolve) => out.once('drain', resolve));
    }
    out.end(Buffer.concat([Buffer.from('\r\n\r\n'), pageRecord(2)]));
    await finished(out);
    for (const path of [write('long.warc.gz', Buffer.concat([page, gzipSync(pageRecord(2))])), plain]) {
      const { result, peak } = await peakOf(() => readAll(path));
      expect(result.ids).toEqual(['long', 'urn:test:2']);
      expect(result.spots).toEqual([]);
      expect(result.pages[0]).toMatchObject({ truncatedFrom: 100 * MiB, body: { length: 16 * MiB } });
      expect(peak).toBeLessThan(250 * MiB);
    }
  });

  test('a gzip bomb within a page gives the page cut to the limit', async () => {
    const packed = gzipSync(Buffer.alloc(200 * MiB, 'abc '), { level: 1 });
    const block = httpResponse(packed, ['Content-Type: text/html', 'Content-Encoding: gzip']);
    const path = write('body.warc', Buffer.concat([warcRecord({ id: 'bomb', block }), pageRecord(2)]));
    const { result, peak } = await peakOf(() => readAll(path));
    expect(result.ids).toEqual(['bomb', 'urn:test:2']);
    expect(result.pages[0]?.body.length).toBe(16 * MiB);
    expect(result.pages[0]?.truncatedFrom).toBeGreaterThan(16 * MiB);
    expect(result.spots).toEqual([]);
    expect(peak).toBeLessThan(150 * MiB);
  });

  test('a file of thousands of headers of members that break is read in linear time', async () => {
    // each header is followed by stored blocks that run over all that comes behind it
    const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0, 15, 0, 240, 255]);
    const file = Buffer.concat(Array.from({ length: inFull ? 30_000 : 10_000 }, () => header));
    const start = cpuMs();
    const { pages, spots } = await readAll(
      write('headers.warc.gz', Buffer.concat([file, gzipSync(pageRecord(1))])),
    );
    expect(cpuMs() - start).toBeLessThan(20_000);
    expect(spots.length).toBeGreaterThan(0);
    expect(pages.length).toBeLessThan(2);
  });
});
