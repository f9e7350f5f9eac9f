import { checkFlag, checkOptionNames, checkString } from '../argument-checks.ts';
import { type BoundedGrams, boundedGrams } from '../grams/boundary-grams.ts';
import { GramLookup } from '../grams/gram-lookup.ts';
import { checkGramSpec, gramSequence, gramSetOf, splitUnits, wordFourGrams } from '../grams/grams.ts';
import { halvesOf } from '../grams/halves.ts';
import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import { checkThreshold, defaultThreshold, similarities } from '../join/similarity.ts';
import type { Template } from '../site/template.ts';
import { hammingDistance, simHash } from '../sketch/simhash.ts';
import type { Page } from '../text/page.ts';
import type { PageKind } from '../text/page-kind.ts';
import type { Units } from '../text/words.ts';
import { pairVerdict } from './pair-verdict.ts';
import type { ReasonCode } from './reasons.ts';
import { extractModes, isMarkup, readPage, type ShingleOptions, shingleOptionNames } from './shingle-page.ts';

/** A run of a page's text, normalised like its grams. */
export interface Passage {
  /** Whether each of its units is in a gram that the other page also has. */
  readonly shared: boolean;
  readonly text: string;
}

/** One page of a comparison. */
export interface ComparedPage {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly kind: PageKind;
  /** Number of units in its text: words by default. */
  readonly units: number;
  /** Number of distinct grams. */
  readonly grams: number;
  /** Share of its grams that the other page also has: Broder's containment, [0, 1]. */
  readonly containment: number;
  /** Its whole text in order, divided where shared text begins or ends. */
  readonly passages: readonly Passage[];
  /** Set if the page was cut to a limit and only what was read of it is compared: how many bytes it had, as far as is known. */
  readonly truncatedFrom?: number;
}

/** Options for comparing two pages. */
export interface CompareOptions extends ShingleOptions {
  /** Pages with similarity ≥ threshold are near-duplicates. (0, 1]. Default 0.8. */
  readonly threshold?: number;
  /** Whether the names of pages count, as in `deduplicate`. Default true. */
  readonly siteModel?: boolean;
}

const OPTIONS: Record<keyof CompareOptions, true> = {
  threshold: true,
  siteModel: true,
  ...shingleOptionNames,
};

/** How similar two pages are, and which parts they share. */
export interface PageComparison {
  readonly a: ComparedPage;
  readonly b: ComparedPage;
  /** Number of grams that both pages have. */
  readonly overlap: number;
  /** Exact Jaccard similarity of the gram sets, [0, 1]; 0 if a page has no text. */
  readonly resemblance: number;
  /** Jaccard similarity of the grams outside the sites' templates. */
  readonly contentResemblance: number;
  /**
   * The similarity that decided, as in the result of `deduplicate`: over all grams, outside the templates, or, of two versions of one page,
   * without their notices. The larger of the first two where none reaches the threshold.
   */
  readonly similarity: number;
  /** The verdict on the pair: the same, near-duplicates, about different things, distinct, or no pages. */
  readonly verdict: ReasonCode;
  /** Number of bits in which the two SimHashes differ, 0 … 64. */
  readonly simhashDistance: number;
}

/**
 * Compares the texts of two pages gram by gram. O(bytes).
 *
 * It does not know the templates of their sites: see `compareWithTemplates`.
 *
 * @throws RangeError for a threshold or a gram out of range, TypeError for an option that does not exist
 */
export function comparePages(
  a: Page,
  b: Page,
  options: ShingleOptions & { readonly threshold?: number; readonly siteModel?: boolean } = {},
): PageComparison {
  checkOptionNames('comparePages', options, OPTIONS);
  return compareWithTemplates(a, b, new Map(), options);
}

/**
 * Like {@link comparePages}, but without the grams of the templates of the pages' sites.
 *
 * @param templates templates by host
 */
export function compareWithTemplates(
  a: Page,
  b: Page,
  templates: ReadonlyMap<string, Template>,
  options: CompareOptions = {},
): PageComparison {
  const { threshold = defaultThreshold, siteModel = true, gram = wordFourGrams } = options;
  checkThreshold(similarities[0], threshold);
  checkGramSpec(gram);
  checkFlag('siteModel', siteModel);
  checkFlag('multiset', options.multiset);
  const first = grammed(a, options);
  const second = grammed(b, options);
  checkString('comparePages', 'url of the first page', a.url);
  checkString('comparePages', 'url of the second page', b.url);
  const overlap = overlapOfSorted(first.grams, second.grams);
  const decided = pairVerdict(first, second, { threshold, siteModel, templates });
  return {
    a: compared(first, second.grams, overlap),
    b: compared(second, first.grams, overlap),
    overlap,
    resemblance: jaccard(overlap, first.grams.length, second.grams.length),
    ...decided,
    simhashDistance: hammingDistance(simHash(first.grams), simHash(second.grams)),
  };
}

type Grammed = ReturnType<typeof grammed>;

function grammed(page: Page, { extract = extractModes[0], gram = wordFourGrams, multiset }: ShingleOptions) {
  const { text, title, kind, names, qualified } = readPage(page, extract);
  // copied, since splitting the other page reuses this memory
  const units = copied(splitUnits(text, gram.unit));
  const sequence = gramSequence(units, gram.q);
  const { grams, boundary }: BoundedGrams = isMarkup(page, extract)
    ? boundedGrams(units, gram.q, multiset)
    : { grams: gramSetOf(units, gram.q, multiset), boundary: '' };
  return {
    page,
    url: page.url,
    title,
    kind,
    names,
    qualified,
    units,
    q: gram.q,
    sequence,
    grams,
    boundary,
  };
}

function compared(of: Grammed, others: BigUint64Array, overlap: number): ComparedPage {
  const { page, title, kind, units, grams } = of;
  return {
    id: page.id,
    url: page.url,
    title,
    kind,
    units: units.count,
    grams: grams.length,
    containment: grams.length === 0 ? 0 : overlap / grams.length,
    passages: passages(of, new GramLookup(others)),
    ...(page.truncatedFrom !== undefined && { truncatedFrom: page.truncatedFrom }),
  };
}

/** Divides a text where sharing begins or ends. A unit is shared if a gram that contains it is. */
function passages({ units, q, sequence }: Grammed, others: GramLookup): Passage[] {
  const { bytes, starts, count, gap } = units;
  const shared = new Uint8Array(count);
  const halves = halvesOf(sequence);
  for (let i = 0; i < sequence.length; i++) {
    if (others.placeOf(halves[2 * i], halves[2 * i + 1]) >= 0) shared.fill(1, i, i + q);
  }
  const decoder = new TextDecoder();
  const result: Passage[] = [];
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && shared[to] === shared[from]) to++;
    const text = decoder.decode(bytes.subarray(starts[from], starts[to] - gap));
    result.push({ shared: shared[from] === 1, text });
    from = to;
  }
  return result;
}

function copied(units: Units): Units {
  return { ...units, bytes: units.bytes.slice(), starts: units.starts.slice() };
}
