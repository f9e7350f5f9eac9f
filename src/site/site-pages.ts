import { ascending, countingSort } from '../grams/counting-sort.ts';

/** What the model of sites needs to know about pages besides their grams, by page number from 0. */
export interface SitePages {
  readonly length: number;
  /** The host that a page came from. Pages without a host count as one site. */
  hostOf(page: number): string;
  /** The number of that host. Hosts are numbered from 0 in the order of their first pages. */
  hostNumberOf(page: number): number;
}

/** {@link SitePages} of pages in memory. */
export function sitesAmong(pages: readonly { readonly host: string }[]): SitePages {
  const numbers = new Map<string, number>();
  const numberOf = pages.map(({ host }) => {
    const known = numbers.get(host) ?? numbers.size;
    numbers.set(host, known);
    return known;
  });
  return {
    length: pages.length,
    hostOf: (page) => pages[page].host,
    hostNumberOf: (page) => numberOf[page],
  };
}

/**
 * The pages of each host, ascending; hosts in the order of their first pages. Memory: 12 bytes a page, of which 4 stay,
 * and 4 a host.
 */
export function* pagesByHost(
  pages: SitePages,
): Generator<{ readonly host: string; readonly pages: Uint32Array }> {
  const order = orderByHost(pages);
  for (let from = 0, to = 0; from < order.length; from = to) {
    const host = pages.hostNumberOf(order[from]);
    while (to < order.length && pages.hostNumberOf(order[to]) === host) to++;
    yield { host: pages.hostOf(order[from]), pages: order.subarray(from, to) };
  }
}

function orderByHost(pages: SitePages): Uint32Array {
  const hosts = new Uint32Array(pages.length);
  for (let page = 0; page < hosts.length; page++) hosts[page] = pages.hostNumberOf(page);
  return countingSort(ascending(hosts.length), hosts);
}
