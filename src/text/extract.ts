import { Blocks } from './blocks.ts';
import { type DomNode, readDom } from './dom.ts';
import { hasMatches } from './has-matches.ts';
import { namingHeadings } from './headings.ts';
import { readHtml } from './html-events.ts';
import { inertTexts } from './inert-text.ts';
import { keepMainText } from './main-text.ts';
import { tagOf } from './tags.ts';

/** What is kept of a page: its main text, or all that a reader can see. */
export const textModes = ['main', 'visible'] as const;

/** One of {@link textModes}. */
type TextMode = (typeof textModes)[number];

/** Text of a page. */
export interface Extracted {
  /** The text's blocks (paragraphs, headings, cells, …), one a line. */
  readonly text: string;
  /** Content of `<title>`, white space collapsed. */
  readonly title: string;
  /** The first `<h1>`, else ''. */
  readonly heading: string;
  /**
   * What the page calls itself, the best first: its first headings of any level outside of `<nav>`, `<aside>`,
   * `<footer>` and `<form>`, at most three, then its title. Each cut after some 200 characters.
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
  /** Text within scripts and templates, in code units. */
  readonly inertLength: number;
  /** The page has a script, of its own or from elsewhere. */
  readonly hasScript: boolean;
}

export type { DomNode } from './dom.ts';

const blocks = new Blocks();

/**
 * Text of an HTML page.
 *
 * `visible` is all text outside of scripts, styles, templates, graphics and form values that the page's own markup
 * and style sheets do not hide (`hidingOf`, `HidingRules`): what no reader sees counts nowhere. `main` is the text
 * that the page is about: see `keepMainText`. Any string is legal, and the cost is O(html).
 */
export function extractText(html: string, mode: TextMode): Extracted {
  blocks.reset();
  readHtml(html, blocks);
  return withInertText(collect(mode), mode);
}

/**
 * `extractText` for a page that is parsed already: the same text where the parser made the same tree.
 * `root` is read, never changed. Cost: O(nodes + text), at any depth.
 */
export function extractFromDom(root: DomNode, mode: TextMode): Extracted {
  blocks.reset();
  readDom(root, blocks);
  return withInertText(collect(mode), mode);
}

/** Main text of fewer words is no page's: what scripts would show is read as well. */
const thinWords = 20;

/**
 * A page whose markup shows next to nothing, with the text that its templates or its data hold, if they hold any: it is
 * what readers see once a script has run.
 */
function withInertText(found: Extracted, mode: TextMode): Extracted {
  if (mode !== 'main' || found.inertLength === 0 || !isThin(found.text)) return found;
  const { data, templates, markup } = blocks;
  // the blocks are used again
  const ofMarkup = markup === '' ? '' : textOfMarkup(markup);
  for (const text of inertTexts({ data, templates: `${ofMarkup}\n${templates}` })) {
    if (!isThin(text)) return { ...found, text: `${found.text}\n${text}`.trim() };
  }
  return found;
}

/** By white space: next to nothing in any script. */
function isThin(text: string): boolean {
  return !hasMatches(text, /\S+/g, thinWords);
}

function textOfMarkup(markup: string): string {
  blocks.reset();
  readHtml(markup, blocks);
  return joined(undefined, blocks.length + blocks.count);
}

const h1 = tagOf('h1');
const openingUnits = 1000;

function collect(mode: TextMode): Extracted {
  return {
    text: joined(mode === 'main' ? keepMainText(blocks) : undefined, blocks.length + blocks.count),
    title: oneLine(blocks.title),
    heading: heading(),
    names: names(),
    canonical: oneLine(blocks.canonical),
    noscript: oneLine(blocks.noscript),
    opening: joined(undefined, openingUnits),
    visibleLength: blocks.length,
    passwordField: blocks.passwordField,
    sendsOn: blocks.sendsOn,
    inertLength: blocks.inertLength,
    hasScript: blocks.hasScript,
  };
}

function heading(): string {
  for (let node = 0; node < blocks.nodeCount; node++) {
    if (blocks.tags[node] !== h1) continue;
    const [first, end] = [blocks.firstBlocks[node]!, blocks.endBlocks[node]!];
    if (first < end) return asString(blocks.units, blocks.starts[first]!, blocks.ends[end - 1]!);
  }
  return '';
}

/** Headings that may name a page: some of them belong to menus and banners. */
const mostHeadings = 3;
const longestName = 200;

function names(): string[] {
  const { firstBlocks, endBlocks, starts, ends, units } = blocks;
  const found = namingHeadings(blocks, mostHeadings).map((node) => {
    const start = starts[firstBlocks[node]!]!;
    const end = ends[endBlocks[node]! - 1]!;
    return oneLine(asString(units, start, Math.min(end, start + longestName)));
  });
  const title = oneLine(blocks.title).slice(0, longestName);
  return title === '' ? found : [...found, title];
}

/** White space collapsed; a copy, as a slice would keep the whole page alive. */
function oneLine(text: string): string {
  return Buffer.from(text.replace(/\s+/g, ' ').trim(), 'utf16le').toString('utf16le');
}

let lines = new Uint16Array(0);
const keptLines = 1 << 21;

/** The blocks b with `keep[b]`, one a line, up to `limit` code units. */
function joined(keep: Uint8Array | undefined, limit: number): string {
  const { units, starts, ends, count } = blocks;
  if (lines.length < limit || (lines.length > keptLines && limit < keptLines)) {
    lines = new Uint16Array(2 * limit);
  }
  let n = 0;
  for (let block = 0; block < count && n < limit; block++) {
    if (keep !== undefined && keep[block] === 0) continue;
    if (n > 0) lines[n++] = 0x0a;
    const end = Math.min(ends[block]!, starts[block]! + limit - n);
    for (let i = starts[block]!; i < end; i++) lines[n++] = units[i]!;
  }
  return asString(lines, 0, n);
}

function asString(units: Uint16Array, start: number, end: number): string {
  return Buffer.from(units.buffer, units.byteOffset + 2 * start, 2 * (end - start)).toString('utf16le');
}
