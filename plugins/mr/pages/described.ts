import {
  countBoundary,
  hostOf,
  type JudgedPage,
  type keepPolicies,
  type PageFacts,
  type Preferable,
  preferenceCost,
} from '../../../src/flow/index.ts';
import { digits, escaped, lineOf, padded, tags, unescaped } from '../lines/format.ts';
import { parseSize } from '../sets/set-text.ts';
import { siteParts } from '../verbs/pages.ts';
import { eachKey, eachLine, type Verb } from '../verbs/verb.ts';

/** What judging pairs and making clusters need to know about a page. It is sent along with them. */
export interface DescribedPage extends JudgedPage {
  /** Its id in the dump. */
  readonly name: string;
  /** Number of grams that are in no notice. */
  readonly lastingSize: number;
  /** Whether it can be in a cluster. */
  readonly isArticle: boolean;
  /**
   * Written before its id while clusters are made, so that text sorts by preference; empty if that is the order of ids.
   */
  readonly rank: string;
}

/** Which page of a cluster to keep. */
export interface KeepOptions {
  readonly keep: (typeof keepPolicies)[number];
}

/** Pages → what is known about them besides their grams, and their places. Other findings of the reading pass unchanged. */
export function facts(): Verb {
  return (call) =>
    eachLine(call, ([, id, tag, ...fields]) => {
      const [size, , ...facts] = fields;
      if (tag === tags.page) call.output.line(lineOf(id, tags.facts, size, ...facts));
      else if (tag === tags.ofInput || tag === tags.redirect) call.output.line(lineOf(id, tag, ...fields));
    });
}

/** What `site` found about a page. */
interface OfSite {
  readonly identity: string;
  readonly contentSize: number | undefined;
  readonly lastingSize: number;
  /** What the page lists (`JudgedPage`). */
  readonly listed: number;
  /** How many headings of its own the page has (`JudgedPage`). */
  readonly ownHeadings: number | undefined;
}

/** The values of a page without a site model. */
export const ofNoSite: OfSite = {
  identity: '',
  contentSize: undefined,
  lastingSize: 0,
  listed: 0,
  ownHeadings: undefined,
};

/** Adds a line of `site` to what earlier lines said about its page. */
export function withPart(known: OfSite, [, , , part, size, ...ofNames]: readonly string[]): OfSite {
  if (part === siteParts.lasting) return { ...known, lastingSize: parseSize(size) };
  const [identity, listed, ownHeadings] = ofNames;
  return {
    ...{ ...known, contentSize: parseSize(size), identity: unescaped(identity) },
    ...{ listed: Number(listed), ownHeadings: Number(ownHeadings) },
  };
}

/** Facts and the findings of `site`, by page → a {@link DescribedPage}. Memory: one page. */
export function describe({ keep }: KeepOptions): Verb {
  return async (call) => {
    let facts: (PageFacts & { readonly size: number }) | undefined;
    let ofSite = ofNoSite;
    await eachKey(
      call,
      (fields) => {
        if (fields[2] === tags.facts) facts = { ...parseFacts(fields[4]), size: parseSize(fields[3]) };
        else if (fields[2] === tags.ofSite) ofSite = withPart(ofSite, fields);
      },
      (id) => {
        if (facts !== undefined) {
          const { id: name, url, names, size, kind, boundary = '' } = facts;
          const { identity, contentSize = size, lastingSize, listed, ownHeadings } = ofSite;
          const sizes = { size, boundarySize: countBoundary(boundary), contentSize, lastingSize };
          const rank = rankOf(facts, keep);
          const ofNames = { identity, names, listed, ownHeadings };
          const page = { name, url, ...ofNames, ...sizes, isArticle: kind === 'article', rank };
          call.output.line(lineOf(id, tags.described, escaped(JSON.stringify(page))));
        }
        facts = undefined;
        ofSite = ofNoSite;
      },
    );
  };
}

/**
 * The first digit of a rank: for costs below 0, for costs from 0 on, and for cut pages. Ids begin with 0, so that a
 * page without a rank sorts before a cut one.
 */
const [below, above, endless] = ['0', '1', '2'];
/** Larger than any cost. */
const LARGEST = 2 ** 53;

function rankOf(page: Preferable, keep: KeepOptions['keep']): string {
  const cost = preferenceCost(page, keep);
  if (keep === 'first' && cost === 0) return '';
  if (!Number.isFinite(cost)) return endless + padded(0, digits.id);
  return cost < 0 ? below + padded(LARGEST + cost, digits.id) : above + padded(cost, digits.id);
}

/** Pages, and those of walls → the latter by rank and id, as pages are sorted while clusters are made. Memory: one page. */
export function rankWalls(): Verb {
  return async (call) => {
    let rank: string | undefined;
    let isWall = false;
    await eachKey(
      call,
      ([, , tag, field]) => {
        if (tag === tags.described) ({ rank } = parseDescribed(field));
        else if (tag === tags.wall) isWall = true;
      },
      (id) => {
        if (rank !== undefined && isWall) call.output.line(lineOf(rank + id, tags.wall));
        rank = undefined;
        isWall = false;
      },
    );
  };
}

/** The id of a page without the rank before it. */
export function idOfRanked(ranked: string): string {
  return ranked.slice(-digits.id);
}

/** Reads facts from a field. */
export function parseFacts(field: string): PageFacts {
  return JSON.parse(unescaped(field)) as PageFacts;
}

/** Reads from a field the page that `describe` wrote. */
export function parseDescribed(field: string): DescribedPage {
  const page = JSON.parse(unescaped(field)) as Omit<DescribedPage, 'host'>;
  return { ...page, host: hostOf(page.url) };
}
