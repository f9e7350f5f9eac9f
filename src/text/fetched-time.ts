/** A zone behind a time, as a name or by its distance from UTC. A day alone, such as 2026-01-31, has none. */
const ZONE = /\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*[+-]\d\d|\b(?:GMT|UTC?|[ECMP][SD]T)\b|\dZ\s*$/i;

/**
 * When a page was fetched, in milliseconds since 1970; NaN if that is no date. A date without a zone is in UTC: `Date.parse` takes
 * the zone of the machine, so that another page would be the newest on another machine. O(length).
 */
export function fetchedTime(fetchedAt: string): number {
  if (ZONE.test(fetchedAt)) return Date.parse(fetchedAt);
  const time = Date.parse(`${fetchedAt}Z`);
  return Number.isNaN(time) ? Date.parse(`${fetchedAt} UTC`) : time;
}
