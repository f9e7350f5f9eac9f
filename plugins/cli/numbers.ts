/** A count with thousands separators: 12,345. `toLocaleString` would take 30 ms to load its locales. */
export function inThousands(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A count with its noun: 1 page, 12,345 pages. */
export function many(count: number, noun: string): string {
  return `${inThousands(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** A time in seconds, such as `0.3 s`. */
export function inSeconds(milliseconds: number, decimals = 1): string {
  return `${(milliseconds / 1000).toFixed(decimals)} s`;
}

/** A size in millions of bytes, with one decimal if it is below ten. */
export function inMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
