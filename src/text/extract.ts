import { type DomNode, readDom } from './dom.ts';
import { headingByTitle, titleBefore, titleLine } from './heading-by-title.ts';
import { inertTexts, lengthOfOtherData } from './inert-text.ts';
import { markdownHeading } from './markdown-heading.ts';
import { PageReader } from './page-reader.ts';
import { qualifiedNamesIn } from './qualified-names.ts';
import { hasRoughly } from './rough-words.ts';

/** What is kept of a page: its main text, or all that a reader can see. */
export const textModes = ['main', 'visible'] as const;

/** One of {@link textModes}. */
export type TextMode = (typeof textModes)[number];

/** Text of a page. */
export interface Extracted {
  /** The text's blocks (paragraphs, headings, cells, …), one a line. */
  readonly text: string;
  /** The text without what its templates and scripts hold; missing if that is all of it. */
  readonly shown?: string;
  /**
   * The main text from its first `<h1>`, or else its first heading, to a list of other pages that it ends with, such as recommended articles
   * below a message; missing if it ends with none. The list begins with the first link below that heading and some text, at least three of its
   * lines and a quarter are links, and it says at most 300 code units about each, but about none more than twice what it says about any other.
   * A line or two below the list, such as those of a footer, belong to this text.
   */
  readonly aboveList?: string;
  /** Content of `<title>`, white space collapsed. */
  readonly title: string;
  /** The first `<h1>`, else ''. */
  readonly heading: string;
  /**
   * What the page calls itself, best first, each cut after some 200 characters. First come at most three headings: each
   * `<h1>` of the main part (see `extractText`), or else of the page, then the first headings of any level outside of `<nav>`, `<aside>`,
   * `<footer>` and forms with something to fill in. A page without such headings has the first line that contains all words of its title
   * instead, or ends with the last part of it (`Library: Member List`). The title comes last.
   */
  readonly names: readonly string[];
  /**
   * Qualified names (`java.util.Map`, `okhttp/Call/request`) in the first of the headings, the four lines above it and below it, and the
   * title: at most eight, each of at most 200 code units.
   */
  readonly qualified: readonly string[];
  /** The first canonical URL that the page states, as written; '' if there is none or it has over 2,000 code units. */
  readonly canonical: string;
  /** Text for readers without JavaScript (`<noscript>`) that is not in the text, cut after some 2,000 characters. */
  readonly noscript: string;
  /** Start of all visible text, up to 1,000 code units, one block a line. */
  readonly opening: string;
  /** Length of all visible text, in code units. */
  readonly visibleLength: number;
  /** The page asks for a password. */
  readonly passwordField: boolean;
  /** The page sends its readers on to another page within ten seconds (`<meta http-equiv="refresh">`). */
  readonly sendsOn: boolean;
  /**
   * Length of the text in templates and in scripts that are not run (markup and data), in code units. Data that no script is to show
   * (`lengthOfOtherData`) counts only where the text has 20 words or more.
   */
  readonly inertLength: number;
  /** The page has a script, inline or external. */
  readonly hasScript: boolean;
  /** The page consists of frames, which contain its text. */
  readonly hasFrames: boolean;
}

export type { DomNode } from './dom.ts';

const reader = new PageReader();

/**
 * Text of an HTML page, given as a string or as bytes that are valid UTF-8.
 *
 * `visible` is all text outside of scripts, styles, templates, graphics and form values, except what the page's own
 * markup and style sheets hide (`hidingOf`, `HidingRules`). Hidden text counts nowhere, but for what a script is to show: the parts of
 * a page that React sends later (`<div hidden id="S:1">`), and an element without visibility or opacity, or a `<noscript>`, that has
 * more text than is seen, 200 code units or more, and an `<h1>`, a `<main>` or an `<article>`.
 *
 * `main` is the text that the page is about. The *main part* is the only `<main>`; in a page without one, the only element whose `id` or
 * `role` is `main`, `content` or `main-content`, the innermost if they are nested.
 *
 * - Left out are navigation, headers, footers, asides, `aria-hidden` elements, and forms that have something to fill in. They stay if they
 *   hold all text of the only `<main>`, or most of the text of a page, unless they are beside the main part, or beside the only `<article>` of a
 *   page without one. A `<nav>` of links is left out, however long. A form that begins between the rows of a table holds none of them.
 *   Windows over the page (`role="dialog"`) are left out unless they are nearly all of it.
 * - Each remaining block with a letter or digit gains the length of its text and pays for its links and for being a block. The element with
 *   the greatest sum is the main text; elements in it that are far below 0 are cut out, but for tables whose rows are cells of bare text, and
 *   for what has no link and is in no table. If that element contains a single `<article>`, or one with an `<h1>`, the article is the main text
 *   instead.
 * - Blocks with a gain in elements that have the same structure and stand beside it, or beside one of ten around it, such as the posts of a
 *   thread, are kept too, and so is what stands above it in the parts around it, but for links, as long as each begins with a higher heading
 *   than what it holds.
 * - This may be too little: little at all, or of what the article around it or the only `<main>` says; less than what is said above it from
 *   the last heading on; beside the main part, or an example of code within it. Then the text is everything that was not left out at first,
 *   within the main part if that has prose, but for what elements with names like `banner` say above the heading that names the page, if that
 *   is less than three tenths. Lists of links are included only if there is little else, and what is linked between rows of numbers if these
 *   are half of a short text.
 * - The page's `<h1>` is kept, wherever it is; line numbers beside code are not. Of a page whose title is neither in what is kept nor in a
 *   part of it, the line without links that is the title, or else the first part of it that is one, comes first.
 *
 * This is Readability's idea (long text with few links marks its container), with the sum over the whole subtree in place of a score for
 * parent and grandparent. Class names only change weights.
 *
 * Any string is legal, and the cost is O(html).
 *
 * @throws RangeError if a page needs more than 4 GiB: from some 50 million tags on
 */
export function extractText(html: string | Uint8Array, mode: TextMode): Extracted {
  reader.readHtml(html);
  return withInertText(collect(mode), mode);
}

/**
 * `extractText` for a page that is a JSON string, given as the bytes between its quotes, in valid UTF-8. Also returns
 * the length of the page in code units; `undefined` if the bytes are no JSON string.
 */
export function extractJsonText(
  json: Uint8Array,
  mode: TextMode,
): { readonly extracted: Extracted; readonly length: number } | undefined {
  const length = reader.readJsonHtml(json);
  if (length === undefined) return undefined;
  return { extracted: withInertText(collect(mode), mode), length };
}

/**
 * `extractText` for a page that is parsed already: the same text if the parser built the same tree.
 * `root` is never changed. Cost: O(nodes + text), at any depth.
 */
export function extractFromDom(root: DomNode, mode: TextMode): Extracted {
  readDom(root, reader);
  return withInertText(collect(mode), mode);
}

/** If the main text has fewer words, the text that scripts would show is read as well. */
const thinWords = 20;
/** A notice that scripts or frames are required has fewer words. */
const fewestForOthers = 40;

/**
 * Puts the line that is the title above the main text, if that says no part of it. If the markup of a page shows next to nothing, adds the
 * text in its templates or its data, which readers see once a script has run. If there is none, adds the text for readers without scripts or
 * frames, unless it is only a notice: one of a few words that does not begin with the title of the page.
 */
function withInertText(all: Extracted, mode: TextMode): Extracted {
  if (mode !== 'main') return all;
  const line = titleLine(all.title, all.text, () => reader.unlinkedText());
  const titled = line === undefined ? all : { ...all, text: `${line}\n${all.text}` };
  if (hasRoughly(all.text, thinWords)) return titled;
  const { code, templates, markup, noscript, noframes } = reader;
  const data = [...reader.data];
  if (data.length + code.length === 0 && `${templates}${markup}${noscript}${noframes}` === '') return titled;
  const found = { ...all, inertLength: all.inertLength - lengthOfOtherData(data) };
  // what was taken from the reader above does not change, as `ofMarkup` uses it again
  const shown = ofMarkup(markup);
  for (const { text, names } of inertTexts({
    data,
    code,
    templates: `${shown.text}\n${templates}`,
    heading: shown.heading,
  })) {
    if (hasRoughly(text, thinWords)) return { ...withText(found, text, names), shown: found.text };
  }
  const forOthers = `${noscript}\n${ofMarkup(noframes).text}`.trim();
  if (hasRoughly(forOthers, fewestForOthers)) return withText(found, forOthers);
  const name = titleBefore(forOthers, found.title);
  return name === undefined ? { ...found, text: titled.text } : withText(found, forOthers, [name]);
}

/** @param names what the text is called, put first: the title of such a page is often that of its site */
function withText(all: Extracted, text: string, names: readonly string[] = []): Extracted {
  const { aboveList: _, ...found } = all;
  return { ...found, text: `${found.text}\n${text}`.trim(), names: [...names, ...found.names] };
}

/** Markup or Markdown as text, and its heading. */
function ofMarkup(markup: string): { readonly text: string; readonly heading: string } {
  if (markup === '') return { text: '', heading: '' };
  reader.readHtml(markup);
  return { text: reader.visibleText(), heading: oneLine(reader.heading()) || markdownHeading(markup) };
}

const openingUnits = 1000;
const longestAside = 2000;
/** Most headings that may name a page. Several, as some of them belong to menus and banners. */
const mostHeadings = 3;
const longestName = 200;
/**
 * How many lines above and below the heading may have its qualified name: below it javadoc writes what the class extends first, and above
 * it Dokka puts buttons between the path of the page and the heading.
 */
const linesAround = 4;

function collect(mode: TextMode): Extracted {
  const title = oneLine(reader.title);
  const text = mode === 'main' ? reader.mainText() : reader.visibleText();
  const aboveList = mode === 'main' ? reader.textAboveList() : undefined;
  const opening = reader.visibleText(openingUnits);
  const named = reader.namingHeadings(mostHeadings, longestName, linesAround);
  const headings = named.headings.map(oneLine);
  return {
    text,
    ...(aboveList !== undefined && { aboveList }),
    title,
    heading: reader.heading(),
    names: [
      ...(headings.length > 0 ? headings : headingByTitle(title, opening).map(copied)),
      ...(title === '' ? [] : [title.length > longestName ? copied(title.slice(0, longestName)) : title]),
    ],
    qualified: qualifiedNamesIn(`${named.lines}\n${title.slice(0, longestName)}`),
    canonical: reader.canonical === '' ? '' : copied(oneLine(reader.canonical)),
    noscript: oneLine(reader.noscript.slice(0, longestAside)),
    opening,
    visibleLength: reader.length,
    passwordField: reader.passwordField,
    sendsOn: reader.sendsOn,
    inertLength: reader.inertLength,
    hasScript: reader.hasScript,
    hasFrames: reader.hasFrames,
  };
}

/** White space collapsed. */
function oneLine(text: string): string {
  return text === '' ? text : text.replace(/\s+/g, ' ').trim();
}

/** A slice would keep the whole string that it is a part of alive, such as a page. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
