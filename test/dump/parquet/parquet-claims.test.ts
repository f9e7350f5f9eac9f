import { describe, expect, test } from 'vitest';
import { ByteReader } from '../../../plugins/dump/bytes/byte-reader.ts';
import { type DumpDamage, reasonOf } from '../../../plugins/dump/damage.ts';
import { type Limits, withDefaults } from '../../../plugins/dump/limits.ts';
import { FileSum } from '../../../plugins/dump/parquet/file-sum.ts';
import { type ColumnDecoder, loadDecoder } from '../../../plugins/dump/parquet/page-decoder.ts';
import { ColumnCursor } from '../../../plugins/dump/parquet/parquet-column.ts';
import { type ColumnPage, columnPages, flatReader } from '../../../plugins/dump/parquet/parquet-pages.ts';
import type { StoredColumn } from '../../../plugins/dump/parquet/stored-column.ts';
import { piecesOf } from '../opened.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { binary, i32, i64, list, page, parquet, struct, varint } from './parquet-writer.ts';

/** A page of a flat column. */
type FlatPage = ColumnPage<ArrayLike<unknown>>;

const { write } = scratchFolder();
const decoder = await loadDecoder();
const PLAIN = 0;
const DICTIONARY = 8;
const RLE = 3;
const DELTA_LENGTH_BYTE_ARRAY = 6;
const DELTA_BYTE_ARRAY = 7;

/** A column of texts, as a footer describes it. */
function columnOf(
  repetition: 'OPTIONAL' | 'REQUIRED',
  codec: ColumnDecoder['codec'] = 'UNCOMPRESSED',
): ColumnDecoder {
  const element = {
    name: 'text',
    type: 'BYTE_ARRAY',
    converted_type: 'UTF8',
    repetition_type: repetition,
  } as const;
  const root = { element: { name: 'schema' }, path: [], children: [], count: 1 };
  return {
    pathInSchema: ['text'],
    type: 'BYTE_ARRAY',
    element,
    schemaPath: [root, { element, path: ['text'], children: [], count: 1 }] as never,
    codec,
    parsers: decoder.parsers,
  };
}

const text = (value: string): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(value.length);
  return Buffer.concat([length, Buffer.from(value)]);
};
const version1 = (rows: number, encoding: number, ...data: Buffer[]): Buffer =>
  page(
    0,
    Buffer.concat(data),
    0,
    struct([5, struct([1, i32(rows)], [2, i32(encoding)], [3, i32(3)], [4, i32(3)])]),
    {},
  ).bytes;
const version2 = (rows: number, values: number, levels: [number, number], ...data: Buffer[]): Buffer =>
  page(
    3,
    Buffer.concat(data),
    0,
    struct([
      8,
      struct(
        [1, i32(values)],
        [2, i32(0)],
        [3, i32(rows)],
        [4, i32(PLAIN)],
        [5, i32(levels[0])],
        [6, i32(levels[1])],
      ),
    ]),
    {},
  ).bytes;
/** A page of version 2 without levels, in an encoding other than plain. */
const encoded2 = (values: number, encoding: number, nulls: number, ...data: Buffer[]): Buffer =>
  page(
    3,
    Buffer.concat(data),
    0,
    struct([
      8,
      struct(
        [1, i32(values)],
        [2, i32(nulls)],
        [3, i32(values)],
        [4, i32(encoding)],
        [5, i32(0)],
        [6, i32(0)],
      ),
    ]),
    {},
  ).bytes;
const dictionaryOf = (...values: string[]): Buffer =>
  page(2, Buffer.concat(values.map(text)), 0, struct([7, struct([1, i32(values.length)], [2, i32(0)])]), {})
    .bytes;
/** Levels in front of a page of version 1, with their length. */
const levelsOf = (...bytes: number[]): Buffer => Buffer.from([bytes.length, 0, 0, 0, ...bytes]);

/** Rows, values and damage of each page. */
async function pagesOf(
  bytes: Buffer,
  rows: number,
  {
    column = columnOf('REQUIRED'),
    limits = {},
    size,
    sizeBytes = bytes.length,
  }: { column?: ColumnDecoder; limits?: Partial<Limits>; size?: number; sizeBytes?: number } = {},
): Promise<FlatPage[]> {
  const reader = new ByteReader(piecesOf(bytes, size));
  const sum = new FileSum({ sizeBytes, reading: { limits: withDefaults(limits) } });
  const pages = columnPages(
    reader,
    column,
    rows,
    withDefaults(limits),
    sum,
    decoder,
    flatReader(column, decoder),
  );
  const found: FlatPage[] = [];
  for await (const one of pages) found.push(one);
  return found;
}
const reasons = async (...call: Parameters<typeof pagesOf>): Promise<Array<string | undefined>> =>
  (await pagesOf(...call)).map(({ damage, isRest, entries, offset }) => {
    const reason = damage && `${damage.code}: ${reasonOf(damage)}`;
    return isRest ? `${entries} from ${offset}, ${reason}` : reason;
  });

describe('the pages of a column', () => {
  test('come out in order with their offsets, in pieces of any size, until its rows are complete', async () => {
    const first = version1(2, PLAIN, text('a'), text('bc'));
    const bytes = Buffer.concat([
      first,
      version1(0, PLAIN),
      version1(1, PLAIN, text('d')),
      version1(1, PLAIN, text('e')),
    ]);
    for (const size of [1, 10, bytes.length]) {
      expect(await pagesOf(bytes, 3, { size })).toEqual([
        { offset: 0, entries: 2, values: ['a', 'bc'] },
        { offset: first.length + version1(0, PLAIN).length, entries: 1, values: ['d'] },
      ]);
    }
  });

  test('that claim more rows than are left end the column: nobody knows where the next one begins', async () => {
    const bytes = Buffer.concat([
      version1(2, PLAIN, text('a'), text('b')),
      version1(2, PLAIN, text('c'), text('d')),
    ]);
    expect(await reasons(bytes, 4)).toEqual([undefined, undefined]);
    expect(await reasons(bytes, 3)).toEqual([
      undefined,
      `1 from ${bytes.length / 2}, false-claim: a page says that it has 2 rows where at most 1 are left`,
    ]);
    expect(await reasons(version1(-1, PLAIN), 3)).toEqual([
      '3 from 0, false-claim: a page says that it has -1 rows where at most 3 are left',
    ]);
  });

  test('of which a value claims more bytes than are left of its page give nothing of what lies behind them in memory', async () => {
    const long = text('last');
    long[0]! += 3;
    const next = version1(1, PLAIN, text('of others'));
    for (const bytes of [version1(1, PLAIN, long), version2(1, 1, [0, 0], long)]) {
      const found = await pagesOf(Buffer.concat([bytes, next]), 2);
      expect(found).toMatchObject([{ damage: { code: 'undecodable' } }, { values: ['of others'] }]);
      expect(found[0]).not.toHaveProperty('values');
    }
  });

  test('that claim more bytes than there are, or than may be held, end it too', async () => {
    const bytes = version1(1, PLAIN, text('words'));
    expect(await reasons(bytes.subarray(0, -1), 1)).toEqual([
      '1 from 0, false-claim: a page says a length of 9 bytes where 8 are left',
    ]);
    expect(await reasons(bytes, 1, { limits: { maxInflatedBytes: 8 } })).toEqual([
      '1 from 0, false-claim: a page says a length of 9 bytes where 9 are left',
    ]);
    expect(await reasons(bytes, 1, { limits: { maxInflatedBytes: 9 } })).toEqual([undefined]);
    expect(await reasons(bytes.subarray(0, 3), 1)).toEqual([
      expect.stringMatching(/^1 from 0, undecodable: the header of a page cannot be read/),
    ]);
  });

  test('that hold another number of values than of rows are named, and the next one is read', async () => {
    const bytes = Buffer.concat([version1(2, PLAIN, text('a')), version1(1, PLAIN, text('b'))]);
    expect((await reasons(bytes, 3))[0]).toMatch(/^undecodable: /);
    expect((await pagesOf(bytes, 3))[1]).toMatchObject({ values: ['b'] });
  });

  test('whose levels do not fit into them are named', async () => {
    expect(await reasons(version2(1, 1, [5, 0], text('')), 1)).toEqual([
      'false-claim: its levels do not fit into it',
    ]);
    expect(await reasons(version2(1, 1, [0, 5], text('')), 1)).toEqual([
      'false-claim: its levels do not fit into it',
    ]);
    expect(await reasons(version2(1, 1, [-1, 0], text('')), 1)).toEqual([
      'false-claim: its levels do not fit into it',
    ]);
    expect(
      await reasons(version1(1, PLAIN, Buffer.from([9, 0, 0, 0, 3, 1])), 1, { column: columnOf('OPTIONAL') }),
    ).toEqual(['false-claim: its levels or indices do not fit into it']);
  });

  test('whose rows and values differ in number are named: a flat column has one a row', async () => {
    expect(await reasons(version2(1, 2, [0, 0], text('a'), text('b')), 1)).toEqual([
      'false-claim: its rows and its values differ in number',
    ]);
    expect(await pagesOf(version2(1, 1, [0, 0], text('a')), 1)).toMatchObject([
      { entries: 1, values: ['a'] },
    ]);
  });

  test('of few bytes that repeat a value more often than they have rows are named', async () => {
    const optional = { column: columnOf('OPTIONAL') };
    const some = (levels: Buffer): Buffer => version1(2, PLAIN, levels, text('a'), text('b'));
    expect(await reasons(some(levelsOf(2 * 2, 1)), 2, optional)).toEqual([undefined]);
    expect(await reasons(some(levelsOf(2 * 3, 1)), 2, optional)).toEqual([
      'false-claim: a value is repeated 3 times where it has 2 rows',
    ]);
    expect(await reasons(some(levelsOf(3, 3)), 2, optional)).toEqual([undefined]);
    // what follows the rows that are needed is not looked at
    expect(await reasons(some(levelsOf(2 * 2, 1, 2 * 99, 1)), 2, optional)).toEqual([undefined]);
    expect(await reasons(some(levelsOf(2, 1, 2 * 99, 1)), 2, optional)).toEqual([
      'false-claim: a value is repeated 99 times where it has 2 rows',
    ]);
    expect(await reasons(some(levelsOf(0x80)), 2, optional)).toEqual([
      'false-claim: a run of its values has no length',
    ]);
    expect(await reasons(some(levelsOf(0x80, 0x80, 0x80, 0x80, 0x80, 0x80)), 2, optional)).toEqual([
      'false-claim: a run of its values has no length',
    ]);
  });

  test('whose last group of levels is not filled up are read: some writers leave out the bytes that nobody needs', async () => {
    const column = columnOf('OPTIONAL');
    const [root, leaf] = column.schemaPath;
    const nested = { column: { ...column, schemaPath: [root, leaf, leaf] as never } };
    const some = (levels: Buffer): Buffer => version1(2, PLAIN, levels, text('a'), text('b'));
    for (const filled of [[], [0]])
      expect(await pagesOf(some(levelsOf(3, 0b1010, ...filled)), 2, nested)).toMatchObject([
        { entries: 2, values: [['a'], ['b']] },
      ]);
    expect(await reasons(some(levelsOf(3)), 2, nested)).toEqual([
      'false-claim: its levels or indices do not fit into it',
    ]);
  });

  test('of indices into a dictionary need one that decodes, and indices of a width that there is', async () => {
    const indices = (...bytes: number[]): Buffer => version1(2, DICTIONARY, Buffer.from(bytes));
    const dictionary = dictionaryOf('a', 'b');
    const pages = (data: Buffer): Promise<Array<string | undefined>> =>
      reasons(Buffer.concat([dictionary, data]), 2);
    expect(await pagesOf(Buffer.concat([dictionary, indices(1, 2, 0, 2, 1)]), 2)).toMatchObject([
      { offset: dictionary.length, values: ['a', 'b'] },
    ]);
    expect(await reasons(indices(1, 2, 0, 2, 1), 2)).toEqual(['undecodable: its dictionary is missing']);
    expect(await pages(indices(8, 2 * 3, 0))).toEqual([
      'false-claim: a value is repeated 3 times where it has 2 rows',
    ]);
    expect(await pages(indices(33, 2, 0))).toEqual(['false-claim: its levels or indices do not fit into it']);
    const sums = { checksums: true };
    const own = struct([7, struct([1, i32(1)], [2, i32(0)])]);
    const broken = Buffer.from(page(2, text('a'), 0, own, sums).bytes);
    broken[broken.length - 1]! ^= 1;
    expect(await reasons(Buffer.concat([broken, indices(1, 4, 0)]), 2)).toEqual([
      'checksum: its dictionary cannot be decoded (its CRC-32 does not match its data)',
    ]);
  });

  test('of values that share prefixes are bounded by what these come to together', async () => {
    // a block of 128 values in 4 miniblocks of 32, of which there is one value; prefixes, then suffixes
    const delta = (first: number): Buffer => Buffer.concat([Buffer.from([128, 1, 4, 1]), varint(2 * first)]);
    const bytes = version1(1, DELTA_BYTE_ARRAY, delta(2000), delta(0));
    expect(await reasons(bytes, 1, { limits: { maxInflatedBytes: 1000 } })).toEqual([
      'false-claim: its values repeat 2000 bytes of each other',
    ]);
    expect((await reasons(bytes, 1, { limits: { maxInflatedBytes: 2000 } }))[0]).not.toMatch(/repeat/);
  });

  test('of many pages that inflate to much more than the file has are given up from the one on that makes it a bomb', async () => {
    const value = 'x'.repeat(600);
    const one = version1(1, PLAIN, text(value));
    const bytes = Buffer.concat([one, one, one, one]);
    const limits = { maxInflatedBytes: 1300 };
    expect(await reasons(bytes, 4, { limits })).toEqual([undefined, undefined, undefined, undefined]);
    const bomb =
      'bomb: decompression bomb: the file inflates to over 1812 bytes, 1812 times its compressed size; given up';
    expect(await reasons(bytes, 4, { limits, sizeBytes: 1 })).toEqual([
      undefined,
      undefined,
      `2 from ${2 * one.length}, ${bomb}`,
    ]);
    // what is refused for its size costs nothing, so that a wrong size spoils one page alone
    const claiming = page(
      0,
      text('a'),
      0,
      struct([5, struct([1, i32(1)], [2, i32(PLAIN)], [3, i32(3)], [4, i32(3)])]),
      {
        claimedBytes: 9999,
      },
    ).bytes;
    expect(await reasons(Buffer.concat([claiming, one]), 2, { limits, sizeBytes: 1 })).toEqual([
      'false-claim: a page says that it inflates to 9999 bytes',
      undefined,
    ]);
  });

  test('of a dictionary of more values than a page may have are refused: empty texts of a few bytes took all memory', async () => {
    const emptyTexts = (count: number): Buffer =>
      page(2, Buffer.alloc(4 * count), 0, struct([7, struct([1, i32(count)], [2, i32(0)])]), {}).bytes;
    const first = version1(1, DICTIONARY, Buffer.from([1, 2, 0]));
    expect(await reasons(Buffer.concat([emptyTexts(2 ** 22), first]), 1)).toEqual([undefined]);
    const [reason] = await reasons(Buffer.concat([emptyTexts(2 ** 22 + 1), first]), 1);
    expect(reason).toContain('it says that it has 4194305 values');
  });

  test('with nulls whose values share prefixes are read: there are fewer values than entries', async () => {
    // two entries, of which the second has a value; all miniblocks but the needed ones are left out
    const delta = (value: number): Buffer => Buffer.concat([Buffer.from([128, 1, 4, 1]), varint(2 * value)]);
    const bytes = version1(2, DELTA_BYTE_ARRAY, levelsOf(3, 2), delta(0), delta(3), Buffer.from('abc'));
    expect(await pagesOf(bytes, 2, { column: columnOf('OPTIONAL') })).toMatchObject([
      { values: [null, 'abc'] },
    ]);
  });

  test('of deltas in blocks that lead nowhere are named at once', async () => {
    const rest = Buffer.from([2, 2, 0, 1, 0, 0, 0, 0]);
    const blocks = (...numbers: number[]): Buffer =>
      version1(2, DELTA_LENGTH_BYTE_ARRAY, ...numbers.map(varint), rest);
    for (const [block, miniblocks] of [
      [128, 2 ** 32 - 1],
      [2 ** 32 - 16, 1],
      [128, 0],
      [0, 4],
      [128, 3],
      [128, 32],
    ] as const) {
      expect(await reasons(blocks(block, miniblocks), 2)).toEqual([
        `false-claim: its deltas lie in blocks of ${block} numbers in ${miniblocks} parts`,
      ]);
    }
    expect(await reasons(version1(2, DELTA_LENGTH_BYTE_ARRAY, Buffer.from([128, 1, 4, 3, 0])), 2)).toEqual([
      'false-claim: it has 3 deltas for 2 values',
    ]);
  });

  test('whose runs are longer than the page has entries are named, in every encoding that has runs', async () => {
    const long = varint(2 * 2 ** 30);
    const indices = (...data: Buffer[]): Buffer =>
      Buffer.concat([dictionaryOf('a'), encoded2(2, DICTIONARY, 0, ...data)]);
    // groups of no bits take no bytes; a negative number of them has no end
    for (const groups of [2 ** 31 - 1, 2 ** 32 - 1]) {
      expect(await reasons(indices(Buffer.from([0]), varint(groups)), 2)).toEqual([
        expect.stringMatching(/^false-claim: a run has \d+ values where it has 2 rows$/),
      ]);
    }
    expect(await reasons(version1(2, RLE, Buffer.from([1, 6, 0, 0, 0]), long, Buffer.from([1])), 2)).toEqual([
      'false-claim: it has runs of values that are not true or false',
    ]);
    const column = columnOf('REQUIRED');
    const element = { name: 'text', type: 'BOOLEAN', repetition_type: 'REQUIRED' } as const;
    const truths = { column: { ...column, type: 'BOOLEAN', element } as ColumnDecoder };
    const length = Buffer.from([6, 0, 0, 0]);
    for (const pageOf of [
      version1,
      (rows: number, encoding: number, ...data: Buffer[]) => encoded2(rows, encoding, 0, ...data),
    ]) {
      expect(await reasons(pageOf(2, RLE, length, long, Buffer.from([1])), 2, truths)).toEqual([
        'false-claim: a value is repeated 1073741824 times where it has 2 rows',
      ]);
      expect(await reasons(pageOf(2, RLE, length, Buffer.from([4, 1])), 2, truths)).toEqual([undefined]);
    }
    // levels that end early, behind which hyparquet would go on
    expect(
      await reasons(version1(2, PLAIN, levelsOf(), long, Buffer.from([1])), 2, {
        column: columnOf('OPTIONAL'),
      }),
    ).toEqual(['false-claim: it has levels of 0 of its 2 entries']);
  });

  test('that count other nulls than their levels are named: hyparquet makes room for the rest', async () => {
    expect(await reasons(encoded2(1, PLAIN, -(2 ** 30), text('a')), 1)).toEqual([
      'false-claim: it says that it has -1073741824 nulls, and 0 in its levels',
    ]);
    expect(await reasons(encoded2(1, PLAIN, 1, text('a')), 1)).toEqual([
      'false-claim: it says that it has 1 nulls, and 0 in its levels',
    ]);
  });

  test('are read by the header of their own type, whatever other headers say', async () => {
    const both = (plainRows: number, rows: number): Buffer =>
      page(
        0,
        text('a'),
        0,
        struct(
          [5, struct([1, i32(plainRows)], [2, i32(PLAIN)], [3, i32(3)], [4, i32(3)])],
          [8, struct([1, i32(rows)], [2, i32(0)], [3, i32(rows)], [4, i32(PLAIN)], [5, i32(0)], [6, i32(0)])],
        ),
        {},
      ).bytes;
    expect(await pagesOf(both(1, 2 ** 30), 1)).toMatchObject([{ values: ['a'] }]);
    expect(await reasons(both(2 ** 30, 1), 1)).toEqual([
      expect.stringMatching(/^1 from 0, false-claim: a page says that it has 1073741824 rows/),
    ]);
  });

  test('of which a value is not in the dictionary are named: it is no row without a text', async () => {
    const indices = (...bytes: number[]): Buffer => version1(2, DICTIONARY, Buffer.from(bytes));
    expect(await reasons(Buffer.concat([dictionaryOf('a'), indices(8, 2, 0, 2, 1)]), 2)).toEqual([
      'undecodable: its value 2 is not in its dictionary',
    ]);
  });

  test('need a dictionary with no more values than bytes', async () => {
    const claiming = (values: number): Buffer =>
      page(2, text('a'), 0, struct([7, struct([1, i32(values)], [2, i32(0)])]), {}).bytes;
    const indices = version1(2, DICTIONARY, Buffer.from([1, 4, 0]));
    for (const values of [2 ** 25 - 1, -1]) {
      expect(await reasons(Buffer.concat([claiming(values), indices]), 2)).toEqual([
        `false-claim: its dictionary cannot be decoded (it says that it has ${values} values in 5 bytes)`,
      ]);
    }
    expect(await pagesOf(Buffer.concat([claiming(1), indices]), 2)).toMatchObject([{ values: ['a', 'a'] }]);
  });

  test('in a compression that is not known are named by it', async () => {
    expect(
      await reasons(version1(1, PLAIN, text('a')), 1, { column: columnOf('REQUIRED', 'LZO' as never) }),
    ).toEqual(['unsupported: compression LZO is not supported']);
  });

  test('that inflate to another size than they say are named', async () => {
    const own = struct([5, struct([1, i32(1)], [2, i32(PLAIN)], [3, i32(3)], [4, i32(3)])]);
    for (const [claimedBytes, reason] of [
      [4, /^undecodable: /],
      [6, /^undecodable: expected 6 bytes of data, found 5/],
      [-1, /^false-claim: a page says that it inflates to -1 bytes/],
      [5, /^none/],
    ] as const) {
      const bytes = page(0, text('a'), 0, own, { codec: 'gzip', claimedBytes }).bytes;
      const [found] = await reasons(bytes, 1, { column: columnOf('REQUIRED', 'GZIP') });
      expect(found ?? 'none').toMatch(reason);
    }
  });
});

describe('a cursor on a column', () => {
  function cursorOf(rows: number, pages: ReadonlyArray<FlatPage | Error>, start = 100) {
    const spots: Array<[DumpDamage, number]> = [];
    const closed: string[] = [];
    const open = (): StoredColumn<ArrayLike<unknown>> => ({
      start,
      reader: new ByteReader(
        (async function* () {
          yield { bytes: Buffer.from('xy'), stored: start };
        })(),
      ),
      pages: (async function* () {
        try {
          for (const one of pages) {
            if (one instanceof Error) throw one;
            yield one;
          }
        } finally {
          closed.push('pages');
        }
      })(),
    });
    const cursor = new ColumnCursor(
      ['text'],
      true,
      rows,
      (damage, offset) => void spots.push([damage, offset]),
      open,
    );
    return { cursor, spots, closed };
  }

  test('gives the values of its pages one by one, as JSON would hold them', async () => {
    const values = ['a', 7n, new Date('2024-05-06T07:08:09Z'), new Date(Number.NaN), null];
    const { cursor, closed } = cursorOf(6, [
      { offset: 0, entries: 5, values },
      { offset: 9, entries: 1, values: ['z'] },
    ]);
    expect(cursor.ready).toBe(false);
    await cursor.load();
    expect(values.map(() => [cursor.ready, cursor.take()][1])).toEqual([
      'a',
      '7',
      '2024-05-06T07:08:09.000Z',
      undefined,
      null,
    ]);
    expect(cursor.ready).toBe(false);
    await cursor.load();
    expect([cursor.ready, cursor.lost, cursor.take(), cursor.ended]).toEqual([true, false, 'z', false]);
    await cursor.close();
    expect(closed).toEqual(['pages']);
  });

  test('names a page that is lost by its offset, and has no values there', async () => {
    const damage: DumpDamage = { code: 'undecodable', detail: 'x' };
    const { cursor, spots } = cursorOf(3, [
      { offset: 5, entries: 2, damage },
      { offset: 9, entries: 1, values: ['z'] },
    ]);
    await cursor.load();
    expect([cursor.lost, cursor.take(), cursor.take(), cursor.ready]).toEqual([
      true,
      undefined,
      undefined,
      false,
    ]);
    expect(spots).toEqual([[{ ...damage, rows: 2, column: 'text' }, 105]]);
    await cursor.load();
    expect([cursor.lost, cursor.ended, cursor.take()]).toEqual([false, false, 'z']);
  });

  test('names the rows that are missing where its pages end early or cannot go on, once', async () => {
    const early = cursorOf(5, [{ offset: 0, entries: 2, values: ['a', 'b'] }]);
    await early.cursor.load();
    await early.cursor.load();
    expect([early.cursor.lost, early.cursor.ended, early.cursor.ready]).toEqual([true, true, true]);
    expect(early.spots).toEqual([[{ code: 'cut-off', missingRows: 3, column: 'text' }, 100]]);
    for (let n = 0; n < 3; n++) expect(early.cursor.take()).toBe(undefined);
    expect(early.cursor.ready).toBe(false);
    const thrown = cursorOf(5, [{ offset: 0, entries: 2, values: ['a', 'b'] }, new Error('gone')]);
    await thrown.cursor.load();
    await thrown.cursor.load();
    expect(thrown.spots).toEqual([[{ code: 'undecodable', detail: 'gone', rows: 3, column: 'text' }, 100]]);
    expect(thrown.cursor.ended).toBe(true);
  });
});

describe('the footer of a file', () => {
  const table = [[{ id: 'a', text: 'one' }], [{ id: 'b', text: 'two' }]];
  const { bytes } = parquet(table);
  const reasonsOf = async (changed: Buffer): Promise<string[]> =>
    (await readAll(write('footer.parquet', changed))).spots.map(({ code, reason }) => `${code}: ${reason}`);

  test('that says a length beyond the file or its limit is refused', async () => {
    for (const length of [bytes.length - 7, 2 ** 31]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt32LE(length, bytes.length - 8);
      expect(await reasonsOf(changed)).toEqual([
        `no-directory: the footer of this Parquet file cannot be read: it says a length of ${length + 8} bytes`,
      ]);
    }
    const noMagic = Buffer.from(bytes);
    noMagic[bytes.length - 1] = 0;
    expect(await reasonsOf(noMagic)).toEqual([
      'no-directory: the footer of this Parquet file cannot be read: expected PAR1 at the end of the file: it is cut off',
    ]);
    expect(await reasonsOf(Buffer.from('PAR1'))).toEqual([
      expect.stringMatching(/^no-directory: .* it is cut off$/),
    ]);
  });

  test('that puts a column outside of the file costs the rows of that column', async () => {
    const large = parquet([[{ text: 'x'.repeat(9000) }], [{ text: 'y' }]]);
    // the footer of a large file behind a few bytes: every place in it is beyond
    const changed = Buffer.concat([large.bytes.subarray(0, 4), large.bytes.subarray(large.footer)]);
    const places = large.pages.map(({ begin, end }) => `${begin} to ${end}`);
    expect(await reasonsOf(changed)).toEqual(
      places.map(
        (place) =>
          `false-claim: column "text": 1 rows: the footer says that it lies at ${place} in a file of ${changed.length} bytes`,
      ),
    );
  });

  test('that says more rows than the file can tell of is refused', async () => {
    const { bytes: whole, footer: at } = parquet([[{ text: 'x' }]]);
    const footer = whole.subarray(at, -8);
    // the row group ends with its number of rows, 1
    const rowsAt = footer.lastIndexOf(Buffer.from([0x16, 2, 0]));
    const claiming = (rows: number): Buffer => {
      const claim = Buffer.concat([
        footer.subarray(0, rowsAt + 1),
        varint(2 * rows),
        footer.subarray(rowsAt + 2),
      ]);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(claim.length);
      return Buffer.concat([whole.subarray(0, at), claim, length, Buffer.from('PAR1')]);
    };
    expect(await reasonsOf(claiming(1))).toEqual([]);
    expect(await reasonsOf(claiming(2 ** 20 + 1))).toEqual([
      expect.stringMatching(/^no-directory: .* says that it has 1048577 rows in \d+ bytes$/),
    ]);
  });

  test('that says no rows at all is refused if data lies before it, and is believed if none does', async () => {
    const schema = [
      struct([4, binary('schema')], [5, i32(1)]).bytes,
      struct([1, i32(6)], [3, i32(0)], [4, binary('text')]).bytes,
    ];
    const footer = struct([1, i32(1)], [2, list(12, schema)], [3, i64(0)], [4, list(12, [])]).bytes;
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    const behind = (data: Buffer): Buffer =>
      Buffer.concat([Buffer.from('PAR1'), data, footer, length, Buffer.from('PAR1')]);
    expect(await reasonsOf(behind(Buffer.alloc(9)))).toEqual([
      'no-directory: the footer of this Parquet file cannot be read: it names no rows where 9 bytes of data lie before it',
    ]);
    expect(await reasonsOf(behind(Buffer.alloc(0)))).toEqual([]);
  });

  test('that claims long lists, deep nesting, long numbers or many values is refused before it is turned into objects', async () => {
    const behind = (footer: Buffer): Buffer => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(footer.length);
      return Buffer.concat([Buffer.from('PAR1x'), footer, length, Buffer.from('PAR1')]);
    };
    const refused = async (...footer: Buffer[]): Promise<string[]> =>
      (await reasonsOf(behind(Buffer.concat(footer)))).map((reason) => reason.replace(/^.* be read: /, ''));
    const manyLists = Array.from({ length: 99 }, () => [Buffer.from([0xf9]), varint(2 ** 25 - 1)]).flat();
    expect(await refused(Buffer.from([0x19]), ...manyLists)).toEqual([
      'a list says that it has 33554431 elements in 490 bytes',
    ]);
    expect(await refused(Buffer.alloc(99, 0x1c), Buffer.alloc(100))).toEqual([
      'its values lie more than 32 deep',
    ]);
    expect(await refused(Buffer.alloc(99, 0x19), Buffer.alloc(100))).toEqual([
      'its values lie more than 32 deep',
    ]);
    expect(await refused(Buffer.from([0x16]), Buffer.alloc(2 ** 20, 0xff), Buffer.from([1, 0]))).toEqual([
      'a number has more than 10 bytes',
    ]);
    expect(await refused(Buffer.from([0x19, 0xfc]), varint(2 ** 22 + 1), Buffer.alloc(2 ** 22 + 2))).toEqual([
      'it has more than 4194304 values',
    ]);
    expect(await refused(Buffer.from([0x18, 9, 0]))).toEqual([
      'a value says that it takes 9 bytes where 1 are left',
    ]);
  });

  test('of which row groups share their bytes is believed until they have come to the size of the file', async () => {
    const { bytes: whole, footer: at } = parquet([[{ text: 'x'.repeat(999) }]]);
    const footer = whole.subarray(at, -8);
    // the footer ends with a list of one row group; its numbers of rows are one byte each
    const groupsAt = footer.indexOf(Buffer.from([0x19, 0x1c, 0x19, 0x1c, 0x26]));
    const group = footer.subarray(groupsAt + 2, -1);
    const groups = 40;
    const rowsAt = footer.lastIndexOf(Buffer.from([0x16, 2, 0x19]), groupsAt);
    const claim = Buffer.concat([
      footer.subarray(0, rowsAt + 1),
      varint(2 * groups),
      footer.subarray(rowsAt + 2, groupsAt),
      Buffer.from([0x19, 0xfc, groups]),
      ...Array.from({ length: groups }, () => group),
      Buffer.from([0]),
    ]);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(claim.length);
    const file = Buffer.concat([whole.subarray(0, at), claim, length, Buffer.from('PAR1')]);
    const { pages, spots } = await readAll(write('shared.parquet', file));
    expect(pages).toHaveLength(Math.ceil(file.length / (at - 4)));
    expect(spots).toHaveLength(groups - pages.length);
    expect(spots[0]!.reason).toBe(
      'column "text": 1 rows: its row groups before have as many bytes as the file',
    );
  });

  test('without a column that holds the page is named with those that there are', async () => {
    const { spots } = await readAll(write('none.parquet', parquet([[{ title: 'x' }]]).bytes));
    expect(spots).toMatchObject([
      {
        code: 'no-column',
        offset: 0,
        reason: 'expected a column "html" or "text" (--field names another) of plain values, found title',
      },
    ]);
  });
});
