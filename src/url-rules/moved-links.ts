import type { RuleName } from './rule-name.ts';
import { nameOf, type UrlParts, urlOf } from './url-parts.ts';

/**
 * The URLs that a link of one page would have on another page with the same content: `/b?sid=2` on `/a?sid=2` becomes
 * `/b?sid=1` on `/a?sid=1`, and a link to the host of the one becomes a link to the host of the other, its mirror. If
 * the other page has parameters that the link lacks, there are two URLs: without and with them. A link to another
 * origin is not changed. O(parts²)
 *
 * Paths are kept: two versions of a manual may have one page in common although the pages that it links to differ.
 * (When links were also moved from one folder to another, a crawl of docs-struts lost 112 of 7,608 pages.)
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

/**
 * Where a page that belongs to `other` would be at the place of `url`, if a rule takes `url` for `other`: the page `/2.0/a/b` of
 * `/2.0/a` is `/3.0/a/b` at `/3.0/a`. Undefined if the rule is not about a segment, or the page is not at that place. O(|url|)
 */
export function movedPage(
  { kind, at, value }: RuleName,
  url: string,
  other: string,
  page: string,
): string | undefined {
  if (kind !== 'segment') return undefined;
  const own = value === '' ? at : `${at}/${value}`;
  const path = url.slice(own.length);
  if (!other.endsWith(path)) return undefined;
  const place = other.slice(0, other.length - path.length);
  return page.startsWith(`${place}/`) ? own + page.slice(place.length) : undefined;
}
