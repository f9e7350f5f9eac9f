import { closeSync, openSync, writeSync } from 'node:fs';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { isLineEnd, LF } from '../bytes/line-ends.ts';
import type { OpenData } from '../reading.ts';
import type { ArchiveRecord } from './archive-record.ts';
import type { DigestCheck } from './digests.ts';
import type { Headers } from './headers.ts';
import { RecordSearch } from './record-search.ts';
import type { RecordSyntax } from './record-syntax.ts';

/** How many bytes of a record's block are kept. */
type Keep = (type: string, headers: Headers) => number;

/**
 * The records of a WARC or ARC stream, with `keep` bytes of each block.
 *
 * A record is trusted if its stated length leads to another record, or to the end of its gzip member or of the stream.
 * Otherwise damage is reported and reading continues where the next record begins; if that is already in the window, the
 * record is returned with its real length. A block is compared with the digests in its header, if there are any: a
 * difference is reported, and the record is returned. A record that is cut because the file ends is returned as far as it goes. Records
 * that run into another gap (damage that the decompressor has reported) are left out, and so are the only record of a gzip member whose
 * checksum fails, and one of a wrong length in such a member. Memory: O(keep + limits), for any stated length.
 *
 * @param spool asks for all bytes of each record (`raw`); a file that those of a long one are put into
 */
export async function* archiveRecords(
  file: OpenData,
  syntax: RecordSyntax,
  keep: Keep,
  spool?: string,
): AsyncGenerator<ArchiveRecord> {
  const { reader } = file;
  const search = new RecordSearch(reader, syntax);
  const source: RecordSource = { file, reader, syntax, search, keep, spool };
  await skipByteOrderMark(reader);
  do {
    // the bytes from a gap to the next record belong to the damage that has already been reported
    let named = reader.afterGap;
    for (;;) {
      // here and below the window is searched first: each wait costs as much as examining a record
      if (!search.skipLineEndsAtHand() && !(await search.skipLineEnds())) break;
      file.recordBegins();
      if (!search.beginsAtHand(0) && !(await search.begins(0))) {
        const place = reader.place();
        const bytes = await search.skipToRecord();
        const cut = reader.gapAhead && reader.available === 0;
        if (!named && !cut) {
          file.report({ code: 'unexpected-bytes', expected: `${syntax.name} record`, bytes }, place);
        }
        named = false;
        continue;
      }
      named = false;
      const { position } = reader;
      const record = await readRecord(source);
      if (record === undefined) continue;
      const alone = reader.suspect && position === reader.sectionStart;
      const isSpoiled = reader.suspect && record.damage === 'wrong-length';
      if (!search.skipLineEndsAtHand()) await search.skipLineEnds();
      // a failed checksum may concern this record: it is trusted if it is as long as it says, and another follows in the damaged member
      if (!isSpoiled && (!alone || (await search.couldBegin()))) yield record;
      // where the file ends before the checksum, nothing shows that the record is whole
      else if (reader.cutAhead) yield { ...record, damage: record.damage ?? 'cut-off' };
    }
  } while (await reader.nextSection());
}

/** Skips a byte order mark at the start of the data: some editors and shells write one, and it costs no record. */
async function skipByteOrderMark(reader: ByteReader): Promise<void> {
  if (!(await reader.fill(3))) return;
  if (reader.buffer.toString('latin1', reader.start, reader.start + 3) === '\xef\xbb\xbf') reader.skip(3);
}

/** The input of records, and how to read it. */
interface RecordSource {
  readonly file: OpenData;
  readonly reader: ByteReader;
  readonly syntax: RecordSyntax;
  readonly search: RecordSearch;
  readonly keep: Keep;
  readonly spool: string | undefined;
}

/** A record whose header has been read: the reader is at the start of its block. */
interface BegunRecord {
  readonly fields: Omit<ArchiveRecord, 'block' | 'blockLength'>;
  readonly digests: DigestCheck | undefined;
  readonly head: Buffer;
  /** Bytes of the block to keep. */
  readonly kept: number;
  /** Length of the block as the header states it. */
  readonly stated: number;
}

/** The record at the window's start, or nothing if damage makes it unusable. */
async function readRecord(source: RecordSource): Promise<ArchiveRecord | undefined> {
  const { file, reader, syntax, search, keep } = source;
  const { maxHeaderBytes, maxPageBytes } = file.reading.limits;
  const place = reader.place();
  const atHand = search.headAtHand(maxHeaderBytes);
  const length = atHand >= 0 ? atHand : await search.measureHead(maxHeaderBytes);
  if (typeof length !== 'number') {
    // a header that begins in the skipped half is at least half the limit long; measuring each would cost too much
    reader.skip(length === 'long' ? Math.ceil(maxHeaderBytes / 2) : reader.available);
    await search.skipToRecord();
    if (length === 'long') {
      file.report({ code: 'too-long', what: "the record's header", most: maxHeaderBytes }, place);
    } else if (!reader.gapAhead) file.report({ code: 'cut-off', inside: 'a record’s header' }, place);
    return undefined;
  }
  const broken = search.headBreaksAt(length);
  if (broken > 0) {
    reader.skip(broken);
    const bytes = broken + (await search.skipToRecord());
    file.report({ code: 'unexpected-bytes', expected: `${syntax.name} record`, bytes }, place);
    return undefined;
  }
  const { type, headers } = syntax.parse(reader.buffer, reader.start, length);
  const head = reader.buffer.subarray(reader.start, reader.start + length);
  const lengthText = headers.get(syntax.lengthField.toLowerCase());
  reader.skip(length);
  if (lengthText === undefined || !/^\d{1,15}$/.test(lengthText)) {
    await search.skipToRecord();
    const found = lengthText === undefined ? {} : { found: lengthText.slice(0, 40) };
    file.report({ code: 'no-length', field: syntax.lengthField, ...found }, place);
    return undefined;
  }
  const stated = Number(lengthText);
  const digests = syntax.digests?.({ type, headers }, maxHeaderBytes);
  const begun: BegunRecord = {
    fields: { type, headers, place },
    digests,
    head,
    kept: Math.min(keep(type, headers), stated),
    stated,
  };
  if (stated > maxPageBytes + maxHeaderBytes) return await readLong(source, begun);
  if (search.blankLineAtHand(stated)) return wholeRecord(source, begun);
  if ((await reader.fill(stated)) && (await search.ends(stated))) return wholeRecord(source, begun);
  return await mend(source, begun);
}

/** A record that is completely in the window, with the stated length. */
function wholeRecord(
  { file, reader, spool }: RecordSource,
  { fields, kept, stated, digests, head }: BegunRecord,
): ArchiveRecord | Promise<ArchiveRecord> {
  const block = heldBytes(file, kept);
  const whole = reader.buffer.subarray(reader.start, reader.start + stated);
  digests?.update(whole);
  reader.skip(stated);
  const raw = spool === undefined ? {} : { raw: { head, block: whole } };
  const record = { ...fields, block, blockLength: stated, ...raw };
  return digests === undefined || digests.hold() ? record : checkedRecord(file, record, digests);
}

/** A record, after its block was compared with its digests. */
async function checkedRecord(
  file: OpenData,
  record: ArchiveRecord,
  digests: DigestCheck | undefined,
): Promise<ArchiveRecord> {
  const damage = await digests?.damage();
  if (damage === undefined) return record;
  file.report(damage, record.place);
  return { ...record, damage: damage.code };
}

/** A record with a wrong length: it ends where the next one begins, if that is in the window. */
async function mend(source: RecordSource, begun: BegunRecord): Promise<ArchiveRecord | undefined> {
  const { file, reader, syntax, search, spool } = source;
  const { fields, kept, stated, head } = begun;
  const { maxPageBytes } = file.reading.limits;
  let from = 0;
  for (;;) {
    const found = from === 0 && (await search.begins(0)) ? 0 : await search.find(from);
    if (found > stated && !syntax.blankLineEnds && reader.buffer[reader.start + stated] === LF) {
      // nothing contradicts the length: the bytes up to the next record are reported when they are reached
      return await wholeRecord(source, begun);
    }
    if (found >= 0) {
      let end = reader.start + found;
      while (end > reader.start && isLineEnd(reader.buffer[end - 1]!)) end--;
      const actual = end - reader.start;
      const held = Math.min(actual, maxPageBytes, kept === 0 ? 0 : actual);
      const block = heldBytes(file, held);
      file.report({ code: 'wrong-length', field: syntax.lengthField, stated, actual }, fields.place);
      const whole = reader.buffer.subarray(reader.start, end);
      reader.skip(found);
      const raw = spool === undefined ? {} : { raw: { head, block: whole } };
      return { ...fields, block, blockLength: actual, ...raw, damage: 'wrong-length' };
    }
    if (reader.sectionEnded) break;
    from = Math.max(0, reader.available - syntax.lookBytes);
    if (from > 2 * maxPageBytes) break;
    await search.fillOn();
  }
  // nothing contradicts the length: the bytes that follow are reported when they are reached
  if (reader.available >= stated && (!reader.gapAhead || reader.cutAhead))
    return await wholeRecord(source, begun);
  if (!reader.sectionEnded) {
    await search.skipToRecord();
    file.report({ code: 'wrong-length', field: syntax.lengthField, stated }, fields.place);
    return undefined;
  }
  const after = reader.available;
  const block = heldBytes(file, Math.min(after, kept));
  const whole = reader.buffer.subarray(reader.start, reader.end);
  reader.skip(after);
  const raw = spool === undefined ? {} : { raw: { head, block: whole } };
  return cutRecord(source, begun, { ...fields, block, blockLength: after, ...raw });
}

/** A record that the data end inside, unless that is because of damage in them: then its last bytes may be wrong. */
function cutRecord(
  { file, reader }: RecordSource,
  { stated }: BegunRecord,
  record: ArchiveRecord,
): ArchiveRecord | undefined {
  if (reader.gapAhead && !reader.cutAhead) return undefined;
  if (!reader.gapAhead) {
    const damage = { code: 'cut-off', inside: 'a record', after: record.blockLength, of: stated } as const;
    file.report(damage, record.place);
  }
  return { ...record, damage: 'cut-off' };
}

/**
 * A record longer than a page may be. Its first bytes are kept and the rest is skipped, but not beyond the beginning of
 * another record, so that a wrong length cannot swallow a file. (A record that contains an uncompressed WARC file
 * therefore also ends early and is reported as damage. That is rarer than a wrong length.)
 */
async function readLong(source: RecordSource, begun: BegunRecord): Promise<ArchiveRecord | undefined> {
  const { file, reader, syntax, search, spool } = source;
  const { fields, kept, stated, digests, head } = begun;
  const leftOut = (actual: number): undefined => {
    file.report(
      { code: 'wrong-length', field: syntax.lengthField, stated, actual, leftOut: true },
      fields.place,
    );
  };
  await reader.fill(kept);
  if (await search.begins(0)) return leftOut(0);
  const early = await search.find(0);
  const held = Math.min(kept, reader.available, early < 0 ? kept : early);
  const block = Buffer.from(reader.buffer.subarray(reader.start, reader.start + held));
  const into = spool === undefined ? undefined : openSync(spool, 'w', 0o600);
  let passed: number;
  try {
    passed = await search.skipToRecord(stated, (bytes) => {
      digests?.update(bytes);
      if (into !== undefined) writeFully(into, bytes);
    });
  } finally {
    if (into !== undefined) closeSync(into);
  }
  const raw = spool === undefined ? {} : { raw: { head, path: spool, blockBytes: passed } };
  const record = { ...fields, block, blockLength: passed, ...raw };
  if (passed >= stated) return checkedRecord(file, record, digests);
  if (!(reader.sectionEnded && reader.available === 0)) return leftOut(passed);
  return cutRecord(source, begun, record);
}

function writeFully(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** The next bytes: a copy, unless they are used only briefly, or make up most of the memory that a view would keep. */
function heldBytes({ reader: { buffer, start }, reading }: OpenData, length: number): Buffer {
  const bytes = buffer.subarray(start, start + length);
  return reading.isPassing || 2 * length > buffer.buffer.byteLength ? bytes : Buffer.from(bytes);
}
