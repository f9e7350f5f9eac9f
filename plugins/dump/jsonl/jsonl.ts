import { isUtf8 } from 'node:buffer';
import type { BlockSummary, PageBlock, PageInput, ReadJson } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { LF } from '../bytes/line-ends.ts';
import { readerModule } from '../reader-module.ts';
import type { OpenData } from '../reading.ts';
import { type LinesContext, type LinesSummary, linesOf, readBlock } from './line-block.ts';
import { lineId, pageOfLine, withoutMark } from './line-page.ts';

/** Bytes of lines that go to a thread together. */
const BLOCK_BYTES = 256 << 10;
const BLANK_LINES: Buffer = Buffer.alloc(4096, LF);

/**
 * The pages of one JSONL file. Each line is an object as `recordPage` takes it.
 *
 * A line that is no such object is reported as damaged, with its number and its offset in the decompressed data, and
 * skipped. So is a line longer than `limits.maxLineBytes`, which is not kept in memory. A line that is not valid UTF-8
 * is reported, too, but its page is returned, with U+FFFD for invalid bytes.
 */
export async function* jsonlPages(file: OpenData): AsyncGenerator<Page> {
  // without blocks, all are pages
  yield* jsonlInput(file, false) as AsyncGenerator<Page>;
}

/** Like {@link jsonlPages}, but lines may come as blocks from which pages are still to be made. */
export async function* jsonlInput(file: OpenData, inBlocks: boolean): AsyncGenerator<PageInput> {
  const { reader } = file;
  const { limits, blocks, blockBytes = BLOCK_BYTES, onLine } = file.reading;
  // pages keep nothing of the bytes that they are made of; who is given lines may
  reader.isReused = onLine === undefined;
  const { maxLineBytes } = limits;
  const reads = inBlocks ? readerModule(import.meta.url, 'dump/jsonl/line-block.js') : undefined;
  let line = 0;
  do {
    let first = true;
    for (;;) {
      const blank = skipBlankLines(reader);
      line += blank;
      if (blank > 0) first = false;
      file.recordBegins();
      const position = reader.position;
      // most lines are in the window: waiting for each took half the time of short ones
      const found = lineAtHand(reader, 0) ?? (await measureLine(reader, maxLineBytes));
      if (found === undefined) break;
      const atGap = (first && reader.afterGap) || (!found.ended && reader.gapAhead);
      first = false;
      if (reads !== undefined && found.length <= maxLineBytes && !atGap && !reader.suspect) {
        const length = found.ended ? endOfLines(reader, blockBytes) - reader.start : found.length;
        const lines = new LineBlock(
          reader.buffer.subarray(reader.start, reader.start + length),
          { name: file.name, line, isFirst: position === 0, field: file.reading.field, limits },
          ...([reads, file, position] as const),
        );
        line += lines.count;
        blocks.add();
        yield lines;
        reader.skip(length);
        continue;
      }
      // a page that is still to be made may have its id
      if (blocks.isWaiting) yield 'after blocks';
      line++;
      const place = { stored: position, line };
      if (found.length > maxLineBytes) {
        await skipLine(reader);
        file.report({ code: 'too-long', what: 'the line', most: maxLineBytes }, place);
        continue;
      }
      const bytes = reader.buffer.subarray(reader.start, reader.start + found.length);
      const page = readLine(bytes, file, place, {
        isFirst: position === 0,
        atGap,
        isSuspect: reader.suspect,
      });
      if (page !== undefined) {
        onLine?.(position === 0 ? withoutMark(bytes) : bytes);
        yield page;
      }
      reader.skip(found.length + (found.ended ? 1 : 0));
    }
  } while (await reader.nextSection());
}

/** The place of a line. */
interface LinePlace {
  readonly stored: number;
  readonly line: number;
}

/** The page of a line. Reports damage. */
function readLine(
  bytes: Buffer,
  file: OpenData,
  place: LinePlace,
  {
    isFirst,
    atGap,
    isSuspect,
  }: { readonly isFirst: boolean; readonly atGap: boolean; readonly isSuspect: boolean },
): Page | undefined {
  const page = pageOfLine(bytes, place.line, isFirst, file.name, file.reading);
  if (page === undefined) return undefined;
  if ('code' in page) {
    // a line cut by damage belongs to the damage that has already been reported
    if (!atGap) file.report(page, place, isSuspect);
    return undefined;
  }
  if (isUtf8(bytes)) return page;
  file.report({ code: 'not-utf8' }, place, isSuspect);
  return { ...page, damage: 'not-utf8' };
}

/** Whole lines of undamaged data. */
class LineBlock implements PageBlock {
  readonly bytes: Buffer;
  readonly reader: string;
  readonly context: LinesContext;
  /** Number of lines. */
  readonly count: number;
  readonly #file: OpenData;
  readonly #position: number;

  constructor(bytes: Buffer, context: LinesContext, reader: string, file: OpenData, position: number) {
    this.bytes = bytes;
    this.context = context;
    this.reader = reader;
    this.count = countLines(bytes);
    this.#file = file;
    this.#position = position;
  }

  get size(): number {
    return this.bytes.length;
  }

  read(take: (page: Page) => void, readJson?: ReadJson): BlockSummary | undefined {
    return readBlock(this.bytes, this.context, take, readJson);
  }

  accept(summary: BlockSummary): ReadonlyMap<number, string> {
    const { idHashes, told } = summary as LinesSummary;
    const { ids, stats, blocks } = this.#file.reading;
    blocks.begin();
    stats.pages += idHashes.length;
    blocks.end();
    return ids.takeAll(idHashes, (i) => lineId(this.#file.name, told.lines[i]!));
  }

  async *pages(kept: Uint8Array): AsyncGenerator<Page> {
    const { stats, blocks, limits } = this.#file.reading;
    const own = Buffer.from(kept.buffer, kept.byteOffset, kept.length);
    blocks.begin();
    try {
      let { line } = this.context;
      for (const { start, end } of linesOf(own)) {
        line++;
        const place = { stored: this.#position + start, line };
        if (end - start > limits.maxLineBytes) {
          this.#file.report({ code: 'too-long', what: 'the line', most: limits.maxLineBytes }, place, false);
          continue;
        }
        const isFirst = this.context.isFirst && start === 0;
        const bytes = own.subarray(start, end);
        const page = readLine(bytes, this.#file, place, { isFirst, atGap: false, isSuspect: false });
        if (page === undefined) continue;
        stats.pages++;
        yield page;
      }
    } finally {
      blocks.end();
    }
  }
}

/**
 * The end of the last line that ends within `bytes` of the window; if there is none, that of the first line, which the
 * window contains.
 */
function endOfLines({ buffer, start, end }: ByteReader, bytes: number): number {
  const most = Math.min(start + bytes, end);
  const last = buffer.lastIndexOf(LF, most - 1);
  return 1 + (last >= start ? last : buffer.indexOf(LF, most));
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (const _ of linesOf(bytes)) count++;
  return count;
}

/** Skips the empty lines in the window and returns their number. Compressed data can hold billions of them. */
function skipBlankLines(reader: ByteReader): number {
  const { buffer, start, end } = reader;
  if (buffer[start] !== LF) return 0;
  let at = start;
  // long runs are compared instead of read, which takes a fifth of the time
  const step = BLANK_LINES.length;
  while (at + step <= end && BLANK_LINES.compare(buffer, at, at + step) === 0) at += step;
  while (at < end && buffer[at] === LF) at++;
  const count = at - start;
  if (count > 0) reader.skip(count);
  return count;
}

interface MeasuredLine {
  readonly length: number;
  /** Whether a line feed ends it. */
  readonly ended: boolean;
}

/**
 * The line at the window's start, if all of it is in the window.
 *
 * @param searched number of its first bytes that have no line feed
 */
function lineAtHand({ buffer, start, end }: ByteReader, searched: number): MeasuredLine | undefined {
  const at = buffer.indexOf(LF, start + searched);
  return at >= 0 && at < end ? { length: at - start, ended: true } : undefined;
}

/**
 * Length of the line at the window's start, or some length above `limit`; `undefined` at the section's end. REQUIRES: it is
 * not completely in the window.
 */
async function measureLine(reader: ByteReader, limit: number): Promise<MeasuredLine | undefined> {
  for (;;) {
    const searched = reader.available;
    if (searched > limit) return { length: searched, ended: false };
    // doubling keeps the copying of a long line linear
    if (
      !(await reader.fill(Math.max(1, Math.min(2 * searched, limit + 1)))) &&
      reader.available === searched
    ) {
      return searched === 0 ? undefined : { length: searched, ended: false };
    }
    const line = lineAtHand(reader, searched);
    if (line !== undefined) return line;
  }
}

async function skipLine(reader: ByteReader): Promise<void> {
  for (;;) {
    const at = reader.buffer.indexOf(LF, reader.start);
    if (at >= 0 && at < reader.end) {
      reader.skip(at + 1 - reader.start);
      return;
    }
    reader.skip(reader.available);
    if (!(await reader.fill(1))) return;
  }
}
