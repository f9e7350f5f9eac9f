import { nameOf, type UrlParts } from './url-parts.ts';

/** The kinds of rules; see `RuleName`. */
export const ruleKinds = ['origin', 'segment', 'ending', 'parameter', 'order'] as const;

/** One of `ruleKinds`. */
export type RuleKind = (typeof ruleKinds)[number];

/** A part in which URLs with one content differ, and the values seen there. */
export interface Difference {
  readonly kind: RuleKind;
  /** Its place: the origin, and for a segment also the path before it. */
  readonly at: string;
  /** Values of the part; an empty one means that the part is missing. For parameters, their names. */
  readonly values: readonly string[];
}

/** Most segments of a value, and most characters of an ending. */
const MOST_SEGMENTS_OF_VALUE = 2;
const MOST_ENDING = 24;

/**
 * The one part in which two URLs differ; undefined if they differ in several parts, or in the name of the page, like
 * two pages of one folder. O(|a| + |b|)
 */
export function differenceOf(a: UrlParts, b: UrlParts): Difference | undefined {
  const samePath = isSame(a.segments, b.segments);
  const sameParameters = isSame(a.parameters, b.parameters);
  if (a.origin !== b.origin) {
    return samePath && sameParameters ? { kind: 'origin', at: '', values: [a.origin, b.origin] } : undefined;
  }
  if (samePath) {
    if (sameParameters) return undefined;
    const values = differingNames(a.parameters, b.parameters);
    return { kind: values.length === 0 ? 'order' : 'parameter', at: a.origin, values };
  }
  return sameParameters ? (differingSegments(a, b) ?? differingEnding(a, b)) : undefined;
}

/** Names of parameters that are in only one list, or in both with different values. */
export function differingNames(a: readonly string[], b: readonly string[]): string[] {
  const inA = new Set(a);
  const inB = new Set(b);
  const differing = [...a.filter((each) => !inB.has(each)), ...b.filter((each) => !inA.has(each))];
  return [...new Set(differing.map(nameOf))].sort();
}

function differingSegments(a: UrlParts, b: UrlParts): Difference | undefined {
  const [x, y] = [a.segments, b.segments];
  const shorter = Math.min(x.length, y.length);
  let start = 0;
  while (start < shorter && x[start] === y[start]) start++;
  let end = 0;
  while (end < shorter - start && x[x.length - 1 - end] === y[y.length - 1 - end]) end++;
  // The last segment names the page.
  if (end === 0) return undefined;
  const values = [x, y].map((segments) => segments.slice(start, segments.length - end));
  if (values.some(({ length }) => length > MOST_SEGMENTS_OF_VALUE)) return undefined;
  return {
    kind: 'segment',
    at: [a.origin, ...x.slice(0, start)].join('/'),
    values: values.map((value) => value.join('/')),
  };
}

/** Examples: `.html` and `/index.html`, nothing and `/`, `.html` and `.print.html`, nothing and `/amp`. */
function differingEnding(a: UrlParts, b: UrlParts): Difference | undefined {
  const [x, y] = [a, b].map(({ segments }) => segments.join('/'));
  let start = 0;
  while (start < x.length && x[start] === y[start]) start++;
  // Back to where in both paths a part of a name begins or the path ends.
  const boundary = /[/.\-_;]/;
  while (start > 0 && !(startsAt(x, start, boundary) && startsAt(y, start, boundary))) start--;
  const values = [x.slice(start), y.slice(start)];
  const [short, long] = values[0].length <= values[1].length ? values : [values[1], values[0]];
  // The shorter one must not be a name: otherwise any two pages of a folder would differ only in their endings.
  if (start === 0 || long.length > MOST_ENDING || !/^(?:\/?|\.[a-z]\w{0,7})$/.test(short)) return undefined;
  return { kind: 'ending', at: a.origin, values };
}

function startsAt(path: string, start: number, boundary: RegExp): boolean {
  return start === path.length || boundary.test(path[start]);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
