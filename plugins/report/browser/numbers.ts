/** A count with its thousands apart: 12,345. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** A count with its noun: 1 page, 12,345 pages. */
export function many(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A similarity or share in [0, 1], rounded down so that 0.79996 never reads as 0.8; beyond 1 it is a count. */
export function share(value: number, digits = 4): string {
  if (value > 1) return count(value);
  const scale = 10 ** digits;
  // 0.29 * 100 is 28.999999999999996: what is that near to a step counts as on it
  return (Math.floor(value * scale + 1e-6) / scale).toFixed(digits);
}

/** A share in [0, 1] as 99.3 %, rounded down. */
export function percent(value: number): string {
  // 0.29 * 1000 is 289.99999999999994
  return `${(Math.floor(1000 * value + 1e-6) / 10).toFixed(1)} %`;
}

/** A time in the unit that suits it: 12 ms, 3.4 s, 2.1 min. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000)
    return `${milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1000;
  return seconds < 120 ? `${seconds.toFixed(seconds < 10 ? 2 : 1)} s` : `${(seconds / 60).toFixed(1)} min`;
}
