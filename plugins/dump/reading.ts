import type { BlockOrder } from './block-order.ts';
import { ByteReader } from './bytes/byte-reader.ts';
import { type Coding, decompressed } from './bytes/coding.ts';
import type { InflateContext } from './bytes/inflate-context.ts';
import { filePieces, type Piece, type Place, piecesUpTo, streamPieces } from './bytes/pieces.ts';
import { type DamageCode, type DamagedSpot, type DumpDamage, damagedSpot } from './damage.ts';
import type { PageIds } from './ids.ts';
import type { Limits } from './limits.ts';
import { noChecksum, type ReadNote } from './note.ts';
import type { ReadStats } from './stats.ts';
import type { Segments } from './warc/segments.ts';

/** A redirect: the server answered that the client should ask for another URL. */
export interface Redirect {
  readonly url: string;
  /** As in the answer; may be relative to `url`. */
  readonly target: string;
}

/** State that all files of one call of `readPages` share. */
export interface Reading {
  readonly limits: Limits;
  readonly stats: ReadStats;
  readonly ids: PageIds;
  /** Blocks whose pages have not been made yet. */
  readonly blocks: BlockOrder;
  /** Stored bytes of a block, instead of the size that pays, so that small files come in several blocks, too. */
  readonly blockBytes?: number;
  /** WARC records that wait for more segments, from this file or a later one. */
  readonly segments: Segments<OpenData>;
  /** Whether the caller uses a page only until the next one comes. Then its body may be a view of the bytes read. */
  readonly isPassing?: boolean;
  /** Whether a file that the system stops reading is an error and no damage. */
  readonly throwUnreadable?: boolean;
  /** The field that holds the page, if the caller named one. */
  readonly field: string | undefined;
  readonly signal: AbortSignal | undefined;
  onDamage(spot: DamagedSpot): void;
  /** Called for every note on a file. */
  onNote(note: ReadNote): void;
  /** Called for every redirect. */
  onRedirect(redirect: Redirect): void;
  /** Called with the bytes of each line that holds a page, without a byte order mark, before that page. */
  onLine?(bytes: Buffer): void;
  /** Called with the number, from 0, of each row of a table that holds a page, before that page. */
  onRow?(row: number): void;
  /** Called with the number of stored bytes of each read. */
  onBytes(count: number): void;
}

/** A file, or a folder that is one dump, and how it is stored. */
export interface StoredSource {
  /** The path as the user gave it or its folder led to it, with `/` between its parts; `-` is standard input. */
  readonly name: string;
  readonly path: string;
  /** Stored bytes; 0 for a stream. */
  readonly sizeBytes: number;
  readonly coding: Coding;
  /** The data of something that can be read only once: standard input or a pipe. */
  readonly stream?: AsyncIterable<Uint8Array | string>;
  /** For a part of a file: where it begins and ends, between two gzip members if there are any. */
  readonly part?: { readonly from: number; readonly to: number };
}

/** Data being read, with the place to report what is wrong with them. */
export class OpenData {
  readonly reading: Reading;
  /** The file as the user knows it; ids and damaged spots begin with it. */
  readonly name: string;
  /** Stored bytes. */
  readonly sizeBytes: number;
  readonly #entry: string | undefined;
  readonly #context: InflateContext;
  #data: (context: InflateContext) => AsyncIterable<Piece>;
  #reader: ByteReader | undefined;
  #isNoted = false;
  #damage: DamageCode | undefined;

  /**
   * @param data gives the data; takes the messages of decompressors and to them
   * @param entry the file's name in the WACZ that it is part of
   */
  constructor(
    name: string,
    sizeBytes: number,
    data: (context: InflateContext) => AsyncIterable<Piece>,
    reading: Reading,
    entry?: string,
  ) {
    this.name = name;
    this.sizeBytes = sizeBytes;
    this.reading = reading;
    this.#data = data;
    this.#entry = entry;
    this.#context = {
      limits: reading.limits,
      sinceRecord: 0,
      report: (damage, stored) => this.#tell(damage, { stored }),
      onUnchecked: () => this.#noteUnchecked(),
    };
  }

  /** The decompressed data. The file is opened when they are first asked for. */
  get reader(): ByteReader {
    this.#reader ??= new ByteReader(this.#data(this.#context));
    return this.#reader;
  }

  /** Changes the data on their way to the reader, which must not have been asked for. */
  through(change: (data: AsyncIterable<Piece>) => AsyncIterable<Piece>): this {
    const data = this.#data;
    this.#data = (context) => change(data(context));
    return this;
  }

  /** The last damage that was reported for the data. */
  get damage(): DamageCode | undefined {
    return this.#damage;
  }

  /** Reports a damaged spot. Its offset is 0 if it is the whole file. */
  report(
    damage: DumpDamage,
    at: Place & { readonly line?: number } = { stored: 0 },
    isSuspect: boolean = this.#reader?.suspect === true,
  ): void {
    // the member has been reported as damaged, and its broken records or lines are part of the same spot
    if (!isSuspect) this.#tell(damage, at);
  }

  /** Says that a record or line begins: what inflates from here on belongs to it. */
  recordBegins(): void {
    this.#context.sinceRecord = 0;
  }

  /** Releases the file, if it was opened. */
  async close(): Promise<void> {
    await this.#reader?.close();
  }

  #noteUnchecked(): void {
    if (!this.#isNoted) this.reading.onNote(noChecksum(this.name));
    this.#isNoted = true;
  }

  #tell(damage: DumpDamage, at: Place & { readonly line?: number }): void {
    this.#damage = damage.code;
    reportSpot(damagedSpot(this.name, damage, at, this.#entry), this.reading);
  }
}

/** A source being read: as a stream of data or, for formats that need it, at any place of the file at `path`. */
export class OpenSource extends OpenData {
  readonly stored: StoredSource;

  constructor(stored: StoredSource, reading: Reading) {
    const { onBytes, signal } = reading;
    const { name, path, sizeBytes, coding, stream, part } = stored;
    const data = (context: InflateContext): AsyncIterable<Piece> => {
      const pieces = stream === undefined ? ofFile(context) : streamPieces(stream, onBytes, signal);
      return decompressed(pieces, coding, context, part?.from);
    };
    const ofFile = ({ report }: InflateContext): AsyncIterable<Piece> => {
      const pieces = filePieces(path, onBytes, signal, part?.from, part?.to, part?.to ?? sizeBytes);
      const end = Math.min(part?.to ?? sizeBytes, sizeBytes);
      const onShort = (at: number) => report({ code: 'cut-off', had: end }, at);
      return piecesUpTo(end, pieces, onShort, part?.from);
    };
    super(name, sizeBytes, data, reading);
    this.stored = stored;
  }

  /** `-` is standard input. */
  get path(): string {
    return this.stored.path;
  }
}

/** Counts a damaged spot and calls `onDamage`. */
export function reportSpot(
  spot: DamagedSpot,
  { stats, onDamage }: Pick<Reading, 'stats' | 'onDamage'>,
): void {
  stats.damaged++;
  onDamage(spot);
}
