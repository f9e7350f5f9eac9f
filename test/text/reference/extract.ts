import type { Extracted } from '../../../src/text/extract.ts';
import { headingByTitle, titleBefore, titleLine } from '../../../src/text/heading-by-title.ts';
import { inertTexts, lengthOfOtherData } from '../../../src/text/inert-text.ts';
import { markdownHeading } from '../../../src/text/markdown-heading.ts';
import { qualifiedNamesIn } from '../../../src/text/qualified-names.ts';
import { hasRoughly } from '../../../src/text/rough-words.ts';
import { Blocks } from './blocks.ts';
import { calledPartOf, isWithin, namingHeadings } from './headings.ts';
import { readHtml } from './html-events.ts';
import { aboveListIn, keepMainText } from './main-text.ts';
import { tagOf } from './tags.ts';

type TextMode = 'main' | 'visible';

const blocks = new Blocks();

/**
 * Text of an HTML page.
 *
 * `visible` is all text outside of scripts, styles, templates, graphics and form values that the page's own markup
 * and style sheets do not hide (`hidingOf`, `HidingRules`): what no reader sees counts nowhere. `main` is the text
 * that the page is about: see `keepMainText`. Any string is legal, and the cost is O(html).
 */
export function extractText(html: string, mode: TextMode): Extracted {
  readPage(html);
  return withInertText(collect(mode), mode);
}

/** A page that one element hides until a script shows it is read again, as if that element were seen. */
function readPage(html: string): void {
  blocks.reset();
  readHtml(html, blocks);
  const part = blocks.hiddenPartOfPage;
  if (part === 0) return;
  blocks.reset(part);
  readHtml(html, blocks);
}

/** Main text of fewer words is no page's: what scripts would show is read as well. */
const thinWords = 20;
/** Readers without scripts or frames are told in fewer words that they need them. */
const fewestForOthers = 40;

/**
 * A page whose markup shows next to nothing, with the text that its templates or its data hold, if they hold any: it is
 * what readers see once a script has run. Else with what is there for readers without scripts or frames, if that is a text.
 */
function withInertText(all: Extracted, mode: TextMode): Extracted {
  if (mode !== 'main') return all;
  const line = titleLine(all.title, all.text, unlinked);
  const titled = { ...all, text: line === undefined ? all.text : `${line}\n${all.text}` };
  if (hasRoughly(all.text, thinWords)) return titled;
  const { templates, markup, noscript, noframes } = blocks;
  const [data, code] = [[...blocks.data], [...blocks.code]];
  if (data.length + code.length === 0 && `${templates}${markup}${noscript}${noframes}` === '') return titled;
  const found = { ...all, inertLength: all.inertLength - lengthOfOtherData(data) };
  // the blocks are used again
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

/** @param names of the text: the title of such a page is often that of its site */
function withText(all: Extracted, text: string, names: readonly string[] = []): Extracted {
  const { aboveList: _, ...found } = all;
  return { ...found, text: `${found.text}\n${text}`.trim(), names: [...names, ...found.names] };
}

function ofMarkup(markup: string): { text: string; heading: string } {
  if (markup === '') return { text: '', heading: '' };
  readPage(markup);
  return {
    text: joined(undefined, blocks.length + blocks.count),
    heading: oneLine(heading()) || markdownHeading(markup),
  };
}

const h1 = tagOf('h1');
const openingUnits = 1000;
const longestAside = 2000;

function collect(mode: TextMode): Extracted {
  const opening = joined(undefined, openingUnits);
  const kept = mode === 'main' ? keepMainText(blocks) : undefined;
  const above = kept && aboveListIn(blocks);
  return {
    text: joined(kept, blocks.length + blocks.count),
    ...(above && {
      aboveList: joined(
        kept.map((isKept, b) => ((b >= above.heading && b < above.end) || b >= above.below ? isKept : 0)),
        blocks.length + blocks.count,
      ),
    }),
    title: oneLine(blocks.title),
    heading: heading(),
    names: names(opening),
    qualified: qualifiedNamesIn(`${linesAtHeading(4)}\n${oneLine(blocks.title).slice(0, longestName)}`),
    canonical: oneLine(blocks.canonical),
    noscript: oneLine(blocks.noscript.slice(0, longestAside)),
    opening,
    visibleLength: blocks.length,
    passwordField: blocks.passwordField,
    sendsOn: blocks.sendsOn,
    inertLength: blocks.inertLength,
    hasScript: blocks.hasScript,
    hasFrames: blocks.hasFrames,
  };
}

/** The blocks without links. */
function unlinked(): string {
  const { count, linked, length } = blocks;
  const without = Uint8Array.from({ length: count }, (_, b) => (linked[b] === 0 ? 1 : 0));
  return joined(without, length + count);
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

function names(opening: string): string[] {
  const { firstBlocks, endBlocks, starts, ends, units } = blocks;
  const nodes = namingNodes();
  const found = nodes.slice(0, mostHeadings).map((node) => {
    const start = starts[firstBlocks[node]!]!;
    const end = ends[endBlocks[node]! - 1]!;
    return oneLine(asString(units, start, Math.min(end, start + longestName)));
  });
  const title = oneLine(blocks.title).slice(0, longestName);
  if (title === '') return found;
  return [...(found.length > 0 ? found : headingByTitle(title, opening)), title];
}

/** The headings that may name the page, best first. */
function namingNodes(): readonly number[] {
  const headings = namingHeadings(blocks);
  const main = calledPartOf(blocks);
  const ofPage = headings.filter((node) => blocks.tags[node] === h1);
  const ofMain = ofPage.filter((node) => main === 0 || isWithin(blocks, node, main));
  const inMain = headings.filter((node) => main !== 0 && isWithin(blocks, node, main));
  const best = ofMain.length > 0 ? ofMain : [...ofPage, ...inMain].slice(0, 1);
  return [...best, ...headings.filter((node) => !best.includes(node))];
}

/** The heading that names the page, with so many blocks above it and below it; empty if there is none. */
function linesAtHeading(around: number): string {
  const { firstBlocks, endBlocks, starts, ends, units, count } = blocks;
  const [node] = namingNodes();
  if (node === undefined) return '';
  const found: string[] = [];
  const end = Math.min(endBlocks[node]! + around, count);
  for (let block = Math.max(firstBlocks[node]! - around, 0); block < end; block++)
    found.push(asString(units, starts[block]!, Math.min(ends[block]!, starts[block]! + longestName)));
  return found.join('\n');
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
