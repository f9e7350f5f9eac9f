import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { missing, realData } from '../../data.ts';
import { cases, inFull, often } from '../../repetition.ts';
import { arcPage, filedesc } from '../arc/arc-writer.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { gzipEach, httpResponse, pageHtml, pageRecord, warcRecord } from '../warc/warc-writer.ts';
import { type FileToZip, zip } from './zip-writer.ts';

const { write } = scratchFolder();
const noId = (n: number): Buffer => warcRecord({ id: null, block: httpResponse(pageHtml(n)) });
const first = gzipEach(Array.from({ length: 8 }, (_, n) => pageRecord(n)));
const second = Buffer.concat(Array.from({ length: 8 }, (_, n) => pageRecord(8 + n)));
const idsOf = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, n) => `urn:test:${from + n}`);
const files: FileToZip[] = [
  { name: 'pages/pages.jsonl', bytes: '{"format":"json-pages-1.0"}\n' },
  { name: 'archive/a.warc.gz', bytes: first.bytes },
  { name: 'archive/b.warc', bytes: second, deflate: true },
  { name: 'indexes/index.cdx.gz', bytes: gzipSync('com,example)/ 2024') },
  { name: 'datapackage.json', bytes: '{}', deflate: true },
];

describe('pages of a WACZ file', () => {
  test('are those of its archive folder, stored or deflated, in the order of the directory', async () => {
    for (const streamed of [false, true]) {
      const { bytes } = zip(files.map((file) => ({ ...file, streamed })));
      const { ids, spots, pages } = await readAll(write('whole.wacz', bytes));
      expect({ ids, spots }).toEqual({ ids: idsOf(0, 16), spots: [] });
      expect(pages[9]?.body.toString()).toBe(pageHtml(9));
    }
  });

  test('have their offset in the archive as place, in one that is stored as it is, too, and so has damage', async () => {
    const plain = Buffer.concat([noId(0), Buffer.from('junk'), noId(1)]);
    const path = write(
      'places.wacz',
      zip([
        { name: 'pages/pages.jsonl', bytes: 'x'.repeat(500) },
        { name: 'archive/a.warc', bytes: plain },
      ]).bytes,
    );
    const { ids, spots } = await readAll(path);
    const file = `${path}!archive/a.warc`;
    expect(ids).toEqual([`${file}:0`, `${file}:${noId(0).length + 4}`]);
    expect(spots).toMatchObject([{ file, entry: 'archive/a.warc', offset: noId(0).length }]);
  });

  test('are those of all its archives, whatever folder they lie in, but for hidden files', async () => {
    const names = ['crawl/archive/a.warc.gz', './archive/b.warc.gz', 'c.warc.gz', 'archive\\d.warc.gz'];
    const hidden = ['__MACOSX/archive/._a.warc.gz', 'archive/.warc.gz'];
    for (const [n, name] of names.entries()) {
      const path = write(
        'folders.wacz',
        zip([
          { name, bytes: gzipSync(pageRecord(n)) },
          ...hidden.map((other) => ({ name: other, bytes: 'no archive' })),
        ]).bytes,
      );
      const { ids, spots } = await readAll(path);
      expect([name, ids, spots]).toEqual([name, [`urn:test:${n}`], []]);
    }
  });

  test('are read from ZIP64, also beyond 4 GiB and without its directory', async () => {
    const base = 2 ** 32 + 1000;
    for (const streamed of [false, true]) {
      const { bytes, directory } = zip(
        files.map((file) => ({ ...file, streamed })),
        { zip64: true },
      );
      const whole = await readAll(write('zip64.wacz', bytes));
      expect({ ids: whole.ids, spots: whole.spots }).toEqual({ ids: idsOf(0, 16), spots: [] });
      const { ids, spots } = await readAll(write('cut64.wacz', bytes.subarray(0, directory)));
      expect(ids).toEqual(idsOf(0, 16));
      expect(spots.map(({ code }) => code)).toEqual(['no-directory']);
    }
    // behind a hole that takes no room on the disk
    const path = write('far.wacz', '');
    const { bytes } = zip(files, { zip64: true, base });
    const file = openSync(path, 'r+');
    writeSync(file, bytes, 0, bytes.length, base);
    closeSync(file);
    const { ids, spots, pages } = await readAll(path);
    expect({ ids, spots }).toEqual({ ids: idsOf(0, 16), spots: [] });
    expect(pages[9]?.body.toString()).toBe(pageHtml(9));
  });

  test('are known by FILE!ENTRY:OFFSET where a record has no id, and are so in every run', async () => {
    const { bytes } = zip([
      { name: 'archive/a.warc.gz', bytes: gzipEach([noId(1), noId(2)]).bytes },
      { name: 'archive/b.warc', bytes: Buffer.concat([noId(1), noId(2)]), deflate: true },
      {
        name: 'archive/sub/c.arc.gz',
        bytes: gzipSync(Buffer.concat([filedesc(), arcPage(3)])),
        deflate: true,
      },
    ]);
    const path = write('ids.wacz', bytes);
    const { ids, spots } = await readAll(path);
    expect(spots).toEqual([]);
    expect(ids).toEqual([
      `${path}!archive/a.warc.gz:0`,
      `${path}!archive/a.warc.gz:${gzipSync(noId(1)).length}`,
      `${path}!archive/b.warc:0`,
      `${path}!archive/b.warc:${noId(1).length}`,
      `${path}!archive/sub/c.arc.gz:0+${filedesc().length}`,
    ]);
    expect((await readAll(path)).ids).toEqual(ids);
    // longer than what is inflated at once
    const image = warcRecord({ block: httpResponse(Buffer.alloc(34 << 20), ['Content-Type: image/png']) });
    const long = zip([{ name: 'archive/long.warc', bytes: Buffer.concat([image, noId(1)]), deflate: true }]);
    const longPath = write('long.wacz', long.bytes);
    expect((await readAll(longPath)).ids).toEqual([`${longPath}!archive/long.warc:${image.length}`]);
  });

  test('are found by content under any name, and progress reaches the size of the file', async () => {
    const { bytes } = zip(files);
    const seen: number[][] = [];
    const { ids } = await readAll(write('renamed.bin', bytes), { onProgress: (...n) => seen.push(n) });
    expect(ids.length).toBe(16);
    expect(seen.at(-1)).toEqual([bytes.length, bytes.length]);
  });

  test('a WACZ inside, an encrypted or oddly packed file, and an archive folder without files are named', async () => {
    const inner = zip(files).bytes;
    const path = write(
      'odd.wacz',
      zip([
        { name: 'crawl-1.wacz', bytes: inner },
        { name: 'archive/x.warc.gz', bytes: first.bytes, method: 93 },
        { name: 'archive/a.warc.gz', bytes: first.bytes },
      ]).bytes,
    );
    const { ids, spots } = await readAll(path);
    expect(ids).toEqual(idsOf(0, 8));
    const unread = [
      ['crawl-1.wacz', 'WACZ within a WACZ'],
      ['archive/x.warc.gz', 'method 93'],
    ];
    expect(spots).toEqual(
      unread.map(([entry, reason]) => ({
        file: `${path}!${entry}`,
        entry,
        offset: 0,
        code: 'unsupported',
        reason: expect.stringContaining(reason!),
      })),
    );
    const none = await readAll(write('none.wacz', zip([{ name: 'archive/readme.txt', bytes: 'x' }]).bytes));
    expect(none.spots).toMatchObject([{ reason: expect.stringContaining('found none') }]);
  });
});

describe('damaged WACZ files', () => {
  const sound = zip(files);

  test('bits flipped in a file cost what they cost in that file alone, and are named by their offset in it', async () => {
    const [begin, end] = [sound.data[1]!, sound.data[1]! + first.bytes.length];
    await fc.assert(
      fc.asyncProperty(fc.nat(end - begin - 1), fc.integer({ min: 1, max: 255 }), async (offset, mask) => {
        const bytes = Buffer.from(sound.bytes);
        bytes[begin + offset]! ^= mask;
        const path = write('flipped.wacz', bytes);
        const { ids, spots, pages } = await readAll(path);
        const hit = first.offsets.findLastIndex((at) => at <= offset);
        if (spots.length > 0) {
          // the last member may now run to the end of its file: it is read like one that is cut there, and is marked
          const isCut = hit === first.offsets.length - 1 && pages[hit]?.damage === 'cut-off';
          expect(ids).toEqual(idsOf(0, 16).filter((_, n) => n !== hit || isCut));
          expect(spots).toMatchObject([{ file: `${path}!archive/a.warc.gz`, offset: first.offsets[hit] }]);
        } else expect(ids).toEqual(idsOf(0, 16));
      }),
      { numRuns: often(60) },
    );
  });

  test('bits flipped in a deflated file are named when they change anything, and cost the files around it nothing', async () => {
    const begin = sound.data[2]!;
    const length = sound.headers[3]! - begin;
    const bodies = new Map(Array.from({ length: 16 }, (_, n) => [`urn:test:${n}`, pageHtml(n)]));
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.integer({ min: 1, max: 255 }), async (offset, mask) => {
        const bytes = Buffer.from(sound.bytes);
        bytes[begin + offset]! ^= mask;
        const path = write('deflated.wacz', bytes);
        const { ids, spots, pages } = await readAll(path);
        expect(ids.slice(0, 8)).toEqual(idsOf(0, 8));
        const unchanged =
          pages.every((page) => page.body.toString() === bodies.get(page.id)) && ids.length === 16;
        if (spots.length === 0) expect(unchanged).toBe(true);
        else expect(new Set(spots.map((spot) => spot.file))).toEqual(new Set([`${path}!archive/b.warc`]));
      }),
      { numRuns: often(60) },
    );
  });

  test('a stored plain WARC whose bytes changed without breaking a record is named by its checksum', async () => {
    const { bytes } = zip([{ name: 'archive/b.warc', bytes: second, crc: 1 }]);
    const { ids, spots } = await readAll(write('crc.wacz', bytes));
    expect(ids).toEqual(idsOf(8, 16));
    expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('CRC-32') }]);
  });

  test('cut off anywhere gives every record before the cut and names the directory that is lost', async () => {
    for (const streamed of [false, true]) {
      const { bytes, data, headers, directory } = zip(files.map((file) => ({ ...file, streamed })));
      for (let cut = 60; cut < bytes.length; cut += inFull ? 173 : 691) {
        const path = write('cut.wacz', bytes.subarray(0, cut));
        const { pages, spots } = await readAll(path);
        const ids = pages.filter(({ truncatedFrom }) => truncatedFrom === undefined).map(({ id }) => id);
        expect(pages.length - ids.length).toBeLessThan(2);
        expect(spots[0]).toMatchObject({ file: path, reason: expect.stringContaining('directory') });
        const whole = first.offsets.filter(
          (_, n) => data[1]! + (first.offsets[n + 1] ?? first.bytes.length) <= cut,
        ).length;
        expect(ids.slice(0, 8)).toEqual(idsOf(0, whole));
        if (cut >= headers[3]!) expect(ids).toEqual(idsOf(0, 16));
        expect(spots.length).toBeLessThan(3);
        if (cut > directory) expect(spots.length).toBe(1);
      }
    }
  });

  test('a directory that is damaged anywhere ends in pages or named spots, never in an error', async () => {
    const places = Array.from(
      { length: sound.bytes.length - sound.directory },
      (_, i) => sound.directory + i,
    );
    for (const at of cases(places)) {
      const bytes = Buffer.from(sound.bytes);
      bytes[at]! ^= 0x41;
      const { ids, spots } = await readAll(write('directory.wacz', bytes));
      expect(ids.length === 16 || spots.length > 0).toBe(true);
    }
  });

  test('a file that inflates without end is given up as a bomb, and the next one is read', async () => {
    const bomb = Buffer.concat([pageRecord(1).subarray(0, -4), Buffer.alloc(80 * 2 ** 20)]);
    const path = write(
      'bomb.wacz',
      zip([
        { name: 'archive/a.warc', bytes: bomb, deflate: true },
        { name: 'archive/b.warc', bytes: second, deflate: true },
      ]).bytes,
    );
    const { ids, spots } = await readAll(path, { limits: { maxInflatedBytes: 8 * 2 ** 20 } });
    expect(ids.slice(-8)).toEqual(idsOf(8, 16));
    expect(spots[0]).toMatchObject({
      file: `${path}!archive/a.warc`,
      reason: expect.stringContaining('bomb'),
    });
  });
});

/** Record types in the archive folder of each sample, counted with another program. */
const counts: Readonly<Record<string, { pages: number; skipped: number }>> = {
  'example-2.wacz': { pages: 1, skipped: 4 },
  'assets/example.wacz': { pages: 3, skipped: 63 },
  'example.com.wacz': { pages: 1, skipped: 4 },
  'noarchive.netlify.app.wacz': { pages: 1, skipped: 4 },
  'data/example.wacz': { pages: 1, skipped: 14 },
  'invalid_signed_example_1.wacz': { pages: 1, skipped: 3 },
  'fixtures/valid_example_1.wacz': { pages: 1, skipped: 3 },
  'valid_example_2.wacz': { pages: 1, skipped: 3 },
  'fixtures/valid_signed_example_1.wacz': { pages: 1, skipped: 3 },
  'examples/example.wacz': { pages: 1, skipped: 28 },
  'iframetest.wacz': { pages: 2, skipped: 3 },
};

test.skipIf(missing('warc-samples'))(
  'every WACZ sample has as many records as its WARC files have',
  async () => {
    const root = realData('warc-samples')!;
    const index: Array<{ repo: string; path: string }> = JSON.parse(
      readFileSync(join(root, 'INDEX.json'), 'utf8'),
    );
    let known = 0;
    for (const { repo, path } of index.filter((sample) => sample.path.endsWith('.wacz'))) {
      const file = join(root, repo.replaceAll('/', '__'), path.replaceAll('/', '__'));
      if (!existsSync(file)) continue;
      const { pages, spots, stats } = await readAll(file);
      const expected = Object.entries(counts).find(([name]) => path.endsWith(name))?.[1];
      if (expected === undefined) {
        expect(spots.map((spot) => spot.reason).join()).toMatch(/WACZ within a WACZ|found none/);
        continue;
      }
      known++;
      const skipped = [...stats.skipped.values()].reduce((sum, count) => sum + count, 0);
      expect({ path, spots, pages: pages.length, skipped }).toEqual({ path, spots: [], ...expected });
    }
    expect(known).toBe(Object.keys(counts).length);
  },
);
