/** Running counts of one call of `readPages`; pass one in to watch it, or to have it afterwards. */
export interface ReadStats {
  /** Pages that came out. */
  pages: number;
  /** Damaged spots. */
  damaged: number;
  /** Records and files that are sound but no page, by reason: `revisit record`, `HTTP status 404`, `image/png`. */
  readonly skipped: Map<string, number>;
}

/** Counts at zero. */
export function newStats(): ReadStats {
  return { pages: 0, damaged: 0, skipped: new Map() };
}

/** Different reasons kept apart; content types are made up by servers, so without an end to them. */
const MAX_REASONS = 200;
/** What all others count as. */
export const otherReasons = 'other reasons';

/** Counts records or files that are sound but no page. */
export function countSkipped(stats: ReadStats, reason: string, count = 1): void {
  const known = stats.skipped.has(reason) || stats.skipped.size < MAX_REASONS;
  const key = known ? reason : otherReasons;
  stats.skipped.set(key, (stats.skipped.get(key) ?? 0) + count);
}
