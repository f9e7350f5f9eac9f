import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLabels } from '../../plugins/cli/evaluate/labels.ts';
import { SetScanner } from '../../plugins/cli/join/set-scanner.ts';
import { printable } from '../../plugins/cli/printable.ts';
import { readJsonLines } from '../../plugins/cli/read-lines.ts';
import { arcPages } from '../../plugins/dump/arc/arc.ts';
import { parseHead } from '../../plugins/dump/archive/headers.ts';
import { parseHttpHead } from '../../plugins/dump/archive/http.ts';
import { type Coding, decompressed, HEAD_BYTES } from '../../plugins/dump/bytes/coding.ts';
import { hasExtension } from '../../plugins/dump/format.ts';
import { formatOf } from '../../plugins/dump/formats.ts';
import { PageIds } from '../../plugins/dump/ids.ts';
import { jsonlPages } from '../../plugins/dump/jsonl/jsonl.ts';
import { defaultLimits } from '../../plugins/dump/limits.ts';
import { oneLine } from '../../plugins/dump/one-line.ts';
import { parquetPages } from '../../plugins/dump/parquet/parquet.ts';
import { type OpenData, OpenSource } from '../../plugins/dump/reading.ts';
import { waczPages } from '../../plugins/dump/wacz/wacz.ts';
import { warcPages } from '../../plugins/dump/warc/warc.ts';
import { compareTexts } from '../../plugins/report/browser/passages.ts';
import { linkTarget, visible } from '../../plugins/report/browser/visible.ts';
import type { Page } from '../../src/index.ts';
import { readExport } from '../../src/store/upkeep/import.ts';
import { openBytes, piecesOf } from '../../test/dump/opened.ts';
import {
  arcShapes,
  gzipShapes,
  jsonlShapes,
  lineShapes,
  setShapes,
  warcShapes,
  zipShapes,
  zstdShapes,
} from './dump-shapes.ts';
import { headerShapes, htmlShapes, type Shape, textShapes } from './shapes.ts';
import type { Target } from './target.ts';

/** Bytes of a file come in pieces of this size. */
const PIECE_BYTES = 64 * 1024;

/** Most characters of a text that are compared. A report contains 60,000 of a page. */
const mostCompared = 1 << 18;

type Pages = (file: OpenData) => AsyncGenerator<Page>;

/** A reader of dumps that come as a stream. */
function ofDump(
  shapes: Target['shapes'],
  pages: Pages,
  coding: Coding = 'none',
  pieceBytes = PIECE_BYTES,
): Target {
  return {
    shapes,
    read: async (input) => {
      const bytes = Buffer.from(input, 'latin1');
      const { file } = openBytes((context) => decompressed(piecesOf(bytes, pieceBytes), coding, context));
      for await (const _ of pages(file)) {
        // all are read
      }
    },
  };
}

let folder = '';

/** A file with this content, in a folder that is removed when the process ends. */
function fileOf(input: string): string {
  if (folder === '') {
    folder = mkdtempSync(join(tmpdir(), 'neardup-hostile-'));
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  }
  const path = join(folder, 'input');
  writeFileSync(path, input, 'latin1');
  return path;
}

/** A reader of dumps with random access. */
function ofFile(shapes: Target['shapes'], pages: (source: OpenSource) => AsyncGenerator<Page>): Target {
  return {
    shapes,
    read: async (input) => {
      const path = fileOf(input);
      const { file } = openBytes(async function* () {});
      const source = new OpenSource(
        { name: path, path, sizeBytes: input.length, coding: 'none' },
        file.reading,
      );
      try {
        for await (const _ of pages(source)) {
          // all are read
        }
      } finally {
        await source.close();
      }
    },
  };
}

/** The first bytes of a file, by which its format is recognised. No more than `HEAD_BYTES` are looked at. */
const heads: Readonly<Record<string, Shape>> = { ...warcShapes, ...jsonlShapes, ...zipShapes, ...htmlShapes };

/** All readers of dumps and set files, and the functions that prepare what a report and the command line show. */
export const dumpTargets: Readonly<Record<string, Target>> = {
  WARC: ofDump(warcShapes, warcPages),
  'WARC in small pieces': ofDump(warcShapes, warcPages, 'none', 97),
  ARC: ofDump(arcShapes, arcPages),
  'ARC in small pieces': ofDump(arcShapes, arcPages, 'none', 97),
  JSONL: ofDump(jsonlShapes, jsonlPages),
  'JSONL in small pieces': ofDump(jsonlShapes, jsonlPages, 'none', 97),
  'gzip of WARC': ofDump(gzipShapes, warcPages, 'gzip'),
  'gzip of ARC': ofDump(gzipShapes, arcPages, 'gzip'),
  'gzip of JSONL': ofDump(gzipShapes, jsonlPages, 'gzip'),
  'zstd of JSONL': ofDump(zstdShapes, jsonlPages, 'zstd'),
  WACZ: ofFile(zipShapes, waczPages),
  Parquet: ofFile({ ...zipShapes, ...jsonlShapes }, parquetPages),
  'a header of a record': {
    shapes: warcShapes,
    read: (input) => {
      const head = Buffer.from(input.slice(0, defaultLimits.maxHeaderBytes), 'latin1');
      return parseHead(head, 0, head.length);
    },
  },
  'a header of a response': {
    shapes: { ...warcShapes, ...headerShapes },
    read: (input) => parseHttpHead(Buffer.from(`HTTP/1.1 ${input}`, 'latin1'), defaultLimits.maxHeaderBytes),
  },
  'what a file is': {
    shapes: heads,
    read: (input) => {
      const head = Buffer.from(input.slice(0, HEAD_BYTES), 'latin1');
      return formatOf({ name: input.slice(0, HEAD_BYTES), head, inFolder: false });
    },
  },
  'the name of a file': {
    shapes: { ...textShapes, 'many extensions': (size) => '.gz'.repeat(size / 3) },
    read: (input) => hasExtension(input, ['warc', 'html']),
  },
  'ids of pages': {
    shapes: jsonlShapes,
    read: (input) => {
      const ids = new PageIds();
      for (const [n, line] of input.split('\n').entries()) ids.take(line, () => `file:${n}`);
    },
  },
  'a file of sets': {
    shapes: setShapes,
    read: (input) => {
      const scanner = new SetScanner('sets');
      for (let at = 0; at < input.length; at += PIECE_BYTES) {
        scanner.scan(Buffer.from(input.slice(at, at + PIECE_BYTES), 'latin1'));
      }
      scanner.end();
      return scanner.take();
    },
  },
  'an export': {
    shapes: lineShapes,
    read: async (input) => {
      for await (const _ of (await readExport([Buffer.from(input, 'latin1')])).items) {
        // all are read
      }
    },
  },
  labels: { shapes: lineShapes, read: (input) => readLabels(fileOf(input)) },
  'lines of results': {
    shapes: lineShapes,
    read: async (input) => {
      for await (const _ of readJsonLines(fileOf(input))) {
        // all are read
      }
    },
  },
  'two texts side by side': {
    shapes: textShapes,
    read: (input) => {
      const text = input.slice(0, mostCompared);
      const middle = text.length / 2;
      return compareTexts(text, `${text.slice(middle)} x ${text.slice(0, middle)}`, 4);
    },
  },
  'text on a screen': {
    shapes: textShapes,
    read: (text) => [visible(text), linkTarget(text), printable(text), oneLine(text)],
  },
};
