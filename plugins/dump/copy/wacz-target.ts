import { createHash } from 'node:crypto';
import { SortedLines, StoredList, type WorkFolder } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import type { ArchiveRecord } from '../archive/archive-record.ts';
import type { Original } from './payload.ts';
import type { CopyTarget } from './target.ts';
import { WarcTarget, type WrittenRecord } from './warc-target.ts';
import type { WholeFile } from './whole-file.ts';
import { ZipFile } from './zip-file.ts';

const ARCHIVE = 'data.warc.gz';
/** Fewest characters that are written at a time. */
const PIECE_LENGTH = 1 << 18;
/** Memory for lines of the index; the rest of them waits in the work folder. */
const INDEX_BYTES = 1 << 24;

/** A file in the archive, as `datapackage.json` lists it. */
interface Resource {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/**
 * A WACZ file (WACZ 1.1.1): one archive, its index, the list of its pages, and the digests of all of them. Memory: 16 MiB, whatever the
 * number of records.
 */
export class WaczTarget implements CopyTarget {
  readonly #file: WholeFile;
  readonly #zip: ZipFile;
  readonly #software: string;
  readonly #archive: WarcTarget;
  readonly #archiveStart: number;
  readonly #index: SortedLines;
  readonly #pages: StoredList<string>;
  /** Date of the newest record of the index; '' where there is none. */
  #newest = '';

  private constructor(file: WholeFile, zip: ZipFile, software: string, folder: WorkFolder) {
    this.#file = file;
    this.#zip = zip;
    this.#software = software;
    this.#archiveStart = file.size;
    this.#index = new SortedLines(folder, INDEX_BYTES);
    this.#pages = new StoredList(folder);
    this.#archive = new WarcTarget(file, true, (record) => {
      if (!/^(?:response|resource|revisit|metadata)$/.test(record.type) || record.url === '') return;
      this.#index.add(cdxLine(record));
      if (isPage(record)) this.#pages.push(pageLine(record));
      if (record.date > this.#newest) this.#newest = record.date;
    });
  }

  static async create(file: WholeFile, software: string, folder: WorkFolder): Promise<WaczTarget> {
    const zip = new ZipFile(file);
    await zip.begin(`archive/${ARCHIVE}`);
    const target = new WaczTarget(file, zip, software, folder);
    await target.#archive.begin(ARCHIVE, software);
    return target;
  }

  record(record: ArchiveRecord, revisitOf?: Original): Promise<void> {
    return this.#archive.record(record, revisitOf);
  }

  line(): Promise<void> {
    return this.#archive.line();
  }

  page(page: Page): Promise<void> {
    return this.#archive.page(page);
  }

  async finish(): Promise<number> {
    const resources = [
      await this.#end(`archive/${ARCHIVE}`, this.#archiveStart),
      await this.#add('indexes/index.cdx', this.#index.finish()),
      await this.#add('pages/pages.jsonl', withHead(this.#pages)),
    ];
    const about = {
      profile: 'data-package',
      wacz_version: '1.1.1',
      software: this.#software,
      // the newest record's: the same in every run
      created: this.#newest || '1970-01-01T00:00:00Z',
      resources,
    };
    const { path, hash } = await this.#add('datapackage.json', [JSON.stringify(about, null, 2)]);
    await this.#add('datapackage-digest.json', [JSON.stringify({ path, hash })]);
    await this.#zip.finish();
    return await this.#archive.finish();
  }

  /** Adds a file of many lines in pieces: all of them can be longer than a string may be. */
  async #add(path: string, lines: Iterable<string>): Promise<Resource> {
    await this.#zip.begin(path);
    const start = this.#file.size;
    let piece = '';
    for (const line of lines) {
      piece += line;
      if (piece.length < PIECE_LENGTH) continue;
      await this.#file.write(Buffer.from(piece));
      piece = '';
    }
    await this.#file.write(Buffer.from(piece));
    return await this.#end(path, start);
  }

  /** Ends the file begun last, whose data begin at `start`. */
  async #end(path: string, start: number): Promise<Resource> {
    const hash = createHash('sha256');
    for await (const piece of this.#file.readFrom(start)) hash.update(piece);
    const bytes = this.#file.size - start;
    await this.#zip.end();
    return {
      name: path.slice(path.lastIndexOf('/') + 1),
      path,
      hash: `sha256:${hash.digest('hex')}`,
      bytes,
    };
  }

  abort(): Promise<void> {
    return this.#file.abort();
  }
}

/** A line of CDXJ: where the record of a URL at a time lies. */
function cdxLine({
  type,
  url,
  date,
  status,
  mediaType,
  payloadDigest,
  offset,
  length,
}: WrittenRecord): string {
  const facts = {
    url,
    mime: type === 'revisit' ? 'warc/revisit' : mediaType || 'unk',
    ...(status === undefined ? {} : { status: String(status) }),
    ...(payloadDigest === undefined ? {} : { digest: payloadDigest }),
    length: String(length),
    offset: String(offset),
    filename: ARCHIVE,
  };
  return `${searchKey(url)} ${date.replace(/\D/g, '').slice(0, 14).padEnd(14, '0')} ${JSON.stringify(facts)}\n`;
}

/** A URL as indexes sort it: `com,example)/path?a=1&b=2`, in lower case, without `www.` and the usual port. */
function searchKey(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return url.replace(/\s/g, '%20').toLowerCase();
  }
  if (parsed.hostname === '') return url.replace(/\s/g, '%20').toLowerCase();
  const host = parsed.hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',');
  const port = parsed.port === '' ? '' : `:${parsed.port}`;
  const query =
    parsed.search === '' ? '' : `?${parsed.search.slice(1).split('&').sort(byCodeUnits).join('&')}`;
  return `${host}${port})${parsed.pathname}${query}`.toLowerCase();
}

/** Whether a record is what a reader of the archive may begin with. */
function isPage({ type, status, mediaType }: WrittenRecord): boolean {
  const isOwn = type === 'response' || type === 'resource';
  return isOwn && /html/.test(mediaType) && (status === undefined || (status >= 200 && status <= 299));
}

/** A line of `pages.jsonl`. */
function pageLine({ url, date }: WrittenRecord): string {
  const id = createHash('sha256').update(`${url} ${date}`).digest('hex').slice(0, 22);
  return `${JSON.stringify({ id, url, ts: date })}\n`;
}

function* withHead(lines: Iterable<string>): Generator<string> {
  yield `${JSON.stringify({ format: 'json-pages-1.0', id: 'pages', title: 'All Pages' })}\n`;
  yield* lines;
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
