import { checkOptionNames, wrongValue } from '../../src/argument-checks.ts';

/** What one page or record may cost, in bytes. Memory depends on these limits, never on the size of a dump. */
export interface Limits {
  /** A longer body is cut to this length, its page says `truncatedFrom`, and the rest is skipped. */
  readonly maxPageBytes: number;
  /** A longer WARC, ARC or HTTP header is a damaged spot. */
  readonly maxHeaderBytes: number;
  /** A longer line of JSONL is a damaged spot, which is skipped without being held in memory. */
  readonly maxLineBytes: number;
  /**
   * One record or line may inflate to this much. If it goes on at more than 100 times its compressed size, it is taken for a
   * decompression bomb and given up. There is no limit to the sum of many records of usual size.
   */
  readonly maxInflatedBytes: number;
}

const MIB = 1024 * 1024;

/** The defaults: 16 MiB a page, 64 MiB a line, 512 MiB inflated from one record. */
export const defaultLimits: Limits = {
  // the same as `defaultMaxPageBytes`, repeated here so that reading a dump does not load the library
  maxPageBytes: 16 * MIB,
  maxHeaderBytes: 256 * 1024,
  maxLineBytes: 64 * MIB,
  maxInflatedBytes: 512 * MIB,
};

const LIMITS: Record<keyof Limits, true> = {
  maxPageBytes: true,
  maxHeaderBytes: true,
  maxLineBytes: true,
  maxInflatedBytes: true,
};

/** The defaults with the caller's limits in their place. @throws RangeError for one that is not a positive integer, TypeError for another */
export function withDefaults(limits: Partial<Limits> = {}): Limits {
  checkOptionNames('limits', limits, LIMITS);
  const all = { ...defaultLimits, ...limits };
  for (const [name, value] of Object.entries(all)) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw wrongValue(`limits.${name}`, 'a positive integer of bytes', value);
    }
  }
  return all;
}
