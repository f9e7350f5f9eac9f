import { gzipSync } from 'node:zlib';

/** Fields and block of a record to write. */
export interface RecordToWrite {
  readonly type?: string;
  readonly id?: string | null;
  readonly url?: string;
  readonly block?: Buffer | string;
  readonly contentType?: string;
  readonly contentLength?: number | string;
  readonly version?: string;
  readonly eol?: string;
  readonly extra?: readonly string[];
}

/** A WARC record with its two line ends. */
export function warcRecord(record: RecordToWrite): Buffer {
  const block = Buffer.from(record.block ?? '');
  const eol = record.eol ?? '\r\n';
  const lines = [
    `WARC/${record.version ?? '1.0'}`,
    `WARC-Type: ${record.type ?? 'response'}`,
    ...(record.id === null ? [] : [`WARC-Record-ID: <${record.id ?? 'urn:test:1'}>`]),
    `WARC-Target-URI: ${record.url ?? 'http://example.test/'}`,
    'WARC-Date: 2024-05-06T07:08:09Z',
    `Content-Type: ${record.contentType ?? 'application/http; msgtype=response'}`,
    ...(record.extra ?? []),
    `Content-Length: ${record.contentLength ?? block.length}`,
  ];
  return Buffer.concat([Buffer.from(lines.join(eol) + eol + eol), block, Buffer.from(eol + eol)]);
}

/** An HTTP response as it lies in a block. */
export function httpResponse(
  body: Buffer | string,
  headers: readonly string[] = ['Content-Type: text/html'],
  status = '200 OK',
): Buffer {
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    Buffer.from(body),
  ]);
}

/** A response record with an HTML page that names its number. */
export function pageRecord(n: number, words = 40): Buffer {
  return warcRecord({
    id: `urn:test:${n}`,
    url: `http://example.test/${n}`,
    block: httpResponse(pageHtml(n, words)),
  });
}

/** Seeded text: the same `n` gives the same page. */
export function pageHtml(n: number, words = 40): string {
  let state = (n + 1) * 2654435761;
  const text: string[] = [];
  for (let i = 0; i < words; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    text.push(`w${(state >>> 8) % 5000}`);
  }
  return `<!doctype html><title>page ${n}</title><p>${text.join(' ')}</p>`;
}

/** Records as one gzip member each, and where each begins. */
export function gzipEach(records: readonly Buffer[]): { bytes: Buffer; offsets: number[] } {
  const members = records.map((record) => gzipSync(record));
  const offsets: number[] = [];
  let offset = 0;
  for (const member of members) {
    offsets.push(offset);
    offset += member.length;
  }
  return { bytes: Buffer.concat(members), offsets };
}
