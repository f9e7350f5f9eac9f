import { checkFlag, checkOptionNames, wrongType, wrongValue } from '../argument-checks.ts';
import { type GramSpec, gramSet, wordFourGrams } from '../grams/grams.ts';
import { decode, utf8Of } from '../text/decode.ts';
import {
  type DomNode,
  type Extracted,
  extractFromDom,
  extractJsonText,
  extractText,
  type TextMode,
  textModes,
} from '../text/extract.ts';
import type { Page } from '../text/page.ts';
import { type PageKind, pageKind } from '../text/page-kind.ts';
import { checkBody } from './given-pages.ts';

/** Which text of a page counts: its main text (the default), all that is visible, or the body as it stands. */
export const extractModes = [...textModes, 'none'] as const;

/** One of {@link extractModes}. */
export type ExtractMode = (typeof extractModes)[number];

/** How a page becomes a set of grams. Two sets are comparable only when these are the same. */
export interface ShingleOptions {
  /** Which text of a page counts. Default `main`. */
  readonly extract?: ExtractMode;
  /** What a text is cut into. Default word 4-grams. */
  readonly gram?: GramSpec;
  /** Whether the k-th occurrence of a gram counts as a gram of its own. Default false. */
  readonly multiset?: boolean;
  /** Whether `shinglePages` also counts grams and profiles words, as some methods of `evaluate` need. Default false. */
  readonly frequencies?: boolean;
  /** Whether `shinglePages` marks grams that cross into a heading, as the site model of a whole input asks. Default true. */
  readonly boundaries?: boolean;
  /** Whether what was read of each page comes beside its grams, too. Default false. */
  readonly texts?: boolean;
}

/** Names of the {@link ShingleOptions}, which other options include. */
export const shingleOptionNames: Readonly<Record<keyof ShingleOptions, true>> = {
  extract: true,
  gram: true,
  multiset: true,
  frequencies: true,
  boundaries: true,
  texts: true,
};

/** A page as a set of grams. */
export interface ShingledPage {
  /** Blocks separated by line feeds. */
  readonly text: string;
  /** The text above the list of other pages that it ends with (`Extracted.aboveList`); missing if it ends with none. */
  readonly aboveList?: string;
  readonly title: string;
  /** What the page calls itself, the best name first: its first headings of any level, then its title. */
  readonly names: readonly string[];
  /** Qualified names that stand at its heading (`Extracted.qualified`). */
  readonly qualified: readonly string[];
  /** The canonical URL that the page states, as it stands there; '' without. */
  readonly canonical: string;
  readonly kind: PageKind;
  /** 64-bit hashes, ascending and distinct; empty when the page has no text. */
  readonly grams: BigUint64Array;
}

/** What a reader sees of a page. */
export type PageText = Omit<ShingledPage, 'grams'>;

/**
 * The text of a page, decoded and, unless its type is `text/plain` or `extract` is `none`, taken out of its HTML.
 * Never throws for what a page contains.
 *
 * @throws RangeError for another mode of extraction, TypeError for a body that is neither a string nor bytes
 */
export function readPage(page: Page, extract: ExtractMode = extractModes[0]): PageText {
  checkMode(extract, extractModes);
  checkBody(page?.body, 'page');
  if (!isMarkup(page, extract)) {
    const text = decoded(page);
    const kind = /\S/.test(text) ? 'article' : 'empty';
    return { text, title: '', names: [], qualified: [], canonical: '', kind };
  }
  const utf8 = typeof page.body === 'string' ? undefined : utf8Of(page.body, page.contentType);
  return withKind(extractText(utf8 ?? decoded(page), extract));
}

function checkMode<Mode extends string>(mode: string, modes: readonly Mode[]): asserts mode is Mode {
  if ((modes as readonly string[]).includes(mode)) return;
  throw wrongValue('extract', `one of ${modes.join(', ')}`, mode);
}

/** {@link readPage} of markup that is a string of JSON, as `extractJsonText` takes it. */
export function readJsonPage(
  json: Uint8Array,
  mode: TextMode,
): { readonly read: PageText; readonly length: number } | undefined {
  const found = extractJsonText(json, mode);
  return found && { read: withKind(found.extracted), length: found.length };
}

function decoded({ body, contentType }: Page): string {
  return typeof body === 'string' ? body : decode(body, contentType).text;
}

/** Whether the text of a page is taken out of its HTML, and not the body as it stands. */
export function isMarkup(
  { contentType = '' }: Pick<Page, 'contentType'>,
  extract: ExtractMode,
): extract is TextMode {
  return extract !== 'none' && !/^\s*text\/(?!html|xml)/i.test(contentType);
}

/** The gram set of a page: decode → text → units → 64-bit hashes. O(bytes). */
export function shinglePage(page: Page, options: ShingleOptions = {}): ShingledPage {
  checkOptionNames('shinglePage', options, shingleOptionNames);
  checkFlag('multiset', options.multiset);
  return shingleText(readPage(page, options.extract), options);
}

/**
 * The gram set of a page whose HTML is parsed already, such as cheerio's `$.root()[0]`; the tree is not changed.
 *
 * @throws TypeError unless `root` is such a node, RangeError for `extract: 'none'`: a tree has no text as it stands
 */
export function shingleDom(root: DomNode, options: ShingleOptions = {}): ShingledPage {
  checkOptionNames('shingleDom', options, shingleOptionNames);
  checkFlag('multiset', options.multiset);
  const { extract: mode = textModes[0] } = options;
  checkMode(mode, textModes);
  if (typeof root?.type !== 'string' || !Array.isArray(root.children ?? []))
    throw wrongType('shingleDom', "a node such as cheerio's $.root()[0]", root);
  return shingleText(withKind(extractFromDom(root, mode)), options);
}

function withKind(extracted: Extracted): PageText {
  const { text, aboveList, title, names, qualified, canonical } = extracted;
  const above = aboveList !== undefined && { aboveList };
  return { text, ...above, title, names, qualified, canonical, kind: pageKind(extracted) };
}

function shingleText(
  page: PageText,
  { gram = wordFourGrams, multiset = false }: ShingleOptions,
): ShingledPage {
  const grams = gramSet(page.text, gram, multiset);
  return { ...page, kind: kindOf(page.kind, grams.length), grams };
}

/** What a page is that has so many grams: without any, as of signs alone, nothing of it can be compared. */
export function kindOf(kind: PageKind, grams: number): PageKind {
  return kind === 'article' && grams === 0 ? 'empty' : kind;
}
