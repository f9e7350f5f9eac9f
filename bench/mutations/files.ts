import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { toBase32 } from '../../plugins/dump/archive/digests.ts';
import { arcPage, filedesc } from '../../test/dump/arc/arc-writer.ts';
import { parquet, type TableOptions } from '../../test/dump/parquet/parquet-writer.ts';
import { zip } from '../../test/dump/wacz/zip-writer.ts';
import { httpResponse, pageHtml, warcRecord } from '../../test/dump/warc/warc-writer.ts';
import { Draw } from '../fuzz/draw.ts';
import { zstdFrame } from '../fuzz/dump-grammar.ts';

/** A sound file of some format, and which of its bytes are under a checksum or digest. */
export interface SoundFile {
  readonly name: string;
  /** Path of the file in the folder to read, if that folder is the dump. */
  readonly path?: string;
  readonly bytes: Buffer;
  /** Spans under a checksum or a digest. A changed byte there must be noticed, or make no difference. */
  readonly covered: readonly (readonly [start: number, end: number])[];
  /**
   * The compressed units of the file, if each has a checksum. Then every change of the file must be noticed, unless
   * the result again consists of whole units.
   */
  readonly units?: readonly Buffer[];
}

const pageCount = 6;
const numbers = Array.from({ length: pageCount }, (_, n) => n);
const draw = (): Draw => new Draw(7, 1);

/** A file of each format, coding and kind of checksum, the same in every run. */
export function soundFiles(): readonly SoundFile[] {
  const records = numbers.map((n) => digested(n, 'sha1'));
  const plainArc = [filedesc(), ...numbers.map((n) => arcPage(n))];
  const lines = numbers.map((n) =>
    Buffer.from(`${JSON.stringify({ id: `p${n}`, url: `http://example.test/${n}`, html: pageHtml(n) })}\n`),
  );
  const wet = numbers.map((n) =>
    warcRecord({
      id: `urn:wet:${n}`,
      type: 'conversion',
      contentType: 'text/plain',
      block: `the text of page ${n}, word ${n * 37}`,
    }),
  );
  const bodies = numbers.map((n) => coded(n));
  const page = Buffer.from(pageHtml(1, 300));
  return [
    plainWarc(
      'sha1.warc',
      numbers.map((n) => digested(n, 'sha1')),
    ),
    plainWarc(
      'sha256.warc',
      numbers.map((n) => digested(n, 'sha256')),
    ),
    plainWarc(
      'md5.warc',
      numbers.map((n) => digested(n, 'md5')),
    ),
    { name: 'no-digests.warc', bytes: Buffer.concat(numbers.map((n) => response(n))), covered: [] },
    gzip('records.warc.gz', records),
    gzip('whole.warc.gz', [Buffer.concat(records)]),
    gzip(
      'no-digests.warc.gz',
      numbers.map((n) => response(n)),
    ),
    gzip('bodies.warc.gz', bodies),
    gzip('text.wet.gz', wet),
    zstd('records.warc.zst', records),
    zstd('whole.warc.zst', [Buffer.concat(records)]),
    { name: 'pages.arc', bytes: Buffer.concat(plainArc), covered: [] },
    gzip('pages.arc.gz', plainArc),
    zstd('pages.arc.zst', plainArc),
    wacz('stored.wacz', gzip('', records).bytes, 'data.warc.gz', false),
    wacz('plain.wacz', Buffer.concat(numbers.map((n) => response(n))), 'data.warc', false),
    wacz('deflated.wacz', Buffer.concat(numbers.map((n) => response(n))), 'data.warc', true),
    { name: 'pages.jsonl', bytes: Buffer.concat(lines), covered: [] },
    gzip('pages.jsonl.gz', [Buffer.concat(lines)]),
    zstd('pages.jsonl.zst', [Buffer.concat(lines)]),
    table('crc.parquet', { checksums: true }),
    table('dictionary.parquet', { checksums: true, dictionary: true, codec: 'gzip' }),
    table('version2.parquet', { checksums: true, version2: true, codec: 'snappy', rowsPerPage: 2 }),
    table('no-crc.parquet', { codec: 'brotli' }),
    { name: 'page.html', bytes: page, covered: [] },
    gzip('page.html.gz', [page]),
    zstd('page.html.zst', [page]),
    {
      name: 'storage',
      path: 'datasets/default/000000001.json',
      bytes: Buffer.from(JSON.stringify({ url: 'http://example.test/1', html: pageHtml(1) })),
      covered: [],
    },
  ];
}

function response(n: number): Buffer {
  return warcRecord({
    id: `urn:page:${n}`,
    url: `http://example.test/${n}`,
    block: httpResponse(pageHtml(n)),
  });
}

function digested(n: number, algorithm: string): Buffer {
  const html = pageHtml(n);
  const block = httpResponse(html);
  const digest = (bytes: Buffer | string): Buffer => createHash(algorithm).update(bytes).digest();
  return warcRecord({
    id: `urn:page:${n}`,
    url: `http://example.test/${n}`,
    block,
    extra: [
      `WARC-Block-Digest: ${algorithm}:${toBase32(digest(block))}`,
      `WARC-Payload-Digest: ${algorithm}:${digest(html).toString('hex')}`,
    ],
  });
}

/** A response whose body is chunked, in a coding chosen by its number, or both. */
function coded(n: number): Buffer {
  const html = Buffer.from(pageHtml(n, 120));
  const [coding, packed] = [
    ['gzip', gzipSync(html)],
    ['br', brotliCompressSync(html)],
    ['zstd', zstdFrame(html, draw())],
  ][n % 3] as [string, Buffer];
  const chunk = Buffer.concat([
    Buffer.from(`${packed.length.toString(16)}\r\n`),
    packed,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  const fields = ['Content-Type: text/html', `Content-Encoding: ${coding}`];
  const block =
    n % 2 === 0
      ? httpResponse(packed, [...fields, `Content-Length: ${packed.length}`])
      : httpResponse(chunk, [...fields, 'Transfer-Encoding: chunked']);
  return warcRecord({ id: `urn:page:${n}`, url: `http://example.test/${n}`, block });
}

function plainWarc(name: string, records: readonly Buffer[]): SoundFile {
  const bytes = Buffer.concat(records);
  let at = 0;
  const covered = records.map((record) => {
    const block = at + record.indexOf('\r\n\r\n') + 4;
    at += record.length;
    return [block, at - 4] as const;
  });
  return { name, bytes, covered };
}

function gzip(name: string, parts: readonly Buffer[]): SoundFile {
  return packed(
    name,
    parts.map((part) => gzipSync(part)),
  );
}

function zstd(name: string, parts: readonly Buffer[]): SoundFile {
  return packed(
    name,
    parts.map((part) => zstdFrame(part, draw())),
  );
}

function packed(name: string, units: readonly Buffer[]): SoundFile {
  const bytes = Buffer.concat(units);
  return { name, bytes, covered: [[0, bytes.length]], units };
}

/** The data of the entry are covered, by the gzip checksum in them or by the CRC-32 in the directory. */
function wacz(name: string, bytes: Buffer, entry: string, deflate: boolean): SoundFile {
  const made = zip([
    { name: `archive/${entry}`, bytes, deflate },
    { name: 'datapackage.json', bytes: '{}' },
  ]);
  return { name, bytes: made.bytes, covered: [[made.data[0]!, made.headers[1]!]] };
}

/** The bytes after the headers of pages are covered, if they have a CRC-32. */
function table(name: string, options: TableOptions): SoundFile {
  const rows = numbers.map((n) => ({ id: `p${n}`, url: `http://example.test/${n}`, html: pageHtml(n) }));
  const { bytes, pages } = parquet([rows.slice(0, 3), rows.slice(3)], options);
  const covered = options.checksums ? pages.map(({ end, dataBytes }) => [end - dataBytes, end] as const) : [];
  return { name, bytes, covered };
}
