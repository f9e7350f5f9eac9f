import type { SitePages } from '../../src/site/site-model.ts';

/** Pages as the model of sites takes them. */
export function sitePages(
  pages: readonly { readonly host: string; readonly names: readonly string[] }[],
): SitePages {
  return { length: pages.length, hostOf: (page) => pages[page].host, namesOf: (page) => pages[page].names };
}
