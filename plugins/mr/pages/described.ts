import { countBoundary, hostOf, type JudgedPage, type PageFacts } from '../../../src/flow/index.ts';
import { escaped, lineOf, tags, unescaped } from '../lines/format.ts';
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
}

/** Pages → what is known of them beside their grams. */
export function facts(): Verb {
  return (call) =>
    eachLine(call, ([, id, tag, size, , facts]) => {
      if (tag === tags.page) call.output.line(lineOf(id, tags.facts, size, facts));
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
export function describe(): Verb {
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
          const { id: name, url, size, kind, boundary = '' } = facts;
          const { identity, contentSize = size, lastingSize } = ofSite;
          const sizes = { size, boundarySize: countBoundary(boundary), contentSize, lastingSize };
          const page = { name, url, identity, ...sizes, isArticle: kind === 'article' };
          call.output.line(lineOf(id, tags.described, escaped(JSON.stringify(page))));
        }
        facts = undefined;
        ofSite = ofNoSite;
      },
    );
  };
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
