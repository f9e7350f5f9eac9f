import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { decode, utf8Of } from '../../src/text/decode.ts';

const bytes = (text: string, encoding: string): Uint8Array => iconv.encode(text, encoding);
const meta = (charset: string, text: string): string => `<meta charset="${charset}"><p>${text}`;

describe('decode', () => {
  test('reads valid UTF-8 as UTF-8, whatever header and meta say', () => {
    const page = meta('windows-1252', 'Grüße 漢字');
    expect(decode(bytes(page, 'utf8'), 'text/html; charset=iso-8859-1')).toEqual({
      text: page,
      encoding: 'utf-8',
    });
  });

  test('ignores a header that says UTF-8 on bytes that are not, and reads the meta instead', () => {
    const page = meta('iso-8859-2', 'Žluťoučký kůň');
    expect(decode(bytes(page, 'iso-8859-2'), 'text/html; charset=utf-8').text).toBe(page);
  });

  test('believes the header before the meta', () => {
    const page = meta('windows-1252', 'Привет');
    expect(decode(bytes(page, 'windows-1251'), 'text/html; charset="Windows-1251"')).toEqual({
      text: page,
      encoding: 'windows-1251',
    });
  });

  test('falls back to windows-1252 with its own characters between 0x80 and 0x9f', () => {
    expect(decode(Uint8Array.of(0x93, 0x80, 0x94, 0x20, 0xe9)).text).toBe('“€” é');
  });

  test.each(['utf-16le', 'utf-16be'])(
    'reads %s by its byte order mark, and without one by the header',
    (name) => {
      const page = '<p>Grüße</p>';
      expect(decode(iconv.encode(page, name, { addBOM: true })).text).toBe(page);
      expect(decode(bytes(page, name), `text/html; charset=${name}`).text).toBe(page);
    },
  );

  test('drops the byte order mark of UTF-8', () => {
    expect(decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)).text).toBe('a');
  });

  test('reads a UTF-8 page that was cut within a character, or damaged in one place, as UTF-8', () => {
    const whole = bytes('é'.repeat(40), 'utf8');
    expect(decode(whole.subarray(0, 79)).text).toBe('é'.repeat(39));
    const damaged = Uint8Array.from(whole);
    damaged[10] = 0xff;
    expect(decode(damaged)).toMatchObject({ encoding: 'utf-8' });
  });

  test('reads the 7-bit Japanese encoding by its meta', () => {
    const page = Buffer.concat([
      Buffer.from('<meta charset="iso-2022-jp"><p>'),
      Buffer.from([0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42]),
    ]);
    expect(decode(page).text).toContain('日本');
  });

  test.each(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr', 'koi8-r'])(
    'reads %s by its meta',
    (name) => {
      const page = meta(name, name === 'koi8-r' ? 'Привет' : name === 'euc-kr' ? '한국어' : '日本');
      expect(decode(bytes(page, name)).text).toBe(page);
    },
  );

  test.each([
    ['koi8-u', 0xae, 'ў'],
    ['macintosh', 0xdb, '€'],
    ['windows-874', 0x81, '\x81'],
    ['x-mac-cyrillic', 0xff, '€'],
  ])('reads %s as the Encoding Standard has it, byte %d as %j', (name, byte, character) => {
    expect(decode(Uint8Array.of(0x80, byte), `text/html; charset=${name}`).text.slice(-1)).toBe(character);
  });

  test('never throws: unknown charsets, empty bodies, all bytes', () => {
    expect(decode(new Uint8Array(0)).text).toBe('');
    const all = Uint8Array.from({ length: 256 }, (_, i) => i);
    for (const type of ['text/html; charset=nonsense', 'charset=', ';;;', 'text/html; charset=replacement']) {
      expect(decode(all, type).text.length).toBeGreaterThan(0);
    }
  });
});

test('bytes that are taken as UTF-8 without decoding them are what decode makes of them', () => {
  const parts = ['\ufeff', 'ab', 'é漢\u{1f600}', '\0a', '\x1b$B', '<p>'].map((each) => Buffer.from(each));
  const others = [[0xff, 0xfe], [0xfe, 0xff], [0xe9], [0xef, 0xbb, 0xbf], [0xe2, 0x82]].map((each) =>
    Buffer.from(each),
  );
  const types = fc.constantFrom(undefined, 'text/html; charset=utf-16le', 'text/html; charset=windows-1252');
  parts.push(Buffer.from('<p>words</p>'.repeat(9), 'utf16le'));
  let taken = 0;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts, ...others), { maxLength: 4 }), types, (given, type) => {
      const body = Buffer.concat(given);
      const utf8 = utf8Of(body, type);
      if (utf8 === undefined) return;
      taken++;
      expect(Buffer.from(utf8).toString('utf8')).toBe(decode(body, type).text);
    }),
    { numRuns: 1000 },
  );
  expect(taken).toBeGreaterThan(200);
});
