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
import { siteParts } from '../verbs/pages.ts';
import { eachKey, eachLine, type Verb } from '../verbs/verb.ts';

/** What pairs and clusters look at of a page, as it travels with them. */
export interface DescribedPage extends JudgedPage {
  /** As its dump has it. */
  readonly name: string;
  /** Number of grams that are in no notice. */
  readonly lastingSize: number;
  /** Whether it may be in a cluster. */
  readonly isArticle: boolean;
  /** Stands before its id where clusters are made, so that the order of the text is that of preference; empty where that is the ids'. */
  readonly rank: string;
}

/** Which page of a cluster is kept. */
export interface KeepOptions {
  readonly keep: (typeof keepPolicies)[number];
}

/** Pages → what is known of them beside their grams; what else was found in reading them stays as it is. */
export function facts(): Verb {
  return (call) =>
    eachLine(call, ([, id, tag, ...fields]) => {
      const [size, , facts] = fields;
      if (tag === tags.page) call.output.line(lineOf(id, tags.facts, size, facts));
      else if (tag === tags.ofInput || tag === tags.redirect) call.output.line(lineOf(id, tag, ...fields));
    });
}

/** What `site` says of a page. */
interface OfSite {
  readonly identity: string;
  readonly contentSize: number | undefined;
  readonly lastingSize: number;
}

/** Of a page without a site model. */
export const ofNoSite: OfSite = { identity: '', contentSize: undefined, lastingSize: 0 };

/** What a line of `site` adds to what others said of its page. */
export function withPart(known: OfSite, [, , , part, size, identity]: readonly string[]): OfSite {
  if (part === siteParts.lasting) return { ...known, lastingSize: Number(size) };
  return { ...known, contentSize: Number(size), identity: unescaped(identity) };
}

/** Facts and what `site` says, by page → what pairs look at of it. Memory: one page. */
export function describe({ keep }: KeepOptions): Verb {
  return async (call) => {
    let facts: (PageFacts & { readonly size: number }) | undefined;
    let ofSite = ofNoSite;
    await eachKey(
      call,
      (fields) => {
        if (fields[2] === tags.facts) facts = { ...parseFacts(fields[4]), size: Number(fields[3]) };
        else if (fields[2] === tags.ofSite) ofSite = withPart(ofSite, fields);
      },
      (id) => {
        if (facts !== undefined) {
          const { id: name, url, names, size, kind, boundary = '' } = facts;
          const { identity, contentSize = size, lastingSize } = ofSite;
          const sizes = { size, boundarySize: countBoundary(boundary), contentSize, lastingSize };
          const rank = rankOf(facts, keep);
          const page = { name, url, identity, names, ...sizes, isArticle: kind === 'article', rank };
          call.output.line(lineOf(id, tags.described, escaped(JSON.stringify(page))));
        }
        facts = undefined;
        ofSite = ofNoSite;
      },
    );
  };
}

/**
 * Costs below 0, from 0 on, and those of cut pages: each begins its rank, which has one digit more than they have. Ids begin with 0, so that
 * a page without a rank comes before those of a cut one.
 */
const [below, above, endless] = ['0', '1', '2'];
/** Beyond all costs. */
const LARGEST = 2 ** 53;

function rankOf(page: Preferable, keep: KeepOptions['keep']): string {
  const cost = preferenceCost(page, keep);
  if (keep === 'first' && cost === 0) return '';
  if (!Number.isFinite(cost)) return endless + padded(0, digits.id);
  return cost < 0 ? below + padded(LARGEST + cost, digits.id) : above + padded(cost, digits.id);
}

/** The id of a page that stands behind its rank. */
export function idOfRanked(ranked: string): string {
  return ranked.slice(-digits.id);
}

/** The facts in a field. */
export function parseFacts(field: string): PageFacts {
  return JSON.parse(unescaped(field)) as PageFacts;
}

/** The page that `describe` wrote into a field. */
export function parseDescribed(field: string): DescribedPage {
  const page = JSON.parse(unescaped(field)) as Omit<DescribedPage, 'host'>;
  return { ...page, host: hostOf(page.url) };
}
