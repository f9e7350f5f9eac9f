import { script } from '../shells.ts';

/** The items of a list of links, from names between bars. */
export function links(names: string, folder = ''): string {
  return names
    .split('|')
    .map((name, i) => `<li><a href="${folder}/${i + 1}">${name}</a></li>`)
    .join('');
}

/** A menu whose items open a panel of further ones: `Name: one|two|three`, a line each. */
export function panels(lines: string, name = 'menu'): string {
  return lines
    .trim()
    .split('\n')
    .map((line, i) => {
      const [heading, items] = line.trim().split(': ');
      return `<li class="${name}__item"><button aria-expanded="false" aria-controls="${name}-${i}">${heading}</button><div id="${name}-${i}" class="${name}__panel" hidden><ul>${links(items, `/${name}/${i}`)}</ul></div></li>`;
    })
    .join('\n');
}

/** Data for search engines. */
export function jsonLd(data: Readonly<Record<string, unknown>>): string {
  const text = script({ '@context': 'https://schema.org', ...data });
  return `<script type="application/ld+json">${text}</script>`;
}

/** A date in digits, and one in the form that machines read, from a number of a page. */
export function dated(at: number): { readonly digits: string; readonly iso: string } {
  const two = (number: number): string => String(number).padStart(2, '0');
  const [day, month] = [two(1 + (at % 28)), two(1 + (at % 12))];
  return {
    digits: `${day}.${month}.2026`,
    iso: `2026-${month}-${day}T${two(at % 24)}:${two(at % 60)}:00+00:00`,
  };
}
