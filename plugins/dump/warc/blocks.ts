import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { BlockSummary, PageBlock, PageInput } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { recordId } from '../archive/archived-page.ts';
import { ByteReader } from '../bytes/byte-reader.ts';
import type { Piece } from '../bytes/pieces.ts';
import { OpenSource, type Reading, reportSpot, type StoredSource } from '../reading.ts';
import { countSkipped } from '../stats.ts';
import { type RecordsContext, type RecordsSummary, readBlock } from './record-block.ts';
import { goToRecord } from './record-start.ts';
import { warcPages } from './warc.ts';

/** Stored bytes of a block: some 30 ms of work. */
const BLOCK_BYTES = { gzip: 128 << 10, none: 512 << 10 } as const;
/** Text of so many bytes is stored in one. */
const TEXT_BYTES = { gzip: 5, none: 1 } as const;
/** Bytes that usually suffice to find the start of a record; also the size of each further read. */
const LOOK_BYTES = 16 << 10;
const FURTHER_BYTES = 32 << 10;
/** If no record seems to begin for this many bytes, the file is not cut any more. */
const MOST_BYTES = 64 << 20;
/** The same at the start of the file: no first record is this long, so that the file is one gzip member. */
const MOST_FIRST_BYTES = 8 << 20;

/**
 * The pages of one WARC file in blocks of whole records. The file is cut at regular intervals where a record seems to
 * begin. A block that is read to its end without damage proves that the next one begins with a record. Otherwise this
 * block and everything after it are read sequentially.
 *
 * @param reads URL of the module that reads a block in another thread
 */
export async function* warcBlocks(
  { stored, reading }: OpenSource,
  coding: 'gzip' | 'none',
  reads: string,
): AsyncGenerator<PageInput> {
  const file: BlockedFile = { stored, reading, isReadOn: false };
  const blockBytes = reading.blockBytes ?? BLOCK_BYTES[coding];
  const descriptor = openSync(stored.path, 'r');
  const room = Buffer.allocUnsafeSlow(LOOK_BYTES);
  try {
    for (let from = 0; !file.isReadOn && from < fstatSync(descriptor).size; ) {
      reading.signal?.throwIfAborted();
      const most = from + (from === 0 ? MOST_FIRST_BYTES : MOST_BYTES);
      // the byte before it shows whether a line begins there
      const reader = new ByteReader(
        piecesFrom(descriptor, from + blockBytes - 1, room),
        from + blockBytes - 1,
      );
      if (await goToRecord(reader, coding, from + blockBytes, most)) {
        const to = Math.min(reader.position, fstatSync(descriptor).size);
        reading.blocks.add();
        yield new RecordBlock(file, { from, to }, reads, TEXT_BYTES[coding]);
        // as in a single thread, bytes count once their pages have been taken
        if (!file.isReadOn) reading.onBytes(to - from);
        from = to;
        continue;
      }
      if (reading.blocks.isWaiting) yield 'after blocks';
      if (!file.isReadOn) yield* pagesOfPart(file, { from, to: Number.POSITIVE_INFINITY });
      return;
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The bytes of a file from an offset on, in small pieces that usually suffice to find the start of a record. The reader
 * of the block reads the rest.
 *
 * @param room buffer for the first piece, which is valid until the buffer is used again
 */
async function* piecesFrom(descriptor: number, from: number, room: Buffer): AsyncGenerator<Piece> {
  for (let stored = from; ; ) {
    const bytes = stored === from ? room : Buffer.allocUnsafe(FURTHER_BYTES);
    const length = readSync(descriptor, bytes, 0, bytes.length, stored);
    if (length === 0) return;
    yield { bytes: bytes.subarray(0, length), stored };
    stored += length;
  }
}

async function* pagesOfPart(
  { stored, reading }: BlockedFile,
  part: NonNullable<StoredSource['part']>,
): AsyncGenerator<Page> {
  const source = new OpenSource({ ...stored, part }, reading);
  try {
    yield* warcPages(source);
  } finally {
    await source.close();
  }
}

/** A file whose blocks are being read. */
interface BlockedFile {
  readonly stored: StoredSource;
  readonly reading: Reading;
  /** Whether a block was damaged, so that everything after it was read with it. */
  isReadOn: boolean;
}

class RecordBlock implements PageBlock {
  readonly bytes: Uint8Array = new Uint8Array();
  readonly size: number;
  readonly reader: string;
  readonly context: RecordsContext;
  readonly #file: BlockedFile;
  readonly #from: number;

  constructor(file: BlockedFile, part: NonNullable<StoredSource['part']>, reader: string, textBytes: number) {
    const { name, path, sizeBytes, coding } = file.stored;
    this.#file = file;
    this.#from = part.from;
    this.reader = reader;
    this.size = (part.to - part.from) * textBytes;
    this.context = { stored: { name, path, sizeBytes, coding, part }, limits: file.reading.limits };
  }

  read(take: (page: Page) => void): Promise<BlockSummary | undefined> {
    return readBlock(this.bytes, this.context, take);
  }

  accept(summary: BlockSummary): ReadonlyMap<number, string> | undefined {
    const { stored, reading, isReadOn } = this.#file;
    if (isReadOn) return undefined;
    const { idHashes, told } = summary as RecordsSummary;
    const { ids, stats, blocks } = reading;
    blocks.begin();
    stats.pages += idHashes.length;
    for (const [reason, count] of told.skipped) countSkipped(stats, reason, count);
    for (const redirect of told.redirects) reading.onRedirect(redirect);
    for (const spot of told.spots) reportSpot(spot, reading);
    blocks.end();
    return ids.takeAll(idHashes, (i) => recordId(stored.name, told.places[i]!));
  }

  async *pages(): AsyncGenerator<Page> {
    const file = this.#file;
    const { blocks, stats } = file.reading;
    blocks.begin();
    try {
      if (file.isReadOn) return;
      file.isReadOn = true;
      for await (const page of pagesOfPart(file, { from: this.#from, to: Number.POSITIVE_INFINITY })) {
        stats.pages++;
        yield page;
      }
    } finally {
      blocks.end();
    }
  }
}
