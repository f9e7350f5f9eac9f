/** A place in an input that could not be read. Reading goes on behind it. */
export interface DamagedSpot {
  /** The file as the caller named it (or as its folder or glob led to it); in a WACZ, `FILE!archive/NAME`. */
  readonly file: string;
  /**
   * Byte offset in the file as stored: for compressed dumps, where the gzip member or zstd frame begins (`reason`
   * says how far into its data). For lines of compressed JSONL it is the line's offset in the *decompressed*
   * data, since that is where a person can look. Of a WACZ, it is the offset in the file named within it.
   */
  readonly offset: number;
  /** Number of the line, from 1 (JSONL only). */
  readonly line?: number;
  /** One line for people: what was expected, what was found. */
  readonly reason: string;
}

/** An input that cannot be read at all: missing, unreadable, or of a type that is not supported. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code = 'NEARDUP_INPUT';
}

/** Running counts of one call of `readPages`; pass one in to watch it, or to have it afterwards. */
export interface ReadStats {
  pages: number;
  damaged: number;
  /** Records and files that are sound but no page, by reason: `revisit record`, `HTTP status 404`, `image/png`. */
  readonly skipped: Map<string, number>;
}

/** Counts at zero. */
export function newStats(): ReadStats {
  return { pages: 0, damaged: 0, skipped: new Map() };
}

/** Different reasons kept apart; content types are made up by servers, so without an end to them. */
const maxReasons = 200;

/** Counts one sound thing that is no page. */
export function countSkipped(stats: ReadStats, reason: string): void {
  const known = stats.skipped.has(reason) || stats.skipped.size < maxReasons;
  const key = known ? reason : 'other reasons';
  stats.skipped.set(key, (stats.skipped.get(key) ?? 0) + 1);
}
