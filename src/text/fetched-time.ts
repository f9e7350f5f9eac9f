/** A zone behind a time, as a name or by its distance from UTC. A day alone, such as 2026-01-31, has none. */
const ZONE = /\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s*[+-]\d\d|\b(?:GMT|UTC?|[ECMP][SD]T)\b|\dZ\s*$/i;

/** Digits of a date alone, as in archives and their indexes: 20260131, 20260131235959, and with milliseconds. */
const DATE_DIGITS = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)(\d{3})?)?$/;
/** Seconds, milliseconds, microseconds or nanoseconds since 1970, of any day after 8 September 2001. */
const SINCE_1970 = /^(\d{10})(?:(\d{3}){0,3}|\.\d+)$/;

/**
 * When a page was fetched, in milliseconds since 1970; NaN if that is no date. A date without a zone is in UTC: `Date.parse` takes
 * the zone of the machine, so that another page would be the newest on another machine. Numbers are dates, too. O(length).
 */
export function fetchedTime(fetchedAt: string): number {
  if (SINCE_1970.test(fetchedAt))
    return Math.round(1000 * Number(`${fetchedAt.slice(0, 10)}.${fetchedAt.slice(10).replace('.', '')}`));
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '000'] =
    DATE_DIGITS.exec(fetchedAt) ?? [];
  if (year !== undefined)
    return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction}Z`);
  if (ZONE.test(fetchedAt)) return Date.parse(fetchedAt);
  const time = Date.parse(`${fetchedAt}Z`);
  return Number.isNaN(time) ? Date.parse(`${fetchedAt} UTC`) : time;
}
