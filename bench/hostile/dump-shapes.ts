import { deflateRawSync, gzipSync } from 'node:zlib';
import { Draw } from '../fuzz/draw.ts';
import { zstdFrame } from '../fuzz/dump-grammar.ts';
import { halves, run, type Shape } from './shapes.ts';

type Shapes = Readonly<Record<string, Shape>>;

/** Shapes for every reader of bytes: runs of each kind of byte, and beginnings of other formats. */
const byteShapes: Shapes = {
  NULs: run('\0'),
  'the highest byte': run('\xff'),
  'line feeds': run('\n'),
  'carriage returns': run('\r'),
  'line ends': run('\r\n'),
  'line ends the other way round': run('\n\r'),
  blanks: run(' '),
  tabs: run('\t'),
  'blank lines': run(' \n'),
  'one letter': run('a'),
  'lines of one letter': run('a\n'),
  digits: run('9'),
  'lines of digits': run('9\n'),
  colons: run(':'),
  commas: run(','),
  quotes: run('"'),
  backslashes: run('\\'),
  'open braces': run('{'),
  'open brackets': run('['),
  'open tags': run('<a '),
  'beginnings of WARC': run('WARC/'),
  'beginnings of HTTP': run('HTTP/1.1 '),
  'beginnings of gzip': run('\x1f\x8b\x08'),
  'beginnings of zstd': run('\x28\xb5\x2f\xfd'),
  'beginnings of ZIP': run('PK\x03\x04'),
  'beginnings of PAR1': run('PAR1'),
};

/** A response with `fields` after its first line, then a page. */
const response = (fields: string, body = '<p>a page'): string =>
  record('response', `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n${body}`);

/** A WARC record. `length` replaces its true length. */
function record(type: string, block: string, fields = '', length = block.length): string {
  return `WARC/1.0\r\nWARC-Type: ${type}\r\n${fields}Content-Length: ${length}\r\n\r\n${block}\r\n\r\n`;
}

const http =
  (fields: Shape, body: Shape = () => '<p>a page'): Shape =>
  (size) =>
    response(fields(size / 2), body(size / 2));

const codings = Array.from({ length: 100 }).reduce<Buffer>(
  (body) => gzipSync(body, { level: 0 }),
  Buffer.from('<p>x'),
);

/** WARC, records and the responses in them. */
export const warcShapes: Shapes = {
  ...byteShapes,
  'tiny records': run((i) => record('response', 'a', `WARC-Record-ID: <${i}>\r\n`)),
  'records of no length': run('WARC/1.0\r\nWARC-Type: response\r\n\r\n'),
  'records of a huge length': run(record('response', 'a', '', 999_999_999_999)),
  'records of a large length': run(record('response', 'a', '', 20_000_000)),
  'records longer than they are': run(record('response', 'a', '', 60_000)),
  'records shorter than they are': run(record('response', 'a'.repeat(200), '', 3)),
  'records of one id': run(record('resource', '<p>a', 'Content-Type: text/html\r\nWARC-Record-ID: <a>\r\n')),
  'headers without an end': run('WARC/1.0\r\nWARC-Type: response\r\n'),
  'first lines only': run('WARC/1.0\r\n'),
  'first lines that nearly are': run('WARC/1.0\r\nA-'),
  'carriage returns in a first line': run('\r', 'WARC/1.0'),
  'a field of its own a line': (size) => record('response', 'a', run((i) => `f${i}: a\r\n`)(size)),
  'a long field': (size) => record('response', 'a', `X: ${'a'.repeat(size)}\r\n`),
  'carriage returns in a field': (size) => record('response', 'a', `X: ${'\r'.repeat(size)}a\r\n`),
  'carriage returns before each line feed': (size) =>
    record('response', 'a', run('X: \r\r\r\r\r\r\r\r\n')(size)),
  'folded lines': (size) => record('response', 'a', `X: a\r\n${run(' a\r\n')(size)}`),
  'folded blanks': (size) => record('response', 'a', `X: a\r\n ${' '.repeat(size)}\r\n`),
  'line ends behind a block': run('\r\n', record('resource', 'a').trimEnd()),
  'carriage returns behind a block': run('\r', record('resource', 'a').trimEnd()),
  'fields of a response': http(run((i) => `f${i}: a\r\n`)),
  'carriage returns in a response': http((size) => `X: ${'\r'.repeat(size)}a`),
  'a status line of blanks': (size) => record('response', `HTTP/1.1 ${' '.repeat(size)}x\r\n\r\na`),
  'content codings': http(
    (size) => `Content-Encoding: ${run('gzip,')(size)}`,
    () => codings.toString('latin1'),
  ),
  'unknown content codings': http((size) => `Content-Encoding: ${run('x,')(size)}`, run('\0\xff')),
  'nested gzip': () => response('Content-Encoding: gzip', codings.toString('latin1')),
  'tiny chunks': (size) => response('Transfer-Encoding: chunked', run('1\r\na\r\n')(size)),
  'chunks of nothing': (size) => response('Transfer-Encoding: chunked', `1\r\na\r\n${run('\r\n')(size)}`),
  'chunks with long lines': (size) =>
    response('Transfer-Encoding: chunked', run(`1;${'x'.repeat(1000)}\r\na\r\n`)(size)),
  'blanks for a chunk size': (size) =>
    response('Transfer-Encoding: chunked', run(`${' '.repeat(1000)}\r\n`)(size)),
  'chunks of a huge size': (size) =>
    response('Transfer-Encoding: chunked', `1\r\na\r\n${run('ffffffff\r\n')(size)}`),
  'a body that begins with comments': (size) =>
    record('response', `HTTP/1.1 200 OK\r\n\r\n${run('<!---->')(size)}x`),
  'bodies that begin with comments': run(
    record('response', `HTTP/1.1 200 OK\r\n\r\n${'<!---->'.repeat(140)}x`),
  ),
  'types of their own': run((i) => response(`Content-Type: a/${i}`)),
};

const arcLine = (url: string, length: number | string): string =>
  `${url} 192.0.2.1 20080430204825 text/html ${length}\n`;

export const arcShapes: Shapes = {
  ...byteShapes,
  'tiny records': run((i) => `${arcLine(`http://a/${i}`, 1)}a\n`),
  'records of a huge length': run(arcLine('http://a/', 999_999_999_999)),
  'records of a large length': run(arcLine('http://a/', 20_000_000)),
  'records shorter than they are': run(`${arcLine('http://a/', 1)}${'a\n'.repeat(50)}`),
  'lines that begin like URLs': run('http://a/ b\n'),
  'lines that end like headers': run('http://a/ 1\n'),
  'long lines that end like headers': run(`http://a/${' a'.repeat(4000)} 1\n`),
  'lines that nearly are headers': run(`http://a/ ${'a'.repeat(40)} ${'a'.repeat(48)}x 1\n`),
  'addresses that do not end': run(`http://a/${' :0'.repeat(4000)} 1\n`),
  'dates that do not end': run(`http://a/${' 20080430204825'.repeat(1000)} 1\n`),
  'a line without an end': run(' 20080430204825 1', 'http://a/'),
  'line feeds behind a record': run('\n', `${arcLine('http://a/', 1)}a`),
};

export const jsonlShapes: Shapes = {
  ...byteShapes,
  'tiny lines': run((i) => `{"text":"a","id":"${i}"}\n`),
  'lines of one id': run('{"text":"a","id":"a"}\n'),
  'lines without a text': run('{}\n'),
  'numbers for lines': run('1\n'),
  'fields of their own': (size) => `{${run((i) => `"f${i}":1,`)(size)}"a":1}\n`,
  'a field again and again': (size) => `{${run('"text":"a",')(size)}"a":1}\n`,
  'numbers for fields': (size) => `{${run((i) => `"${i * 7919}":1,`)(size)}"text":"a"}\n`,
  'nested lists': (size) => `{"text":"a","x":${halves('[', ']')(size)}}\n`,
  'nested objects': (size) => `{"x":${run('{"a":')(size)}`,
  'a long number': (size) => `{"text":"a","id":1${'0'.repeat(size)}}\n`,
  escapes: (size) => `{"text":"${run('\\u0041')(size)}"}\n`,
  'lone surrogates': (size) => `{"text":"${run('\\ud800')(size)}"}\n`,
  'a text without an end': run('a', '{"text":"'),
  'byte order marks': run('\xef\xbb\xbf\n'),
  'invalid UTF-8': (size) => `{"text":"${'\xff'.repeat(size)}"}\n`,
};

const draw = new Draw(1, 1);
const binary = (bytes: Buffer): string => bytes.toString('latin1');
const member = (text: string | Buffer): string => binary(gzipSync(text));
const broken = (text: string, at: number): string => `${text.slice(0, at)}\xff${text.slice(at + 1)}`;

/** Members that are all broken at their end and share what follows them, so that each inflates to the end. */
const overlapping: Shape = (size) => {
  const tail = deflateRawSync(Buffer.alloc(size * 100))
    .toString('latin1')
    .slice(0, size / 2);
  // a stored block that contains the header of the next member
  return run('\x1f\x8b\x08\0\0\0\0\0\0\x03\0\x0a\0\xf5\xff')(size / 2) + tail;
};

/** gzip, with WARC in it. */
export const gzipShapes: Shapes = {
  ...byteShapes,
  'tiny members': run(member('a')),
  'empty members': run(member('')),
  'members of a byte, a header together': (size) => {
    const count = Math.floor(size / 22);
    return [...`WARC/1.0\r\nA: ${'\n:'.repeat(count)}`.slice(0, count)]
      .map((letter) => member(letter))
      .join('');
  },
  'members of a byte, a record together': (size) =>
    [...record('response', '', '', 1e9).trimEnd()].map(member).join('') + run(member('a'))(size),
  'members of a line': run(member('WARC/1.0\r\n')),
  'members of a record': run(member(record('response', 'a'))),
  'members of a record of a huge length': run(member(record('response', 'a', '', 1e9))),
  'broken members': run(broken(member('a'.repeat(50)), 14)),
  'members with wrong checksums': run(broken(member('a'), 14)),
  'members that begin and nothing else': run('\x1f\x8b\x08\0\0\0\0\0\0\x03'),
  'members of stored blocks that lead on': run('\x1f\x8b\x08\0\0\0\0\0\0\x03\0\xff\xff\0\0'),
  'overlapping members': overlapping,
  'members with names': run(`\x1f\x8b\x08\x08\0\0\0\0\0\x03${'a'.repeat(2000)}`),
  'members with extra fields': run('\x1f\x8b\x08\x04\0\0\0\0\0\x03\xff\xff'),
  'members with every field': run('\x1f\x8b\x08\x1f'),
  'a name without an end': run('a', '\x1f\x8b\x08\x08\0\0\0\0\0\x03'),
  'zeros between members': run(member('a') + '\0'.repeat(200)),
  'noise between members': run(`${member('a')}noise`),
  'a member of line feeds': (size) => member(Buffer.alloc(size * 20, '\n')),
  'a member of first lines': (size) => member('WARC/1.0\r\n'.repeat(size / 10)),
};

/** A zstd block of `count` times one byte. */
const repeated = (byte: string, count: number, last = false): string => {
  const head = Buffer.alloc(3);
  head.writeUIntLE((count << 3) | 2 | (last ? 1 : 0), 0, 3);
  return binary(head) + byte;
};
const frameHead = '\x28\xb5\x2f\xfd\x00\x58';

/** zstd, with JSONL in it. */
export const zstdShapes: Shapes = {
  ...byteShapes,
  'tiny frames': run(binary(zstdFrame(Buffer.from('a'), draw))),
  'empty frames': run(binary(zstdFrame(Buffer.alloc(0), draw))),
  'tiny blocks': run(repeated('a', 1), frameHead),
  'blocks of nothing': run('\0\0\0', frameHead),
  'blocks of an unknown kind': run(`${frameHead}\x07\0\0`),
  'frames that break off': run(`${frameHead}${repeated('a', 3)}`),
  'frames with wrong checksums': run(broken(binary(zstdFrame(Buffer.from('abc'), draw)), 9)),
  'frames of a large window': run(`\x28\xb5\x2f\xfd\x00\x88${repeated('a', 1, true)}`),
  'frames of a huge window': run(`\x28\xb5\x2f\xfd\x00\xff${repeated('a', 1, true)}`),
  'frames of a huge size': run(`\x28\xb5\x2f\xfd\xe0${'\xff'.repeat(8)}${repeated('a', 1, true)}`),
  'frames of a claimed size': run(`\x28\xb5\x2f\xfd\xa0\xff\xff\xff\x07${repeated('a', 1, true)}`),
  'frames with a dictionary': run(`\x28\xb5\x2f\xfd\x01\x58\x01${repeated('a', 1, true)}`),
  'skippable frames': run('\x50\x2a\x4d\x18\0\0\0\0'),
  'skippable frames of a huge size': run('\x50\x2a\x4d\x18\xff\xff\xff\xff'),
  'beginnings and noise': run('\x28\xb5\x2f\xfd\x04\x58\x05'),
  // `maxInflatedBytes` limits what inflates without end: here a tenth of what the default lets through
  'a frame of line feeds': (size) => frameHead + repeated('\n', 131_000).repeat(Math.min(400, size / 4)),
};

export const zipShapes: Shapes = {
  ...byteShapes,
  'local headers': run(`PK\x03\x04${'\0'.repeat(22)}\x01\0\0\0a`),
  'local headers of long names': run(`PK\x03\x04${'\0'.repeat(22)}\xff\x0f\0\0`),
  'local headers of a huge size': run(`PK\x03\x04${'\0'.repeat(14)}\xff\xff\xff\x7f\0\0\0\0\x01\0\0\0a`),
  'streamed headers': run(`PK\x03\x04\0\0\x08\0${'\0'.repeat(18)}\x0e\0\0\0archive/a.warc`),
  descriptors: run('PK\x07\x08'),
  'directory headers': run('PK\x01\x02'),
  'ends of the directory': run('PK\x05\x06'),
  'an end that claims entries': (size) =>
    `${'\0'.repeat(size)}PK\x05\x06\0\0\0\0\xff\xff\xff\xff\0\0\0\0\0\0\0\0\0\0`,
};

/** Sets of numbers, a record per line. */
export const setShapes: Shapes = {
  ...byteShapes,
  'tiny records': run('1\n'),
  'records of two': run('2 1\n'),
  'one record of ones': run('1 '),
  'one record, descending': run((i) => `${9e9 - i} `),
  'one record, up and down': run((i) => `${(i * 7919) % 10_007} `),
  'records below the native sort': run(`${Array.from({ length: 47 }, (_, i) => 47 - i).join(' ')}\n`),
  'records above the native sort': run(`${Array.from({ length: 49 }, (_, i) => 49 - i).join(' ')}\n`),
  'a number without an end': run('1'),
  'zeros in front': run('0', '', '1\n'),
  'empty records': run('\n'),
  'blanks and tabs': run(' \t'),
  'line ends of two bytes': run('1\r\n'),
};

/** Lines of an export, or of files that neardup wrote. */
export const lineShapes: Shapes = {
  ...byteShapes,
  'lines with a tab': run('a\tb\n'),
  'lines of tabs': run('\t'),
  'lines of JSON': run('{"a":1}\n'),
  'checks that are wrong': run('{"a":1,"check":"00000000"}\n'),
  'a line without an end': run('a', '{"page":{'),
  'line separators': run('\xe2\x80\xa8'),
};
