import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BlockOrder } from '../../../plugins/dump/block-order.ts';
import { idHash, PageIds } from '../../../plugins/dump/ids.ts';
import { readBlocks } from '../../../plugins/dump/index.ts';
import { shingled } from '../shingled.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-blocks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const limits = { maxLineBytes: 60_000, maxPageBytes: 40_000 };
const filling = 'some words of a text that is long enough to be worth a thread '.repeat(150);

/** A line of a file: mostly sound, else damaged or unusual in some way. */
const line = fc.oneof(
  {
    weight: 600,
    arbitrary: fc.nat(1e6).map((i) => JSON.stringify({ id: `p${i}`, text: `${i} ${filling}` })),
  },
  ...[
    fc.constant(JSON.stringify({ text: filling })),
    fc.constant(JSON.stringify({ id: 'twice', text: 'of one id' })),
    fc.constant(JSON.stringify({ id: 'b0.jsonl:3', text: 'of an id that is a place' })),
    fc.constant(JSON.stringify({ id: 'long', text: 'x'.repeat(50_000) })),
    fc.constant(JSON.stringify({ id: 'too long', text: 'x'.repeat(70_000) })),
    fc.constant('{"id": "cut'),
    fc.constant('{"other": 1}'),
    fc.constant('no object'),
    fc.constant('{"id": "latin", "text": "caf\u00e9"}'),
    fc.constantFrom('', '  ', '\r'),
  ].map((arbitrary) => ({ weight: 1, arbitrary })),
);

test('pages, ids, damage and counts are the same, in the same order, whether lines are read one by one or in blocks by one, two or three threads', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          lines: fc.array(line, { minLength: 1, maxLength: 500, size: 'max' }),
          kind: fc.constantFrom('plain', 'plain', 'gzip', 'torn'),
          bom: fc.boolean(),
          ended: fc.boolean(),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      async (files) => {
        const inputs = await Promise.all(
          files.map(async ({ lines, kind, bom, ended }, i) => {
            const text = `${bom ? '\ufeff' : ''}{"id":"first of ${i}","text":"begins"}\n${lines.join('\n')}${ended ? '\n' : ''}`;
            // the é of one line is a byte that is no UTF-8
            const bytes = Buffer.from(text, bom ? 'utf8' : 'latin1');
            const path = join(folder, `b${i}.jsonl${kind === 'plain' ? '' : '.gz'}`);
            const packed = kind === 'plain' ? bytes : gzipSync(bytes);
            if (kind === 'torn') packed[packed.length >> 1]! ^= 255;
            await writeFile(path, packed);
            return path;
          }),
        );
        const alone = await shingled(inputs, limits);
        for (const threads of [1, 2, 3]) expect(await shingled(inputs, limits, threads)).toEqual(alone);
      },
    ),
    { numRuns: 6 },
  );
});

test('a broken line in every third block is named, and all others come out, although the memory of blocks is used again', async () => {
  const path = join(folder, 'broken.jsonl');
  const lines = Array.from({ length: 2000 }, (_, i) =>
    i % 80 === 9 ? '{"id": "cut' : JSON.stringify({ id: `p${i}`, text: `${i} ${filling.slice(i)}` }),
  );
  await writeFile(path, lines.join('\n'));
  const alone = await shingled([path], limits);
  expect([alone.pages.length, alone.told.length]).toEqual([1975, 25]);
  for (const threads of [1, 2]) {
    const { pages, told } = await shingled([path], limits, threads);
    expect(told).toEqual(alone.told);
    // in parts: telling two long lists apart takes minutes
    for (const [i, page] of pages.entries()) expect(page).toEqual(alone.pages[i]);
  }
});

test('a page that comes by itself does not take the id of one before it that is still to be made of a block', async () => {
  const lines = (first: number) =>
    Array.from({ length: 400 }, (_, i) => JSON.stringify({ id: `p${first + i}`, text: `${i} ${filling}` }));
  const textFile = join(folder, 'page.txt');
  const torn = gzipSync(lines(1000).join('\n'));
  torn[torn.length >> 1]! ^= 255;
  const ofTextFile = JSON.stringify({ id: textFile, text: 'called like a file' });
  const packed = Buffer.concat([
    gzipSync(`${lines(0).join('\n')}\n${JSON.stringify({ id: 'x', text: 'in a block' })}\n`),
    torn,
    gzipSync(
      `${JSON.stringify({ id: 'x', text: 'behind damage' })}\n${lines(2000).join('\n')}\n${ofTextFile}\n`,
    ),
  ]);
  const dump = join(folder, 'torn.jsonl.gz');
  await Promise.all([writeFile(dump, packed), writeFile(textFile, 'a text')]);
  const alone = await shingled([dump, textFile], limits);
  expect(alone.pages.filter(({ facts }) => facts.id === 'x').length).toBe(1);
  expect(alone.pages.at(-1)!.facts.id).toBe(`${textFile}#2`);
  expect(alone.told.length).toBeGreaterThan(0);
  expect(await shingled([dump, textFile], limits, 2)).toEqual(alone);
});

test('ids that blocks gave apart from each other are, once taken in order, those that one table would have given', () => {
  // places are called like ids of others, too
  const own = fc.option(fc.constantFrom('a', 'b', 'c', 'p0', 'p1', 'p2', 'p1#2', 'p3#2'), { nil: undefined });
  fc.assert(
    fc.property(fc.array(fc.array(own, { maxLength: 5 }), { maxLength: 6 }), (blocks) => {
      const [one, together] = [new PageIds(), new PageIds()];
      let places = 0;
      for (const block of blocks) {
        const apart = new PageIds();
        const first = places;
        const placeOf = (i: number): string => `p${first + i}`;
        const alone = block.map((id, i) => one.take(id, () => placeOf(i)));
        const given = block.map((id, i) => apart.take(id, () => placeOf(i)));
        const others = together.takeAll(Float64Array.from(given, idHash), placeOf);
        expect(given.map((id, i) => others.get(i) ?? id)).toEqual(alone);
        places += block.length;
      }
    }),
  );
});

test('what is found behind a block is told when the block is done with, and what a block tells itself at once', () => {
  const order = new BlockOrder();
  const told: string[] = [];
  order.tell(() => told.push('before'));
  order.add();
  order.tell(() => told.push('behind the first'));
  order.add();
  order.tell(() => told.push('behind the second'));
  expect(told).toEqual(['before']);
  order.begin();
  order.tell(() => told.push('in the first'));
  order.end();
  expect(told).toEqual(['before', 'in the first', 'behind the first']);
  order.begin();
  order.end();
  expect(told.at(-1)).toBe('behind the second');
  expect(order.isWaiting).toBe(false);
});

test('who wants to be told the place of each page gets no page in a block, of which none would be told', async () => {
  const path = join(folder, 'placed.jsonl');
  const lines = Array.from({ length: 300 }, (_, i) => JSON.stringify({ id: `p${i % 200}`, text: filling }));
  await writeFile(path, lines.join('\n'));
  const told: string[] = [];
  const onPlace = (id: string, place: string): void => void told.push(`${id} ${place}`);
  const ids: string[] = [];
  for await (const each of readBlocks([path], { onPlace }, 2)) {
    if (each !== 'after blocks' && 'id' in each) ids.push(each.id);
  }
  expect(ids).toHaveLength(300);
  expect(told).toEqual(ids.map((id, i) => `${id} ${path}:${i + 1}`));
});
