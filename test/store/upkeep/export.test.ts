import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BINARY } from '../../../src/store/disk/binary-store.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { often } from '../../repetition.ts';
import { collected } from '../common.ts';
import { histories, indexAfter, memory, pageOfStep, SETTINGS, type Step, sayings } from '../histories.ts';

const STEPS: Step[] = [
  { how: 'claim', key: 1, set: 0 },
  { how: 'claim', key: 2, set: 1 },
  { how: 'add', key: 3, set: 4 },
  { how: 'claim', key: 4, set: 16 },
  { how: 'remove', key: 3, set: 0 },
  { how: 'claim', key: 5, set: 8 },
];

describe.each(SETTINGS)('an export in the setting %o', (parameters) => {
  test('imported, it makes an index that says and decides the same, and has the same export', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories,
        histories,
        fc.integer({ min: 1, max: 3000 }),
        async (before, after, piece) => {
          const index = await indexAfter(before, parameters);
          const text = Buffer.from((await collected(index.export())).join(''));
          const again = await SketchIndex.import(memory(), pieces(text, piece));
          expect((await collected(again.export())).join('')).toBe(text.toString());
          expect(await sayings(again)).toEqual(await sayings(index));
          expect((await again.verify()).damages).toEqual([]);
          for (const step of after.filter(({ how }) => how !== 'remove')) {
            const page = pageOfStep(step);
            expect(await again.addIfNew(page)).toEqual(await index.addIfNew(page));
          }
          await index.close();
          await again.close();
        },
      ),
      { numRuns: often(50) },
    );
  });

  test('cut anywhere, or with any byte changed, it is refused, and nothing is made', async () => {
    const index = await indexAfter(STEPS, parameters);
    const text = Buffer.from((await collected(index.export())).join(''));
    await index.close();
    const lines = text.toString('latin1').split('\n');
    const altered = [
      ...[0, 1, 2, 3, 4, 5].map((i) => ({
        line: i + 1,
        bytes: [...lines.slice(0, i), ...lines.slice(i + 1)].join('\n'),
      })),
      { line: 3, bytes: [...lines.slice(0, 2), lines[1], ...lines.slice(2)].join('\n') },
      { line: 2, bytes: [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n') },
      { line: 7, bytes: `${text.toString('latin1')}${lines[5]}\n` },
    ];
    for (let at = 0; at < text.length; at += 37) {
      const line = text.toString('latin1', 0, at).split('\n').length;
      altered.push({ line, bytes: text.toString('latin1', 0, at) });
      const flipped = Buffer.from(text);
      flipped[at] ^= 1;
      altered.push({ line, bytes: flipped.toString('latin1') });
    }
    for (const { line, bytes } of altered) {
      const store = memory();
      await expect(SketchIndex.import(store, [Buffer.from(bytes, 'latin1')])).rejects.toMatchObject({
        code: 'NEARDUP_EXPORT_DAMAGED',
        // Where a line end is gone, its line and the next one are one.
        message: expect.stringMatching(new RegExp(`^line (${line}|${line + 1}) of the export`)),
      });
      await store.open();
      expect(await store.keys(BINARY).all()).toEqual([]);
    }
  });
});

test('a hand-made export is refused where its lines do not fit together, though their checks do', async () => {
  const index = await indexAfter(STEPS.slice(0, 2), SETTINGS[0]);
  const [head, one, two] = (await collected(index.export())).map((line) => {
    const { check: _, ...content } = JSON.parse(line);
    return content;
  });
  await index.close();
  await (await SketchIndex.import(memory(), checked([head, one, two, { pages: 2 }]))).close();
  const wrong: [string, object[]][] = [
    ['ends with 3 pages', [head, one, two, { pages: 3 }]],
    ['goes on behind its end', [head, one, two, { pages: 2 }, { pages: 2 }]],
    ['holds a page twice', [head, one, two, one, { pages: 3 }]],
    [
      'holds a page twice',
      [head, one, two, { ...two, page: { ...two.page, key: one.page.key } }, { pages: 3 }],
    ],
    ['grams are not those', [head, { ...one, grams: two.grams }, { pages: 1 }]],
    ['grams are not those', [head, { page: one.page }, { pages: 1 }]],
    ['holds no decision', [head, { ...one, page: { ...one.page, verdict: 'odd' } }, { pages: 1 }]],
    ['expected an export', [{ ...head, format: 'neardup-export/9' }, { pages: 0 }]],
    ['is empty', []],
  ];
  for (const [message, lines] of wrong) {
    await expect(SketchIndex.import(memory(), checked(lines)), message).rejects.toMatchObject({
      code: 'NEARDUP_EXPORT_DAMAGED',
      message: expect.stringContaining(message),
    });
  }
});

test('an export is taken while pages are claimed, and holds those before it', async () => {
  const index = await indexAfter(STEPS, SETTINGS[0]);
  const lines = index.export();
  const head = await lines.next();
  await index.addIfNew(pageOfStep({ how: 'claim', key: 9, set: 12 }));
  await index.remove('page 1');
  const rest = await collected(lines);
  const again = await SketchIndex.import(memory(), [head.value as string, ...rest]);
  expect((await collected(again.verdicts())).map(({ key }) => key)).toEqual([
    'page 1',
    'page 2',
    'page 4',
    'page 5',
  ]);
  await index.close();
  await again.close();
});

test('a page is a line that can be read without this program', async () => {
  const index = await indexAfter(STEPS.slice(0, 2), SETTINGS[0]);
  const [head, one, two, tail] = (await collected(index.export())).map((line) => JSON.parse(line));
  expect(head).toMatchObject({ format: 'neardup-export/2', parameters: { gram: 'word:4', threshold: 0.8 } });
  expect(one).toMatchObject({ page: { key: 'page 1', verdict: 'unique', url: 'http://host1.org/page/1' } });
  const grams = Buffer.from(two.grams, 'base64');
  expect(grams.length).toBe(8 * two.page.size);
  expect(tail).toMatchObject({ pages: 2 });
  await index.close();
});

test('an import goes into a folder of its own, and never over an index', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-import-'));
  const index = await indexAfter(STEPS, SETTINGS[0]);
  const text = await collected(index.export());
  const made = await SketchIndex.import(join(folder, 'made'), text);
  expect(await sayings(made)).toEqual(await sayings(index));
  await made.close();
  const taken = { code: 'NEARDUP_INDEX_EXISTS' };
  await expect(SketchIndex.import(join(folder, 'made'), text)).rejects.toMatchObject(taken);
  await expect(SketchIndex.import(join(folder, 'cut'), text.slice(0, -1))).rejects.toMatchObject({
    code: 'NEARDUP_EXPORT_DAMAGED',
  });
  expect(await readdir(folder)).toEqual(['made']);
  const store = memory();
  await (await SketchIndex.import(store, text)).close();
  await expect(SketchIndex.import(store, text)).rejects.toMatchObject(taken);
  const again = await SketchIndex.openExisting(store);
  expect(again.counts).toEqual(index.counts);
  await again.close();
  await index.close();
  await rm(folder, { recursive: true });
});

/** Lines with their checks, as `exportLines` draws them. */
function checked(contents: readonly object[]): string[] {
  let check = 0;
  return contents.map((content) => {
    const body = JSON.stringify(content).slice(0, -1);
    check = crc32(body, check);
    return `${body},"check":"${check.toString(16).padStart(8, '0')}"}\n`;
  });
}

function* pieces(bytes: Buffer, length: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}
