import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { checkCopy, type Fate, type ManifestEntry, writeCopy } from '../../../plugins/dump/index.ts';
import { parquet } from '../parquet/parquet-writer.ts';
import { readAll, scratchFolder } from '../scratch.ts';

const { folder, write } = scratchFolder();
let files = 0;
const fresh = (end: string): string => join(folder, `copy${files++}.${end}`);

async function copy(input: string | string[], target: string, fates: Record<string, Fate> = {}) {
  const manifest: ManifestEntry[] = [];
  const result = await writeCopy([input].flat(), target, {
    fateOf: ({ id }) => fates[id] ?? { action: 'keep' },
    onManifest: (entries) => void manifest.push(...entries),
    software: 'test/1',
  });
  return { ...result, manifest };
}

/** The rows of a Parquet file, by another reader than ours, and its footer. */
async function tableIn(path: string) {
  const { buffer, byteOffset, length } = readFileSync(path);
  const file = buffer.slice(byteOffset, byteOffset + length);
  const rows = await parquetReadObjects({ file, compressors });
  return { rows, metadata: parquetMetadata(file) };
}

const drop: Fate = { action: 'drop', representative: 'a' };
const rows = [
  { id: 'a', text: 'one', score: 1, seen: new Date(0), url: null },
  { id: 'b', text: 'two', score: 2, seen: new Date(86_400_000), url: 'http://e.test/b' },
  { id: 'c', text: null, score: 3, seen: null, url: 'http://e.test/c' },
  { id: 'd', text: 'four', score: null, seen: new Date(1), url: 'http://e.test/d' },
];

describe('a copy into Parquet', () => {
  test.each([
    { codec: 'none' },
    { codec: 'snappy', dictionary: true },
    { codec: 'gzip', version2: true },
    { codec: 'brotli', rowsPerPage: 1, checksums: true },
  ] as const)(
    'has the kept rows of a Parquet file with all their columns, and its schema ($codec)',
    async (options) => {
      const input = write(
        `in-${options.codec}.parquet`,
        parquet([rows.slice(0, 3), rows.slice(3)], options).bytes,
      );
      const target = fresh('parquet');
      const result = await copy(input, target, { b: drop });
      const before = await tableIn(input);
      const after = await tableIn(target);
      // a row without text is no page
      expect(after.rows).toEqual([before.rows[0], before.rows[3]]);
      expect(after.metadata.schema).toEqual(before.metadata.schema);
      expect(result).toMatchObject({ kept: 2, bytes: readFileSync(target).length });
      expect(result.manifest).toMatchObject([{ id: 'b', action: 'left-out' }]);
      const pages = await readAll(target);
      expect(pages.pages.map(({ id, body }) => [id, body])).toEqual([
        ['a', 'one'],
        ['d', 'four'],
      ]);
      expect(pages.spots).toEqual([]);
    },
  );

  test('keeps lists and structs, nulls in them, and what programs have written into the footer', async () => {
    const nested = [
      { text: 'one', tags: ['x', null, 'y'], from: { host: 'e.test', port: 80 } },
      { text: 'two', tags: [], from: { host: null, port: 1 } },
      { text: 'three', tags: null, from: null },
      { text: 'four', tags: ['z'], from: { host: 'f.test', port: 2 } },
    ];
    const input = write(
      'nested.parquet',
      Buffer.from(
        parquetWriteBuffer({
          schema: [
            { name: 'root', num_children: 3 },
            { name: 'text', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
            { name: 'tags', num_children: 1, converted_type: 'LIST', repetition_type: 'OPTIONAL' },
            { name: 'list', num_children: 1, repetition_type: 'REPEATED' },
            { name: 'element', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
            { name: 'from', num_children: 2, repetition_type: 'OPTIONAL' },
            { name: 'host', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
            { name: 'port', type: 'INT32', repetition_type: 'REQUIRED' },
          ],
          columnData: [
            { name: 'text', data: nested.map(({ text }) => text) },
            { name: 'tags', data: nested.map(({ tags }) => tags) },
            { name: 'from', data: nested.map(({ from }) => from) },
          ],
          kvMetadata: [{ key: 'made by', value: 'a test' }],
          rowGroupSize: 3,
          pageSize: 1,
        }),
      ),
    );
    const before = await tableIn(input);
    expect(before.rows).toHaveLength(nested.length);
    const target = fresh('parquet');
    await copy(input, target, { [`${input}:1`]: drop });
    const after = await tableIn(target);
    expect(after.rows).toEqual(before.rows.slice(1));
    expect(after.metadata.schema).toEqual(before.metadata.schema);
    expect(after.metadata.key_value_metadata).toEqual([{ key: 'made by', value: 'a test' }]);
  });

  test('of several files of one schema is one table, and rows put aside are another', async () => {
    const first = write('first.parquet', parquet([rows.slice(0, 2)]).bytes);
    const second = write('second.parquet', parquet([[{ ...rows[1]!, id: 'e' }]], { codec: 'gzip' }).bytes);
    const target = fresh('parquet');
    const { aside } = await copy([first, second], target, { b: { action: 'aside' } });
    expect((await tableIn(target)).rows.map(({ id }) => id)).toEqual(['a', 'e']);
    expect((await tableIn(aside!)).rows.map(({ id }) => id)).toEqual(['b']);
  });

  test('of other files has a column for each field of a page, null where it has none', async () => {
    const input = write(
      'pages.jsonl',
      [
        '{"id":"a","text":"words","url":"http://e.test/"}',
        '{"id":"b","html":"<p>ü","date":"2024-01-02"}',
      ].join('\n'),
    );
    const target = fresh('parquet');
    await copy(input, target);
    const { rows: written, metadata } = await tableIn(target);
    expect(written).toEqual([
      { id: 'a', url: 'http://e.test/', date: null, html: null, text: 'words' },
      { id: 'b', url: null, date: '2024-01-02', html: '<p>ü', text: null },
    ]);
    expect(metadata.row_groups[0]!.columns.map(({ meta_data }) => meta_data!.codec)).toEqual(
      Array(5).fill('ZSTD'),
    );
    const empty = fresh('parquet');
    await copy(input, empty, { a: drop, b: drop });
    expect((await tableIn(empty)).rows).toEqual([]);
  });

  test('is refused, before anything is read, where it would lose columns', async () => {
    const one = write('one.parquet', parquet([[{ id: 'a', text: 'x' }]]).bytes);
    const two = write('two.parquet', parquet([[{ id: 'a', text: 'x', more: 'y' }]]).bytes);
    const lines = write('some.jsonl', '{"text":"x"}\n');
    await expect(checkCopy([one, two], fresh('parquet'))).rejects.toThrow(
      /got \S+one\.parquet and other columns in \S+two\.parquet/,
    );
    await expect(checkCopy([one, lines], fresh('parquet'))).rejects.toThrow(
      /one\.parquet and \S+some\.jsonl, which is no Parquet/,
    );
    await expect(checkCopy([one, lines], fresh('jsonl'))).resolves.toBeUndefined();
    await expect(checkCopy([one], one)).rejects.toThrow('expected a file to write that is no input');
  });

  test('of damaged rows ends with an error where they are kept, and leaves no file behind', async () => {
    const { bytes, pages } = parquet([rows.slice(0, 2)], { rowsPerPage: 1, checksums: true });
    const broken = pages.filter(({ column }) => column === 'score')[1]!;
    bytes[broken.end - 1]! ^= 1;
    const input = write('broken.parquet', bytes);
    const target = fresh('parquet');
    await expect(copy(input, target)).rejects.toThrow('broken.parquet: expected all of column score');
    expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false]);
    // what is left out need not be sound
    await copy(input, target, { b: drop });
    expect((await tableIn(target)).rows).toMatchObject([{ id: 'a', score: 1n }]);
  });

  test('ends where a column beside the pages inflates to a thousand times the file, as reading the pages does', async () => {
    const row = { text: 'words', other: 'x'.repeat(900_000) };
    const input = write('bomb.parquet', parquet([[row], [row], [row]], { codec: 'brotli' }).bytes);
    const options = { fateOf: (): Fate => ({ action: 'keep' }), software: 'test/1' };
    const limits = { maxInflatedBytes: 1_000_000 };
    await expect(writeCopy([input], fresh('parquet'), { ...options, limits })).rejects.toThrow(
      'expected all of column other, to copy its rows; got damage (decompression bomb: the file inflates to over',
    );
    expect((await writeCopy([input], fresh('parquet'), options)).kept).toBe(3);
  });
});

test('a copy into .jsonl.zst is frames with checksums, of at most 4 MiB, that zstd reads', async () => {
  const line = (id: number): string => JSON.stringify({ id, text: 'many words '.repeat(50_000) });
  const lines = Array.from({ length: 20 }, (_, id) => line(id));
  const input = write('long.jsonl', lines.join('\n'));
  const target = fresh('jsonl.zst');
  const notes: string[] = [];
  await copy(input, target, { 3: drop });
  const { pages, spots } = await readAll(target, { onNote: ({ code }) => void notes.push(code) });
  expect(pages.map(({ id }) => id)).toEqual(lines.flatMap((_, id) => (id === 3 ? [] : [String(id)])));
  expect([spots, notes]).toEqual([[], []]);
  const unpacked = spawnSync('zstd', ['-dc', target], { maxBuffer: 1 << 30 });
  if (unpacked.error === undefined)
    expect(unpacked.stdout.toString()).toBe(`${lines.filter((_, id) => id !== 3).join('\n')}\n`);
  const bytes = readFileSync(target);
  bytes[bytes.length - 1]! ^= 1;
  const changed = write('changed.jsonl.zst', bytes);
  expect((await readAll(changed)).spots).toHaveLength(1);
  const empty = fresh('jsonl.zst');
  await copy(write('x.jsonl', line(3)), empty, { 3: drop });
  expect(await readAll(empty)).toMatchObject({ pages: [], spots: [] });
});

/** `NEARDUP_PYTHON`, else python3, where it has the packages that read tables. */
const python = process.env.NEARDUP_PYTHON ?? 'python3';
const lacks = spawnSync(python, ['-c', 'import pyarrow, fastparquet']).status !== 0;

test.skipIf(lacks && `${python} lacks pyarrow or fastparquet (set NEARDUP_PYTHON)`)(
  'pyarrow and fastparquet read what was written, of every type and codec, as pyarrow wrote it',
  async () => {
    const run = (script: string, ...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(python, ['-c', script, ...args], { encoding: 'utf8' });
      expect([status, stderr.trim()]).toEqual([0, '']);
      return stdout;
    };
    const make = `
import sys, datetime, decimal, pyarrow as pa, pyarrow.parquet as pq
n = 300
day = datetime.datetime(2024, 1, 2, 3, 4, 5, 678901)
some = lambda values: [None if i % 7 == 3 else v for i, v in enumerate(values)]
table = pa.table({
  'id': pa.array([f'id{i}' for i in range(n)]),
  'text': pa.array([f'words of page {i} ' * 20 for i in range(n)], pa.large_string()),
  'bool': pa.array(some([i % 2 == 0 for i in range(n)])),
  'i8': pa.array(some([i % 100 - 50 for i in range(n)]), pa.int8()),
  'u64': pa.array(some([2**64 - 1 - i for i in range(n)]), pa.uint64()),
  'f32': pa.array(some([i / 3 for i in range(n)]), pa.float32()),
  'f64': pa.array([-0.0 if i % 2 else 0.0 for i in range(n)], pa.float64()),
  'f16': pa.array(some([i / 4 for i in range(n)]), pa.float16()),
  'day': pa.array(some([day.date()] * n)),
  'us': pa.array(some([day] * n), pa.timestamp('us', 'UTC')),
  'ns': pa.array(some([10**18 + i for i in range(n)]), pa.timestamp('ns')),
  'time': pa.array(some([day.time()] * n), pa.time64('us')),
  'money': pa.array(some([decimal.Decimal(i) / 100 for i in range(n)]), pa.decimal128(30, 2)),
  'bytes': pa.array(some([bytes([i % 256, 255, 0]) for i in range(n)])),
  'fixed': pa.array(some([bytes([i % 256] * 5) for i in range(n)]), pa.binary(5)),
  'kind': pa.array(some(['a', 'b', 'c'] * (n // 3))).dictionary_encode(),
  'nothing': pa.array([None] * n, pa.string()),
  'tags': pa.array(some([[str(j) for j in range(i % 4)] for i in range(n)])),
  'deep': pa.array(some([[[i, None], []] for i in range(n)])),
  'map': pa.array(some([[('k', i)] for i in range(n)]), pa.map_(pa.string(), pa.int64())),
  'struct': pa.array(some([{'a': i, 'b': {'c': [str(i)]}} for i in range(n)])),
})
for codec in ['none', 'snappy', 'gzip', 'brotli', 'zstd', 'lz4']:
  for version in ['1.0', '2.0']:
    path = f'{sys.argv[1]}/arrow-{codec}-{version}.parquet'
    pq.write_table(table, path, compression=codec, data_page_version=version, row_group_size=128,
      data_page_size=512, store_schema=version == '1.0', use_deprecated_int96_timestamps=codec == 'gzip')
    print(path)`;
    const check = `
import sys, pyarrow.parquet as pq, fastparquet
def check(*paths):
  before, after = (pq.read_table(p) for p in paths)
  kept = before.filter([int(i[2:]) % 3 != 0 for i in before['id'].to_pylist()])
  assert after.schema.equals(kept.schema, check_metadata=True), (after.schema, kept.schema)
  assert after.to_pylist() == kept.to_pylist()
  assert [str(x) for x in after['f64'].to_pylist()] == [str(x) for x in kept['f64'].to_pylist()]
  frame = fastparquet.ParquetFile(paths[1]).to_pandas(columns=['id', 'text'])
  assert list(frame['id']) == kept['id'].to_pylist() and list(frame['text']) == kept['text'].to_pylist()
  print(len(after))
for i in range(1, len(sys.argv), 2): check(*sys.argv[i:i + 2])`;
    const inputs = run(make, folder).trim().split('\n');
    expect(inputs).toHaveLength(12);
    const copies: string[] = [];
    for (const input of inputs) {
      const target = fresh('parquet');
      copies.push(input, target);
      await writeCopy([input], target, {
        fateOf: ({ id }) => (Number(id.slice(2)) % 3 === 0 ? drop : { action: 'keep' }),
        software: 'test/1',
      });
    }
    expect(run(check, ...copies)).toBe('200\n'.repeat(12));
    const pages = write('python.jsonl', '{"id":"a","text":"words"}\n{"id":"b","html":"<p>ü"}\n');
    const target = fresh('parquet');
    await copy(pages, target);
    const read = `
import sys, json, pyarrow.parquet as pq, fastparquet
assert list(fastparquet.ParquetFile(sys.argv[1]).to_pandas()['id']) == ['a', 'b']
print(json.dumps(pq.read_table(sys.argv[1]).to_pylist()))`;
    expect(JSON.parse(run(read, target))).toEqual([
      { id: 'a', url: null, date: null, html: null, text: 'words' },
      { id: 'b', url: null, date: null, html: '<p>ü', text: null },
    ]);
  },
);
