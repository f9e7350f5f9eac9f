import { inThousands } from '../numbers.ts';

/** Says how many new pages have taken the places of earlier ones, whose keys may be the same by chance; nothing if none has. */
export function replacedInWords(replaced: number): string {
  if (replaced === 0) return '';
  return `${inThousands(replaced)} in place of earlier pages with the same keys (that of a page without an id is its file and line); `;
}
