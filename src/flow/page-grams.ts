import { boundedGrams } from '../grams/boundary-grams.ts';
import { checkGramSpec, countedGramSet, gramSet, splitUnits, wordFourGrams } from '../grams/grams.ts';
import { gramSetsOfJson, unread } from '../grams/json-texts.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import { textProfile } from '../methods/text-profile.ts';
import { textDigest } from '../site/message.ts';
import { namesAt } from '../site/namespaces.ts';
import { type Naming, namingOf, namingOfPage } from '../site/own-names.ts';
import type { GramSketches } from '../store/layout/entries.ts';
import type { Page } from '../text/page.ts';
import type { PageKind } from '../text/page-kind.ts';
import { canonicalOf } from './canonical.ts';
import type { ReadJson, TextsOfBlock } from './page-block.ts';
import { RecentTexts } from './recent-texts.ts';
import {
  extractModes,
  isMarkup,
  kindOf,
  type PageText,
  readJsonPage,
  readPage,
  type ShingledPage,
  type ShingleOptions,
} from './shingle-page.ts';

/** What the offline flow keeps of a page once its text is gone. */
export interface PageFacts extends Naming {
  readonly id: string;
  /** Empty if the input does not give it. */
  readonly url: string;
  /** ISO 8601; empty if the input does not give it. */
  readonly fetchedAt: string;
  /** Whether the page is an article, or which kind of shell. */
  readonly kind: PageKind;
  /** The names of the page, best first, in words without versions (`namesAt`). */
  readonly names: readonly string[];
  /** Which of its grams cross between running text and headings or labels, or between several of these (`boundedGrams`); missing if none does. */
  readonly boundary?: string;
  /** The canonical URL that the page states, without a fragment; missing if it is the page's own URL. */
  readonly canonical?: string;
  /** Length of the page's text in UTF-16 code units. */
  readonly textLength: number;
  /** Size of the body in bytes, or in UTF-16 code units if the body is a string. */
  readonly bodyLength: number;
  /** Size of the body before it was cut to a limit; 0 if it was not cut. */
  readonly truncatedFrom: number;
  /** The damage of the input at this page, as the reader reports it; missing if there is none. */
  readonly damage?: string;
  /** Set if the page is from an earlier collection to compare with. It stands for pages that repeat it, and is never dropped. */
  readonly known?: true;
}

/** A page without its text: facts and gram set. */
export interface PageGrams {
  readonly facts: PageFacts;
  /** 64-bit hashes, ascending and distinct. Do not change the array: pages with the same text may share it. */
  readonly grams: BigUint64Array;
  /** Present with the option `frequencies`. */
  readonly frequencies?: GramFrequencies;
  /** Present with the option `texts`: the text of the page. */
  readonly read?: Omit<ShingledPage, 'grams'>;
  /** Sketches of the gram set, if a thread made them for an index. */
  readonly sketches?: GramSketches;
  /** `fingerprintWords` of the gram set, if they were made with it. */
  readonly fingerprint?: Uint32Array;
}

type GramsOfText = Pick<PageGrams, 'grams' | 'frequencies'>;

/** The results for a text, computed once for all pages that have it. */
interface OfText {
  readonly made: GramsOfText;
  boundary?: string | undefined;
  /** `textDigest`, once it has been asked for. */
  message?: { readonly digest: number | undefined };
}

/** Shingles page after page. */
export interface Shingler {
  (page: Page): PageGrams;
  /** Shingles pages whose bodies are JSON strings. Results go to `take`. */
  json(take: (page: PageGrams) => void): ReadJson;
}

/**
 * Shingles page after page in this thread. Pages with the same text that are not too far apart share their arrays.
 *
 * @throws RangeError for what is no gram, before any page
 */
export function pageShingler(options: ShingleOptions): Shingler {
  const { extract = extractModes[0], gram = wordFourGrams } = options;
  checkGramSpec(gram);
  const shingle = ofReadPages(options);
  const ofPage = (page: Page): PageGrams => shingle(page, readPage(page, extract), page.body.length);
  return Object.assign(ofPage, {
    json: (take: (page: PageGrams) => void): ReadJson => ({
      texts: (bytes, ranges) => ofTexts(bytes, ranges, options, take),
      markup(page, json) {
        const found = isMarkup(page, extract) ? readJsonPage(json, extract) : undefined;
        if (found !== undefined) take(shingle(page, found.read, found.length));
        return found?.length;
      },
    }),
  });
}

/** Makes the results of pages from their texts. @param bodyLength bytes or code units of the body */
function ofReadPages(
  options: ShingleOptions,
): (page: Omit<Page, 'body'>, read: PageText, bodyLength: number) => PageGrams {
  const texts = new RecentTexts<OfText>();
  const { extract = extractModes[0], boundaries = true } = options;
  return (page, read, bodyLength) => {
    const { text } = read;
    // a text that is compared as it stands may have line breaks anywhere
    const isBounded = boundaries && isMarkup(page, extract);
    const shared = texts.get(text, () => shingled(text, options, isBounded));
    if (isBounded) shared.boundary ??= shingled(text, options, true).boundary!;
    const { boundary = '', made } = shared;
    const naming = namingOfPage(page.url, read, () => {
      shared.message ??= { digest: textDigest(text) };
      return shared.message.digest;
    });
    const lengths = { textLength: text.length, bodyLength };
    const kind = kindOf(read.kind, made.grams.length);
    return {
      facts: factsOf(page, { ...read, kind }, naming, isBounded ? boundary : '', lengths),
      ...made,
      ...(options.texts === true && { read }),
    };
  };
}

/** Larger blocks are read as strings: the kernel needs up to 33 times their size. */
const MOST_JSON_BYTES = 1 << 20;
/** A text of words that is compared as it stands. */
const plainText = { kind: 'article', names: [], qualified: [], canonical: '' } as const;

/** None of these texts becomes a JavaScript string, unless its page has a URL to compare it with. */
function ofTexts(
  bytes: Uint8Array,
  ranges: Uint32Array,
  { gram = wordFourGrams, multiset, frequencies = false, texts = false }: ShingleOptions,
  take: (page: PageGrams) => void,
): TextsOfBlock | undefined {
  // everything else about a text is computed from strings
  if (gram.unit !== 'word' || frequencies || texts) return undefined;
  if (bytes.length > MOST_JSON_BYTES || ranges.length === 0) return undefined;
  const { table, grams, words } = gramSetsOfJson(bytes, ranges, gram.q, multiset);
  let at = 0;
  return {
    take(text, page) {
      const [length, size] = [table[2 * text], table[2 * text + 1]];
      if (length === unread) return undefined;
      const naming =
        page.url === ''
          ? {}
          : namingOf(page.url, stringAt(bytes, ranges[2 * text], ranges[2 * text + 1]), []);
      take({
        facts: factsOf(page, plainText, naming, '', { textLength: length, bodyLength: length }),
        grams: grams.subarray(at, at + size),
        fingerprint: words.subarray(4 * text, 4 * text + 4),
      });
      at += size;
      return length;
    },
  };
}

function stringAt({ buffer, byteOffset }: Uint8Array, from: number, to: number): string {
  return JSON.parse(`"${Buffer.from(buffer, byteOffset + from, to - from).toString()}"`) as string;
}

function shingled(text: string, options: ShingleOptions, isBounded: boolean): OfText {
  const { gram = wordFourGrams, multiset } = options;
  const { grams, boundary } = isBounded
    ? boundedGrams(splitUnits(text, gram.unit), gram.q, multiset)
    : { grams: gramSet(text, gram, multiset), boundary: undefined };
  const frequencies = options.frequencies === true && { frequencies: frequenciesOf(text, grams, options) };
  return { made: { grams, ...frequencies }, boundary };
}

function factsOf(
  page: Omit<Page, 'body'>,
  { kind, names, qualified, canonical: stated }: Pick<PageText, 'kind' | 'names' | 'qualified' | 'canonical'>,
  naming: Naming,
  boundary: string,
  { textLength, bodyLength }: Pick<PageFacts, 'textLength' | 'bodyLength'>,
): PageFacts {
  const canonical = canonicalOf(page.url, stated);
  return {
    id: page.id,
    url: page.url,
    fetchedAt: page.fetchedAt ?? '',
    kind,
    names: namesAt(page.url, names, qualified),
    ...naming,
    ...(boundary !== '' && { boundary }),
    ...(canonical !== undefined && { canonical }),
    textLength,
    bodyLength,
    truncatedFrom: page.truncatedFrom ?? 0,
    ...(page.damage !== undefined && { damage: page.damage }),
  };
}

function frequenciesOf(
  text: string,
  grams: BigUint64Array,
  { gram = wordFourGrams, multiset = false }: ShingleOptions,
): NonNullable<PageGrams['frequencies']> {
  const words = countedGramSet(splitUnits(text, 'word'), 1);
  const counts = multiset
    ? new Uint32Array(grams.length).fill(1)
    : countedGramSet(splitUnits(text, gram.unit), gram.q).counts;
  return { counts, profile: textProfile(words.grams, words.counts) };
}
