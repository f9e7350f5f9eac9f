import { crc32 } from 'node:zlib';
import { checkTypedArray } from '../../argument-checks.ts';
import { fileFormats } from '../../file-formats.ts';
import { IndexError } from '../errors.ts';
import {
  assertWhole,
  type DecisionRecord,
  decodeSketch,
  type SketchRecord,
  verdicts,
} from '../layout/codec.ts';
import { type Change, type SketchedSet, sketchSet } from '../layout/entries.ts';
import { hostKey, intentKey } from '../layout/keys.ts';
import { givenParameters, type IndexLayout, type IndexParameters, layoutOf } from '../layout/parameters.ts';
import type { DecidedPage } from '../writer.ts';
import { CHECK_BYTES, shownCheck } from './export.ts';

/** The lines of an export, in pieces of any size. */
export type ExportSource = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

/** The content of a line: a page, or an entry of the tables `hosts` and `intents`. */
export type ExportedItem = DecidedPage | Required<Change>;

/** An export that is read line by line. Its end is checked after the last item. */
interface ExportReader {
  readonly parameters: Required<IndexParameters>;
  readonly layout: IndexLayout;
  readonly items: AsyncGenerator<ExportedItem>;
}

const FORMAT = fileFormats.export;

/** How every export begins, in whatever version, and how its lines end. */
const BEGINNING = `{"format":"${FORMAT.slice(0, FORMAT.indexOf('/') + 1)}`;
const LINE_END = /,"check":"[0-9a-f]{8}"\}$/;

/** First bytes by which an export is known: its first line is much shorter. */
const HEAD_BYTES = 1 << 12;
/** Characters that an error shows of another file. */
const SHOWN_CHARACTERS = 40;

const PACKERS: readonly (readonly [string, Buffer])[] = [
  ['gzip', Buffer.of(0x1f, 0x8b)],
  ['zstd', Buffer.of(0x28, 0xb5, 0x2f, 0xfd)],
];

/** UTF-8 has no bytes for it, so no index has it in a key. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Longest line, in bytes: a gram set of 20 million grams fits. */
const LINE_BYTES = 1 << 28;

/**
 * Begins to read an export; see `exportLines`.
 *
 * Memory: the longest line, at most 256 MiB.
 *
 * @throws IndexError NEARDUP_EXPORT_DAMAGED, which names the line, here or while the pages are read
 */
export async function readExport(source: ExportSource): Promise<ExportReader> {
  const lines = checkedLines(source);
  const first = await lines.next();
  if (first.done === true) throw damagedExport(1, 'the export is empty');
  const { format, parameters } = first.value.content as { format?: unknown; parameters?: IndexParameters };
  if (format === 'neardup-export/1') {
    throw new IndexError(
      'NEARDUP_INDEX_VERSION',
      `expected an export in format ${FORMAT}; got ${format}, which holds other hashes of the pages: rebuild the ` +
        'index from the dumps, start afresh, or import it with the version that wrote it',
    );
  }
  if (format !== FORMAT || parameters === undefined) {
    throw damagedExport(1, `expected an export in format ${FORMAT}; got ${JSON.stringify(format)}`);
  }
  const complete = inRange(parameters);
  const layout = layoutOf(complete);
  return { parameters: complete, layout, items: itemsOf(lines, layout) };
}

function inRange(parameters: IndexParameters): Required<IndexParameters> {
  try {
    return givenParameters({ oddSketchBits: 0, ...parameters });
  } catch (error) {
    throw damagedExport(1, 'its parameters are not those of an index', error);
  }
}

interface Line {
  readonly number: number;
  readonly content: Record<string, unknown>;
}

async function* itemsOf(lines: AsyncGenerator<Line>, layout: IndexLayout): AsyncGenerator<ExportedItem> {
  let pages = 0;
  let last = 1;
  for await (const { number, content } of lines) {
    last = number;
    if (content.page !== undefined) {
      yield pageOfLine(content, number, layout);
      pages++;
      continue;
    }
    if (content.host !== undefined) {
      yield hostEntryOfLine(content, number);
      continue;
    }
    if (typeof content.intent === 'string') {
      if (LONE_SURROGATE.test(content.intent))
        throw damagedExport(number, 'its key is no well-formed Unicode');
      yield { key: intentKey(content.intent), value: storedValue(content.value, 'value', number) };
      continue;
    }
    if (content.pages !== pages) {
      throw damagedExport(number, `the export ends with ${content.pages} pages, ${pages} were read`);
    }
    const more = await lines.next();
    if (more.done !== true) throw damagedExport(more.value.number, 'the export goes on behind its end');
    return;
  }
  throw damagedExport(last + 1, 'the export was cut: its last line is missing');
}

function pageOfLine(content: Record<string, unknown>, line: number, layout: IndexLayout): DecidedPage {
  const record = Object(content.page) as DecisionRecord;
  if (!isDecision(record)) throw damagedExport(line, 'it holds no decision');
  const text = content.text === undefined ? {} : { text: storedValue(content.text, 'text', line) };
  const url = record.url ?? record.key;
  if (layout.setting === 'compact' && record.verdict !== 'unclassifiable') {
    const sketch = sketchOf(bytesOf(content.sketch, 'sketch', line), line, layout);
    if (sketch.size !== record.size)
      throw damagedExport(line, `its sketch is not the one that was decided as ${record.key}`);
    const fingerprint = Buffer.from(record.fingerprint, 'hex');
    return { record, set: { ...sketch, grams: new BigUint64Array(0), fingerprint }, ...text };
  }
  const bytes = content.grams === undefined ? Buffer.alloc(0) : bytesOf(content.grams, 'grams', line);
  if (bytes.length % 8 !== 0) throw damagedExport(line, `${bytes.length} bytes are no whole number of grams`);
  const grams = new BigUint64Array(bytes.length / 8);
  new Uint8Array(grams.buffer).set(bytes);
  const set = sketched(grams, url, line, layout);
  if (set.fingerprint.toString('hex') !== record.fingerprint || set.size !== record.size) {
    throw damagedExport(line, `its grams are not those that were decided as ${record.key}`);
  }
  return { record, set, ...text };
}

function isDecision({ validators, of, alike, ...record }: DecisionRecord): boolean {
  const { key, verdict, size, fingerprint } = record;
  const isSizeOfVerdict =
    Number.isInteger(size) && size >= 0 && (size === 0) === (verdict === 'unclassifiable');
  const { url, at, note, identity, storedAt, truncatedFrom, similarity, overlap } = record;
  return (
    typeof key === 'string' &&
    !LONE_SURROGATE.test(key) &&
    verdicts.includes(verdict) &&
    isSizeOfVerdict &&
    /^[0-9a-f]{32}$/.test(fingerprint) &&
    typeof storedAt === 'number' &&
    (of === undefined) === (verdict !== 'duplicate') &&
    [of, alike].every((other) => other === undefined || isNamed(other)) &&
    (validators === undefined || (typeof validators === 'object' && validators !== null)) &&
    [url, at, note, identity, validators?.etag, validators?.lastModified].every(isOrNot('string')) &&
    [truncatedFrom, similarity, overlap, alike?.similarity].every(isOrNot('number'))
  );
}

function isNamed(page: unknown): boolean {
  const { key, url } = Object(page) as { key?: unknown; url?: unknown };
  return typeof key === 'string' && typeof url === 'string';
}

function isOrNot(type: 'string' | 'number'): (value: unknown) => boolean {
  return (value) => [type, 'undefined'].includes(typeof value);
}

function hostEntryOfLine({ host, value }: Record<string, unknown>, line: number): Required<Change> {
  try {
    return { key: hostKey(String(host)), value: storedValue(value, 'value', line) };
  } catch (error) {
    if (error instanceof RangeError) throw damagedExport(line, error.message, error);
    throw error;
  }
}

/** A value in stored form, possibly of a later version. */
function storedValue(value: unknown, name: string, line: number): Buffer {
  const bytes = bytesOf(value, name, line);
  try {
    assertWhole(bytes, {});
  } catch (error) {
    throw damagedExport(line, `its ${name} is not as it was stored`, error);
  }
  return bytes;
}

function sketched(grams: BigUint64Array, url: string, line: number, layout: IndexLayout): SketchedSet {
  try {
    return sketchSet(grams, url, layout);
  } catch (error) {
    throw damagedExport(line, 'its grams are not ascending and distinct', error);
  }
}

/** A sketch in stored form. */
function sketchOf(bytes: Buffer, line: number, layout: IndexLayout): SketchRecord {
  try {
    return decodeSketch(bytes, { table: 'sketches' }, layout);
  } catch (error) {
    const { components, oddSketchBits } = layout;
    const odd = oddSketchBits > 0 ? ` and ${oddSketchBits} bits` : '';
    throw damagedExport(line, `its sketch is not one of ${components} components${odd}`, error);
  }
}

function bytesOf(value: unknown, name: string, line: number): Buffer {
  if (typeof value !== 'string') throw damagedExport(line, `${name}: expected base64; got ${typeof value}`);
  return Buffer.from(value, 'base64');
}

/** The lines, each checked against its `check`. */
async function* checkedLines(source: ExportSource): AsyncGenerator<Line> {
  let check = 0;
  let number = 0;
  for await (const line of linesOf(exported(source))) {
    number++;
    const body = line.subarray(0, Math.max(0, line.length - CHECK_BYTES));
    check = crc32(body, check);
    if (line.toString('latin1', body.length) !== `,"check":"${shownCheck(check)}"}`) {
      throw damagedExport(number, 'it is altered, or a line before it is missing');
    }
    yield { number, content: contentOf(body, number) };
  }
}

/** The content of a line without its check. */
function contentOf(body: Buffer, line: number): Record<string, unknown> {
  try {
    return JSON.parse(`${body}}`) as Record<string, unknown>;
  } catch (error) {
    throw damagedExport(line, 'it is no JSON', error);
  }
}

/**
 * The bytes of an export. What does not begin as one, altered or not, is refused by its beginning, so that nobody looks
 * for damage in a file of another kind.
 */
async function* exported(source: ExportSource): AsyncGenerator<Buffer> {
  let begun: Buffer[] | undefined = [];
  let bytes = 0;
  for await (const piece of source) {
    if (typeof piece !== 'string') checkTypedArray('a piece of the export', 'Uint8Array', piece);
    const chunk =
      typeof piece === 'string'
        ? Buffer.from(piece)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (begun === undefined) {
      yield chunk;
      continue;
    }
    begun.push(chunk);
    bytes += chunk.length;
    if (bytes < HEAD_BYTES && !chunk.includes(10)) continue;
    yield assertExport(Buffer.concat(begun));
    begun = undefined;
  }
  if (begun !== undefined) yield assertExport(Buffer.concat(begun));
}

/** Bytes that are the beginning of an export: of its first line, or that line, be it altered. @throws IndexError */
function assertExport(head: Buffer): Buffer {
  const end = head.indexOf(10);
  const line = head.toString('latin1', 0, end < 0 ? head.length : end);
  const isExport =
    line.startsWith(BEGINNING) || (end < 0 && BEGINNING.startsWith(line)) || LINE_END.test(line);
  if (isExport && head.length > 0) return head;
  const other =
    head.length === 0
      ? 'line 1 of the export: the export is empty, so it is not one of neardup'
      : 'this is not an export of neardup';
  throw new IndexError(
    'NEARDUP_EXPORT_DAMAGED',
    `${other}: expected lines of JSON that begin with ${BEGINNING}; got ${kindOf(head, line)}: ` +
      'make one of an index by neardup index export DIR FILE (SketchIndex.export)',
    { line: 1 },
  );
}

/** What the beginning of another file shows of it. */
function kindOf(head: Buffer, line: string): string {
  if (head.length === 0) return 'none';
  const packed = PACKERS.find(([, magic]) => head.subarray(0, magic.length).equals(magic))?.[0];
  if (packed !== undefined) return `bytes packed by ${packed} (if an export is in them, unpack it first)`;
  const text = Buffer.from(line, 'latin1').toString();
  if (/[\p{Cc}\ufffd]/u.test(text.replace(/[\t\r]/g, ''))) return 'binary data';
  return `a text that begins with ${JSON.stringify([...text].slice(0, SHOWN_CHARACTERS).join(''))}`;
}

/** The lines that end with a line end. Throws if text follows the last line end. */
async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let number = 1;
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      pieces.push(chunk.subarray(from, end));
      yield pieces.length === 1 ? pieces[0] : Buffer.concat(pieces);
      number++;
      pieces = [];
      bytes = 0;
      from = end + 1;
    }
    if (from === chunk.length) continue;
    pieces.push(chunk.subarray(from));
    bytes += chunk.length - from;
    if (bytes > LINE_BYTES) throw damagedExport(number, `it is longer than ${LINE_BYTES} bytes`);
  }
  if (bytes > 0) throw damagedExport(number, 'the export was cut in this line');
}

/** @param why what is wrong with the line, as text */
function damagedExport(line: number, why: string, cause?: unknown): IndexError {
  return new IndexError(
    'NEARDUP_EXPORT_DAMAGED',
    `line ${line} of the export: ${why}. Nothing was made of it: export anew, or rebuild from the pages`,
    { line, cause },
  );
}
