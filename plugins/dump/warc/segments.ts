import type { ArchiveRecord } from '../archive/archive-record.ts';
import { DigestCheck } from '../archive/digests.ts';
import type { Headers } from '../archive/headers.ts';
import type { Place } from '../bytes/pieces.ts';
import type { DumpDamage } from '../damage.ts';
import type { Limits } from '../limits.ts';

/** Most records that wait for further segments. If there are more, the first one is given up. */
const MOST_OPEN = 16;

/** The part of an open file that is used here. */
interface SegmentFile {
  readonly reading: { readonly limits: Limits };
  report(damage: DumpDamage, at: Place): void;
}

/** A record put together from its segments, and the file of its first segment. */
export interface SegmentedRecord<File> {
  readonly record: ArchiveRecord;
  readonly file: File;
}

interface OpenRecord<File> extends SegmentedRecord<File> {
  readonly parts: Buffer[];
  heldBytes: number;
  totalBytes: number;
  /** Number of the next segment. */
  next: number;
  isDamaged: boolean;
}

/**
 * Puts together records whose blocks were cut into segments (ISO 28500, section 6.8 and annex A): a first one and its
 * `continuation` records, which are mostly in later files. Memory: 16 records of `maxBytes`.
 */
export class Segments<File extends SegmentFile> {
  readonly #open = new Map<string, OpenRecord<File>>();

  /** Takes a record if it is a first segment. Returns the record given up for it, if any, and whether it was taken. */
  begin(
    record: ArchiveRecord,
    file: File,
  ): { readonly taken: boolean; readonly left: SegmentedRecord<File>[] } {
    const id = idOf(record.headers.get('warc-record-id'));
    if (record.headers.get('warc-segment-number') !== '1' || id === undefined)
      return { taken: false, left: [] };
    const left: SegmentedRecord<File>[] = [];
    const [oldest] = this.#open.keys();
    // the same file twice in a dump has a second record of one id
    if (this.#open.has(id)) left.push(this.#end(id));
    else if (this.#open.size >= MOST_OPEN && oldest !== undefined) left.push(this.#end(oldest));
    this.#open.set(id, {
      record,
      file,
      parts: [record.block],
      heldBytes: record.block.length,
      totalBytes: record.blockLength,
      next: 2,
      isDamaged: record.damage !== undefined,
    });
    return { taken: true, left };
  }

  /** Whether a `continuation` record belongs to one whose first segment has come. */
  awaits(headers: Headers): boolean {
    return this.#open.has(originOf(headers));
  }

  /** Adds a `continuation` record; returns the whole one once its last segment has come, or one is missing. */
  async add({
    headers,
    block,
    blockLength,
    damage,
  }: ArchiveRecord): Promise<SegmentedRecord<File> | undefined> {
    const origin = originOf(headers);
    const open = this.#open.get(origin);
    if (open === undefined) return undefined;
    const number = Number(headers.get('warc-segment-number'));
    if (number !== open.next) return this.#end(origin, number);
    const { maxPageBytes, maxHeaderBytes } = open.file.reading.limits;
    // once a segment was cut, later ones do not continue it
    const room = open.heldBytes === open.totalBytes ? maxPageBytes + maxHeaderBytes - open.heldBytes : 0;
    const held = block.subarray(0, Math.max(0, room));
    if (held.length > 0) open.parts.push(held);
    open.heldBytes += held.length;
    open.totalBytes += blockLength;
    open.next++;
    open.isDamaged ||= damage !== undefined;
    return headers.has('warc-segment-total-length') ? await this.#complete(origin, open) : undefined;
  }

  /** The records whose last segment has not come. */
  *rest(): Generator<SegmentedRecord<File>> {
    for (const origin of [...this.#open.keys()]) yield this.#end(origin);
  }

  async #complete(origin: string, open: OpenRecord<File>): Promise<SegmentedRecord<File>> {
    this.#open.delete(origin);
    const { file } = open;
    const record = together(open);
    if (open.isDamaged || record.block.length < record.blockLength) return { file, record };
    // the digest of the whole payload is in the first segment
    const headers = new Map(record.headers);
    for (const name of ['warc-segment-number', 'warc-block-digest']) headers.delete(name);
    const digests = DigestCheck.of(record.type, headers, file.reading.limits.maxHeaderBytes);
    digests?.update(record.block);
    const damage = await digests?.damage();
    if (damage === undefined) return { file, record };
    file.report(damage, record.place);
    return { file, record: { ...record, damage: damage.code } };
  }

  /** Gives up a record: returns the segments that have come, and reports damage. */
  #end(origin: string, found?: number): SegmentedRecord<File> {
    const open = this.#open.get(origin)!;
    this.#open.delete(origin);
    const { file, next } = open;
    const record = together(open);
    file.report(
      {
        code: 'missing-segments',
        record: origin,
        found: next - 1,
        ...(found === undefined || Number.isNaN(found) ? {} : { next: found }),
      },
      record.place,
    );
    return { file, record: { ...record, damage: 'missing-segments' } };
  }
}

function together({ record, parts, totalBytes, isDamaged }: OpenRecord<unknown>): ArchiveRecord {
  const whole = { ...record, block: Buffer.concat(parts), blockLength: totalBytes };
  return isDamaged ? { ...whole, damage: record.damage ?? 'digest' } : whole;
}

function originOf(headers: Headers): string {
  return idOf(headers.get('warc-segment-origin-id')) ?? '';
}

/** `urn:uuid:…` of `<urn:uuid:…>`. */
function idOf(text: string | undefined): string | undefined {
  return text?.replace(/^<(.*)>$/, '$1') || undefined;
}
