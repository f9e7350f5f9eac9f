import { pick } from '../eighth-group/parts.ts';
import type { Shown } from '../theme.ts';

/**
 * Facts of a record, from lines `Name: one|two|three` of which a page shows one value each, chosen by its number `at`. `#` stands for
 * a number that differs from page to page.
 */
export function facts(at: number, lines: string, row: (name: string, value: string) => string): string {
  return lines
    .trim()
    .split('\n')
    .map((line, i) => {
      const [name, values] = line.trim().split(': ');
      const value = pick(at >> (i % 8), values).replaceAll(
        '#',
        () => `${1 + ((at * (2 * i + 3)) % (90 + 37 * i))}`,
      );
      return row(name, value);
    })
    .join('');
}

/** A row of a table. */
export const tableRow = (name: string, value: string): string =>
  `<tr><th scope="row">${name}</th><td>${value}</td></tr>`;

/** An entry of a list of terms. */
export const term = (name: string, value: string): string => `<dt>${name}</dt><dd>${value}</dd>`;

/** The notice of a version within markup, or nothing where there is none. */
export function noted({ notice }: Shown, before: string, after: string): string {
  return notice === '' ? '' : before + notice + after;
}

/** A time of day from a number. */
export function hour(minutes: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;
}
