/** Of which pages pairs count, the default first. Pages whose URL has no host are those of one. */
export const pairScopes = ['any', 'same-host', 'cross-host'] as const;

/** One of {@link pairScopes}. */
export type PairScope = (typeof pairScopes)[number];

/** Pages by number, as far as the scope goes. */
interface ScopedPages {
  hostOf(page: number): string;
  isKnown(page: number): boolean;
}

/** Whether a pair of pages is in question: its hosts are of the scope, and not both pages are known. */
export function pairCondition(pages: ScopedPages, scope: PairScope): (a: number, b: number) => boolean {
  const isNew = (a: number, b: number): boolean => !(pages.isKnown(a) && pages.isKnown(b));
  if (scope === 'any') return isNew;
  const wanted = scope === 'same-host';
  return (a, b) => (pages.hostOf(a) === pages.hostOf(b)) === wanted && isNew(a, b);
}
