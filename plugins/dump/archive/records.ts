import type { ByteReader, Place } from '../bytes/bytes.ts';
import type { Limits } from '../limits.ts';
import type { Headers } from './headers.ts';

/** One record of a WARC or ARC file. */
export interface ArchiveRecord extends RecordHead {
  /** Where the record begins. */
  readonly place: Place;
  /** The block, cut to what the caller asked to keep. */
  readonly block: Buffer;
  /** Bytes the whole block has. */
  readonly blockLength: number;
}

/** What the reader of records tells and is told. */
export interface RecordContext {
  readonly limits: Limits;
  damage(place: Place, reason: string): void;
  /** Called when a record begins: what inflates from here on is its own. */
  recordBegins(): void;
}

/** What a record's header says. */
export interface RecordHead {
  /** WARC: `WARC-Type` in lower case (`response`, `resource`, `revisit` …). ARC: `filedesc` or `response`. */
  readonly type: string;
  /** Names in lower case. Those of ARC are the ones its first record lists: `url`, `ip-address`, `archive-date` … */
  readonly headers: Headers;
}

/** What the records of a format look like: all that the reader of records knows of it. */
export interface RecordFormat {
  readonly name: string;
  /** The header field that holds the length of the block. */
  readonly lengthField: string;
  /** So many bytes show whether a record begins. */
  readonly lookBytes: number;
  /** Whether two line ends behind a block are proof enough that it ends there. */
  readonly blankLineEnds: boolean;
  /** Whether `bytes[start, end)` begins with a record; it is `lookBytes` long unless the section ends before. */
  begins(bytes: Buffer, start: number, end: number): boolean;
  /** Whether `bytes`, however few they are, could be the first ones of a record. */
  couldBegin(bytes: Buffer): boolean;
  /** The next index from `from` on, below `end`, at which it is worth to ask whether a record begins; else -1. */
  candidate(bytes: Buffer, from: number, end: number): number;
  /** Length of the header at `start`, with the line that ends it; -1 when it does not end before `end`. */
  headLength(bytes: Buffer, start: number, end: number): number;
  parse(bytes: Buffer, start: number, length: number): RecordHead;
}

const lf = 10;
const cr = 13;

/**
 * The records of a WARC or ARC stream, `keep` bytes of each block held.
 *
 * A record is trusted when another one, or the end of its gzip member or of the stream, follows where its
 * length says. Where it does not, its place is named as damaged and reading goes on at the next line
 * that begins a record; when that line is at hand, the record comes out with the length it really has. Records
 * that run into a gap (damage that the decompressor has named) are left out, and so is the only record of a gzip
 * member whose checksum fails. Memory: O(keep + limits), whatever a length says.
 */
export async function* archiveRecords(
  reader: ByteReader,
  format: RecordFormat,
  keep: (type: string, headers: Headers) => number,
  context: RecordContext,
): AsyncGenerator<ArchiveRecord> {
  do {
    // what follows a gap up to the next record belongs to the damage that has been named already
    let named = reader.afterGap;
    for (;;) {
      await skipNewlines(reader);
      if (!(await reader.fill(1))) break;
      context.recordBegins();
      if (!(await startsRecord(reader, format, 0))) {
        const place = reader.place();
        const skipped = await skipToRecord(reader, format);
        const cut = reader.gapAhead && reader.available === 0;
        if (!named && !cut) {
          const expected = `${indefinite(format.name)} record`;
          context.damage(place, `expected ${expected}, found ${skipped} bytes of something else`);
        }
        named = false;
        continue;
      }
      named = false;
      const record = await readRecord(reader, format, keep, context);
      if (record === undefined) continue;
      const alone = reader.suspect && record.position === reader.sectionStart;
      await skipNewlines(reader);
      // a failed checksum can mean this one: it is trusted when a damaged member goes on with another record
      if (alone && !(await beginsLikeRecord(reader, format))) continue;
      yield record.record;
    }
  } while (await reader.nextSection());
}

async function readRecord(
  reader: ByteReader,
  format: RecordFormat,
  keep: (type: string, headers: Headers) => number,
  context: RecordContext,
): Promise<{ record: ArchiveRecord; position: number } | undefined> {
  const { maxHeaderBytes, maxPageBytes } = context.limits;
  const place = reader.place();
  const position = reader.position;
  const length = await measureHead(reader, format, maxHeaderBytes);
  if (length < 0) {
    reader.skip(1);
    await skipToRecord(reader, format);
    if (length === tooLong)
      context.damage(place, `the record's header is longer than ${maxHeaderBytes} bytes`);
    else if (!reader.gapAhead) context.damage(place, 'the file ends inside a record’s header');
    return undefined;
  }
  const { type, headers } = format.parse(reader.buffer, reader.start, length);
  const lengthText = headers.get(format.lengthField.toLowerCase());
  const blockLength = Number(/^\d{1,15}$/.exec(lengthText ?? '')?.[0] ?? Number.NaN);
  reader.skip(length);
  if (Number.isNaN(blockLength)) {
    await skipToRecord(reader, format);
    const got = lengthText === undefined ? 'none' : `"${lengthText.slice(0, 40)}"`;
    context.damage(place, `expected ${indefinite(format.lengthField)} in the record's header, found ${got}`);
    return undefined;
  }
  const kept = Math.min(keep(type, headers), blockLength);
  const fields = { type, headers, place };
  if (blockLength <= maxPageBytes + maxHeaderBytes) {
    await reader.fill(blockLength);
    if (reader.available >= blockLength && (await recordEnds(reader, format, blockLength))) {
      return wholeRecord(reader, kept, blockLength, fields, position);
    }
    return await mend(reader, format, kept, blockLength, fields, position, context);
  }
  return await readLong(reader, format, kept, blockLength, fields, position, context);
}

type Fields = Omit<ArchiveRecord, 'block' | 'blockLength'>;

/** A record that is at hand, as long as it says. */
function wholeRecord(
  reader: ByteReader,
  kept: number,
  blockLength: number,
  fields: Fields,
  position: number,
): { record: ArchiveRecord; position: number } {
  const block = ownBytes(reader.buffer, reader.start, kept);
  reader.skip(blockLength);
  return { record: { ...fields, block, blockLength }, position };
}

/** A record that does not end where its length says: it ends where the next one begins, if that is at hand. */
async function mend(
  reader: ByteReader,
  format: RecordFormat,
  kept: number,
  blockLength: number,
  fields: Fields,
  position: number,
  context: RecordContext,
): Promise<{ record: ArchiveRecord; position: number } | undefined> {
  let from = 0;
  for (;;) {
    const found =
      from === 0 && (await startsRecord(reader, format, 0)) ? 0 : await findRecord(reader, format, from);
    if (found > blockLength && !format.blankLineEnds && reader.buffer[reader.start + blockLength] === lf) {
      // the length is right as far as can be seen: what lies between is named when it is met
      return wholeRecord(reader, kept, blockLength, fields, position);
    }
    if (found >= 0) {
      let end = reader.start + found;
      while (end > reader.start && (reader.buffer[end - 1] === lf || reader.buffer[end - 1] === cr)) end--;
      const length = end - reader.start;
      const block = ownBytes(
        reader.buffer,
        reader.start,
        Math.min(length, context.limits.maxPageBytes, kept === 0 ? 0 : length),
      );
      context.damage(
        fields.place,
        `the record says ${format.lengthField} ${blockLength}, but the next one begins after ${length} bytes`,
      );
      reader.skip(found);
      return { record: { ...fields, block, blockLength: length }, position };
    }
    if (reader.sectionEnded) break;
    from = Math.max(0, reader.available - format.lookBytes);
    if (from > 2 * context.limits.maxPageBytes) break;
    await reader.fill(reader.available + 1);
  }
  const length = reader.available;
  if (length >= blockLength && !reader.gapAhead) {
    // nothing contradicts the length: what follows is named when it is met
    return wholeRecord(reader, kept, blockLength, fields, position);
  }
  if (!reader.sectionEnded) {
    await skipToRecord(reader, format);
    context.damage(
      fields.place,
      `the record says ${format.lengthField} ${blockLength}, but no record follows there`,
    );
    return undefined;
  }
  reader.skip(length);
  if (!reader.gapAhead) {
    context.damage(fields.place, `the file ends inside a record, after ${length} of ${blockLength} bytes`);
  }
  return undefined;
}

/**
 * A record longer than a page may be: its first bytes are held and the rest is passed over, but not past a line
 * that begins a record, so that a wrong length cannot swallow a file. (So it also ends early when it really
 * holds an uncompressed WARC file, which is then named as damage: rarer than a wrong length.)
 */
async function readLong(
  reader: ByteReader,
  format: RecordFormat,
  kept: number,
  blockLength: number,
  fields: Fields,
  position: number,
  context: RecordContext,
): Promise<{ record: ArchiveRecord; position: number } | undefined> {
  await reader.fill(kept);
  if (await startsRecord(reader, format, 0)) {
    context.damage(
      fields.place,
      `the record says ${format.lengthField} ${blockLength}, but the next one begins at once; left out`,
    );
    return undefined;
  }
  const early = await findRecord(reader, format, 0);
  const held = Math.min(kept, reader.available, early < 0 ? kept : early);
  const block = Buffer.from(reader.buffer.subarray(reader.start, reader.start + held));
  const begin = reader.position;
  const complete = await skipToRecord(reader, format, blockLength);
  if (complete >= blockLength) return { record: { ...fields, block, blockLength }, position };
  if (reader.sectionEnded && reader.available === 0) {
    if (!reader.gapAhead) {
      context.damage(
        fields.place,
        `the file ends inside a record, after ${reader.position - begin} of ${blockLength} bytes`,
      );
    }
    return undefined;
  }
  context.damage(
    fields.place,
    `the record says ${format.lengthField} ${blockLength}, but the next one begins after ${complete} bytes; left out`,
  );
  return undefined;
}

/** Whether what follows `length` bytes shows that a record ends there: the two line ends, a record, or nothing. */
async function recordEnds(reader: ByteReader, format: RecordFormat, length: number): Promise<boolean> {
  if (format.blankLineEnds && (await blankLineAt(reader, length))) return true;
  let at = length;
  for (;;) {
    while (reader.start + at < reader.end && isNewline(reader.buffer[reader.start + at]!)) at++;
    if (reader.start + at < reader.end) return await startsRecord(reader, format, at);
    if (reader.memberEnds || !(await reader.fill(at + 1))) return true;
  }
}

async function blankLineAt(reader: ByteReader, offset: number): Promise<boolean> {
  if (!(await reader.fill(offset + 4))) return false;
  const { buffer, start } = reader;
  const ends = buffer.toString('latin1', start + offset, start + offset + 4);
  return ends === '\r\n\r\n' || ends.startsWith('\n\n');
}

/** Passes over at most `most` bytes up to the next line that begins a record; returns how many. */
async function skipToRecord(
  reader: ByteReader,
  format: RecordFormat,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const from = reader.position;
  for (;;) {
    const left = most - (reader.position - from);
    const found = await findRecord(reader, format, 0);
    if (found >= 0 && found < left) {
      reader.skip(found);
      break;
    }
    const sure = Math.min(
      left,
      reader.sectionEnded ? reader.available : Math.max(0, reader.available - format.lookBytes),
    );
    reader.skip(sure);
    if (sure === left) break;
    if (!(await reader.fill(reader.available + 1))) {
      if (reader.available === 0) break;
    }
  }
  return reader.position - from;
}

/** Offset in the window, at or after `from`, of a line or member that begins a record; -1 when there is none. */
async function findRecord(reader: ByteReader, format: RecordFormat, from: number): Promise<number> {
  for (let offset = from; ; offset++) {
    const at = format.candidate(reader.buffer, reader.start + offset, reader.end);
    if (at < 0) return -1;
    offset = at - reader.start;
    const atLine =
      at === reader.start ? reader.position === reader.sectionStart : reader.buffer[at - 1] === lf;
    if ((atLine || reader.memberBegins(offset)) && (await startsRecord(reader, format, offset)))
      return offset;
  }
}

async function startsRecord(reader: ByteReader, format: RecordFormat, offset: number): Promise<boolean> {
  const seen = (): boolean => {
    const from = reader.start + offset;
    return format.begins(reader.buffer, from, Math.min(from + format.lookBytes, reader.end));
  };
  if (seen()) return true;
  // only now more is read: what is at hand mostly shows it, and a grown window is a copied one
  const before = reader.available;
  await reader.fill(offset + format.lookBytes);
  return reader.available > before && seen();
}

/** Whether what is left of a section, however short it is, begins like a record. */
async function beginsLikeRecord(reader: ByteReader, format: RecordFormat): Promise<boolean> {
  await reader.fill(format.lookBytes);
  return reader.available > 0 && format.couldBegin(reader.buffer.subarray(reader.start, reader.end));
}

const tooLong = -2;

/** Length of the header at the window's start; -1 when the section ends inside it, -2 when it passes `limit`. */
async function measureHead(reader: ByteReader, format: RecordFormat, limit: number): Promise<number> {
  for (;;) {
    const length = format.headLength(reader.buffer, reader.start, Math.min(reader.end, reader.start + limit));
    if (length >= 0) return length;
    if (reader.available >= limit) return tooLong;
    if (!(await reader.fill(reader.available + 1))) return -1;
  }
}

async function skipNewlines(reader: ByteReader): Promise<void> {
  for (;;) {
    let at = reader.start;
    while (at < reader.end && isNewline(reader.buffer[at]!)) at++;
    reader.skip(at - reader.start);
    if (reader.available > 0 || !(await reader.fill(1))) return;
  }
}

function isNewline(byte: number): boolean {
  return byte === lf || byte === cr;
}

/** A copy, unless it would be most of what it would keep alive. */
function ownBytes(buffer: Buffer, start: number, length: number): Buffer {
  const bytes = buffer.subarray(start, start + length);
  return 2 * length > buffer.buffer.byteLength ? bytes : Buffer.from(bytes);
}

function indefinite(noun: string): string {
  return `${/^[AEIO]/.test(noun) ? 'an' : 'a'} ${noun}`;
}
