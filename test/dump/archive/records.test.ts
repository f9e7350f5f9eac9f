import { describe, expect, test } from 'vitest';
import { arcSyntax } from '../../../plugins/dump/arc/arc-syntax.ts';
import type { ArchiveRecord } from '../../../plugins/dump/archive/archive-record.ts';
import type { RecordSyntax } from '../../../plugins/dump/archive/record-syntax.ts';
import { archiveRecords } from '../../../plugins/dump/archive/records.ts';
import type { Piece } from '../../../plugins/dump/bytes/pieces.ts';
import type { DamagedSpot } from '../../../plugins/dump/damage.ts';
import type { Limits } from '../../../plugins/dump/limits.ts';
import { warcSyntax } from '../../../plugins/dump/warc/warc-syntax.ts';
import { arcRecord, filedesc } from '../arc/arc-writer.ts';
import { openBytes, piecesOf } from '../opened.ts';
import { warcRecord } from '../warc/warc-writer.ts';

const warc = (id: string, block: string, contentLength?: number | string): Buffer =>
  warcRecord({ id, block, ...(contentLength === undefined ? {} : { contentLength }) });
const joined = (...parts: Array<Buffer | string>): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

interface Read {
  readonly records: ArchiveRecord[];
  readonly spots: DamagedSpot[];
  /** Blocks as text. */
  readonly blocks: string[];
}

async function readPieces(
  pieces: AsyncIterable<Piece>,
  syntax: RecordSyntax,
  limits: Partial<Limits> = {},
  keep: (type: string) => number = () => 1000,
): Promise<Read> {
  const { file, spots } = openBytes(() => pieces, limits);
  const records: ArchiveRecord[] = [];
  for await (const record of archiveRecords(file, syntax, keep)) records.push(record);
  return { records, spots, blocks: records.map(({ block }) => block.toString()) };
}

const read = (
  bytes: Buffer,
  syntax: RecordSyntax = warcSyntax,
  limits: Partial<Limits> = {},
  size?: number,
) => readPieces(piecesOf(bytes, size), syntax, limits);

/** What a reading gives, without the places that depend on how its pieces were cut. */
const shownOf = ({ records, spots }: Read) => ({
  records: records.map(({ type, place, block, blockLength }) => [type, place, block.toString(), blockLength]),
  spots,
});

describe('records', () => {
  test('are the same whatever pieces their bytes come in, sound, mended, cut or between junk', async () => {
    const files: Array<[RecordSyntax, Buffer]> = [
      [
        warcSyntax,
        joined(
          warc('a', 'first block'),
          'junk\r\n',
          warc('b', 'second', 29),
          warc('c', 'third', 3),
          warc('d', 'x'.repeat(300), 5000),
          warc('e', '', 'none'),
          warc('f', 'last').subarray(0, -6),
        ),
      ],
      [
        arcSyntax,
        joined(
          filedesc(),
          arcRecord({ block: 'first block' }),
          'junk\n',
          arcRecord({ block: 'second', length: 29 }),
          arcRecord({ block: 'third', length: 3 }),
          arcRecord({ block: 'x'.repeat(300), length: 5000 }),
          arcRecord({ block: 'fifth', length: '-1' }),
          arcRecord({ block: 'last' }).subarray(0, -3),
        ),
      ],
    ];
    for (const [syntax, bytes] of files) {
      const limits = { maxPageBytes: 200, maxHeaderBytes: 400 };
      const whole = shownOf(await read(bytes, syntax, limits));
      expect(whole.spots.map((spot) => spot.code)).toEqual([
        'unexpected-bytes',
        'wrong-length',
        'wrong-length',
        'wrong-length',
        'no-length',
        'cut-off',
      ]);
      for (const size of [1, 2, 3, 7, 64, 129]) {
        expect({ size, ...shownOf(await read(bytes, syntax, limits, size)) }).toEqual({ size, ...whole });
      }
    }
  });

  test('hold as much of their blocks as is asked for, and say how long these are', async () => {
    const bytes = joined(warc('a', 'first block'), warc('b', 'second'));
    const asked: string[] = [];
    const { records } = await readPieces(piecesOf(bytes), warcSyntax, {}, (type) => {
      asked.push(type);
      return asked.length === 1 ? 5 : 0;
    });
    expect(asked).toEqual(['response', 'response']);
    expect(records.map(({ block, blockLength }) => [block.toString(), blockLength])).toEqual([
      ['first', 11],
      ['', 6],
    ]);
    expect(records.map(({ headers }) => headers.get('warc-record-id'))).toEqual(['<a>', '<b>']);
  });

  test('that are longer than a page may be are passed over behind what is held of them', async () => {
    const limits = { maxPageBytes: 100, maxHeaderBytes: 300 };
    for (const length of [400, 401, 5000]) {
      const bytes = joined(warc('a', 'x'.repeat(length)), warc('b', 'second'));
      for (const size of [bytes.length, 50]) {
        const { records, spots } = await readPieces(piecesOf(bytes, size), warcSyntax, limits, () => 20);
        expect(spots).toEqual([]);
        expect(records.map(({ block, blockLength }) => [block.length, blockLength])).toEqual([
          [20, length],
          [6, 6],
        ]);
      }
    }
  });

  test('that say more than a page and end before the next one are left out, and say where that begins', async () => {
    const limits = { maxPageBytes: 100, maxHeaderBytes: 300 };
    const [bare, short] = [warc('a', '', 9999).subarray(0, -4), warc('b', 'x'.repeat(50), 8888)];
    const { blocks, spots } = await read(joined(bare, short, warc('c', 'third')), warcSyntax, limits);
    expect(blocks).toEqual(['third']);
    expect(spots).toMatchObject([
      {
        offset: 0,
        code: 'wrong-length',
        reason: expect.stringMatching(/9999, but the next one begins at once/),
      },
      {
        offset: bare.length,
        code: 'wrong-length',
        reason: expect.stringMatching(/8888.* after 54 bytes; left out/),
      },
    ]);
    const cut = await read(joined(warc('a', 'x'.repeat(50), 8888)), warcSyntax, limits);
    expect(cut).toMatchObject({
      blocks: [`${'x'.repeat(50)}\r\n\r\n`],
      records: [{ damage: 'cut-off', blockLength: 54 }],
      spots: [
        { offset: 0, code: 'cut-off', reason: 'the file ends inside a record, after 54 of 8888 bytes' },
      ],
    });
  });

  test('that do not end where they say end at the next one, without the line ends between', async () => {
    const bytes = joined(warc('a', 'block\r\nline', 90), warc('b', 'second', 2), warc('c', ''));
    const { records, spots, blocks } = await read(bytes);
    expect(blocks).toEqual(['block\r\nline', 'second', '']);
    expect(records.map(({ blockLength }) => blockLength)).toEqual([11, 6, 0]);
    expect(spots.map(({ code, reason }) => [code, reason])).toEqual([
      ['wrong-length', 'the record says Content-Length 90, but the next one begins after 11 bytes'],
      ['wrong-length', 'the record says Content-Length 2, but the next one begins after 6 bytes'],
    ]);
    const none = await readPieces(piecesOf(bytes), warcSyntax, {}, () => 0);
    expect(none.blocks).toEqual(['', '', '']);
    const limited = await read(bytes, warcSyntax, { maxPageBytes: 4 });
    expect(limited.blocks.slice(0, 2)).toEqual(['bloc', 'seco']);
  });

  test('right behind what is torn, junk, or bytes that were never written come out, and that is named', async () => {
    const torn = warc('a', 'first block');
    const rest = joined(warc('b', 'second'), warc('c', 'third'));
    const head = torn.indexOf('\r\n\r\n') + 4;
    for (const cut of [3, 30, head - 3, head + 3, torn.length]) {
      for (const between of ['', 'junk', Buffer.alloc(600)]) {
        if (cut === torn.length && between === '') continue;
        for (const size of [7, 5000]) {
          const { records, blocks, spots } = await read(
            joined(torn.subarray(0, cut), between, rest),
            warcSyntax,
            {},
            size,
          );
          const named = { cut, between, blocks: blocks.slice(-2), spots: spots.map(({ code }) => code) };
          expect(named).toMatchObject({ blocks: ['second', 'third'], spots: [expect.any(String)] });
          expect(records.slice(-2).map(({ headers }) => headers.get('warc-record-id'))).toEqual([
            '<b>',
            '<c>',
          ]);
        }
      }
    }
    // a URL may end like the first line of a record
    const named = warcRecord({ id: 'b', url: 'http://a.example/WARC/1.0', block: 'second' });
    expect(await read(joined(torn, named, warc('c', 'third')))).toMatchObject({
      blocks: ['first block', 'second', 'third'],
      spots: [],
    });
    // from the header of one record into that of the next: what is left would make one header
    const gone = joined(warc('a', 'first'), warc('b', 'second'));
    gone.fill(0, 60, warc('a', 'first').length + 60);
    expect(await read(joined(gone, warc('c', 'third')))).toMatchObject({
      blocks: ['third'],
      spots: [
        { offset: 0, code: 'unexpected-bytes', reason: expect.stringContaining(`${gone.length} bytes`) },
      ],
    });
  });

  test('without line ends between them are told apart by their lengths', async () => {
    const [a, b] = [warc('a', 'first').subarray(0, -4), warc('b', 'second').subarray(0, -4)];
    expect(await read(joined(a, b))).toMatchObject({ blocks: ['first', 'second'], spots: [] });
  });

  test('a record whose header is longer than its limit is named by its place, and the next one comes out', async () => {
    const long = `WARC/1.0\r\nX: ${'x'.repeat(600)}\r\nContent-Length: 0\r\n\r\n\r\n\r\n`;
    const limits = { maxHeaderBytes: 500 };
    const bytes = joined(warc('a', 'first'), long, warc('b', 'second'));
    for (const size of [bytes.length, 60]) {
      expect(await read(bytes, warcSyntax, limits, size)).toMatchObject({
        blocks: ['first', 'second'],
        spots: [
          {
            offset: warc('a', 'first').length,
            code: 'too-long',
            reason: "the record's header is longer than 500 bytes",
          },
        ],
      });
    }
    const exact = warc('a', 'first');
    const head = exact.indexOf('\r\n\r\n') + 4;
    expect((await read(exact, warcSyntax, { maxHeaderBytes: head })).blocks).toEqual(['first']);
    expect((await read(exact, warcSyntax, { maxHeaderBytes: head - 1 })).spots).toMatchObject([
      { code: 'too-long' },
    ]);
  });

  test('a length of up to 15 digits is one; what else stands there is shown, 40 characters of it', async () => {
    const { blocks, spots } = await read(
      joined(warc('a', 'x', '9'.repeat(16)), warc('b', 'x', ` ${'y'.repeat(50)}`), warc('c', 'third')),
    );
    expect(blocks).toEqual(['third']);
    expect(spots.map(({ reason }) => /found (.*)$/.exec(reason)?.[1])).toEqual([
      `"${'9'.repeat(16)}"`,
      `"${'y'.repeat(40)}"`,
    ]);
    const none = joined('WARC/1.0\r\nWARC-Type: x\r\n\r\n', warc('c', 'third'));
    expect((await read(none)).spots).toMatchObject([
      { code: 'no-length', reason: expect.stringMatching(/found none$/) },
    ]);
  });

  test('what lies inside a member is named by its offset there', async () => {
    const pieces = (async function* () {
      yield { bytes: joined(warc('a', 'first'), 'junk\r\n', warc('b', 'second')), stored: 70, inner: 0 };
    })();
    const inner = warc('a', 'first').length;
    const { spots, records } = await readPieces(pieces, warcSyntax);
    expect(spots).toMatchObject([
      { offset: 70, inner, reason: expect.stringContaining(`(${inner} bytes into`) },
    ]);
    expect(records.map(({ place }) => place)).toEqual([
      { stored: 70, inner: 0 },
      { stored: 70, inner: inner + 6 },
    ]);
  });
});

describe('records around damage that the decompressor has named', () => {
  const gapped = async function* (
    ...parts: Array<Partial<Piece> & { text: Buffer | string }>
  ): AsyncGenerator<Piece> {
    for (const { text, ...rest } of parts) yield { stored: 0, inner: 0, ...rest, bytes: Buffer.from(text) };
  };

  test('what follows a gap up to the next record is no damage of its own', async () => {
    const { blocks, spots } = await readPieces(
      gapped(
        { text: warc('a', 'first') },
        { text: '', gap: true },
        { text: joined('rest of a record\r\n\r\n', warc('b', 'second'), 'junk\r\n', warc('c', 'third')) },
      ),
      warcSyntax,
    );
    expect(blocks).toEqual(['first', 'second', 'third']);
    expect(spots).toMatchObject([{ code: 'unexpected-bytes' }]);
  });

  test('a record that runs into a gap is left out, in its header as in its block, and not named again', async () => {
    const record = warc('b', 'second block');
    for (const cut of [4, 30, record.length - 8]) {
      const { blocks, spots } = await readPieces(
        gapped({ text: warc('a', 'first') }, { text: record.subarray(0, cut) }, { text: '', gap: true }),
        warcSyntax,
      );
      expect({ cut, blocks, spots }).toEqual({ cut, blocks: ['first'], spots: [] });
    }
  });

  test('a record that runs into the end of the file is read as far as it goes, and named by its member alone', async () => {
    const record = warc('b', 'second block');
    const begin = record.length - 4 - 'second block'.length;
    for (const suspect of [false, true]) {
      const end = { text: '', gap: true, cut: true };
      const { records, blocks, spots } = await readPieces(
        gapped(
          { text: warc('a', 'first') },
          { text: record.subarray(0, begin + 6), gap: true, suspect },
          end,
        ),
        warcSyntax,
      );
      expect([blocks, spots]).toEqual([['first', 'second'], []]);
      expect(records[1]).toMatchObject({ damage: 'cut-off', blockLength: 6 });
      const header = await readPieces(gapped({ text: record.subarray(0, 30), suspect }, end), warcSyntax);
      expect([header.blocks, header.spots]).toEqual([[], []]);
    }
    const unchecked = gapped({ text: record, gap: true, suspect: true }, { text: '', gap: true, cut: true });
    expect((await readPieces(unchecked, warcSyntax)).records).toMatchObject([
      { damage: 'cut-off', blockLength: 12 },
    ]);
  });

  test('the only record of a suspect member is left out; one that is followed by another is trusted', async () => {
    const suspect = { gap: true, suspect: true };
    const alone = await readPieces(gapped({ text: warc('a', 'first'), ...suspect }), warcSyntax);
    expect([alone.blocks, alone.spots]).toEqual([[], []]);
    const followed = await readPieces(
      gapped({ text: joined(warc('a', 'first'), warc('b', 'second')), ...suspect }),
      warcSyntax,
    );
    expect(followed.blocks).toEqual(['first', 'second']);
    const begun = await readPieces(
      gapped({ text: joined(warc('a', 'first'), 'WAR'), ...suspect }),
      warcSyntax,
    );
    expect(begun.blocks).toEqual(['first']);
    const other = await readPieces(
      gapped({ text: joined(warc('a', 'first'), 'WAX'), ...suspect }),
      warcSyntax,
    );
    expect([other.blocks, other.spots]).toEqual([[], []]);
  });
});
