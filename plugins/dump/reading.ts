import type { BlockOrder } from './block-order.ts';
import { ByteReader } from './bytes/byte-reader.ts';
import { type Coding, decompressed } from './bytes/coding.ts';
import type { InflateContext } from './bytes/inflate-context.ts';
import { filePieces, type Piece, type Place, streamPieces } from './bytes/pieces.ts';
import { type DamageCode, type DamagedSpot, type DumpDamage, damagedSpot } from './damage.ts';
import type { PageIds } from './ids.ts';
import type { Limits } from './limits.ts';
import { noChecksum, type ReadNote } from './note.ts';
import type { ReadStats } from './stats.ts';
import type { Segments } from './warc/segments.ts';

/** What a server answered where it had no page: to ask for another. */
export interface Redirect {
  readonly url: string;
  /** As the answer says it: it may be relative to `url`. */
  readonly target: string;
}

/** What all files of one call of `readPages` share. */
export interface Reading {
  readonly limits: Limits;
  readonly stats: ReadStats;
  readonly ids: PageIds;
  /** Blocks whose pages are still to be made. */
  readonly blocks: BlockOrder;
  /** Stored bytes of a block, instead of what pays: so that small files, too, come in several. */
  readonly blockBytes?: number;
  /** WARC records whose segments are still to come, in this file or a later one. */
  readonly segments: Segments<OpenData>;
  /** Whether a page is used before the next comes, and not after: then its body may lie among what else was read. */
  readonly isPassing?: boolean;
  /** The field that holds the page, where the caller named one. */
  readonly field: string | undefined;
  readonly signal: AbortSignal | undefined;
  onDamage(spot: DamagedSpot): void;
  /** Called for every file with something to know of it. */
  onNote(note: ReadNote): void;
  /** Called for every answer that sends on to another URL. */
  onRedirect(redirect: Redirect): void;
  /** Called with the bytes of each line that holds a page, before that page. */
  onLine?(bytes: Buffer): void;
  /** Called with the number, from 0, of each row of a table that holds a page, before that page. */
  onRow?(row: number): void;
  /** Called with the number of stored bytes of each read. */
  onBytes(count: number): void;
}

/** Where a file lies, or a folder that is one dump, and how it is stored. */
export interface StoredSource {
  /** The path as the user gave it or its folder led to it, with `/` between its parts; `-` is standard input. */
  readonly name: string;
  readonly path: string;
  /** Stored bytes; 0 for a stream. */
  readonly sizeBytes: number;
  readonly coding: Coding;
  /** All bytes, of what can be read once only: standard input or a pipe. */
  readonly stream?: AsyncIterable<Uint8Array | string>;
  /** Of a part of a file: where in it that begins, between two gzip members where there are any, and ends. */
  readonly part?: { readonly from: number; readonly to: number };
}

/** Data being read, and where to name what is wrong with them. */
export class OpenData {
  readonly reading: Reading;
  /** The file as the user knows it; ids and damaged spots begin with it. */
  readonly name: string;
  /** Stored bytes. */
  readonly sizeBytes: number;
  readonly #entry: string | undefined;
  readonly #context: InflateContext;
  readonly #data: (context: InflateContext) => AsyncIterable<Piece>;
  #reader: ByteReader | undefined;
  #isNoted = false;
  #damage: DamageCode | undefined;

  /**
   * @param data gives the data, and is given what decompressors tell and are told
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

  /** The data, decompressed; what they are stored in is opened when they are first asked for. */
  get reader(): ByteReader {
    this.#reader ??= new ByteReader(this.#data(this.#context));
    return this.#reader;
  }

  /** What was named last as wrong with the data. */
  get damage(): DamageCode | undefined {
    return this.#damage;
  }

  /** Names a damaged spot; its offset is 0 where it is the file as a whole. */
  report(
    damage: DumpDamage,
    at: Place & { readonly line?: number } = { stored: 0 },
    isSuspect: boolean = this.#reader?.suspect === true,
  ): void {
    // the member has been named as damaged: that its records or lines are broken too is the same spot
    if (!isSuspect) this.#tell(damage, at);
  }

  /** A record or line begins: what inflates from here on is its own. */
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

/** A source being read: as a stream of data or, by formats that jump, at any place of what lies at `path`. */
export class OpenSource extends OpenData {
  readonly stored: StoredSource;

  constructor(stored: StoredSource, reading: Reading) {
    const { onBytes, signal } = reading;
    const { name, path, sizeBytes, coding, stream, part } = stored;
    const data = (context: InflateContext): AsyncIterable<Piece> => {
      const pieces =
        stream === undefined
          ? filePieces(path, onBytes, signal, part?.from, part?.to, part?.to ?? sizeBytes)
          : streamPieces(stream, onBytes, signal);
      return decompressed(pieces, coding, context, part?.from);
    };
    super(name, sizeBytes, data, reading);
    this.stored = stored;
  }

  /** `-` is standard input. */
  get path(): string {
    return this.stored.path;
  }
}

/** Counts a damaged spot and tells whoever listens. */
export function reportSpot(
  spot: DamagedSpot,
  { stats, onDamage }: Pick<Reading, 'stats' | 'onDamage'>,
): void {
  stats.damaged++;
  onDamage(spot);
}
