/** Which pairs count, by the hosts of their pages; the default first. Pages whose URL has no host count as one host. */
export const pairScopes = ['any', 'same-host', 'cross-host'] as const;

/** One of {@link pairScopes}. */
export type PairScope = (typeof pairScopes)[number];

/** What the scope needs of pages, by number. */
interface ScopedPages {
  hostOf(page: number): string;
  isKnown(page: number): boolean;
}

/** Whether a pair of pages counts: its hosts are in the scope, and not both pages are known. */
export function pairCondition(pages: ScopedPages, scope: PairScope): (a: number, b: number) => boolean {
  const isNew = (a: number, b: number): boolean => !(pages.isKnown(a) && pages.isKnown(b));
  if (scope === 'any') return isNew;
  const wanted = scope === 'same-host';
  return (a, b) => (pages.hostOf(a) === pages.hostOf(b)) === wanted && isNew(a, b);
}
