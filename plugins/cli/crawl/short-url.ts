import { printable } from '../printable.ts';

/** Most characters of a URL that are shown: more than fill a window bury the other lines. Results have URLs whole. */
const MOST_SHOWN = 300;

/** A URL as it is shown to people: safe for a terminal, and without its middle if it is very long. */
export function shortUrl(url: string): string {
  if (url.length <= MOST_SHOWN) return printable(url);
  const kept = MOST_SHOWN / 2;
  const left = url.length - 2 * kept;
  return printable(`${url.slice(0, kept)}…(${left} characters)…${url.slice(-kept)}`);
}
