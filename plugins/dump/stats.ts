/** Running counts of one call of `readPages`. Pass one in to watch it, or to have it afterwards. */
export interface ReadStats {
  /** Pages read. */
  pages: number;
  /** Damaged spots. */
  damaged: number;
  /** Sound records and files that are no pages, by reason: `revisit record`, `HTTP status 404`, `image/png`. */
  readonly skipped: Map<string, number>;
}

/** Counts at zero. */
export function newStats(): ReadStats {
  return { pages: 0, damaged: 0, skipped: new Map() };
}

/** Most reasons that are counted separately: servers can make up any number of content types. */
const MAX_REASONS = 200;
/** The reason under which all others are counted. */
export const otherReasons = 'other reasons';

/** Counts sound records or files that are no pages. */
export function countSkipped(stats: ReadStats, reason: string, count = 1): void {
  const known = stats.skipped.has(reason) || stats.skipped.size < MAX_REASONS;
  const key = known ? reason : otherReasons;
  stats.skipped.set(key, (stats.skipped.get(key) ?? 0) + count);
}
