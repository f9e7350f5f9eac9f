/** What one page or record may cost. Memory follows from these, never from the size of a dump. All in bytes. */
export interface Limits {
  /** A longer body is cut to this length, its page says `truncatedFrom`, and the rest is passed over. */
  readonly maxPageBytes: number;
  /** A longer WARC, ARC or HTTP header is a damaged spot. */
  readonly maxHeaderBytes: number;
  /** A longer line of JSONL is a damaged spot and passed over without being held. */
  readonly maxLineBytes: number;
  /**
   * One record or line may inflate to this much; when it goes on at more than 100 times its compressed size,
   * it is taken for a decompression bomb and given up. Many records of usual size may inflate without end.
   */
  readonly maxInflatedBytes: number;
}

const MIB = 1024 * 1024;

/** What holds where the caller says nothing: 16 MiB a page, 64 MiB a line, 512 MiB inflated from one record. */
export const defaultLimits: Limits = {
  // `defaultMaxPageBytes`, which crawls take: who only reads a dump does not load the library for a number
  maxPageBytes: 16 * MIB,
  maxHeaderBytes: 256 * 1024,
  maxLineBytes: 64 * MIB,
  maxInflatedBytes: 512 * MIB,
};

/** The limits of a caller over the defaults; throws a `RangeError` for one that is not a positive integer. */
export function withDefaults(limits: Partial<Limits> = {}): Limits {
  const all = { ...defaultLimits, ...limits };
  for (const [name, value] of Object.entries(all)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`limits.${name}: expected a positive integer of bytes; got ${String(value)}`);
    }
  }
  return all;
}
