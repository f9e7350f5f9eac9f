import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { gzipMembers } from '../../../plugins/dump/bytes/gzip-members.ts';
import type { Limits } from '../../../plugins/dump/limits.ts';
import { type Decompressed, decompress, piecesOf } from '../opened.ts';

interface MemberToWrite {
  readonly flags?: number;
  /** What the flags announce, between the first ten bytes and the data. */
  readonly more?: Buffer | string;
  readonly crc?: number;
  readonly length?: number;
  readonly method?: number;
}

/** A gzip member (RFC 1952), wrong where it is told to be. */
function member(text: string, { flags = 0, more = '', crc, length, method = 8 }: MemberToWrite = {}): Buffer {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc ?? crc32(text), 0);
  trailer.writeUInt32LE(length ?? Buffer.byteLength(text), 4);
  const head = Buffer.from([0x1f, 0x8b, method, flags, 0, 0, 0, 0, 0, 255]);
  return Buffer.concat([head, Buffer.from(more), deflateRawSync(text), trailer]);
}

const read = (bytes: Buffer, size?: number, limits: Partial<Limits> = {}): Promise<Decompressed> =>
  decompress((context) => gzipMembers(piecesOf(bytes, size), context), limits);
const textOf = ({ sections }: Decompressed): string => sections.map(({ text }) => text).join('|');
const next = member('next');

describe('gzip members', () => {
  test('are read behind every kind of header, in pieces of any size', async () => {
    const extra = Buffer.from([3, 0, 1, 2, 3]);
    const members = [
      member('a'),
      member('b', { flags: 1 }),
      member('c', { flags: 4, more: extra }),
      member('d', { flags: 8, more: 'name.warc\0' }),
      member('e', { flags: 16, more: 'comment\0' }),
      member('f', { flags: 2, more: 'xx' }),
      member('g', { flags: 31, more: Buffer.concat([extra, Buffer.from('name\0comment\0xx')]) }),
      member('h', { flags: 24, more: '\0\0' }),
    ];
    const bytes = Buffer.concat(members);
    for (const size of [1, 2, 5, bytes.length]) {
      const { sections, damage, ended } = await read(bytes, size);
      expect({ size, sections, damage }).toEqual({
        size,
        sections: [{ text: 'abcdefgh', suspect: false, stored: 0 }],
        damage: [],
      });
      expect(ended).toEqual(members.map((_, n) => Buffer.concat(members.slice(0, n)).length));
    }
  });

  test('are none with reserved flags, another method, or a name without an end within the header’s limit', async () => {
    const limits = { maxHeaderBytes: 40 };
    for (const wrong of [
      member('x', { flags: 32 }),
      member('x', { flags: 128 }),
      member('x', { method: 7 }),
      member('x', { flags: 8, more: `${'n'.repeat(40)}\0` }),
    ]) {
      const found = await read(Buffer.concat([wrong, next]), undefined, limits);
      expect(textOf(found)).toBe('next');
      expect(found.damage).toEqual([
        [0, { code: 'unexpected-bytes', expected: 'gzip member', bytes: wrong.length }],
      ]);
    }
    const longest = member('x', { flags: 8, more: `${'n'.repeat(29)}\0` });
    expect(await read(longest, undefined, limits)).toMatchObject({ sections: [{ text: 'x' }], damage: [] });
  });

  test('may be followed by zeros, at the end and between', async () => {
    const zeros = Buffer.alloc(700);
    for (const size of [undefined, 3]) {
      const found = await read(Buffer.concat([zeros, member('a'), zeros, next, zeros]), size);
      expect([textOf(found), found.damage]).toEqual(['anext', []]);
    }
  });

  test('with a wrong checksum or length come out as suspect between gaps, and are named with their extent', async () => {
    for (const [of, wrong] of [
      ['CRC-32', member('data', { crc: 1 })],
      ['length', member('data', { length: 5 })],
    ] as const) {
      const { sections, damage } = await read(Buffer.concat([member('a'), wrong, next]));
      const at = member('a').length;
      expect(sections).toEqual([
        { text: 'a', suspect: false, stored: 0 },
        { text: 'data', suspect: true, stored: at },
        { text: 'next', suspect: false, stored: at + wrong.length },
      ]);
      expect(damage).toEqual([
        [at, { code: 'checksum', of, unit: 'gzip member', unitBytes: wrong.length, toEnd: false }],
      ]);
      const last = await read(wrong);
      expect(last.damage).toMatchObject([[0, { unitBytes: wrong.length, toEnd: true }]]);
    }
  });

  test('that are cut off say whether their data or their checksum is missing', async () => {
    const whole = member('some words '.repeat(20));
    const inTrailer = await read(whole.subarray(0, -3));
    expect(inTrailer.damage).toMatchObject([[0, { code: 'cut-off', lacks: 'checksum', toEnd: true }]]);
    expect(inTrailer.sections).toMatchObject([{ text: 'some words '.repeat(20), suspect: true }]);
    expect((await read(whole.subarray(0, -9))).damage).toMatchObject([
      [0, { code: 'cut-off', lacks: 'end' }],
    ]);
    expect((await read(whole.subarray(0, 9))).damage).toEqual([
      [0, { code: 'unexpected-bytes', expected: 'gzip member', bytes: 9 }],
    ]);
  });

  test('whose data break are named with what zlib says, and give what came before the break', async () => {
    const text = 'some words '.repeat(5000);
    const stored = Buffer.alloc(5);
    stored.writeUInt16LE(text.length, 1);
    stored.writeUInt16LE(text.length ^ 0xffff, 3);
    const brokenBlock = Buffer.from([0, 1, 0, 1, 0]);
    const header = member('').subarray(0, 10);
    const broken = Buffer.concat([header, stored, Buffer.from(text), brokenBlock, Buffer.alloc(30_000, 'x')]);
    const { sections, damage } = await read(Buffer.concat([broken, next]));
    expect(damage).toEqual([
      [
        0,
        {
          code: 'undecodable',
          detail: 'invalid stored block lengths',
          unit: 'gzip member',
          unitBytes: broken.length,
          toEnd: false,
        },
      ],
    ]);
    expect(sections).toMatchObject([
      { suspect: true, stored: 0 },
      { text: 'next', suspect: false },
    ]);
    // what a data error can cost of the output before it: the 16 KiB that were given to zlib with it
    expect(text.startsWith(sections[0]!.text)).toBe(true);
    expect(sections[0]!.text.length).toBeGreaterThan(text.length - 2 ** 14);
  });

  test('are not looked for in bytes that begin like one and do not inflate', async () => {
    const like = Buffer.from([
      0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    ]);
    const empty = gzipSync('');
    for (const junk of [like, Buffer.concat([like, like, Buffer.from('..')]), Buffer.from([0x1f, 0x8b, 8])]) {
      const bytes = Buffer.concat([Buffer.from('junk'), junk, next, empty]);
      for (const size of [undefined, 4]) {
        const { sections, damage } = await read(bytes, size);
        expect(sections).toEqual([{ text: 'next', suspect: false, stored: 4 + junk.length }]);
        expect(damage).toEqual([
          [0, { code: 'unexpected-bytes', expected: 'gzip member', bytes: 4 + junk.length }],
        ]);
      }
    }
  });
});

describe('a gzip member that is longer than what is inflated at once', () => {
  // 33 MiB of data in 33 KB
  const long = gzipSync(Buffer.alloc(33 * 2 ** 20), { level: 1 });

  test('is inflated as a stream, and checked at its end', async () => {
    const whole = await read(Buffer.concat([long, next]), 10_000);
    expect(whole.damage).toEqual([]);
    expect(whole.ended).toEqual([0, long.length]);
    expect(textOf(whole).length).toBe(33 * 2 ** 20 + 4);
    const doubtfulBytes = 33 * 2 ** 20;
    for (const [of, back] of [
      ['CRC-32', 8],
      ['length', 4],
    ] as const) {
      const wrong = Buffer.from(long);
      wrong[wrong.length - back]! ^= 1;
      const { damage, sections } = await read(Buffer.concat([wrong, next]));
      expect(damage).toEqual([[0, { code: 'checksum', of, unit: 'gzip member', doubtfulBytes }]]);
      expect(sections.at(-1)).toEqual({ text: 'next', suspect: false, stored: long.length });
    }
  });

  test('is given up as a bomb once one record is past the limit at more than a hundred times its size', async () => {
    const maxInflatedBytes = 2 ** 20;
    const { damage, sections } = await read(Buffer.concat([long, next]), undefined, { maxInflatedBytes });
    expect(damage).toMatchObject([[0, { code: 'bomb' }]]);
    const [, bomb] = damage[0]!;
    if (bomb.code !== 'bomb') throw new Error('not reached');
    expect(bomb.inflatedBytes).toBeGreaterThan(maxInflatedBytes);
    expect(bomb.inflatedBytes).toBeLessThan(maxInflatedBytes + 2 ** 17);
    expect(bomb.ratio).toBeGreaterThan(100);
    expect(sections.at(-1)?.text).toBe('next');
  });
});
