import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { codingOf, headOfData } from '../../plugins/dump/bytes/coding.ts';
import { hasExtension } from '../../plugins/dump/format.ts';
import { formatOf, isPlain } from '../../plugins/dump/formats.ts';
import { arcPage, filedesc } from './arc/arc-writer.ts';
import { pageRecord } from './warc/warc-writer.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const titleOf = (name: string, head: Buffer | string, inFolder = false): string | undefined =>
  formatOf({ name, head: typeof head === 'string' ? latin1(head) : head, inFolder })?.title;
const localHeader = (name: string): string => `PK\x03\x04${'\0'.repeat(26)}${name}`;
const page = 'HTML or text';

test('data show their format under any name', () => {
  const cases: Array<[string, Buffer | string]> = [
    ['WARC', pageRecord(1)],
    ['WARC', '\xef\xbb\xbf \r\nWARC/0.17\r\n'],
    ['ARC', filedesc()],
    ['ARC', arcPage(1)],
    ['ARC', '\nfiledesc:'],
    ['JSONL', '{"text":"x"}\n'],
    ['JSONL', '\xef\xbb\xbf\n {"text":"x"}\r\n{'],
    ['JSONL', '{ "text": "a line that is longer than what is at hand'],
    ['JSON array', '[{"text":"x"}]\n'],
    ['JSON array', '\xef\xbb\xbf[\r\n  {\r\n    "text": "x"\r\n  }'],
    ['Parquet', 'PAR1\x15'],
    ['Parquet', 'PARE\x15'],
    ['WACZ', localHeader('archive/x.warc.gz')],
    ['WACZ', localHeader('indexes/index.cdx')],
    ['WACZ', localHeader('pages/pages.jsonl')],
    ['WACZ', `${localHeader('some.txt')}text${localHeader('datapackage.json')}`],
    [page, '<!DOCTYPE html>'],
    [page, '\xff\xfe<\0h\0t\0m\0l\0>\0'],
    [page, '<?xml version="1.0"?>\n<!-- a --> <!-- b --><html lang="en">'],
  ];
  for (const [title, head] of cases) expect([head, titleOf('x.bin', head)]).toEqual([head, title]);
});

test('what only begins like a format is not taken for it', () => {
  const others = [
    '',
    'WARC/2.0\r\n',
    'xWARC/1.0\r\n',
    'filedesc',
    '{"text":"x",}\n',
    '{\n "text": "x"\n}',
    '{"log": {"version": "1.2", "entries": []}}\n',
    '{text',
    '["text"]\n',
    '[section]\n',
    'PAR2',
    localHeader('archive/x.txt'),
    localHeader('docs/index.html'),
    '<svg>',
    '<abbr>x',
    'text <p>',
  ];
  for (const head of others) expect([head, titleOf('x.bin', head)]).toEqual([head, undefined]);
});

test('the name tells where the data do not, whatever packs it', () => {
  const names: Record<string, string> = {
    'x.warc': 'WARC',
    'x.WARC.GZ': 'WARC',
    'x.warc.gz.open': 'WARC',
    'x.wet': 'WARC',
    'x.warc.wet.gz': 'WARC',
    'x.arc.zst': 'ARC',
    'x.wacz': 'WACZ',
    'x.parquet': 'Parquet',
    'x.jsonl': 'JSONL',
    'x.ndjson.zst': 'JSONL',
    'x.jl': 'JSONL',
    'x.jsonlines.gz': 'JSONL',
    'x.htm': page,
    'x.html': page,
    'x.XHTML': page,
    'x.txt.gz': page,
    'x.md': page,
  };
  for (const [name, title] of Object.entries(names)) {
    expect([name, titleOf(name, '\0\x01damaged'), titleOf(name, '', true)]).toEqual([name, title, title]);
  }
  for (const name of ['x', 'warc', 'x.json', 'x.warcs', 'x.warc.bz2', 'x.css', 'html']) {
    expect([name, titleOf(name, '\0\x01damaged')]).toEqual([name, undefined]);
  }
});

test('content beats a name, and a name beats what merely looks like HTML', () => {
  expect(titleOf('x.html', pageRecord(1))).toBe('WARC');
  expect(titleOf('x.arc', '{"text":"x"}\n')).toBe('JSONL');
  expect(titleOf('x.warc', '<html>a page in place of a dump')).toBe('WARC');
  expect(titleOf('x.wacz', 'PK\x03\x04')).toBe('WACZ');
});

test('in a folder, JSON and HTML are read only where their name says so', () => {
  const line = '{"text":"x"}\n';
  const named = ['x.json', 'x.jsonl', 'x.ndjson', 'x.jl', 'x.jsonlines'];
  for (const name of named) expect([name, titleOf(name, line, true)]).toEqual([name, 'JSONL']);
  expect(titleOf('x.map', line, true)).toBe(undefined);
  expect(titleOf('x.json', `[${line}]`, true)).toBe(undefined);
  expect([titleOf('x.php', '<html>', true), titleOf('x.php', '<html>')]).toEqual([undefined, page]);
  expect(titleOf('x.php', pageRecord(1), true)).toBe('WARC');
});

test('an extension counts at the end of a name, before .gz, .zst and .open', () => {
  expect(
    ['a.warc', 'a.b.WARC.gz', 'a.warc.zst', 'a.warc.open'].every((name) => hasExtension(name, ['x', 'warc'])),
  ).toBe(true);
  expect(
    ['a.warc.txt', 'warc', 'a.warc/b', 'a.xwarc', 'a.warc.gz.gz'].some((name) =>
      hasExtension(name, ['warc']),
    ),
  ).toBe(false);
});

test('compression is told by the first bytes, and by the name only where they show nothing else', () => {
  const gzip = gzipSync('x');
  const zstd = Buffer.from('28b52ffd', 'hex');
  const cases: Array<[Buffer, string, string]> = [
    [gzip, 'x', 'gzip'],
    [gzip.subarray(0, 2), 'x.zst', 'gzip'],
    [Buffer.from('1f8c08', 'hex'), 'x', 'none'],
    [zstd, 'x.gz', 'zstd'],
    [zstd.subarray(0, 3), 'x', 'none'],
    [Buffer.concat([Buffer.alloc(1), zstd]), 'x', 'none'],
    [Buffer.from('502a4d18', 'hex'), 'x', 'zstd'],
    [Buffer.from('5f2a4d18', 'hex'), 'x', 'zstd'],
    [Buffer.from('602a4d18', 'hex'), 'x', 'none'],
    [pageRecord(1), 'x.warc.gz', 'none'],
    [latin1('PK\x03\x04'), 'x.wacz', 'none'],
    [latin1('\0damaged'), 'x.WARC.GZ', 'gzip'],
    [latin1('\0damaged'), 'x.warc.gz.open', 'gzip'],
    [latin1('\0damaged'), 'x.warc.zst', 'zstd'],
    [latin1('\0damaged'), 'x.warc.zst.open', 'zstd'],
    [latin1('\0damaged'), 'x.warc.gzip', 'none'],
    [Buffer.alloc(0), 'x.gz', 'gzip'],
  ];
  for (const [head, name, coding] of cases)
    expect([name, codingOf(head, name, isPlain)]).toEqual([name, coding]);
});

test('a file that begins with a dictionary is WARC, though its first data lie behind what is looked at', async () => {
  const dictionary = Buffer.concat([Buffer.from('5d2a4d1800000200', 'hex'), Buffer.alloc(60_000)]);
  const head = await headOfData(dictionary, codingOf(dictionary, '-', isPlain));
  expect(titleOf('-', head.toString())).toBe('WARC');
});

test('the first data of a compressed file come out, also when its first member is damaged or its end is missing', async () => {
  const member = gzipSync('first words '.repeat(100));
  expect((await headOfData(member.subarray(0, 30), 'gzip')).toString()).toMatch(/^first words/);
  const broken = Buffer.from(member);
  broken[0] = 0;
  const second = gzipSync('second');
  expect((await headOfData(Buffer.concat([broken, second]), 'gzip')).toString()).toBe('second');
  expect((await headOfData(broken, 'gzip')).length).toBe(0);
  expect((await headOfData(gzipSync(Buffer.alloc(200_000)), 'gzip')).length).toBe(64 * 1024);
});
