import { BlockOrder } from '../../plugins/dump/block-order.ts';
import { ByteReader } from '../../plugins/dump/bytes/byte-reader.ts';
import type { InflateContext } from '../../plugins/dump/bytes/inflate-context.ts';
import type { Piece } from '../../plugins/dump/bytes/pieces.ts';
import type { DamagedSpot, DumpDamage } from '../../plugins/dump/damage.ts';
import { PageIds } from '../../plugins/dump/ids.ts';
import { type Limits, withDefaults } from '../../plugins/dump/limits.ts';
import { OpenData, type Reading } from '../../plugins/dump/reading.ts';
import { newStats } from '../../plugins/dump/stats.ts';
import { Segments } from '../../plugins/dump/warc/segments.ts';

/** Bytes as they might come from a disk, `size` at a time. */
export async function* piecesOf(bytes: Buffer, size: number = bytes.length): AsyncGenerator<Piece> {
  for (let at = 0; at < bytes.length; at += size) yield { bytes: bytes.subarray(at, at + size), stored: at };
}

/** Data from memory, opened as a file called `file`, and the spots that are named in it. */
export function openBytes(
  data: (context: InflateContext) => AsyncIterable<Piece>,
  limits: Partial<Limits> = {},
): { file: OpenData; spots: DamagedSpot[] } {
  const spots: DamagedSpot[] = [];
  const reading: Reading = {
    limits: withDefaults(limits),
    stats: newStats(),
    ids: new PageIds(),
    blocks: new BlockOrder(),
    segments: new Segments(),
    field: undefined,
    signal: undefined,
    onDamage: (spot) => void spots.push(spot),
    onNote() {},
    onRedirect() {},
    onBytes() {},
  };
  return { file: new OpenData('file', 0, data, reading), spots };
}

/** What a decompressor gives: its data section by section, damage by offset, and the ends of members. */
export interface Decompressed {
  /** Of each section: its data, whether they are suspect, and where they come from. */
  readonly sections: Array<{ readonly text: string; readonly suspect: boolean; readonly stored: number }>;
  readonly damage: Array<[offset: number, damage: DumpDamage]>;
  /** Offsets of the members that ended as they should. */
  readonly ended: number[];
}

/** Runs a decompressor to its end. */
export async function decompress(
  decompressor: (context: InflateContext) => AsyncIterable<Piece>,
  limits: Partial<Limits> = {},
): Promise<Decompressed> {
  const damage: Decompressed['damage'] = [];
  const ended: number[] = [];
  const context: InflateContext = {
    limits: withDefaults(limits),
    sinceRecord: 0,
    report: (found, offset) => void damage.push([offset, found]),
  };
  const watched = (async function* () {
    for await (const piece of decompressor(context)) {
      if (piece.ends) ended.push(piece.stored);
      yield piece;
    }
  })();
  const reader = new ByteReader(watched);
  const sections: Decompressed['sections'] = [];
  do {
    const parts: Buffer[] = [];
    let stored: number | undefined;
    while (await reader.fill(1)) {
      stored ??= reader.place().stored;
      parts.push(reader.buffer.subarray(reader.start, reader.end));
      reader.skip(reader.available);
    }
    const text = Buffer.concat(parts).toString('latin1');
    if (stored !== undefined) sections.push({ text, suspect: reader.suspect, stored });
  } while (await reader.nextSection());
  return { sections, damage, ended };
}
