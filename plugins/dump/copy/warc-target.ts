import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip, gzipSync } from 'node:zlib';
import type { Page } from '../../../src/index.ts';
import type { ArchiveRecord, RawRecord } from '../archive/archive-record.ts';
import { mediaType } from '../archive/archived-page.ts';
import { parseHead } from '../archive/headers.ts';
import { parseHttpHead } from '../archive/http.ts';
import { targetUrl, warcSyntax } from '../warc/warc-syntax.ts';
import { MOST_HEAD_BYTES, type Original } from './payload.ts';
import type { CopyTarget } from './target.ts';
import { cutHead, infoRecord, pageRecord, revisitRecord } from './warc-records.ts';
import type { WholeFile } from './whole-file.ts';

/** A written record, with the facts for an index. */
export interface WrittenRecord {
  /** In lower case: `response`, `revisit` … */
  readonly type: string;
  readonly url: string;
  readonly date: string;
  /** From its HTTP header, if it has one. */
  readonly status: number | undefined;
  readonly mediaType: string;
  readonly payloadDigest: string | undefined;
  readonly offset: number;
  readonly length: number;
}

const RECORD_END = Buffer.from('\r\n\r\n');
/** Date at the start of a file whose time of creation is unknown: the same in every run. */
const NO_DATE = '1970-01-01T00:00:00Z';

/**
 * A WARC file of records copied byte for byte, uncompressed or one gzip member each. A record that damage has made
 * shorter or longer than stated gets its real length, and one that the end of its file has cut says so.
 */
export class WarcTarget implements CopyTarget {
  readonly #file: WholeFile;
  readonly #gzip: boolean;
  readonly #start: number;
  readonly #onRecord: ((record: WrittenRecord) => void) | undefined;

  /** @param onRecord called for every record, with its offset from the start of the target in `file` */
  constructor(file: WholeFile, gzip: boolean, onRecord?: (record: WrittenRecord) => void) {
    this.#file = file;
    this.#gzip = gzip;
    this.#start = file.size;
    this.#onRecord = onRecord;
  }

  /** Writes the record that names the program which made the file. */
  async begin(name: string, software: string): Promise<void> {
    await this.#made(infoRecord(name, software, NO_DATE));
  }

  async record({ raw, damage, blockLength }: ArchiveRecord, revisitOf?: Original): Promise<void> {
    if (raw === undefined) throw new Error('expected a record with all its bytes');
    if (revisitOf !== undefined && 'block' in raw) {
      await this.#made(revisitRecord(raw.head, raw.block, revisitOf));
      return;
    }
    const head =
      damage === 'wrong-length'
        ? withLength(raw.head, blockLength)
        : damage === 'cut-off'
          ? cutHead(raw.head, blockLength)
          : raw.head;
    if ('block' in raw) await this.#put(head, raw.block, Buffer.concat([head, raw.block, RECORD_END]));
    else await this.#putLong(head, raw);
  }

  line(): Promise<void> {
    throw new Error('expected a record or a page; got a line');
  }

  async page(page: Page): Promise<void> {
    await this.#made(pageRecord(page));
  }

  async finish(): Promise<number> {
    await this.#file.finish();
    return this.#file.size;
  }

  abort(): Promise<void> {
    return this.#file.abort();
  }

  /** Writes a record made here. */
  async #made(record: Buffer): Promise<void> {
    const length = warcSyntax.headLength(record, 0, record.length);
    await this.#put(record.subarray(0, length), record.subarray(length, -RECORD_END.length), record);
  }

  async #put(head: Buffer, block: Buffer, record: Buffer): Promise<void> {
    const at = this.#file.size;
    await this.#file.write(this.#gzip ? gzipSync(record) : record);
    this.#tell(head, block, at);
  }

  async #putLong(head: Buffer, raw: Extract<RawRecord, { path: string }>): Promise<void> {
    const at = this.#file.size;
    const begin: Buffer[] = [];
    const stored = createReadStream(raw.path, { highWaterMark: 1 << 20 });
    const record = (async function* () {
      yield head;
      for await (const piece of stored) {
        if (begin.length === 0) begin.push(piece.subarray(0, MOST_HEAD_BYTES));
        yield piece as Buffer;
      }
      yield RECORD_END;
    })();
    const write = async (pieces: AsyncIterable<Buffer>): Promise<void> => {
      for await (const piece of pieces) await this.#file.write(piece);
    };
    await (this.#gzip ? pipeline(record, createGzip(), write) : write(record));
    this.#tell(head, begin[0] ?? Buffer.alloc(0), at);
  }

  #tell(head: Buffer, block: Buffer, at: number): void {
    if (this.#onRecord === undefined) return;
    const { headers } = parseHead(head, 0, head.length);
    const http = parseHttpHead(block, MOST_HEAD_BYTES);
    const type = (headers.get('warc-type') ?? '').toLowerCase();
    this.#onRecord({
      type,
      url: targetUrl(headers),
      date: headers.get('warc-date') ?? NO_DATE,
      status: http?.status,
      mediaType: mediaType((http === undefined ? headers : http.headers).get('content-type')),
      payloadDigest: headers.get('warc-payload-digest'),
      offset: at - this.#start,
      length: this.#file.size - at,
    });
  }
}

/** A header with another Content-Length. */
function withLength(head: Buffer, length: number): Buffer {
  const text = head.toString('latin1').replace(/^(content-length[ \t]*:)[^\r\n]*/im, `$1 ${length}`);
  return Buffer.from(text, 'latin1');
}
