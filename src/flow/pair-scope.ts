import { hostOf } from '../store/layout/host.ts';
import type { PageFacts } from './shingle-pages.ts';

/** Of which pages pairs count, the default first. Pages whose URL has no host are those of one. */
export const pairScopes = ['any', 'same-host', 'cross-host'] as const;

/** One of {@link pairScopes}. */
export type PairScope = (typeof pairScopes)[number];

/** Whether a pair of pages is in question: its hosts are of the scope, and not both pages are known. O(pages) once. */
export function pairCondition(
  pages: readonly PageFacts[],
  scope: PairScope,
): (a: number, b: number) => boolean {
  const isNew = (a: number, b: number): boolean => !(pages[a].known && pages[b].known);
  if (scope === 'any') return isNew;
  const hosts = hostNumbers(pages);
  const wanted = scope === 'same-host';
  return (a, b) => (hosts[a] === hosts[b]) === wanted && isNew(a, b);
}

/** A number for the host of each page, the same for the same host. */
function hostNumbers(pages: readonly PageFacts[]): Uint32Array {
  const numbers = new Map<string, number>();
  return Uint32Array.from(pages, ({ url }) => {
    const host = hostOf(url);
    const number = numbers.get(host) ?? numbers.size;
    numbers.set(host, number);
    return number;
  });
}
