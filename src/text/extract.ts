import { type DomNode, readDom } from './dom.ts';
import { headingByTitle } from './heading-by-title.ts';
import { inertTexts } from './inert-text.ts';
import { PageReader } from './page-reader.ts';
import { hasRoughly } from './rough-words.ts';

/** What is kept of a page: its main text, or all that a reader can see. */
export const textModes = ['main', 'visible'] as const;

/** One of {@link textModes}. */
export type TextMode = (typeof textModes)[number];

/** Text of a page. */
export interface Extracted {
  /** The text's blocks (paragraphs, headings, cells, …), one a line. */
  readonly text: string;
  /** Content of `<title>`, white space collapsed. */
  readonly title: string;
  /** The first `<h1>`, else ''. */
  readonly heading: string;
  /**
   * What the page calls itself, the best first: the first `<h1>` of its only `<main>`, or its first `<h1>`, then its first headings of any level, outside of `<nav>`,
   * `<aside>`, `<footer>` and `<form>`, at most three together, or what is shown in their place and has all words of the title, then its title. Each cut after some 200 characters.
   */
  readonly names: readonly string[];
  /** The canonical URL that the page states first, as it stands there; '' without, or where it is longer than 2,000. */
  readonly canonical: string;
  /** What readers without JavaScript are told (`<noscript>`), cut after some 2,000 characters. */
  readonly noscript: string;
  /** Start of all visible text, up to 1,000 code units, one block a line. */
  readonly opening: string;
  /** All visible text, in code units. */
  readonly visibleLength: number;
  /** The page asks for a password. */
  readonly passwordField: boolean;
  /** The page sends its readers on to another within ten seconds (`<meta http-equiv="refresh">`). */
  readonly sendsOn: boolean;
  /** Text within templates and within scripts that are not run: markup and data; in code units. */
  readonly inertLength: number;
  /** The page has a script, of its own or from elsewhere. */
  readonly hasScript: boolean;
  /** The page is made of frames, which have its text. */
  readonly hasFrames: boolean;
}

export type { DomNode } from './dom.ts';

const reader = new PageReader();

/**
 * Text of an HTML page, given as a string or as bytes that are valid UTF-8.
 *
 * `visible` is all text outside of scripts, styles, templates, graphics and form values that the page's own markup
 * and style sheets do not hide (`hidingOf`, `HidingRules`): what no reader sees counts nowhere.
 *
 * `main` is the text that the page is about. Navigation, headers, footers, asides, forms and what is `aria-hidden` are left
 * out, unless most of the text is in them and no `<main>` stands beside them. Of the rest, every block gains the length of its text and pays for its links and
 * for being a block; the element with the greatest sum is the main text, elements far below 0 within it are cut out.
 * Where that holds one article, or one with an `<h1>`, the article is; what gains in elements that are built as it is and stand
 * beside it, such as the posts of a thread, is kept, too.
 * This is Readability's idea (long text with few links marks its container), with the sum over the whole
 * subtree in place of a score for parent and grandparent. Names of classes only weigh. Where little is found
 * that way, the page is all that was not left out at first, of its only `<main>` if that says anything, prose before lists of
 * links. The page's `<h1>` is kept, wherever it stands; line numbers beside code are not.
 *
 * Any string is legal, and the cost is O(html).
 */
export function extractText(html: string | Uint8Array, mode: TextMode): Extracted {
  reader.readHtml(html);
  return withInertText(collect(mode), mode);
}

/**
 * `extractText` for a page that is a string of JSON: what stands between its quotes, as bytes that are valid UTF-8. With its length
 * in code units; `undefined` where it is no such string.
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
 * `extractText` for a page that is parsed already: the same text where the parser made the same tree.
 * `root` is read, never changed. Cost: O(nodes + text), at any depth.
 */
export function extractFromDom(root: DomNode, mode: TextMode): Extracted {
  readDom(root, reader);
  return withInertText(collect(mode), mode);
}

/** Main text of fewer words is no page's: what scripts would show is read as well. */
const thinWords = 20;
/** Readers without scripts or frames are told in fewer words that they need them. */
const fewestForOthers = 40;

/**
 * A page whose markup shows next to nothing, with the text that its templates or its data hold, if they hold any: it is
 * what readers see once a script has run. Else with what is there for readers without scripts or frames, if that is a text.
 */
function withInertText(found: Extracted, mode: TextMode): Extracted {
  if (mode !== 'main' || hasRoughly(found.text, thinWords)) return found;
  const { data, code, templates, markup, noscript, noframes } = reader;
  if (data.length + code.length === 0 && `${templates}${markup}${noscript}${noframes}` === '') return found;
  // the reader is used again
  for (const { text, names } of inertTexts({
    data,
    code,
    templates: `${textOfMarkup(markup)}\n${templates}`,
  })) {
    if (hasRoughly(text, thinWords)) return withText(found, text, names);
  }
  const forOthers = `${noscript}\n${textOfMarkup(noframes)}`.trim();
  return hasRoughly(forOthers, fewestForOthers) ? withText(found, forOthers) : found;
}

/** @param names of the text: the title of such a page is often that of its site */
function withText(found: Extracted, text: string, names: readonly string[] = []): Extracted {
  return { ...found, text: `${found.text}\n${text}`.trim(), names: [...names, ...found.names] };
}

function textOfMarkup(markup: string): string {
  if (markup === '') return '';
  reader.readHtml(markup);
  return reader.visibleText();
}

const openingUnits = 1000;
const longestAside = 2000;
/** Headings that may name a page: some of them belong to menus and banners. */
const mostHeadings = 3;
const longestName = 200;

function collect(mode: TextMode): Extracted {
  const title = oneLine(reader.title);
  const text = mode === 'main' ? reader.mainText() : reader.visibleText();
  const opening = reader.visibleText(openingUnits);
  const headings = reader.namingHeadings(mostHeadings, longestName).map(oneLine);
  return {
    text,
    title,
    heading: reader.heading(),
    names: [
      ...(headings.length > 0 ? headings : headingByTitle(title, opening).map(copied)),
      ...(title === '' ? [] : [title.length > longestName ? copied(title.slice(0, longestName)) : title]),
    ],
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

/** A slice would keep all of what it is a part of alive, such as a page. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
