import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { readValue } from '../../../src/store/disk/binary-store.ts';
import { FORMAT_KEY } from '../../../src/store/layout/keys.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { type ExportSource, readExport } from '../../../src/store/upkeep/import.ts';
import { collected, PARAMETERS } from '../common.ts';
import { memory } from '../histories.ts';

/** Lines with their checks, as `exportLines` draws them; a text stands as it is. */
function checked(contents: readonly (object | string)[]): string {
  let check = 0;
  return contents
    .map((content) => {
      const body = typeof content === 'string' ? content : JSON.stringify(content).slice(0, -1);
      check = crc32(body, check);
      return `${body},"check":"${check.toString(16).padStart(8, '0')}"}\n`;
    })
    .join('');
}

const head = { format: 'neardup-export/2', parameters: PARAMETERS };
const page = {
  page: {
    verdict: 'unique',
    key: 'a',
    size: 2,
    fingerprint: '65326dcffc99f67ea7d94717b68f73e1',
    storedAt: 1,
  },
  grams: 'AQAAAAAAAAACAAAAAAAAAA==',
};

async function read(source: ExportSource): Promise<unknown[]> {
  return collected((await readExport(source)).items);
}

test('an export has these bytes in every release', async () => {
  const index = await SketchIndex.open(memory(), PARAMETERS);
  await index.add({ key: 'a', url: 'a', grams: BigUint64Array.of(1n, 2n), at: '2026' });
  await index.addIfNew({ key: 'é', url: 'http://é.example/', grams: new BigUint64Array(0), note: 'n' });
  const lines = (await collected(index.export())).map((line) =>
    line.replace(/"storedAt":\d+/, '"storedAt":1'),
  );
  await index.close();
  expect(lines.map((line) => line.replace(/"check":"[0-9a-f]{8}"/, '"check":""'))).toEqual([
    '{"format":"neardup-export/2","parameters":{"gram":"word:4","threshold":0.8,"recall":0.99,"extract":"","multiset":false,"setting":"exact","components":128,"simHashTables":4},"check":""}\n',
    '{"page":{"verdict":"unique","key":"a","size":2,"fingerprint":"65326dcffc99f67ea7d94717b68f73e1","at":"2026","storedAt":1,"added":true},"grams":"AQAAAAAAAAACAAAAAAAAAA==","check":""}\n',
    '{"page":{"verdict":"unclassifiable","key":"é","url":"http://é.example/","size":0,"fingerprint":"af1349b9f5f9a1a6a0404dea36dcc949","note":"n","storedAt":1},"check":""}\n',
    '{"pages":2,"check":""}\n',
  ]);
  expect(lines[0]).toContain('"check":"5d5fc00b"');
});

test('lines are found however the bytes are cut, in texts and in bytes', async () => {
  const text = checked([head, page, { pages: 1 }]);
  const bytes = Buffer.from(text);
  const ways: ExportSource[] = [
    [text],
    [...text],
    [...bytes].map((byte) => Uint8Array.of(byte)),
    [bytes.subarray(0, text.indexOf('\n')), '\n', bytes.subarray(text.indexOf('\n') + 1)],
    ['', text, ''],
  ];
  for (const source of ways)
    expect(await read(source)).toMatchObject([{ record: page.page, set: { size: 2 } }]);
});

test('an export of the format before, which holds other hashes, is refused with the ways out', async () => {
  await expect(read([checked([{ ...head, format: 'neardup-export/1' }])])).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_VERSION',
    message: expect.stringMatching(/neardup-export\/2; got neardup-export\/1, .*rebuild.*start afresh/),
  });
});

test.each<[string, number, (object | string)[]]>([
  ['the export is empty', 1, []],
  ['expected an export in format neardup-export/2; got undefined', 1, [{ pages: 0 }]],
  ['its parameters are not those of an index', 1, [{ ...head, parameters: { ...PARAMETERS, threshold: 5 } }]],
  ['its parameters are not those of an index', 1, [{ ...head, parameters: null }]],
  ['it is no JSON', 2, [head, '{"page":']],
  ['it holds no decision', 2, [head, { page: null }]],
  ['it holds no decision', 2, [head, { page: { key: 7 } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, url: 7 } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, verdict: 'removed' } }]],
  [
    'it holds no decision',
    2,
    [head, { page: { ...page.page, fingerprint: 'x65326dcffc99f67ea7d94717b68f73e1' } }],
  ],
  ['it holds no decision', 2, [head, { page: { ...page.page, identity: 7 } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, validators: null } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, validators: { etag: 7 } } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, key: '\ud800' } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, storedAt: '2026' } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, verdict: 'unclassifiable' } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, verdict: 'duplicate' } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, verdict: 'duplicate', of: { key: 'b' } } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, of: { key: 'b', url: 'b' } } }]],
  ['it holds no decision', 2, [head, { page: { ...page.page, alike: null } }]],
  ['its key is no well-formed Unicode', 2, [head, { intent: '\ud800', value: 'AQ==' }]],
  ['its parameters are not those of an index', 1, [{ ...head, parameters: { ...PARAMETERS, gram: 4 } }]],
  ['text: expected base64; got number', 2, [head, { ...page, text: 7 }]],
  ['its text is not as it was stored', 2, [head, { ...page, text: 'AQIDBAUG' }]],
  ['host: expected 16 hexadecimal digits or more; got "00"', 2, [head, { host: '00', value: 'AQ==' }]],
  ['value: expected base64; got undefined', 2, [head, { host: '0011223344556677' }]],
  ['its value is not as it was stored', 2, [head, { host: '0011223344556677', value: 'AQ==' }]],
  ['grams: expected base64; got number', 2, [head, { ...page, grams: 7 }]],
  ['17 bytes are no whole number of grams', 2, [head, { ...page, grams: `${page.grams.slice(0, -2)}A=` }]],
  ['its grams are not ascending and distinct', 2, [head, { ...page, grams: page.grams.replace('AQ', 'Ag') }]],
  [
    'its grams are not those that were decided as a',
    2,
    [head, { ...page, grams: page.grams.replace('AQ', 'AA') }],
  ],
  ['its grams are not those that were decided as a', 2, [head, { ...page, page: { ...page.page, size: 3 } }]],
  ['the export ends with 2 pages, 1 were read', 3, [head, page, { pages: 2 }]],
  ['the export goes on behind its end', 4, [head, page, { pages: 1 }, page]],
  ['the export was cut: its last line is missing', 3, [head, page]],
  ['the export was cut: its last line is missing', 2, [head]],
])('an export is refused where %s, in line %i', async (why, line, lines) => {
  await expect(read([checked(lines)])).rejects.toMatchObject({
    code: 'NEARDUP_EXPORT_DAMAGED',
    line,
    message: expect.stringContaining(`line ${line} of the export: ${why}`),
  });
});

test('an export whose last line is not ended, or that is not one, is refused with its line', async () => {
  const text = checked([head, page, { pages: 1 }]);
  for (const [cut, line] of [
    [text.slice(0, -1), 3],
    [text.slice(0, 9), 1],
    ['\n', 1],
    ['{}\n', 1],
  ] as const) {
    await expect(read([cut])).rejects.toMatchObject({ code: 'NEARDUP_EXPORT_DAMAGED', line });
  }
});

test.each<[string, ExportSource, RegExp]>([
  [
    'a text',
    ['some words\n', 'and more'],
    /; got a text that begins with "some words": make one of an index by /,
  ],
  [
    'JSON of another kind',
    ['{"id":"a"}\n'],
    /begin with {"format":"neardup-export\/; got a text that begins /,
  ],
  ['a text without a line end', ['x'.repeat(5000), 'y'], /; got a text that begins with "x{40}":/],
  ['packed', [Buffer.from('1f8b08000a', 'hex')], /; got bytes packed by gzip \(.*unpack it first\):/],
  ['binary', [Buffer.from([0, 255, 10, 0])], /; got binary data:/],
])('a file of another kind, such as %s, is not called an altered export', async (_, source, words) => {
  await expect(read(source)).rejects.toMatchObject({
    ...{ code: 'NEARDUP_EXPORT_DAMAGED', line: 1 },
    message: expect.stringMatching(/^this is not an export of neardup: expected /),
  });
  await expect(read(source)).rejects.toThrow(words);
});

test('an empty file is not called an altered export, but told how to make one', async () => {
  const words = /the export is empty, .*; got none: make one of an index by neardup index export DIR FILE/;
  await expect(read([])).rejects.toThrow(words);
});

test('an export that is altered in its first bytes, or cut there, is still told to be one', async () => {
  const text = checked([head, page, { pages: 1 }]);
  for (const [altered, words] of [
    [text.replace('format', 'farmot'), /^line 1 of the export: it is altered/],
    [text.replace('word:4', 'word:5'), /^line 1 of the export: it is altered/],
    [text.slice(0, 5), /^line 1 of the export: the export was cut in this line/],
    [text.slice(0, 60), /^line 1 of the export: the export was cut in this line/],
  ] as const) {
    await expect(read([altered])).rejects.toThrow(words);
  }
});

test('a sketch with other components than the parameters say is refused as damage of the export', async () => {
  const compact = { ...PARAMETERS, setting: 'compact' } as const;
  const index = await SketchIndex.open(memory(), compact);
  await index.add({ key: 'a', url: 'a', grams: BigUint64Array.of(1n, 2n) });
  const [first, second] = (await collected(index.export())).map((line) => JSON.parse(line));
  await index.close();
  const { check: _, ...line } = second;
  const { check: __, ...header } = first;
  expect(await read([checked([header, line, { pages: 1 }])])).toHaveLength(1);
  const other = { ...header, parameters: { ...compact, components: 32 } };
  await expect(read([checked([other, line])])).rejects.toMatchObject({
    code: 'NEARDUP_EXPORT_DAMAGED',
    line: 2,
  });
  await expect(read([checked([header, { page: line.page }])])).rejects.toMatchObject({
    code: 'NEARDUP_EXPORT_DAMAGED',
    message: expect.stringContaining('sketch: expected base64; got undefined'),
  });
});

test('while an import goes on there is no format, so that nothing takes it for an index', async () => {
  const store = memory();
  const lines = checked([head, page, { pages: 1 }]).split(/(?<=\n)/);
  let between: unknown = 'not looked at';
  async function* source() {
    yield lines[0];
    yield lines[1];
    between = await readValue(store, FORMAT_KEY);
    yield lines[2];
  }
  const index = await SketchIndex.import(store, source());
  expect(between).toBeUndefined();
  expect(`${await readValue(store, FORMAT_KEY)}`).toBe('neardup/3');
  expect(index.counts.decided).toBe(1);
  await index.close();
});

test('in the compact setting a sketch of another size than was decided is refused', async () => {
  const index = await SketchIndex.open(memory(), { ...PARAMETERS, setting: 'compact' });
  await index.add({ key: 'a', url: 'a', grams: BigUint64Array.of(1n, 2n) });
  const lines = await collected(index.export());
  await index.close();
  const bare = lines.map((line) => line.replace(/,"check":"[0-9a-f]{8}"\}\n$/, ''));
  expect(await read([checked(bare)])).toHaveLength(1);
  const other = bare.map((line) => line.replace('"size":2', '"size":3'));
  await expect(read([checked(other)])).rejects.toMatchObject({
    line: 2,
    message: expect.stringContaining('its sketch is not the one that was decided as a'),
  });
});

/** A value as an index stores it, of any body. */
function sealed(body: Buffer): string {
  const value = Buffer.concat([Buffer.of(1), body, Buffer.alloc(4)]);
  value.writeUInt32BE(crc32(value.subarray(0, -4)), value.length - 4);
  return value.toString('base64');
}

test.each([
  ['no JSON', 'x', ''],
  ['no object', 'null', ''],
  ['no record of an intent', '{"of":7}', ''],
  [
    'grams that do not ascend',
    '{"key":"a","of":"a","fingerprint":"","returns":0}',
    '02000000000000000100000000000000',
  ],
])(
  'an intent of an export that holds %s is damage of its page, and the index opens',
  async (_, json, grams) => {
    const body = Buffer.concat([
      Buffer.alloc(4),
      Buffer.from(json),
      Buffer.from(sealed(Buffer.from(grams, 'hex')), 'base64'),
    ]);
    body.writeUInt32BE(json.length);
    const at = memory();
    const lines = checked([head, page, { intent: 'a', value: sealed(body) }, { pages: 1 }]);
    await (await SketchIndex.import(at, [lines])).close();
    const damages: string[] = [];
    const index = await SketchIndex.openExisting(at, { onDamage: ({ what }) => void damages.push(what) });
    await index.resume();
    await index.close();
    expect(damages).toEqual(['the intent of a is not readable']);
  },
);
