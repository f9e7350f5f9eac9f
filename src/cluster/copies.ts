import { type PagePairs, PagePairsBuilder } from './pairs.ts';

/**
 * The pairs of all pages, from those of the first pages of each content: whoever has the content of a page is paired
 * with the same others, and with that page. O(pairs).
 *
 * @param pairs of first pages only
 * @param firstOf for each page the first one with its content; itself where there is none before
 * @param pairsWithItself whether two pages of that content are a pair, given how many grams it has
 */
export function pairsOfCopies(
  pairs: PagePairs,
  firstOf: Uint32Array,
  sizeOf: (page: number) => number,
  pairsWithItself: (size: number) => boolean,
): PagePairs {
  const copies = new Map<number, number[]>();
  for (const [page, first] of firstOf.entries()) {
    if (page === first) continue;
    const known = copies.get(first);
    if (known === undefined) copies.set(first, [first, page]);
    else known.push(page);
  }
  if (copies.size === 0) return pairs;
  const { a, b, overlap, length } = pairs;
  const builder = new PagePairsBuilder();
  const all = (first: number): readonly number[] => copies.get(first) ?? [first];
  for (let i = 0; i < length; i++) {
    for (const x of all(a[i])) for (const y of all(b[i])) builder.add(x, y, overlap[i]);
  }
  for (const [first, pages] of copies) {
    const size = sizeOf(first);
    if (!pairsWithItself(size)) continue;
    for (let i = 0; i < pages.length; i++) {
      for (let k = i + 1; k < pages.length; k++) builder.add(pages[i], pages[k], size);
    }
  }
  return builder.finish(firstOf.length);
}
