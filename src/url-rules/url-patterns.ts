import { BoundedMap } from './bounded-map.ts';
import { hash53, mixed53, nameOf, type UrlParts, withoutTokens } from './url-parts.ts';

/** What the URLs of one pattern brought. */
interface Yield {
  pages: number;
  /** Pages since the last one with new content. */
  barren: number;
  /**
   * If all were walls: how many, counted only where a page of the site had come since the one before. So walls that are sent in place
   * of everything for a while are one.
   */
  walls: number | undefined;
}

/** What is stored of a pattern. */
interface PatternYield {
  readonly pattern: string;
  readonly pages: number;
  readonly barren: number;
  /** Missing if a page came that was no wall, and in a state of an earlier version. */
  readonly walls?: number;
}

/** What is known of a pattern. */
interface Seen extends Yield {
  /** Number of pages of its site when its last wall was counted; -1 if none was counted by this process. */
  at: number;
}

/** A pattern is given up when this many pages in a row brought nothing new. */
const MOST_BARREN = 100;
/**
 * A pattern that has brought nothing but walls while pages of its site came in between is given up after fewer: then at most one in
 * ten of its URLs leads to a page, with a confidence of 95 % (the rule of three).
 */
const MOST_WALLS = 30;
const MOST_PATTERNS = 8192;
const MOST_ORIGINS = 4096;
const NOTHING: Readonly<Seen> = { pages: 0, barren: 0, walls: 0, at: -1 };
/** Most outlines that are remembered, of all patterns together; some 50 bytes each. */
const MOST_OUTLINES = 1 << 15;
const MOST_SEGMENTS = 8;

/**
 * The budget of URL patterns. Calendars, facets and paths that grow without end bring the same pages forever. So a page
 * brings something new only if it repeats none and its outline, which leaves out what the URL says, is new to the pattern:
 * the months of an endless calendar name themselves, but say no more than those of other years.
 *
 * Every page with new content gives its pattern 100 more pages, and so does every page with new content to which a page of
 * the pattern was the first to link. One page in twenty is still fetched after that, and the first one with new content
 * opens the pattern again.
 */
export class UrlPatterns {
  readonly #patterns = new BoundedMap<string, Seen>(MOST_PATTERNS);
  /** Number of pages by origin, without walls. Not stored, as it only tells whether one has come since. */
  readonly #pages = new BoundedMap<string, number>(MOST_ORIGINS);
  /** Hashes of patterns with the outlines of their pages. They are not stored: each process begins with none. */
  readonly #outlines = new BoundedMap<number, true>(MOST_OUTLINES);

  /**
   * The pattern of a URL that was given up, if any. One with certain parameters that has brought something new counts by
   * itself: a hundred permalinks and print views of a board may come before the second pages of its topics. A combination of
   * parameters without a new page may be one of any number, and is given up with its path.
   */
  barrenPattern(parts: UrlParts): string | undefined {
    const [own, ...wider] = patternsOf(parts);
    const { pages, barren } = this.#patterns.get(own) ?? NOTHING;
    const patterns = barren < pages ? [own] : [own, ...wider, ...endingsOf(parts)];
    return patterns.find((pattern) => isBarren(this.#patterns.get(pattern) ?? NOTHING));
  }

  /**
   * Counts a page. Returns the patterns that were given up and are now open again, and whether the page brought something
   * new to the widest of its patterns.
   *
   * @param repeats whether it repeats another page
   * @param outline from `outlineOf`, if it has one
   */
  count(parts: UrlParts, repeats: boolean, outline?: number): { opened: string[]; isNew: boolean } {
    const opened: string[] = [];
    let isNew = false;
    this.#pages.set(parts.origin, this.#pagesOf(parts) + 1);
    for (const pattern of patternsOf(parts)) {
      const seen = this.#patterns.get(pattern) ?? { ...NOTHING };
      const isKnown = outline !== undefined && this.#knows(pattern, outline);
      isNew = !repeats && !isKnown;
      if (isNew && isBarren(seen)) opened.push(pattern);
      seen.pages++;
      seen.walls = undefined;
      seen.barren = isNew ? 0 : seen.barren + 1;
      this.#patterns.set(pattern, seen);
    }
    for (const ending of endingsOf(parts)) {
      const seen = this.#patterns.get(ending) ?? { ...NOTHING };
      if (isBarren(seen)) opened.push(ending);
      // of an ending it counts only whether it leads to pages at all, be they copies
      this.#patterns.set(ending, { ...seen, pages: seen.pages + 1, barren: 0, walls: undefined });
    }
    return { opened, isNew };
  }

  /**
   * Says that a page linked to another one that brought something new. The pages of a long listing may say the same and
   * differ in their links alone. Returns the patterns that were given up and are now open again.
   */
  ledOn(parts: UrlParts): string[] {
    return patternsOf(parts).filter((pattern) => this.#open(pattern));
  }

  /**
   * Says that some page of a site linked to a page that brought something new. It may have been of any pattern that ever
   * brought something. Returns the patterns that were given up and are now open again. O(patterns)
   */
  someLedOn(origin: string): string[] {
    const opened: string[] = [];
    const first = `${origin}/`;
    for (const [pattern, { pages, barren }] of this.#patterns) {
      if (barren > 0 && barren < pages && pattern.startsWith(first) && this.#open(pattern))
        opened.push(pattern);
    }
    return opened;
  }

  /**
   * Counts a wall (a login, a soft 404 …), by patterns that have never brought anything new. Others may bring more once the
   * wall is gone. For the end of a URL it counts once for each of the patterns that have it: `/topic/a/edit`, `/topic/b/edit` …
   */
  countWall(parts: UrlParts): void {
    const patterns = patternsOf(parts);
    const at = this.#pagesOf(parts);
    for (const pattern of this.#patterns.has(patterns[0]) ? patterns : [...patterns, ...endingsOf(parts)]) {
      const seen = this.#patterns.get(pattern) ?? { ...NOTHING };
      // a login page may lead to something new, such as what to do without a password, and is a wall all the same
      if (seen.walls === undefined && seen.barren < seen.pages) continue;
      seen.pages++;
      seen.barren++;
      if (seen.walls !== undefined && seen.at < at) {
        seen.walls++;
        seen.at = at;
      }
      this.#patterns.set(pattern, seen);
    }
  }

  #pagesOf({ origin }: UrlParts): number {
    return this.#pages.get(origin) ?? 0;
  }

  /** Counts the pages of a pattern from now on. @returns whether it was given up */
  #open(pattern: string): boolean {
    const seen = this.#patterns.get(pattern);
    if (seen === undefined) return false;
    const wasBarren = isBarren(seen);
    seen.barren = 0;
    seen.walls &&= 0;
    return wasBarren;
  }

  /** Whether a page of the pattern had the outline. Remembers it. */
  #knows(pattern: string, outline: number): boolean {
    const key = mixed53(hash53(pattern), outline);
    const isKnown = this.#outlines.has(key);
    this.#outlines.set(key, true);
    return isKnown;
  }

  /** All patterns; those seen longest ago come first. */
  *entries(): Generator<PatternYield> {
    for (const [pattern, { pages, barren, walls }] of this.#patterns)
      yield { pattern, pages, barren, ...(walls !== undefined && { walls }) };
  }

  /** Restores what `entries` returned. */
  restore({ pattern, pages, barren, walls }: PatternYield): void {
    this.#patterns.set(pattern, { pages, barren, walls, at: -1 });
  }
}

/** Whether pages of a pattern are no longer fetched, except for a sample. */
export function isBarren({
  barren,
  walls = 0,
}: {
  readonly barren: number;
  readonly walls?: number | undefined;
}): boolean {
  return barren >= MOST_BARREN || walls >= MOST_WALLS;
}

/**
 * What URLs of many paths end in, such as `/…/edit`, `/…/feed/`, `/…/quote/0` and `/…?share`: the names of the parameters, else the
 * path from its last segment with a letter on. None for a URL that has nothing before that.
 */
function endingsOf({ origin, segments, parameters: all }: UrlParts): string[] {
  const parameters = withoutTokens(all);
  if (parameters.length > 0) return [`${origin}/…?${namesOf(parameters)}`];
  let last = segments.length - 1;
  while (last > 0 && !/\p{L}/u.test(segments[last])) last--;
  return last === 0 ? [] : [`${origin}/…/${segments.slice(last).map(shapeOf).join('/')}`];
}

function namesOf(parameters: readonly string[]): string {
  return [...new Set(parameters.map(nameOf))].sort().join('&');
}

function shapeOf(segment: string): string {
  return segment.replace(/\d+/g, '0');
}

/** The path with each number as 0 and each segment once, with its parameters' names; also with any parameters. */
function patternsOf({ origin, segments, parameters }: UrlParts): string[] {
  const path: string[] = [];
  for (const segment of segments) {
    const shape = shapeOf(segment);
    if (!path.includes(shape)) path.push(shape);
    if (path.length > MOST_SEGMENTS) break;
  }
  const place = `${origin}/${path.slice(0, MOST_SEGMENTS).join('/')}${path.length > MOST_SEGMENTS ? '/…' : ''}`;
  if (parameters.length === 0) return [place];
  return [`${place}?${namesOf(parameters)}`, `${place}?…`];
}
