import { describe, expect, test } from 'vitest';
import { zstdFrames } from '../../../plugins/dump/bytes/zstd-frames.ts';
import { type DumpDamage, reasonOf } from '../../../plugins/dump/damage.ts';
import { type Limits, withDefaults } from '../../../plugins/dump/limits.ts';
import { type Decompressed, decompress, piecesOf } from '../opened.ts';

/** A block that is stored as it is, or one byte repeated `count` times (RFC 8878, section 3.1.1.2). */
function block(data: string | { byte: string; count: number }, last = true): Buffer {
  const repeated = typeof data !== 'string';
  const size = repeated ? data.count : data.length;
  const head = Buffer.alloc(3);
  head.writeUIntLE((size << 3) | ((repeated ? 1 : 0) << 1) | (last ? 1 : 0), 0, 3);
  return Buffer.concat([head, Buffer.from(repeated ? data.byte : data, 'latin1')]);
}

const MAGIC = Buffer.from('28b52ffd', 'hex');
/** A frame with a header of these bytes behind its magic number. */
const frame = (header: readonly number[], ...blocks: Buffer[]): Buffer =>
  Buffer.concat([MAGIC, Buffer.from(header), ...blocks]);
/** A frame of one segment whose size is a byte. */
const small = (text: string): Buffer => frame([0x20, text.length], block(text));

const read = (bytes: Buffer, size?: number, limits: Partial<Limits> = {}): Promise<Decompressed> =>
  decompress((context) => zstdFrames(piecesOf(bytes, size), context), limits);
const next = small('next');
const skippable = Buffer.from([0x5f, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3]);

/** A dictionary that `zstd --train --maxdict=512` made of random words, and what `zstd -19 -D` made of `TEXT` with it. */
const DICTIONARY = Buffer.from(
  'N6Qw7FgHnis6EHBOkg4wzDDDDDPMMMMMM8wwwwwzjDo6OjqEGrMkyVI22+ZGrB+ro6Ojo+OV2dHHXlreV1VVVVVLBGMAACxAbEaz' +
    '6g0AAARgxZwcBpCMKdx1EI0ygBAAAAAAAAAAAAAAgAEAAAAAAKR5s0kEAAAAAAAAAAAAAAAAAAEAAAAEAAAACAAAAGUgbGluayBo' +
    'b21lICBhYm91dCBvZiBob21lIGFib3V0IHBhZ2Ugb2YgcGFnZSBwYWdlIG1lbnUgY3Jhd2wgZSBhIHRpdGxlIG1lbnUgbmVhciBh' +
    'Ym91dCBob21lIG5lYXIgZHVwbGljYXRlIGxpbmtsaW5rIHRpdGxlIGEgbmV3cyB0aXRsZSBsaW5rIGhvbWUgbWVudSBob21lIGxp' +
    'bmsgdGxlIHRoZSB0aXRsZSB0aXRsZSBuZWFyIHRoZSBwYWdlIHRoZSB0ZXh0IGhvbWUgb2YgIGxpbmsgcGFnZSBhIGhvbWUgdGhl' +
    'IGNyYXdsIG5ld3Mgc2l0ZSBwYWdlIG5ld3MgYSAgdGV4dCBjcmF3bCB0ZXh0IG5ld3MgZHVwbGljYXRlIHRleHQgc2l0ZSBuZXdz' +
    'IHRoZXRpdGxlIHRleHQgbWVudSBhYm91dCBtZW51IHNpdGUgbGluayBhYm91dCB0aXRsZSBsIG9mIHRpdGw=',
  'base64',
);
const TEXT = 'the near duplicate page of a site';
const PACKED = Buffer.from('KLUv/SdYB54rIZUAAEB0aGEgc2l0ZQLMZ1uAI/OqE2HYsj8=', 'base64');

describe('zstd frames', () => {
  test('are read with every size of header, in pieces of any size, skippable ones passed over', async () => {
    const frames = [
      small('a'),
      frame([0x00, 0x00], block('b')),
      frame([0x60, 0, 0], block('c'.repeat(256))),
      frame([0xa0, 1, 0, 0, 0], block('d')),
      frame([0xe0, 1, 0, 0, 0, 0, 0, 0, 0], block('e')),
      // a dictionary's number that is 0 means none, in 1, 2 and 4 bytes
      frame([0x21, 0, 1], block('f')),
      frame([0x22, 0, 0, 1], block('g')),
      frame([0x23, 0, 0, 0, 0, 1], block('h')),
      frame([0x00, 0x00], block('i', false), block({ byte: 'j', count: 5 }, false), block('')),
      skippable,
      Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]),
      small(''),
    ];
    const bytes = Buffer.concat(frames);
    for (const size of [1, 2, 5, bytes.length]) {
      const { sections, damage, ended } = await read(bytes, size);
      expect(damage).toEqual([]);
      expect(sections.map(({ text }) => text)).toEqual([`ab${'c'.repeat(256)}defghijjjjj`]);
      expect(ended.length).toBe(frames.length - 2);
    }
  });

  test('are read with the dictionary that their file begins with, and their checksums are verified', async () => {
    const skip = Buffer.from('5d2a4d1800020000', 'hex');
    const plain = await read(Buffer.concat([skip, DICTIONARY, PACKED, skippable, small(' ok'), PACKED]), 100);
    expect(plain.sections.map(({ text }) => text)).toEqual([`${TEXT} ok${TEXT}`]);
    expect(plain.damage).toEqual([]);
    const changed = Buffer.from(PACKED);
    changed[changed.length - 1]! ^= 1;
    const { damage, sections } = await read(Buffer.concat([skip, DICTIONARY, changed, PACKED]));
    expect(damage).toMatchObject([[520, { code: 'undecodable', detail: 'the checksum is wrong' }]]);
    expect(sections.at(-1)?.text).toBe(TEXT);
    // a dictionary of another number than the frames name
    const other = Buffer.from(DICTIONARY);
    other[4]! ^= 1;
    expect((await read(Buffer.concat([skip, other, PACKED]))).damage).toEqual([
      [520, { code: 'unsupported', feature: 'zstd-dictionary' }],
    ]);
  });

  test('are given up as a bomb where a large dictionary before many small frames costs more than any data', async () => {
    const dictionary = Buffer.concat([DICTIONARY, Buffer.alloc(100_000)]);
    const skip = Buffer.from('5d2a4d1800000000', 'hex');
    skip.writeUInt32LE(dictionary.length, 4);
    const files = [500, 1500].map((frames) =>
      Buffer.concat([skip, dictionary, ...Array<Buffer>(frames).fill(small(' ok'))]),
    );
    const [few, many] = await Promise.all(files.map((file) => read(file, 65_536, { maxInflatedBytes: 1e6 })));
    expect(few!.damage).toEqual([]);
    expect(many!.damage).toMatchObject([[expect.any(Number), { code: 'bomb', isFile: true }]]);
  });

  test('that need a dictionary or too large a window are not supported, and the next frame is read', async () => {
    const dictionaries = [
      frame([0x21, 1, 1], block('x')),
      frame([0x22, 0, 1, 1], block('x')),
      frame([0x23, 0, 0, 0, 1, 1], block('x')),
      frame([0x01, 0, 1], block('x')),
    ];
    for (const bytes of dictionaries) {
      const { sections, damage } = await read(Buffer.concat([bytes, next]));
      expect(damage).toEqual([[0, { code: 'unsupported', feature: 'zstd-dictionary' }]]);
      expect(sections).toMatchObject([{ text: 'next', stored: bytes.length }]);
    }
    const all = await read(Buffer.concat([...dictionaries, next, ...dictionaries]));
    expect(all.damage).toHaveLength(1);
    expect(all.sections.map(({ text }) => text)).toEqual(['next']);
    // a dictionary in the file is the one to unpack them by
    const own = Buffer.concat([Buffer.from('5d2a4d1803000000', 'hex'), Buffer.from('abc'), dictionaries[0]!]);
    expect((await read(own)).damage).toEqual([
      [11, { code: 'unsupported', feature: 'zstd-dictionary', value: 3 }],
    ]);
    const windows: Array<[number[], number]> = [
      [[0x00, (17 << 3) | 1], 2 ** 27 + 2 ** 24],
      [[0x00, 18 << 3], 2 ** 28],
      [[0xa0, 1, 0, 0, 8], 2 ** 27 + 1],
      [[0xe0, 0, 0, 0, 0, 1, 0, 0, 0], 2 ** 32],
    ];
    for (const [header, value] of windows) {
      const bytes = frame(header, block('x'));
      const { damage } = await read(Buffer.concat([bytes, next]));
      expect(damage).toEqual([
        [0, { code: 'unsupported', feature: 'zstd-window', value, most: 2 ** 27, passedOver: bytes.length }],
      ]);
    }
    // the largest window that is supported
    expect((await read(frame([0x00, 17 << 3], block('x')))).damage).toEqual([]);
  });

  test('that inflate to much are given up as a whole, however short their records are', async () => {
    const lines = frame(
      [0x00, 0x58],
      ...Array.from({ length: 20 }, () => block({ byte: '\n', count: 100_000 }, false)),
      block(''),
    );
    const spots: DumpDamage[] = [];
    const context = {
      limits: withDefaults({ maxInflatedBytes: 1_000_000 }),
      sinceRecord: 0,
      report: (damage: DumpDamage) => void spots.push(damage),
    };
    let bytes = 0;
    for await (const piece of zstdFrames(piecesOf(Buffer.concat([next, lines, lines, next])), context)) {
      bytes += piece.bytes.length;
      context.sinceRecord = 0;
    }
    expect(spots).toMatchObject([{ code: 'bomb', isFile: true }]);
    expect(reasonOf(spots[0]!)).toMatch(/^decompression bomb: the file inflates to over 1\d{6} bytes, /);
    expect(bytes).toBeLessThan(1_300_000);
  });

  test('that are cut off say after how much of their data', async () => {
    const bytes = frame([0x00, 0x00], block('some', false), block('words'));
    for (const [length, after] of [
      [bytes.length - 1, 4],
      [bytes.length - 6, 4],
      [bytes.length - 9, 0],
      [6, 0],
    ] as const) {
      const { sections, damage } = await read(bytes.subarray(0, length));
      expect({ length, damage }).toEqual({
        length,
        damage: [[0, { code: 'cut-off', inside: 'a zstd frame', after, passedOver: 0 }]],
      });
      expect(sections.map(({ text }) => text).join('')).toBe('some'.slice(0, after));
    }
    expect((await read(bytes.subarray(0, 5))).damage).toEqual([
      [0, { code: 'unexpected-bytes', expected: 'zstd frame', passedOver: 5 }],
    ]);
  });

  test('with a block of an unknown type or size are named after what came before', async () => {
    const tooLong = Buffer.from([(1 << 3) | 1, 0, 16]);
    for (const wrong of [Buffer.from([7, 0, 0]), tooLong]) {
      const bytes = frame([0x00, 0x00], block('some', false), wrong);
      const { sections, damage } = await read(Buffer.concat([bytes, next]));
      const detail = 'block of an unknown type or size';
      expect(damage).toEqual([
        [0, { code: 'undecodable', detail, unit: 'zstd frame', dataBytes: 4, passedOver: wrong.length }],
      ]);
      expect(sections.map(({ text }) => text)).toEqual(['some', 'next']);
    }
  });

  test('with a wrong checksum give their data, which may be wrong', async () => {
    const bytes = frame([0x24, 4], block('some'), Buffer.from('\0\0\0\0'));
    const { damage, sections } = await read(Buffer.concat([bytes, next]));
    expect(damage).toMatchObject([[0, { code: 'undecodable', unit: 'zstd frame', passedOver: 0 }]]);
    expect(sections.at(-1)?.text).toBe('next');
  });

  test('are found again behind anything else, also behind what only begins like one', async () => {
    const junks = [
      Buffer.from('junk'),
      MAGIC.subarray(0, 3),
      Buffer.concat([MAGIC, Buffer.from([8, 0])]),
      Buffer.concat([Buffer.from('xx'), MAGIC, Buffer.from([0x28, 0]), Buffer.from('yy')]),
    ];
    for (const junk of junks) {
      for (const size of [undefined, 1, 3]) {
        const { sections, damage } = await read(Buffer.concat([small('a'), junk, next]), size);
        expect(sections.map(({ text }) => text)).toEqual(['a', 'next']);
        expect(damage).toMatchObject([
          [small('a').length, { code: 'unexpected-bytes', expected: 'zstd frame' }],
        ]);
      }
    }
  });

  test('a skippable frame that the file does not hold whole is told: its length may be wrong, and hide others', async () => {
    const damage = { code: 'cut-off', inside: 'a skippable zstd frame', after: 9, of: 11 } as const;
    const found = await read(Buffer.concat([small('a'), skippable.subarray(0, 9)]));
    expect([found.sections.map(({ text }) => text), found.damage]).toEqual([
      ['a'],
      [[small('a').length, damage]],
    ]);
    expect(reasonOf(damage)).toBe('the file ends inside a skippable zstd frame, after 9 of 11 bytes');
  });

  test('a record without end is given up as a bomb', async () => {
    const blocks = Array.from({ length: 20 }, () => block({ byte: 'x', count: 100_000 }, false));
    const bytes = frame([0x00, 0x58], ...blocks, block(''));
    const { damage } = await read(Buffer.concat([bytes, next]), undefined, { maxInflatedBytes: 1_000_000 });
    expect(damage).toMatchObject([[0, { code: 'bomb', inflatedBytes: 1_100_000 }]]);
    expect((await read(bytes, undefined, { maxInflatedBytes: 2_000_000 })).damage).toEqual([]);
  });
});
