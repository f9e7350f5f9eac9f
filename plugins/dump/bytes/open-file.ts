import type { DamagedSpot, ReadStats } from '../damage.ts';
import type { PageIds } from '../ids.ts';
import type { Limits } from '../limits.ts';
import { ByteReader, filePieces, type Piece, type Place, streamPieces } from './bytes.ts';
import { gzipMembers, type InflateContext } from './gzip-members.ts';
import { zstdFrames } from './zstd-frames.ts';

/** How a file is compressed. */
export type Coding = 'gzip' | 'zstd' | 'none';

/** What all files of one reading share. */
export interface Reading {
  readonly limits: Limits;
  readonly stats: ReadStats;
  readonly ids: PageIds;
  readonly field: string | undefined;
  readonly signal: AbortSignal | undefined;
  onDamage(spot: DamagedSpot): void;
  onBytes(count: number): void;
}

/** Where a file lies, and how it is stored. */
export interface StoredFile {
  /** The path as the user gave it or its folder led to it, with `/` between its parts; `-` is standard input. */
  readonly name: string;
  readonly path: string;
  /** Stored bytes; 0 for standard input. */
  readonly sizeBytes: number;
  readonly coding: Coding;
}

/** A file being read: its decompressed bytes, and where to name what is wrong with them. */
export interface OpenFile extends Reading {
  /** The file as the user knows it; ids and damaged spots begin with it. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly reader: ByteReader;
  damage(place: Place, reason: string, line?: number): void;
  recordBegins(): void;
}

/** Names a place that cannot be read: counted, and told to whoever listens. */
export function reportDamage(reading: Reading, spot: DamagedSpot): void {
  reading.stats.damaged++;
  reading.onDamage(spot);
}

/** Opens a file (`-` is standard input) for reading; its descriptor is released when `reader` is closed. */
export function openFile(stored: StoredFile, reading: Reading): OpenFile {
  const { name, path, sizeBytes, coding } = stored;
  const { onBytes, signal } = reading;
  const pieces =
    path === '-' ? streamPieces(process.stdin, onBytes, signal) : filePieces(path, onBytes, signal);
  return openPieces(name, sizeBytes, (context) => decompressed(pieces, coding, context), reading);
}

/** Data from anywhere as an open file: `data` is given what decompressors tell and are told. */
export function openPieces(
  name: string,
  sizeBytes: number,
  data: (context: InflateContext) => AsyncIterable<Piece>,
  reading: Reading,
): OpenFile {
  const report = (offset: number, reason: string, line?: number): void =>
    reportDamage(reading, { file: name, offset, ...(line === undefined ? {} : { line }), reason });
  const context: InflateContext = { limits: reading.limits, damage: report, sinceRecord: 0 };
  const reader = new ByteReader(data(context));
  return {
    ...reading,
    name,
    sizeBytes,
    reader,
    damage(place, reason, line) {
      // the member has been named as damaged: that its records or lines are broken too is the same spot
      if (reader.suspect) return;
      const into = place.inner ? ` (${place.inner} bytes into the data of its member)` : '';
      report(place.stored, reason + into, line);
    },
    recordBegins() {
      context.sinceRecord = 0;
    },
  };
}

/** The data of a stored stream. */
export function decompressed(
  stored: AsyncIterable<Piece>,
  coding: Coding,
  context: InflateContext,
): AsyncIterable<Piece> {
  if (coding === 'gzip') return gzipMembers(stored, context);
  return coding === 'zstd' ? zstdFrames(stored, context) : stored;
}
