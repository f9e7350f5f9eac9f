import { isUtf8 } from 'node:buffer';
import type { BlockSummary, ReadJson } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { LF } from '../bytes/line-ends.ts';
import { idHash } from '../ids.ts';
import type { Limits } from '../limits.ts';
import { pageOfLine } from './line-page.ts';
import { type PlainLine, plainLine } from './plain-line.ts';

/** What is to be known of lines besides their bytes. */
export interface LinesContext {
  /** The file as the user knows it. */
  readonly name: string;
  /** Lines before. */
  readonly line: number;
  /** Whether the file begins with them. */
  readonly isFirst: boolean;
  readonly field: string | undefined;
  readonly limits: Limits;
}

/** What is told of lines. */
export interface LinesSummary extends BlockSummary {
  /** The number of the line of each page, from 1. */
  readonly told: { readonly lines: Float64Array };
}

/**
 * Gives the pages of lines to `take`, or those of plain lines to `readJson`, under ids as they have where none is taken;
 * `undefined` where a line is not sound. In any thread.
 */
export function readBlock(
  block: Uint8Array,
  { name, line, isFirst, field, limits }: LinesContext,
  take: (page: Page) => void,
  readJson?: ReadJson,
): LinesSummary | undefined {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length);
  if (!isUtf8(bytes)) return undefined;
  const idHashes: number[] = [];
  const lines: number[] = [];
  const ids = { take: (own: string | undefined, place: () => string) => own ?? place() };
  const reading = { field, limits, ids };
  const plain: (PlainLine | undefined)[] = [];
  if (readJson !== undefined) {
    for (const { start, end } of linesOf(bytes)) {
      const number = line + plain.length + 1;
      // a byte order mark may stand before the first of a file
      const mayBePlain = end - start <= limits.maxLineBytes && !(isFirst && start === 0);
      plain.push(mayBePlain ? plainLine(bytes, start, end, number, name, reading) : undefined);
    }
  }
  const texts = readJson?.texts(bytes, rangesOfTexts(plain));
  let bodyLength = 0;
  let number = line;
  let text = 0;
  for (const { start, end } of linesOf(bytes)) {
    const own = plain[number - line];
    number++;
    if (end - start > limits.maxLineBytes) return undefined;
    const length =
      own &&
      (own.isHtml
        ? readJson?.markup(own.page, bytes.subarray(own.from, own.to))
        : texts?.take(text++, own.page));
    if (own !== undefined && length !== undefined) {
      idHashes.push(idHash(own.page.id));
      bodyLength += length;
    } else {
      const page = pageOfLine(bytes.subarray(start, end), number, isFirst && start === 0, name, reading);
      if (page === undefined) continue;
      if ('code' in page) return undefined;
      idHashes.push(idHash(page.id));
      bodyLength += page.body.length;
      take(page);
    }
    lines.push(number);
  }
  return { idHashes: Float64Array.from(idHashes), bodyLength, told: { lines: Float64Array.from(lines) } };
}

/** Where those bodies of plain lines that are text begin and end. */
function rangesOfTexts(lines: readonly (PlainLine | undefined)[]): Uint32Array {
  const ranges: number[] = [];
  for (const plain of lines) if (plain !== undefined && !plain.isHtml) ranges.push(plain.from, plain.to);
  return Uint32Array.from(ranges);
}

/** Where lines begin and end; the last may have no line feed. */
export function* linesOf(bytes: Buffer): Generator<{ readonly start: number; readonly end: number }> {
  for (let start = 0; start < bytes.length; ) {
    const at = bytes.indexOf(LF, start);
    const end = at < 0 ? bytes.length : at;
    yield { start, end };
    start = end + 1;
  }
}
