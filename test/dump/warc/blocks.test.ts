import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DamagedSpot, readBlocks } from '../../../plugins/dump/index.ts';
import type { RecordsContext } from '../../../plugins/dump/warc/record-block.ts';
import { shingled } from '../shingled.ts';
import { httpResponse, type RecordToWrite, warcRecord } from './warc-writer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-blocks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const limits = { maxPageBytes: 100_000 };
const text = ['Content-Type: text/plain'];

/** Text that does not compress below half: seven records of it are a block of a gzip file. */
function words(n: number, length = 40_000): string {
  let out = '';
  for (let i = 0; out.length < length; i++) {
    out += `${createHash('sha256')
      .update(`${n} ${i}`)
      .digest('hex')
      .replace(/(.{8})/g, '$1 ')}`;
  }
  return out;
}

const page = (n: number, more: RecordToWrite = {}): Buffer =>
  warcRecord({ id: `urn:${n}`, url: `http://a.test/${n}`, block: httpResponse(words(n), text), ...more });

/** A record of a file: mostly a sound page, else no page, damaged or unusual in some way. */
const record = fc.oneof(
  { weight: 60, arbitrary: fc.nat(1e6).map((n) => page(n)) },
  ...[
    fc.constant(page(0, { id: null })),
    fc.constant(page(1, { id: 'urn:twice' })),
    fc.constant(page(2, { id: 'b0.warc:0' })),
    fc.nat(300).map((n) => page(n, { block: httpResponse('', [`Content-Type: image/x-${n}`]) })),
    fc
      .nat(9)
      .map((n) => page(n, { block: httpResponse('moved', [`Location: /${n}`], '301 Moved Permanently') })),
    fc.constant(page(3, { extra: ['WARC-Truncated: length'] })),
    fc.constant(page(4, { extra: [`WARC-Block-Digest: sha1:${'0'.repeat(40)}`] })),
    fc.constant(page(5, { block: httpResponse('short', [...text, 'Content-Length: 99']) })),
    fc.constant(page(9, { block: httpResponse('part', text, '206 Partial Content') })),
    fc.constant(page(6, { block: httpResponse('no gzip', [...text, 'Content-Encoding: gzip']) })),
    fc.constant(page(7, { block: httpResponse(words(7, 150_000), text) })),
    fc.constant(page(8, { type: 'continuation' })),
  ].map((arbitrary) => ({ weight: 1, arbitrary })),
);

/** What leads a reader astray about where records begin and end. */
const astray = fc.constantFrom(
  page(10, { contentLength: 50 }),
  page(11, { contentLength: 90_000 }),
  page(12, { contentLength: 'none' }),
  Buffer.from('no record at all\r\n'),
  page(13, { extra: ['WARC-Segment-Number: 1'] }),
  warcRecord({
    type: 'continuation',
    id: 'urn:13-2',
    block: words(14),
    extra: ['WARC-Segment-Origin-ID: <urn:13>', 'WARC-Segment-Number: 2', 'WARC-Segment-Total-Length: 80000'],
  }),
  // records within a record
  page(15, { block: httpResponse(Buffer.concat([page(16), page(17), page(18)]), text) }),
  page(19, {
    block: httpResponse(Buffer.concat([20, 21, 22, 23, 24, 25, 26, 27].map((n) => gzipSync(page(n)))), text),
  }),
);

const file = fc.record({
  records: fc.array(record, { minLength: 1, maxLength: 60, size: 'max' }),
  astray: fc.option(fc.tuple(fc.nat(60), astray), { freq: 2 }),
  kind: fc.constantFrom('plain', 'members', 'members', 'members', 'stored members', 'one member'),
  torn: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
  cut: fc.boolean(),
});

test('pages, ids, damage, redirects and counts are the same, in the same order, whether a WARC file is read as one or in blocks by one, two or three threads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 1, maxLength: 3 }), async (files) => {
      const inputs = await Promise.all(
        files.map(async ({ records, astray: led, kind, torn, cut }, i) => {
          const all = led === null ? records : records.toSpliced(led[0], 0, led[1]);
          const path = join(folder, `b${i}.warc${kind === 'plain' ? '' : '.gz'}`);
          const bytes =
            kind === 'plain'
              ? Buffer.concat(all)
              : kind === 'one member'
                ? gzipSync(Buffer.concat(all))
                : Buffer.concat(all.map((each) => gzipSync(each, { level: kind === 'members' ? 1 : 0 })));
          if (torn !== null) bytes[Math.floor(torn * (bytes.length - 1))]! ^= 255;
          await writeFile(path, cut ? bytes.subarray(0, -20) : bytes);
          return path;
        }),
      );
      const alone = await shingled(inputs, limits);
      for (const threads of [1, 2, 3]) expect(await shingled(inputs, limits, threads)).toEqual(alone);
    }),
    { numRuns: 3 },
  );
});

test('blocks of a sound file are of some hundred thousand stored bytes, follow one another, and are all read where they lie', async () => {
  const records = Array.from({ length: 60 }, (_, n) => page(n));
  for (const packed of [records, records.map((each) => gzipSync(each, { level: 1 }))]) {
    const path = join(folder, 'sound.warc');
    const bytes = Buffer.concat(packed);
    await writeFile(path, bytes);
    let end = 0;
    let pages = 0;
    let blocks = 0;
    for await (const each of readBlocks([path])) {
      if (typeof each === 'string' || 'id' in each) throw new Error('expected blocks alone');
      const { from, to } = (each.context as RecordsContext).stored.part!;
      expect(from).toBe(end);
      expect(to - from).toBeLessThan(700_000);
      const summary = await each.read(() => pages++);
      expect(summary?.idHashes.length).toBeGreaterThan(0);
      expect(each.accept(summary!)?.size).toBe(0);
      end = to;
      blocks++;
    }
    expect([end, pages]).toEqual([bytes.length, 60]);
    expect(blocks).toBeGreaterThan(3);
  }
});

test('a file that is exchanged for a shorter one of whole records, while it is read in blocks, is damaged where that ends', async () => {
  const path = join(folder, 'exchanged.warc');
  const bytes = Buffer.concat(Array.from({ length: 60 }, (_, n) => page(n)));
  const shorter = Buffer.concat(Array.from({ length: 20 }, (_, n) => page(n)));
  await writeFile(path, bytes);
  const told: DamagedSpot[] = [];
  let pages = 0;
  for await (const each of readBlocks([path], { onDamage: (spot) => told.push(spot) })) {
    if (typeof each === 'string') continue;
    if (pages === 0) {
      await writeFile(`${path}.new`, shorter);
      await rename(`${path}.new`, path);
    }
    if ('id' in each) {
      pages++;
      continue;
    }
    const own: string[] = [];
    const summary = await each.read(({ id }) => own.push(id));
    if (summary !== undefined) {
      each.accept(summary);
      pages += own.length;
    } else for await (const _ of each.pages(each.bytes)) pages++;
  }
  expect(pages).toBe(20);
  expect(told).toMatchObject([
    {
      code: 'cut-off',
      offset: shorter.length,
      reason: expect.stringContaining('became shorter while it was read'),
    },
  ]);
});

test('a file whose ids were all taken is read once, in blocks, under ids that say where its records lie', async () => {
  const bytes = Buffer.concat(Array.from({ length: 20 }, (_, n) => gzipSync(page(n), { level: 1 })));
  const inputs = ['first.warc.gz', 'second.warc.gz'].map((name) => join(folder, name));
  for (const path of inputs) await writeFile(path, bytes);
  const ids: string[] = [];
  for await (const each of readBlocks(inputs)) {
    if (typeof each === 'string' || 'id' in each) throw new Error('expected blocks alone');
    const own: string[] = [];
    const others = each.accept((await each.read(({ id }) => own.push(id)))!);
    expect(others).toBeDefined();
    ids.push(...own.map((id, i) => others!.get(i) ?? id));
  }
  expect(ids.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, n) => `urn:${n}`));
  expect(ids.slice(20).every((id) => id.startsWith(`${inputs[1]}:`))).toBe(true);
  const alone = await shingled(inputs, limits);
  expect(alone.pages.map(({ facts }) => facts.id)).toEqual(ids);
  for (const threads of [1, 2]) expect(await shingled(inputs, limits, threads)).toEqual(alone);
});

test('a file that is one gzip member is not cut, and other threads shingle its pages all the same', async () => {
  const path = join(folder, 'one.warc.gz');
  await writeFile(
    path,
    gzipSync(Buffer.concat(Array.from({ length: 400 }, (_, n) => page(n))), { level: 1 }),
  );
  for await (const each of readBlocks([path])) expect(each).toHaveProperty('id');
});

const sound = Array.from({ length: 40 }, (_, n) => page(n));
const image = (n: number): Buffer =>
  page(n, { block: httpResponse(words(n), [`Content-Type: image/x-${n}`]) });

test.each([
  ['a wrong length', [page(50, { contentLength: 50 })]],
  ['redirects', [page(51, { block: httpResponse('', ['Location: /1'], '302 Found') })]],
  ['a digest that is not its own', [page(52, { extra: [`WARC-Block-Digest: sha1:${'0'.repeat(40)}`] })]],
  ['an id that was taken', [page(53, { id: 'urn:1' })]],
  [
    'more reasons than are counted apart',
    Array.from({ length: 250 }, (_, n) => page(n, { type: `type ${n}` })),
  ],
  [
    'segments in more than one block',
    [
      page(54, { extra: ['WARC-Segment-Number: 1'] }),
      ...sound.slice(20).map((_, n) => page(100 + n)),
      warcRecord({
        ...{ type: 'continuation', id: 'urn:54-2', block: words(55) },
        extra: [
          'WARC-Segment-Origin-ID: <urn:54>',
          'WARC-Segment-Number: 2',
          'WARC-Segment-Total-Length: 80000',
        ],
      }),
    ],
  ],
])(
  'a file with %s amid sound records is read on two threads as on one, nothing of it twice',
  async (_, odd) => {
    const records = [...sound, ...odd, ...sound.map((_, n) => image(n)), page(60)];
    const path = join(folder, 'odd.warc.gz');
    await writeFile(path, Buffer.concat(records.map((each) => gzipSync(each, { level: 1 }))));
    expect(await shingled([path], limits, 2)).toEqual(await shingled([path], limits));
  },
);

test('behind a member that is torn all comes out, and nothing twice', async () => {
  const members = [...sound, ...sound.map((_, n) => image(n))].map((each) => gzipSync(each, { level: 1 }));
  members[20]![900]! ^= 255;
  const path = join(folder, 'torn.warc.gz');
  await writeFile(path, Buffer.concat(members));
  const { pages, told, stats } = await shingled([path], limits, 2);
  expect(pages.map(({ facts }) => facts.id)).toEqual(sound.map((_, n) => `urn:${n}`).toSpliced(20, 1));
  expect(told.map(({ code, offset }) => [code, offset])).toEqual([
    ['checksum', members.slice(0, 20).reduce((sum, { length }) => sum + length, 0)],
  ]);
  expect([...stats.skipped.values()]).toEqual(sound.map(() => 1));
});

test.skipIf(process.platform !== 'linux')(
  'who cuts a file into blocks reads a small part of it, and progress comes to its length',
  async () => {
    const path = join(folder, 'cut.warc');
    const bytes = Buffer.concat(Array.from({ length: 400 }, (_, n) => page(n)));
    await writeFile(path, bytes);
    const bytesRead = (): number => Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
    const before = bytesRead();
    let progress = 0;
    let blocks = 0;
    for await (const each of readBlocks([path], { onProgress: (read) => (progress = read) })) {
      if (each !== 'after blocks') blocks++;
    }
    expect(blocks).toBeGreaterThan(20);
    expect(bytesRead() - before).toBeLessThan(bytes.length / 4);
    expect(progress).toBe(bytes.length);
  },
);
