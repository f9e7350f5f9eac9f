import { ByteReader, filePieces, type Piece, type Place, streamPieces } from './bytes.ts';
import type { DamagedSpot, ReadStats } from './damage.ts';
import { gzipMembers, type InflateContext } from './gzip-members.ts';
import type { PageIds } from './ids.ts';
import type { Limits } from './limits.ts';
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

/** A file being read: its decompressed bytes, and where to name what is wrong with them. */
export interface OpenFile extends Reading {
  /** The file as the user knows it; ids and damaged spots begin with it. */
  readonly name: string;
  readonly reader: ByteReader;
  damage(place: Place, reason: string, line?: number): void;
  recordBegins(): void;
}

/** Opens a file (`-` is standard input) for reading; its descriptor is released when `reader` is closed. */
export function openFile(name: string, path: string, coding: Coding, reading: Reading): OpenFile {
  const report = (offset: number, reason: string, line?: number): void => {
    reading.stats.damaged++;
    reading.onDamage({ file: name, offset, ...(line === undefined ? {} : { line }), reason });
  };
  const context: InflateContext = { limits: reading.limits, damage: report, sinceRecord: 0 };
  const stored =
    path === '-'
      ? streamPieces(process.stdin, reading.onBytes, reading.signal)
      : filePieces(path, reading.onBytes, reading.signal);
  const reader = new ByteReader(decompressed(stored, coding, context));
  return {
    ...reading,
    name,
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
