import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SetScanner } from '../../../plugins/cli/join/set-scanner.ts';
import { inFull, often } from '../../repetition.ts';

/** The records of a text that comes in pieces cut after the given bytes. */
function scan(text: string | Uint8Array, cuts: readonly number[] = []): bigint[][] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const scanner = new SetScanner('sets.txt');
  let from = 0;
  for (const cut of [...cuts, bytes.length].sort((a, b) => a - b)) {
    scanner.scan(bytes.subarray(from, cut));
    from = Math.max(from, cut);
  }
  scanner.end();
  return recordsOf(scanner);
}

function recordsOf(scanner: SetScanner): bigint[][] {
  const { offsets, values } = scanner.take();
  return Array.from({ length: offsets.length - 1 }, (_, i) => [
    ...values.subarray(offsets[i], offsets[i + 1]),
  ]);
}

/** The contract, naively. */
function naively(text: string): bigint[][] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => {
    const tokens = line.split(/[ \t\r]+/).filter((token) => token !== '');
    return [...new Set(tokens.map(BigInt))].sort((a, b) => (a < b ? -1 : 1));
  });
}

const token = fc.oneof(fc.nat({ max: 20 }), fc.nat(), fc.maxSafeNat()).map(String);
const blank = fc.constantFrom(' ', '\t', '  ', ' \t ');
const line = fc.array(fc.tuple(token, blank), { maxLength: 120 }).map((parts) => parts.flat().join(''));

describe('SetScanner', () => {
  test('gives the sets of the contract, wherever the text is cut into pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { maxLength: 8 }),
        fc.option(line, { nil: '' }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 6 }),
        (lines, last, cuts) => {
          const text = lines.flat().join('') + last;
          expect(
            scan(
              text,
              cuts.filter((cut) => cut <= text.length),
            ),
          ).toEqual(naively(text));
        },
      ),
      { numRuns: often(300) },
    );
  });

  test('a line feed at the end makes no further record, and an empty line is an empty record', () => {
    expect(scan('')).toEqual([]);
    expect(scan('1\n')).toEqual([[1n]]);
    expect(scan('1')).toEqual([[1n]]);
    expect(scan('\n')).toEqual([[]]);
    expect(scan('1\n\n2\n\n')).toEqual([[1n], [], [2n], []]);
    expect(scan('1\r\n\r\n2\r')).toEqual([[1n], [], [2n]]);
  });

  test.each([
    ['little-endian', Buffer.from('\ufeff1 2\n', 'utf16le')],
    ['big-endian', Buffer.from('\ufeff1 2\n', 'utf16le').swap16()],
  ])('sets in UTF-16, %s, are said to be that, with the command that converts them', (_, bytes) => {
    expect(() => scan(bytes)).toThrow(/: the file is UTF-16 \(iconv -f UTF-16 -t UTF-8 makes UTF-8 of it\)$/);
  });

  test('an error shows a character of several bytes whole, and takes it for no mark of UTF-16', () => {
    for (const token of ['１', '1２', 'é', '😀']) {
      expect(() => scan(Buffer.from(`${token} 3\n`))).toThrow(new RegExp(`got "${token}"$`));
    }
  });

  test('a token is below 2^53, whatever number of zeros it begins with', () => {
    expect(scan('9007199254740991 0 00000000000000000000000007')).toEqual([[0n, 7n, 2n ** 53n - 1n]]);
    for (const token of ['9007199254740992', '9007199254740993', '1'.repeat(400)]) {
      expect(() => scan(`1 2\n3 ${token} 4\n`)).toThrow(/line 2, .*2\^53/);
    }
  });

  test.each([
    ['a negative token', '-5'],
    ['a fractional token', '1.5'],
    ['letters', 'word'],
    ['an exponent', '1e5'],
    ['a semicolon', '1;2'],
    ['a plus sign', '+1'],
    ['a NUL byte', '1\0'],
    ['a form feed', '1\f2'],
  ])('%s is an error that shows the token and counts its line in both ways', (_, wrong) => {
    const text = `1 2\n\n3 4 ${wrong} 6\n7\n`;
    for (let cut = 0; cut <= text.length; cut++) {
      let message = '';
      try {
        scan(text, [cut]);
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toMatch(
        /^sets\.txt: line 3, counted from 1 \(record 2, counted from 0\): expected whole/,
      );
      const got = JSON.parse(/got (".*")$/.exec(message)?.[1] ?? '""');
      // what lies in the next piece is not known yet
      expect(cut === text.length ? wrong === got : got !== '' && wrong.startsWith(got)).toBe(true);
    }
  });

  test('an error shows a number that is too large without the byte that ends it', () => {
    for (const end of ['\n', '\r\n', ' ', '\t', ','])
      for (const cuts of [[], [19]])
        expect(() => scan(`9007199254740992000${end}1\n`, cuts)).toThrow(/got "9007199254740992000"$/);
  });

  test('commas separate tokens as blanks do, wherever the text is cut', () => {
    const text = '1,2, 3\n,4 ,\n\n5,5\n';
    for (let cut = 0; cut <= text.length; cut++) {
      expect(scan(text, [cut])).toEqual(scan('1 2 3\n4\n\n5\n', []));
    }
  });

  test('a byte order mark before the first line is no token, however the text is cut, and part of one is an error', () => {
    for (const cuts of [[], [1], [2], [3], [1, 2, 3]])
      expect(scan('\ufeff1 2\r\n3\n', cuts)).toEqual([[1n, 2n], [3n]]);
    expect(scan('\ufeff')).toEqual([]);
    expect(() => scan('1\n\ufeff2\n')).toThrow(/line 2, .*whole numbers/);
    expect(() => scan(Buffer.of(0xef, 0xbb, 0x31))).toThrow(/line 1, .*whole numbers/);
  });

  test('a carriage return that ends no line is an error: the file may have no line feeds at all', () => {
    expect(() => scan('1 2\r3 4\r')).toThrow(/line 1, .*line feed behind each carriage return; got "3/);
    expect(() => scan('1\r 2\n')).toThrow(/carriage return/);
    expect(() => scan('1\r2', [2])).toThrow(/carriage return/);
  });

  test('an error shows no more than some of a very long token, and nothing that moves the cursor', () => {
    let message = '';
    try {
      scan(`${'x'.repeat(1e6)}\n`);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.length).toBeLessThan(250);
    expect(() => scan(Buffer.from('\x1b[2J\u009b'))).toThrow(/got "\\u001b\[2J/);
    expect(() => scan(Buffer.from('\u009b'))).not.toThrow(/\u009b/);
  });

  test('records taken in batches are those of the whole, an unfinished line goes with the next batch', () => {
    const scanner = new SetScanner('sets.txt');
    scanner.scan(Buffer.from('3 1 2\n5 4 4'));
    expect(scanner.held).toBe(4);
    expect(recordsOf(scanner)).toEqual([[1n, 2n, 3n]]);
    scanner.scan(Buffer.from('0 6\n\n'));
    expect(recordsOf(scanner)).toEqual([[5n, 6n, 40n, 4n].sort((a, b) => (a < b ? -1 : 1)), []]);
    expect(recordsOf(scanner)).toEqual([]);
    expect({ ...scanner }).toMatchObject({ records: 3, emptyRecords: 1, tokens: 7 });
  });

  test('the largest value of a batch is the largest of all its records, those of no batch before it', () => {
    const scanner = new SetScanner('sets.txt');
    scanner.scan(Buffer.from('7 9007199254740991 7\n\n5\n12'));
    expect(scanner.take().largest).toBe(2 ** 53 - 1);
    scanner.scan(Buffer.from('3 4\n6\n'));
    expect(scanner.take().largest).toBe(123);
    expect(scanner.take().largest).toBe(0);
  });

  const millions = inFull ? 10 : 1;
  test(`a line of ${millions} million tokens is one record`, () => {
    const scanner = new SetScanner('sets.txt');
    const piece = Buffer.from(
      Array.from({ length: 10_000 }, (_, i) => (i * 7919) % 10_000)
        .join(' ')
        .concat(' '),
    );
    for (let i = 0; i < 100 * millions; i++) scanner.scan(piece);
    scanner.end();
    const { offsets, values } = scanner.take();
    expect([...offsets]).toEqual([0, 10_000]);
    expect(values[9_999]).toBe(9_999n);
  });
});
