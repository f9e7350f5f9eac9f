import { closeSync, openSync, writeSync } from 'node:fs';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { isLineEnd, LF } from '../bytes/line-ends.ts';
import type { OpenData } from '../reading.ts';
import type { ArchiveRecord } from './archive-record.ts';
import type { DigestCheck } from './digests.ts';
import type { Headers } from './headers.ts';
import { RecordSearch } from './record-search.ts';
import type { RecordSyntax } from './record-syntax.ts';

/** How much of a record's block is held, in bytes. */
type Keep = (type: string, headers: Headers) => number;

/**
 * The records of a WARC or ARC stream, `keep` bytes of each block held.
 *
 * A record is trusted when another one, or the end of its gzip member or of the stream, follows where its
 * length says. Where it does not, its place is named as damaged and reading goes on at the next line
 * that begins a record; when that line is at hand, the record comes out with the length it really has. A block is held
 * against the digests in its header, where it has any: one that differs is named, and comes out. Records
 * that run into a gap (damage that the decompressor has named) are left out, and so is the only record of a gzip
 * member whose checksum fails. Memory: O(keep + limits), whatever a length says.
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
  do {
    // what follows a gap up to the next record belongs to the damage that has been named already
    let named = reader.afterGap;
    for (;;) {
      // what is at hand is asked first here and below: each wait costs as much as a look at a record
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
      if (!search.skipLineEndsAtHand()) await search.skipLineEnds();
      // a failed checksum can mean this one: it is trusted when a damaged member goes on with another record
      if (alone && !(await search.couldBegin())) continue;
      yield record;
    }
  } while (await reader.nextSection());
}

/** What records are read from, and how. */
interface RecordSource {
  readonly file: OpenData;
  readonly reader: ByteReader;
  readonly syntax: RecordSyntax;
  readonly search: RecordSearch;
  readonly keep: Keep;
  readonly spool: string | undefined;
}

/** A record whose header has been read: the reader stands where its block begins. */
interface BegunRecord {
  readonly fields: Omit<ArchiveRecord, 'block' | 'blockLength'>;
  readonly digests: DigestCheck | undefined;
  readonly head: Buffer;
  /** Bytes of the block to hold. */
  readonly kept: number;
  /** Length of the block as the header states it. */
  readonly stated: number;
}

/** The record at the window's start, or nothing when it is damaged so that it has to be left out. */
async function readRecord(source: RecordSource): Promise<ArchiveRecord | undefined> {
  const { file, reader, syntax, search, keep } = source;
  const { maxHeaderBytes, maxPageBytes } = file.reading.limits;
  const place = reader.place();
  const atHand = search.headAtHand(maxHeaderBytes);
  const length = atHand >= 0 ? atHand : await search.measureHead(maxHeaderBytes);
  if (typeof length !== 'number') {
    // nothing that begins here has a header of half that length, and each would be measured for it
    reader.skip(length === 'long' ? Math.ceil(maxHeaderBytes / 2) : reader.available);
    await search.skipToRecord();
    if (length === 'long') {
      file.report({ code: 'too-long', what: "the record's header", most: maxHeaderBytes }, place);
    } else if (!reader.gapAhead) file.report({ code: 'cut-off', inside: 'a record’s header' }, place);
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

/** A record that is at hand, as long as it says. */
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

/** A record, and what its digests have against its block. */
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

/** A record that does not end where its length says: it ends where the next one begins, if that is at hand. */
async function mend(source: RecordSource, begun: BegunRecord): Promise<ArchiveRecord | undefined> {
  const { file, reader, syntax, search, spool } = source;
  const { fields, kept, stated, head } = begun;
  const { maxPageBytes } = file.reading.limits;
  let from = 0;
  for (;;) {
    const found = from === 0 && (await search.begins(0)) ? 0 : await search.find(from);
    if (found > stated && !syntax.blankLineEnds && reader.buffer[reader.start + stated] === LF) {
      // the length is right as far as can be seen: what lies between is named when it is met
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
  // nothing contradicts the length: what follows is named when it is met
  if (reader.available >= stated && !reader.gapAhead) return await wholeRecord(source, begun);
  if (!reader.sectionEnded) {
    await search.skipToRecord();
    file.report({ code: 'wrong-length', field: syntax.lengthField, stated }, fields.place);
    return undefined;
  }
  const after = reader.available;
  reader.skip(after);
  if (!reader.gapAhead) file.report({ code: 'cut-off', inside: 'a record', after, of: stated }, fields.place);
  return undefined;
}

/**
 * A record longer than a page may be: its first bytes are held and the rest is passed over, but not past a line
 * that begins a record, so that a wrong length cannot swallow a file. (So it also ends early when it really
 * holds an uncompressed WARC file, which is then named as damage: rarer than a wrong length.)
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
  if (passed >= stated) {
    const raw = spool === undefined ? {} : { raw: { head, path: spool, blockBytes: stated } };
    return checkedRecord(file, { ...fields, block, blockLength: stated, ...raw }, digests);
  }
  if (!(reader.sectionEnded && reader.available === 0)) return leftOut(passed);
  if (!reader.gapAhead) {
    file.report({ code: 'cut-off', inside: 'a record', after: passed, of: stated }, fields.place);
  }
  return undefined;
}

function writeFully(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

/** The next bytes: a copy, unless they pass, or it would be most of what it would keep alive. */
function heldBytes({ reader: { buffer, start }, reading }: OpenData, length: number): Buffer {
  const bytes = buffer.subarray(start, start + length);
  return reading.isPassing || 2 * length > buffer.buffer.byteLength ? bytes : Buffer.from(bytes);
}
