import { formatSimilarity } from '../grams/format-similarity.ts';
import type { GramSpec } from '../grams/grams.ts';
import { shellKinds } from '../text/page-kind.ts';

/**
 * Why a page is kept, dropped or unclassifiable, or has its verdict in a crawl: the facts in the sentence for each code. A code keeps its
 * meaning from version to version. New codes may be added.
 */
export interface ReasonFacts {
  /** Kept, or unique: similar to no page that is kept, or in a crawl to none decided before. */
  readonly distinct: { readonly threshold: number; readonly compared?: ComparedGrams };
  /**
   * Kept, though another page is similar: it is about another thing, as is shown by the site's template, by both names,
   * or by what only one of them says.
   */
  readonly 'other-subject': FoundAlike;
  /** Kept: other pages are dropped for it, of which some may only be linked to it by similar pages. */
  readonly representative: { readonly others: number; readonly linked: number };
  /** Dropped, or a duplicate: both pages have the same grams. */
  readonly 'same-grams': FoundAlike;
  /** Dropped, or a duplicate: the similarity reaches the threshold. */
  readonly similar: FoundAlike;
  /**
   * Dropped, though it is no duplicate of the page that stands for it: a chain of similar pages leads from one to the other. Mostly
   * it is below the threshold; else both are about different things, or their pair was not found or not asked for.
   */
  readonly linked: FoundAlike;
  /** Unclassifiable: no text. */
  readonly empty: object;
  /** Unclassifiable: it says that nothing was found, but was sent as a page. */
  readonly 'soft-404': object;
  /** Unclassifiable: it asks for consent before it shows its text. */
  readonly 'consent-wall': object;
  /** Unclassifiable: it asks for a login before it shows its text. */
  readonly 'login-wall': object;
  /** Unclassifiable: its text answers for many unlike URLs of its site. */
  readonly wall: { readonly others?: number };
  /** Unclassifiable: it sends its readers to another page (`<meta http-equiv="refresh">`). */
  readonly redirect: object;
  /** Unclassifiable: it shows its text only with JavaScript. */
  readonly 'needs-javascript': object;
  /**
   * Unclassifiable: it shows fewer than 20 words, and its templates and scripts that hold data are at least 20 times as
   * long; or only a notice beside a script; or frames.
   */
  'text-not-in-html': object;
  /** Unclassifiable: the response has a type that is no page, such as an image. */
  readonly 'no-page-type': { readonly contentType: string };
  /** Unclassifiable: the server answered with an error instead of a page. */
  readonly 'no-page-status': { readonly status: number };
  /** Unclassifiable: the crawler read it in a wrong encoding, and lost a fifth of its letters or more. */
  readonly 'not-decoded': object;
  /** Unclassifiable: the crawler fetched nothing that could be compared, as `detail` says. */
  readonly 'nothing-fetched': { readonly detail: string };
}

/** A stable code for each reason: the keys of {@link ReasonFacts}. */
export type ReasonCode = keyof ReasonFacts;

/** A reason: its code for programs, and a sentence for people. */
export interface Reason {
  readonly code: ReasonCode;
  readonly reason: string;
}

/** How similar a page is to the one that it repeats. */
export interface FoundAlike {
  readonly similarity: number;
  readonly threshold: number;
  /** Whether the similarity is an estimate from sketches, which may lie below the threshold. */
  readonly estimated?: boolean;
  /** For a sentence that stands alone: the other page, and what both share. */
  readonly shared?: { readonly url: string; readonly overlap: number; readonly compared: ComparedGrams };
}

/** The grams by which a page was compared. */
export interface ComparedGrams {
  readonly gram: GramSpec;
  /** Number of grams of the page. */
  readonly size: number;
}

/** A reason in words. All of them are made here. */
export function reasonFor<Code extends ReasonCode>(code: Code, facts: ReasonFacts[Code]): Reason {
  return { code, reason: words[code](facts) };
}

/** Why a page that is no article is unclassifiable. An unknown kind counts as `empty`. */
export function shellReason(kind: string | undefined): Reason {
  if (kind === 'wall') return reasonFor(kind, {});
  return reasonFor(shellKinds.find((shell) => shell === kind) ?? 'empty', {});
}

const words: { readonly [Code in ReasonCode]: (facts: ReasonFacts[Code]) => string } = {
  distinct: ({ threshold, compared }) =>
    compared === undefined
      ? 'similar to no other page that is kept'
      : `no page decided before shares enough of its ${gramsOf(compared)} (Jaccard ≥ ${threshold})`,
  'other-subject': ({ shared, similarity, threshold }) =>
    `like ${shared?.url ?? 'another page'} (${formatSimilarity(similarity, threshold)}), which is about another thing: ` +
    'what both share is mostly the template of their site, both names or namespaces stand side by side, or most of what one says is not in the other',
  representative: ({ others, linked }) => {
    const similar = others - linked;
    const pages = similar === 1 ? '1 similar page' : `${similar} similar pages`;
    return `stands for ${linked === 0 ? pages : `${pages} and ${linked} linked to it by similar pages`}`;
  },
  'same-grams': ({ shared, threshold }) =>
    shared === undefined
      ? 'same grams as its representative'
      : `has the same ${gramsOf(shared.compared)} as ${shared.url} (Jaccard 1 ≥ ${threshold})`,
  similar: ({ shared, similarity, threshold, estimated }) => {
    const shown = formatSimilarity(similarity, threshold);
    if (estimated)
      return `similar to its representative by their sketches (estimate ${shown}, threshold ${threshold})`;
    const bound = `${shown} ≥ ${threshold}`;
    if (shared === undefined) return `similar to its representative: ${bound}`;
    // rounded, since 48 / (48 / 59) is 58.99999999999999
    const union = Math.round(shared.overlap / similarity);
    return `shares ${shared.overlap} of ${union} ${nameOf(shared.compared)} with ${shared.url} (Jaccard ${bound})`;
  },
  linked: ({ similarity, threshold }) => {
    const shown = formatSimilarity(similarity, threshold);
    const itself =
      similarity < threshold ? `${shown} < ${threshold}` : `${shown}, but not found to repeat it`;
    return `linked to its representative by similar pages (itself ${itself})`;
  },
  empty: () => 'no text',
  'soft-404': () => 'soft 404: says that nothing was found',
  'consent-wall': () => 'consent wall: asks for consent before its text',
  'login-wall': () => 'login wall: asks to log in before its text',
  wall: ({ others }) =>
    `wall: one text for ${others === undefined ? '' : `${others + 1} `}unlike URLs of its site, such as a request for consent, a login or an error`,
  redirect: () => 'redirect: sends its readers on to another page',
  'needs-javascript': () => 'shell: its text needs JavaScript',
  'text-not-in-html': () => 'shell: its text is not in the HTML',
  'no-page-type': ({ contentType }) => `not a page: its content type is ${contentType}`,
  'no-page-status': ({ status }) => `not a page: its server answered with HTTP status ${status}`,
  'not-decoded': () =>
    'read in a wrong encoding, its letters are lost: give the bytes of the page instead of text, or tell the crawler ' +
    "its encoding (Crawlee's suggestResponseEncoding)",
  'nothing-fetched': ({ detail }) => `no page to compare: ${detail}`,
};

/** Every code, in the order of {@link ReasonFacts}. */
export const reasonCodes: readonly ReasonCode[] = Object.keys(words) as ReasonCode[];

/** As in "word 4-grams". */
function nameOf({ gram: { unit, q } }: ComparedGrams): string {
  return `${unit} ${q}-grams`;
}

/** As in "850 word 4-grams", and "1 word 4-gram". */
function gramsOf({ size, gram: { unit, q } }: ComparedGrams): string {
  return `${size} ${unit} ${q}-gram${size === 1 ? '' : 's'}`;
}
