import { nameOf, type UrlParts } from './url-parts.ts';

/** What rules can be about; see `RuleName`. */
export const ruleKinds = ['origin', 'segment', 'ending', 'parameter', 'order'] as const;

/** See `ruleKinds`. */
export type RuleKind = (typeof ruleKinds)[number];

/** A part in which URLs of one content may differ, and the values that it had in those seen. */
export interface Difference {
  readonly kind: RuleKind;
  /** Where: the origin, and for a segment the path before it. */
  readonly at: string;
  /** Values of the part, each of which may be empty: the part is missing then. Of parameters, their names. */
  readonly values: readonly string[];
}

/** Segments that a value has at most, and characters of an ending. */
const MOST_SEGMENTS_OF_VALUE = 2;
const MOST_ENDING = 24;

/**
 * The one part in which two URLs differ; undefined where they differ in several, or in what names a page: two pages
 * of one folder. O(|a| + |b|).
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

/** Names of parameters that only one list has, or has with another value. */
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
  // the last segment names the page
  if (end === 0) return undefined;
  const values = [x, y].map((segments) => segments.slice(start, segments.length - end));
  if (values.some(({ length }) => length > MOST_SEGMENTS_OF_VALUE)) return undefined;
  return {
    kind: 'segment',
    at: [a.origin, ...x.slice(0, start)].join('/'),
    values: values.map((value) => value.join('/')),
  };
}

/** `.html` and `/index.html`, nothing and `/`, `.html` and `.print.html`, nothing and `/amp`. */
function differingEnding(a: UrlParts, b: UrlParts): Difference | undefined {
  const [x, y] = [a, b].map(({ segments }) => segments.join('/'));
  let start = 0;
  while (start < x.length && x[start] === y[start]) start++;
  // back to where a part of a name begins, or both have ended there
  const boundary = /[/.\-_;]/;
  while (start > 0 && !(startsAt(x, start, boundary) && startsAt(y, start, boundary))) start--;
  const values = [x.slice(start), y.slice(start)];
  const [short, long] = values[0].length <= values[1].length ? values : [values[1], values[0]];
  // the shorter one must be no name: else any two pages of a folder would differ in their endings
  if (start === 0 || long.length > MOST_ENDING || !/^(?:\/?|\.[a-z]\w{0,7})$/.test(short)) return undefined;
  return { kind: 'ending', at: a.origin, values };
}

function startsAt(path: string, start: number, boundary: RegExp): boolean {
  return start === path.length || boundary.test(path[start]);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}
