import { createReadStream } from 'node:fs';
import { addAbortSignal, type Readable } from 'node:stream';
import type { ValueSets } from '../../../src/join/index.ts';
import { type Coding, codingOf, decompressed } from '../../dump/bytes/coding.ts';
import type { InflateContext } from '../../dump/bytes/inflate-context.ts';
import { filePieces, type Piece, piecesUpTo, streamPieces } from '../../dump/bytes/pieces.ts';
import { damagedSpot } from '../../dump/damage.ts';
import { type DamagedSpot, defaultLimits } from '../../dump/index.ts';
import { storedFile } from '../../dump/sources.ts';
import { isDeviceOrPipe } from '../is-there.ts';
import { SetScanner } from './set-scanner.ts';

/** How to read a file of sets, and callbacks during reading. */
interface ReadSetsOptions {
  /** A batch ends when it has this many tokens and records together. Default: all records come as one batch. */
  readonly batchTokens?: number;
  /** Updated before each batch is returned. */
  readonly counts?: ReadCounts;
  readonly signal?: AbortSignal;
  onDamage(spot: DamagedSpot): void;
  /** Called with the number of stored bytes read so far and in all (0: not known). */
  onProgress?(bytesRead: number, bytesTotal: number): void;
}

/** What was read. */
interface ReadCounts {
  records: number;
  emptyRecords: number;
  /** Number of tokens, each counted once a record. */
  tokens: number;
}

/** Counts at zero. */
export function readCounts(): ReadCounts {
  return { records: 0, emptyRecords: 0, tokens: 0 };
}

/**
 * Reads the records of a file of sets in batches (at least one); `-` is standard input.
 *
 * Plain, gzip and zstd files are told apart by content. Of a damaged file only the records before the damage are
 * returned, since the ids are line numbers, which are unknown after it. All damaged spots are named. Throws an
 * `InputError` for a file that cannot be read, and for a line that is no record. Memory: 8 bytes a token of a batch,
 * at most three times that while it grows.
 */
export async function* readSets(path: string, options: ReadSetsOptions): AsyncGenerator<ValueSets> {
  const { batchTokens = Number.POSITIVE_INFINITY, counts = readCounts(), onDamage } = options;
  const { name, coding, sizeBytes, pieces } = await openSets(path, options);
  const scanner = new SetScanner(name);
  const nextBatch = (): ValueSets => {
    counts.records = scanner.records;
    counts.emptyRecords = scanner.emptyRecords;
    counts.tokens = scanner.tokens;
    return scanner.take();
  };
  let damaged = false;
  const context: InflateContext = {
    limits: defaultLimits,
    sinceRecord: 0,
    report(damage, stored) {
      damaged = true;
      onDamage(damagedSpot(name, damage, { stored }));
    },
  };
  const onShort = (at: number) => context.report({ code: 'cut-off', had: sizeBytes }, at);
  const all = piecesUpTo(sizeBytes, pieces, onShort);
  let gaps = 0;
  let failure: unknown;
  for await (const { bytes, gap, suspect } of decompressed(all, coding, context)) {
    if (gap) gaps++;
    // what a broken gzip member yields before its break still belongs to the lines before it
    if (failure !== undefined || gaps > (suspect ? 1 : 0)) continue;
    const before = scanner.records;
    try {
      scanner.scan(bytes);
    } catch (error) {
      // compressed data can be wrong long before its checksum shows it
      if (coding === 'none') throw error;
      failure = error;
    }
    if (scanner.records > before) context.sinceRecord = 0;
    if (scanner.held >= batchTokens) yield nextBatch();
  }
  if (failure !== undefined && !damaged) throw failure;
  // a line that damage has cut is no record
  if (!damaged) scanner.end();
  yield nextBatch();
}

interface OpenSets {
  readonly name: string;
  readonly coding: Coding;
  /** 0 for a stream. */
  readonly sizeBytes: number;
  readonly pieces: AsyncIterable<Piece>;
}

async function openSets(path: string, { signal, onProgress }: ReadSetsOptions): Promise<OpenSets> {
  let bytesRead = 0;
  let bytesTotal = 0;
  const onBytes = (count: number): void => {
    bytesRead += count;
    onProgress?.(bytesRead, bytesTotal);
  };
  const piecesOf = (stream: Readable): AsyncIterable<Piece> =>
    // a stream that waits for data must not keep an aborted run waiting
    streamPieces(signal ? addAbortSignal(signal, stream) : stream, onBytes);
  if (path === '-') return openPieces('standard input', piecesOf(process.stdin));
  if (isDeviceOrPipe(path)) return openPieces(path, piecesOf(createReadStream(path)));
  const { name, coding, head, sizeBytes } = await storedFile(path);
  bytesTotal = sizeBytes;
  // sets need not look like any kind of dump: a plain file may be called .gz
  const pieces = filePieces(path, onBytes, signal);
  return { name, coding: isPlain(head) ? 'none' : coding, sizeBytes, pieces };
}

function isPlain(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?[\d, \t\r\n]*$/.test(head.toString('latin1', 0, 64));
}

/** This many bytes are enough to recognise gzip and zstd. */
const LEAST_HEAD_BYTES = 4;

/** Opens a stream by its first bytes, which can be read only once. */
async function openPieces(name: string, pieces: AsyncIterable<Piece>): Promise<OpenSets> {
  const all = pieces[Symbol.asyncIterator]();
  const first: Piece[] = [];
  let head = Buffer.alloc(0);
  while (head.length < LEAST_HEAD_BYTES) {
    const next = await all.next();
    if (next.done) break;
    first.push(next.value);
    head = Buffer.concat([head, next.value.bytes]);
  }
  const coding = codingOf(head, '', () => true);
  return { name, coding, sizeBytes: 0, pieces: continued(first, all) };
}

async function* continued(first: readonly Piece[], rest: AsyncIterator<Piece>): AsyncGenerator<Piece> {
  try {
    yield* first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
