import { nameOf, type UrlParts, urlOf } from './url-parts.ts';

/**
 * The URLs that a link of one page would have if it stood on another with the same content: `/b?sid=2` on `/a?sid=2` is `/b?sid=1` on
 * `/a?sid=1`, and a link to a mirror's own host is one to that of the other page. Two URLs where the other page has
 * parameters that this one lacks: without and with them. A link to another origin stays as it is. O(parts²)
 *
 * Paths are kept: two versions of a manual may have one page in common, and the pages that it links to differ. (When links were
 * moved from one folder to another, too, a crawl of docs-struts lost 112 of 7,608 pages.)
 */
export function movedLinks(link: UrlParts, from: UrlParts, to: UrlParts): string[] {
  if (link.origin !== from.origin) return [urlOf(link)];
  const { origin } = to;
  const { segments } = link;
  const parameters = link.parameters.flatMap((parameter) => {
    if (!from.parameters.includes(parameter)) return [parameter];
    return to.parameters.filter((other) => nameOf(other) === nameOf(parameter)).slice(0, 1);
  });
  const named = new Set([...from.parameters, ...parameters].map(nameOf));
  const added = to.parameters.filter((parameter) => !named.has(nameOf(parameter)));
  const moved = [parameters, ...(added.length > 0 ? [[...parameters, ...added]] : [])];
  return moved.map((each) => urlOf({ origin, segments, parameters: each }));
}
