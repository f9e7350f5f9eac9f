import { brotliCompressSync, crc32, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { hash64 } from '../../src/sketch/index.ts';
import type { Draw } from './draw.ts';

/** A dump as stored on disk, and its pages. */
export interface DrawnDump {
  readonly format: 'warc' | 'arc' | 'jsonl';
  readonly coding: 'none' | 'gzip' | 'zstd';
  /** The records, one after the other, before compression. */
  readonly plain: Buffer;
  readonly bytes: Buffer;
  readonly pages: readonly DrawnRecord[];
  /** Whether a checksum covers every byte that determines pages. */
  readonly isChecksummed: boolean;
}

/** A page of a dump, with its id if the record has one of its own. */
export interface DrawnRecord {
  readonly id: string | undefined;
  readonly url: string;
  readonly body: string;
}

/** Draws a dump from the grammar of its format. `damage` may change its records before compression. */
export function drawDump(draw: Draw, damage: (records: Buffer) => Buffer = (records) => records): DrawnDump {
  const format = draw.pick(['warc', 'arc', 'jsonl'] as const);
  const { records, pages } = { warc: drawWarc, arc: drawArc, jsonl: drawJsonl }[format](draw);
  const plain = damage(Buffer.concat(records));
  const coding = draw.pick(['none', 'gzip', 'gzip', 'zstd'] as const);
  // damage has moved the ends of records
  const isWhole = plain.equals(Buffer.concat(records));
  const parts = isWhole && draw.chance(0.5) ? records : cut(plain, draw);
  if (coding === 'none') return { format, coding, plain, bytes: plain, pages, isChecksummed: false };
  const packed =
    coding === 'gzip'
      ? parts.map((part) => gzipMember(part, draw))
      : parts.map((part) => zstdFrame(part, draw));
  return { format, coding, plain, bytes: Buffer.concat(packed), pages, isChecksummed: true };
}

interface Records {
  readonly records: readonly Buffer[];
  readonly pages: readonly DrawnRecord[];
}

function drawWarc(draw: Draw): Records {
  const pages: DrawnRecord[] = [];
  const eol = draw.pick(['\r\n', '\r\n', '\n']);
  const records = draw.list(1 + draw.few(8), (i) => {
    const type = draw.pick([
      'response',
      'response',
      'response',
      'resource',
      'conversion',
      'warcinfo',
      'request',
      'revisit',
    ]);
    const id = draw.chance(0.1) ? undefined : `urn:case:${i}`;
    const url = `http://example.test/${i}${draw.pick(['', '?q=a b', '#x', '/ü'])}`;
    const body = drawBody(draw, i);
    const http = type === 'response' || type === 'revisit' || type === 'request';
    const block = http ? httpResponse(body, draw) : Buffer.from(body);
    const fields = [
      `WARC-Type: ${draw.pick([type, type, type.toUpperCase()])}`,
      ...(id === undefined ? [] : [`WARC-Record-ID: <${id}>`]),
      `${draw.pick(['WARC-Target-URI', 'warc-target-uri'])}:${draw.pick([' ', '', '  '])}${Buffer.from(url).toString('latin1')}`,
      'WARC-Date: 2024-05-06T07:08:09Z',
      `Content-Type: ${http ? 'application/http; msgtype=response' : draw.pick(['text/html', 'text/plain'])}`,
      ...drawFields(draw, eol),
    ];
    const length = `Content-Length: ${block.length}`;
    fields.splice(draw.below(fields.length + 1), 0, length);
    // a folded line must follow another one
    if (/^[ \t]/.test(fields[0])) fields.unshift('X: y');
    if (['response', 'resource', 'conversion'].includes(type)) {
      pages.push({ id, url, body });
    }
    const head = `WARC/${draw.pick(['1.0', '1.1', '0.18'])}${eol}${fields.join(eol)}${eol}${eol}`;
    return Buffer.concat([Buffer.from(head, 'latin1'), block, Buffer.from(eol + eol)]);
  });
  return { records, pages };
}

/** Fields that say nothing about the page. */
function drawFields(draw: Draw, eol: string): string[] {
  return draw.list(draw.few(4), () =>
    draw.pick([
      'WARC-IP-Address: 192.0.2.1',
      `X-Long: ${'a'.repeat(draw.below(300))}`,
      `X-Folded: a${eol}\t b`,
      'no colon here',
      ': no name',
      'X-Empty:',
      'X-High: \u00e9\u00ff',
      'Content-Length : not this one'.replace('Content', 'X-Content'),
    ]),
  );
}

function drawArc(draw: Draw): Records {
  const pages: DrawnRecord[] = [];
  const version = draw.pick([1, 1, 2]);
  const arcRecord = (url: string, type: string, block: Buffer): Buffer => {
    const more = version === 2 ? ' 200 abc - 12 file.arc' : '';
    const line = `${url} 192.0.2.1 20080430204825 ${type}${more} ${block.length}\n`;
    return Buffer.concat([Buffer.from(line, 'latin1'), block, Buffer.from('\n')]);
  };
  const description = Buffer.from(
    `${version} 0 test\nURL IP-address Archive-date Content-type Archive-length\n`,
  );
  const records = draw.list(1 + draw.few(8), (i) => {
    const url = `http://example.test/${i}${draw.pick(['', '?q=a b', '#x'])}`;
    const body = drawBody(draw, i);
    pages.push({ id: undefined, url, body });
    return arcRecord(url, 'text/html', httpResponse(body, draw));
  });
  return { records: [arcRecord('filedesc://test.arc', 'text/plain', description), ...records], pages };
}

function drawJsonl(draw: Draw): Records {
  const pages: DrawnRecord[] = [];
  const eol = draw.pick(['\n', '\n', '\r\n']);
  const records = draw.list(1 + draw.few(10), (i) => {
    const kind = draw.below(12);
    if (kind === 0) return Buffer.from(draw.pick(['', ' ', '\t']) + eol);
    const id = draw.chance(0.2) ? undefined : `id ${i}`;
    const url = draw.chance(0.2) ? '' : `http://example.test/${i}`;
    const body = drawBody(draw, i) + draw.pick(['', '\u2028', '\u0000', '\u{1f600}', '"\\']);
    const record = { ...(id && { id }), ...(url && { url }), [draw.pick(['html', 'text'])]: body };
    pages.push({ id, url, body });
    const text = JSON.stringify(record);
    const shown = draw.chance(0.3) ? text.replace(/[^\0-~]/g, escapeUnit) : text;
    return Buffer.from(`${draw.pick(['', ' '])}${shown}${eol}`);
  });
  if (draw.chance(0.1)) records[0] = Buffer.concat([Buffer.from('\ufeff'), records[0]]);
  return { records, pages };
}

/** A page that contains its number; some contain text that looks like records. */
function drawBody(draw: Draw, i: number): string {
  const trap = draw.pick([
    '',
    '',
    '\r\n\r\nWARC/1.0 is a format\r\n',
    '\nhttp://example.test/ is a page\n',
    `<!-- ${'x'.repeat(draw.below(2000))} -->`,
    '\u00e9\u4e2d',
    '\n\n\n\n',
    '\x1f\x8b\x08',
    '(\u00b5/\u00fd',
  ]);
  return `<!doctype html><title>page ${i}</title><p>words of page ${i}${trap}</p>`;
}

/** A response as stored in a block: its body in chunks or codings, as its header says. */
function httpResponse(body: string, draw: Draw): Buffer {
  const eol = '\r\n';
  const headers = ['Content-Type: text/html; charset=utf-8'];
  let stored: Buffer = Buffer.from(body);
  const codings = draw.list(draw.chance(0.6) ? 0 : 1 + draw.few(2), () => draw.pick(Object.keys(coders)));
  for (const coding of codings) stored = coders[coding](stored);
  if (codings.length > 0)
    headers.push(
      `${draw.pick(['Content-Encoding', 'CONTENT-ENCODING'])}: ${codings.join(draw.pick([',', ', ']))}`,
    );
  if (draw.chance(0.3)) {
    headers.push(`Transfer-Encoding: ${draw.pick(['chunked', 'Chunked'])}`);
    stored = chunked(stored, draw);
  }
  headers.push(...drawFields(draw, eol));
  if (/^[ \t]/.test(headers[0])) headers.unshift('X: y');
  const status = draw.pick(['HTTP/1.1 200 OK', 'HTTP/1.0 200', 'HTTP/1.1 203 X Y']);
  return Buffer.concat([Buffer.from(`${[status, ...headers].join(eol)}${eol}${eol}`, 'latin1'), stored]);
}

const coders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  'x-gzip': (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body),
  identity: (body) => body,
};

/** A body in chunks (RFC 9112, section 7.1). */
function chunked(body: Buffer, draw: Draw): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const size = 1 + draw.below(draw.pick([4, 100, 5000]));
    const chunk = body.subarray(at, at + size);
    const digits = chunk.length.toString(16);
    const head = `${draw.pick([digits, digits.toUpperCase(), digits.padStart(6, '0')])}${draw.pick(['', '', ';x=y', ' '])}\r\n`;
    parts.push(Buffer.from(head), chunk, Buffer.from('\r\n'));
    at += size;
  }
  parts.push(Buffer.from(draw.pick(['0\r\n\r\n', '0\r\n', '000;x\r\nTrailer: x\r\n\r\n'])));
  return Buffer.concat(parts);
}

/** Bytes in a few parts, cut anywhere. */
function cut(bytes: Buffer, draw: Draw): Buffer[] {
  const ends = draw.list(draw.few(5), () => draw.below(bytes.length + 1)).sort((a, b) => a - b);
  return [...ends, bytes.length].map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
}

/** A gzip member with any of the optional header fields (RFC 1952). */
export function gzipMember(data: Buffer, draw: Draw): Buffer {
  const flags = draw.chance(0.6) ? 0 : draw.below(32) & ~1;
  const extra = draw.bytes(draw.few(6));
  const fields: Buffer[] = [];
  if (flags & 4) fields.push(Buffer.from([extra.length, 0]), extra);
  if (flags & 8) fields.push(Buffer.from('name.warc\0'));
  if (flags & 16) fields.push(Buffer.from('a comment\0'));
  const head = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3]), ...fields]);
  const check = Buffer.alloc(2);
  check.writeUInt16LE(crc32(head) & 0xffff);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(data), 0);
  trailer.writeUInt32LE(data.length, 4);
  const deflated = deflateRawSync(data, { level: draw.pick([0, 1, 6, 9]) });
  const padding = Buffer.alloc(draw.chance(0.1) ? draw.below(600) : 0);
  return Buffer.concat([head, flags & 2 ? check : Buffer.alloc(0), deflated, trailer, padding]);
}

/** A zstd frame of stored and repeated blocks, with its checksum (RFC 8878). */
export function zstdFrame(data: Buffer, draw: Draw): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, draw.pick([0x40, 0x58])]);
  const blocks: Buffer[] = [];
  let at = 0;
  do {
    const size = Math.min(data.length - at, 1 + draw.below(draw.pick([50, 3000, 100_000])));
    const block = data.subarray(at, at + size);
    at += size;
    const isRun = size > 0 && block.every((byte) => byte === block[0]);
    const blockHead = Buffer.alloc(3);
    blockHead.writeUIntLE((size << 3) | ((isRun ? 1 : 0) << 1) | (at >= data.length ? 1 : 0), 0, 3);
    blocks.push(blockHead, isRun ? block.subarray(0, 1) : block);
  } while (at < data.length);
  const checksum = Buffer.alloc(8);
  checksum.writeBigUInt64LE(hash64(data));
  return Buffer.concat([head, ...blocks, checksum.subarray(0, 4)]);
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
