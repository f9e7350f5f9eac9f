import { httpResponse, pageHtml } from '../warc/warc-writer.ts';

/** Fields and block of an ARC record to write. */
export interface ArcRecordToWrite {
  readonly url?: string;
  /** IP address and date, as they stand between URL and content type. */
  readonly middle?: string;
  readonly type?: string;
  /** What version 2 has between the content type and the length. */
  readonly more?: string;
  readonly length?: number | string;
  readonly block?: Buffer | string;
}

/** An ARC record with the line end behind it. */
export function arcRecord(record: ArcRecordToWrite): Buffer {
  const block = Buffer.from(record.block ?? '');
  const fields = [
    record.url ?? 'http://example.test/',
    record.middle ?? '192.0.2.1 20080430204825',
    record.type ?? 'text/html',
    ...(record.more === undefined ? [] : [record.more]),
    record.length ?? block.length,
  ];
  return Buffer.concat([Buffer.from(`${fields.join(' ')}\n`, 'latin1'), block, Buffer.from('\n')]);
}

/** The record that begins an ARC file. */
export function filedesc(version = 1): Buffer {
  const fields = 'URL IP-address Archive-date Content-type Archive-length';
  return arcRecord({
    url: 'filedesc://test.arc',
    middle: '0.0.0.0 20080430204825',
    type: 'text/plain',
    block: `${version} 0 test\n${fields}\n`,
  });
}

/** A response with an HTML page that names its number. */
export function arcPage(n: number, words = 40): Buffer {
  return arcRecord({ url: `http://example.test/${n}`, block: httpResponse(pageHtml(n, words)) });
}
