import { arcPages } from '../../plugins/dump/arc/arc.ts';
import { arcSyntax } from '../../plugins/dump/arc/arc-syntax.ts';
import { archiveRecords } from '../../plugins/dump/archive/records.ts';
import { decompressed } from '../../plugins/dump/bytes/coding.ts';
import type { Piece } from '../../plugins/dump/bytes/pieces.ts';
import type { DamagedSpot } from '../../plugins/dump/damage.ts';
import { jsonlPages } from '../../plugins/dump/jsonl/jsonl.ts';
import type { OpenData } from '../../plugins/dump/reading.ts';
import { warcPages } from '../../plugins/dump/warc/warc.ts';
import { warcSyntax } from '../../plugins/dump/warc/warc-syntax.ts';
import type { Page } from '../../src/index.ts';
import { openBytes } from '../../test/dump/opened.ts';
import type { Case, OnFinding } from './case.ts';
import type { Draw } from './draw.ts';
import { type DrawnDump, drawDump, gzipMember, zstdFrame } from './dump-grammar.ts';
import { flipped, mutated } from './mutations.ts';

/** A dump drawn from the grammar: all of its pages come out, and no damage is reported. */
export const wholeDump: Case = async (draw, finding) => {
  const dump = drawDump(draw);
  const { pages, spots } = await readInTurns(dump, dump.bytes, draw, finding);
  if (spots.length > 0) finding('damage is named where there is none', dump.bytes, spots);
  const expected = dump.pages.map(({ url, body }) => [url, body]);
  const found = pages.map(({ url, body }) => [url, textOf(body)]);
  if (JSON.stringify(expected) !== JSON.stringify(found))
    finding('other pages', dump.bytes, { expected, found });
  const ownIds = dump.pages.map(({ id }, i) => id ?? pages[i]?.id);
  if (ownIds.some((id, i) => id !== pages[i]?.id))
    finding(
      'other ids',
      dump.bytes,
      pages.map(({ id }) => id),
    );
};

/** A dump with damaged records or stored bytes: it is read to its end, whatever comes out. */
export const brokenDump: Case = async (draw, finding) => {
  const pieces = [
    ...[
      '\r\n',
      '\n',
      '\r',
      '\r\n\r\n',
      'WARC/1.0\r\n',
      'WARC/1.0\r\nWARC-Type: response\r\n',
      'HTTP/1.1 200 OK\r\n\r\n',
    ],
    ...[
      'Content-Length: 5\r\n',
      'Content-Length: 99999999999\r\n',
      '{',
      '}',
      '"html":',
      '\ufeff',
      '\0\0\0\0',
      '0\r\n\r\n',
    ],
    ...[
      'http://x.test/ 192.0.2.1 20080430204825 text/html 10\n',
      'filedesc:',
      'ffffffff\r\n',
      'Transfer-Encoding: chunked\r\n',
    ],
    ...[Buffer.from([0x1f, 0x8b, 8, 0]), Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0, 0xff, 0xff])],
    ...[
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0x40]),
      Buffer.from([0x50, 0x2a, 0x4d, 0x18, 0xff, 0xff, 0xff, 0xff]),
    ],
    ...[gzipMember(Buffer.from('x'), draw), zstdFrame(Buffer.alloc(9), draw)],
  ];
  const where = draw.below(3);
  const dump = drawDump(draw, where === 1 ? undefined : (records) => mutated(records, pieces, draw));
  const bytes = where === 0 ? dump.bytes : mutated(dump.bytes, pieces, draw);
  await readInTurns(dump, bytes, draw, finding);
};

/** A compressed dump with some stored bytes changed: either the pages are unchanged, or damage is reported. */
export const checksummedDump: Case = async (draw, finding) => {
  const dump = drawDump(draw);
  if (!dump.isChecksummed) return;
  const bytes = flipped(dump.bytes, draw);
  const { pages, spots } = await readInTurns(dump, bytes, draw, finding);
  if (spots.length > 0) return;
  const whole = await read(dump, dump.bytes, [dump.bytes.length]);
  // a page without an id of its own is named after its place, which padding may move
  if (contentsOf(pages) !== contentsOf(whole.pages)) {
    finding('bytes under a checksum were changed, and other pages come out without a word', bytes, {
      before: dump.bytes.toString('base64'),
    });
  }
};

interface Result {
  readonly pages: readonly Page[];
  readonly spots: readonly DamagedSpot[];
  /** Places of all records, in the order in which they came. */
  readonly places: readonly (readonly [stored: number, inner: number])[];
}

/**
 * Reads bytes as one piece, then in pieces of other sizes: the same pages and damage come out, in the order of the
 * file.
 */
async function readInTurns(dump: DrawnDump, bytes: Buffer, draw: Draw, finding: OnFinding): Promise<Result> {
  const result = await read(dump, bytes, [bytes.length]);
  const ids = result.pages.map(({ id }) => id);
  if (new Set(ids).size < ids.length) finding('two pages have one id', bytes, ids);
  for (const [i, [stored, inner]] of result.places.entries()) {
    const [storedBefore, innerBefore] = result.places[i - 1] ?? [-1, 0];
    if (stored < storedBefore || (stored === storedBefore && inner <= innerBefore)) {
      finding('records do not ascend', bytes, result.places);
      break;
    }
  }
  for (const sizes of [
    [1 + draw.below(7)],
    draw.list(5, () => 1 + draw.below(bytes.length + 1)),
    [1 + draw.below(400)],
  ]) {
    const other = await read(dump, bytes, sizes);
    if (summaryOf(other) !== summaryOf(result)) {
      finding('in pieces of other sizes, other pages or damage come out', bytes, {
        sizes,
        format: dump.format,
        coding: dump.coding,
        result: summaryOf(result),
        other: summaryOf(other),
      });
      break;
    }
  }
  return result;
}

async function read({ format, coding }: DrawnDump, bytes: Buffer, sizes: readonly number[]): Promise<Result> {
  const open = (): ReturnType<typeof openBytes> =>
    openBytes((context) => decompressed(inPieces(bytes, sizes), coding, context), {
      maxHeaderBytes: 4096,
      maxPageBytes: 20_000,
      maxLineBytes: 30_000,
    });
  const { file, spots } = open();
  const pages: Page[] = [];
  for await (const page of readers[format](file)) pages.push(page);
  const places: [number, number][] = [];
  if (format !== 'jsonl') {
    const syntax = format === 'warc' ? warcSyntax : arcSyntax;
    for await (const { place } of archiveRecords(open().file, syntax, () => 0))
      places.push([place.stored, place.inner ?? 0]);
  }
  return { pages, spots, places };
}

const readers: Readonly<Record<DrawnDump['format'], (file: OpenData) => AsyncGenerator<Page>>> = {
  warc: warcPages,
  arc: arcPages,
  jsonl: jsonlPages,
};

/** Bytes in pieces of these sizes, repeated. */
async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Piece> {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length];
    yield { bytes: bytes.subarray(at, at + size), stored: at };
    at += size;
  }
}

function summaryOf({ pages, spots, places }: Result): string {
  const shown = pages.map(({ id, url, body, truncatedFrom }) => [id, url, textOf(body), truncatedFrom]);
  return JSON.stringify([shown, spots, places]);
}

function contentsOf(pages: readonly Page[]): string {
  return JSON.stringify(pages.map(({ url, body }) => [url, textOf(body)]));
}

function textOf(body: Page['body']): string {
  return typeof body === 'string'
    ? body
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}
