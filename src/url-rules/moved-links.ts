import { nameOf, type UrlParts, urlOf } from './url-parts.ts';

/**
 * The URLs that a link of one page would have if it stood on another with the same content: `/b?sid=2` on `/a?sid=2` is `/b?sid=1` on
 * `/a?sid=1`, and `/print/b` on `/print/a` is `/b` on `/a`. Two URLs where the other page has parameters that this one
 * lacks: without and with them. A link to another origin stays as it is. O(parts²)
 *
 * Between folders of the same depth a link keeps its path: of two versions of a manual one page may be the same and the pages
 * that it links to differ. (43 of 1,003 contents of docs-rspec were lost otherwise.)
 */
export function movedLinks(link: UrlParts, from: UrlParts, to: UrlParts): string[] {
  if (link.origin !== from.origin) return [urlOf(link)];
  const { origin } = to;
  const isAsDeep = from.segments.length === to.segments.length;
  const segments = isAsDeep ? link.segments : movedSegments(link.segments, from.segments, to.segments);
  const parameters = link.parameters.flatMap((parameter) => {
    if (!from.parameters.includes(parameter)) return [parameter];
    return to.parameters.filter((other) => nameOf(other) === nameOf(parameter)).slice(0, 1);
  });
  const named = new Set([...from.parameters, ...parameters].map(nameOf));
  const added = to.parameters.filter((parameter) => !named.has(nameOf(parameter)));
  const moved = [parameters, ...(added.length > 0 ? [[...parameters, ...added]] : [])];
  return moved.map((each) => urlOf({ origin, segments, parameters: each }));
}

/** The path of a link, moved from the folder of one page to that of another. */
function movedSegments(link: readonly string[], from: readonly string[], to: readonly string[]): string[] {
  const depth = from.length - 1;
  let shared = 0;
  while (shared < Math.min(depth, link.length - 1) && link[shared] === from[shared]) shared++;
  const stepsUp = depth - shared;
  return [...to.slice(0, Math.max(0, to.length - 1 - stepsUp)), ...link.slice(shared)];
}
