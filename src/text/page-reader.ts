import { leadsElsewhere, saysCanonical, saysRefresh } from './declarations.ts';
import { decodeAttribute, decodeReference, startOfAttribute } from './entities.ts';
import { hidingOf } from './hiding.ts';
import { HidingRules } from './hiding-rules.ts';
import { inputBits } from './inputs.ts';
import { namesMeaning, partBits } from './names.ts';
import { wasm } from './page.wasm.ts';
import { PageKernel, type PageKernelExports } from './page-kernel.ts';
import { beginsAsJson, mayBeState, scriptHolds, stateAssignment, stateHead } from './script-types.ts';
import { type TagId, tagTable } from './tags.ts';

/** What assembly/page.ts exports; numbers are addresses, and lengths in code units. */
interface PageReaderKernel extends PageKernelExports {
  readonly tagsAt: WebAssembly.Global<'i32'>;
  readonly unitsAt: WebAssembly.Global<'i32'>;
  readonly outAt: WebAssembly.Global<'i32'>;
  readonly length: WebAssembly.Global<'i32'>;
  readonly inertLength: WebAssembly.Global<'i32'>;
  readonly passwordField: WebAssembly.Global<'i32'>;
  readonly hasScript: WebAssembly.Global<'i32'>;
  readonly hasFrames: WebAssembly.Global<'i32'>;
  readonly sendsOn: WebAssembly.Global<'i32'>;
  readonly hidesByName: WebAssembly.Global<'i32'>;
  readonly isNarrow: WebAssembly.Global<'i32'>;
  bytesFor(source: number, units: number, records: number): number;
  begin(source: number, units: number, records: number, part: number): void;
  makeRoom(source: number, units: number, records: number): void;
  widen(at: number, end: number, to: number): number;
  readJson(at: number, end: number, to: number): number;
  count(unit: number, at: number, end: number): number;
  readHtml(at: number, end: number, isXhtml: boolean): void;
  open(tag: TagId, bits: number): void;
  close(tag: TagId): void;
  text(at: number, end: number): void;
  sendOn(): void;
  finish(): void;
  hiddenPartOfPage(): number;
  keepMainText(): void;
  keptHeading(): number;
  listedFrom(): number;
  listedTo(): number;
  join(isMain: boolean, limit: number, first: number, end: number): number;
  joinUnlinked(): number;
  lines(first: number, end: number, limit: number): number;
  copy(start: number, end: number): number;
  firstH1(): number;
  nextNaming(node: number): number;
  isH1(node: number): number;
  findMainPart(): number;
  isWithin(node: number, other: number): number;
  firstOf(node: number): number;
  endOf(node: number): number;
  textStart(node: number): number;
  textEnd(node: number): number;
}

/** Bytes that vector loads may read behind the end. */
const SLACK = 32;
const LESS = 0x3c;
/** As in assembly/json-string.ts. */
const NO_STRING = 0xffffffff;
/** As many blocks, or code units, as there are. */
const ALL = 0xffffffff;
/** Code units at the start of a page in which a declaration of XHTML is looked for. */
const headUnits = 1024;
/** Initial room for a tree. It grows with the tree. */
const treeUnits = 1 << 16;
const treeRecords = 1 << 10;

/** Most code units kept of data, templates, `<noscript>` and `<noframes>` together. */
const keptInert = 1 << 20;
/** Most code units kept of scripts that are run. Each script counts `unitsOfScript` more than it has. */
const keptCode = 1 << 20;
const unitsOfScript = 16;
/** Nothing is added to a title of this length or more, in code units. */
const keptAside = 2000;
/** Longer canonical URLs are ignored, in code units. */
const longestUrl = 2000;

/**
 * Reads pages in WebAssembly, one after the other, into blocks of text within a tree of block elements. HTML goes to
 * `readHtml`; the tags and texts of a parsed tree are passed between `begin` and `finish`. The results of a page are
 * available until the next one begins.
 */
export class PageReader {
  title = '';
  /** Markup for readers without frames. */
  noframes = '';
  /** The first canonical URL that the page states, as written; '' if there is none. */
  canonical = '';
  /** The JSON of each script and attribute that contains some. */
  data: string[] = [];
  // in pieces: to look at the end of a string that grows piece by piece, V8 copies all of it
  readonly #noscript: string[] = [];
  readonly #templates: string[] = [];
  readonly #markup: string[] = [];
  #inertKept = 0;
  /** The scripts of an HTML page that are run: address and length of each in the source. */
  readonly #codeAt: number[] = [];
  /** The scripts of a tree that are run. These are copied, as each text of a tree overwrites the one before. */
  #code: string[] = [];
  #codeKept = 0;
  #isTree = false;
  #css = '';
  readonly #rules = new HidingRules();
  /** Number of elements of each name that are open beyond the greatest depth. */
  readonly #beyond = new Map<TagId, number>();

  readonly #kernel = new PageKernel<PageReaderKernel>(
    wasm,
    { page: this.#imports() },
    ({ memory, tagsAt }) => {
      new Int32Array(memory.buffer, tagsAt.value, tagTable.length).set(tagTable);
    },
  );
  #exports!: PageReaderKernel;
  #bytes: Buffer = Buffer.alloc(0);
  #units: Uint16Array = new Uint16Array(0);
  /** Room for source, in code units. */
  #sourceUnits = 0;

  /** Text for readers without scripts. */
  get noscript(): string {
    return this.#noscript.join('');
  }
  /** Text of `<template>` elements. */
  get templates(): string {
    return this.#templates.join('');
  }
  /** Markup or Markdown in scripts that contain templates, in hidden `<xmp>`, and in `<textarea>` outside of forms. */
  get markup(): string {
    return this.#markup.join('');
  }
  /** Length of all visible text, in code units. */
  get length(): number {
    return this.#exports.length.value >>> 0;
  }
  /** The page asks for a password. */
  get passwordField(): boolean {
    return this.#exports.passwordField.value !== 0;
  }
  /** The page sends its readers on to another page. */
  get sendsOn(): boolean {
    return this.#exports.sendsOn.value !== 0;
  }
  /** Length of the text in `<template>` and in `<script>` that is not run, in code units. */
  get inertLength(): number {
    return this.#exports.inertLength.value >>> 0;
  }
  /** Scripts that are run. They must be taken before anything else is read. */
  get code(): readonly string[] {
    const found = [...this.#code];
    const ranges = this.#codeAt;
    for (let i = 0; i < ranges.length; i += 2) found.push(this.#asString(ranges[i]!, ranges[i + 1]!));
    return found;
  }
  /** Whether the page has a script of any kind. */
  get hasScript(): boolean {
    return this.#exports.hasScript.value !== 0;
  }
  /** Whether the page consists of frames, which contain its text. */
  get hasFrames(): boolean {
    return this.#exports.hasFrames.value !== 0;
  }
  /** Whether a style sheet of the page hides elements by class or id: names of inline elements are then needed too. */
  get hidesByName(): boolean {
    return this.#exports.hidesByName.value !== 0;
  }

  /** Reads HTML, given as a string or as valid UTF-8. Cost: O(html) for any input. */
  readHtml(html: string | Uint8Array): void {
    const most = html.length;
    const kernel = this.#kernel.reserve(2 * most + most + 2 * SLACK);
    const at = kernel.freeAt.value;
    const { buffer } = kernel.memory;
    let end: number;
    if (typeof html === 'string') {
      end = at + Buffer.from(buffer, at, 2 * most).write(html, 'utf16le');
    } else {
      const bytesAt = at + 2 * most + SLACK;
      new Uint8Array(buffer, bytesAt, most).set(html);
      end = kernel.widen(bytesAt, bytesAt + most, at) >>> 0;
    }
    this.#readUnits(kernel, (end - at) / 2);
  }

  /**
   * Reads HTML that is a JSON string, given as the bytes between its quotes, in valid UTF-8. Returns the length of the
   * HTML in code units. If the bytes are no JSON string, returns `undefined` and reads nothing.
   */
  readJsonHtml(json: Uint8Array): number | undefined {
    const most = json.length;
    const kernel = this.#kernel.reserve(2 * most + most + 2 * SLACK);
    const at = kernel.freeAt.value;
    const bytesAt = at + 2 * most + SLACK;
    new Uint8Array(kernel.memory.buffer, bytesAt, most).set(json);
    const units = kernel.readJson(bytesAt, bytesAt + most, at) >>> 0;
    if (units === NO_STRING) return undefined;
    this.#readUnits(kernel, units);
    return units;
  }

  /**
   * Begins a page whose tags and texts come one by one.
   *
   * @param part what `hiddenPartOfPage` said of this page, if it is read again
   */
  begin(part = 0): void {
    this.#begin(this.#kernel.reserve(2 * treeUnits), treeUnits, treeUnits, treeRecords, part);
    this.#isTree = true;
  }

  /** A start tag. `bits` is what its attributes say, as in element-bits.ts. */
  open(tag: TagId, bits: number): void {
    this.#exports.open(tag, bits);
  }

  /** An end tag. Ignored if it ends nothing. */
  close(tag: TagId): void {
    this.#exports.close(tag);
  }

  /** A text whose character references are decoded. */
  text(text: string): void {
    const { length } = text;
    if (length > this.#sourceUnits) {
      this.#sourceUnits = 2 * length;
      this.#exports.makeRoom(this.#sourceUnits, 0, 0);
    }
    const { memory, freeAt } = this.#exports;
    if (this.#units.buffer !== memory.buffer) this.#view();
    const at = freeAt.value;
    if (length > longestByScript) this.#bytes.write(text, at, 'utf16le');
    else {
      const units = this.#units;
      for (let i = 0, to = at / 2; i < length; i++) units[to + i] = text.charCodeAt(i);
    }
    this.#exports.text(at, at + 2 * length);
  }

  /** The end of the page. */
  finish(): void {
    this.#exports.finish();
  }

  /**
   * The number of the element that hides the page until a script shows it, by `visibility` or `opacity`, or of the `<noscript>` that
   * has the page for readers without scripts: it has more text than what is seen, and an `<h1>`, a `<main>` or an `<article>`. 0 if
   * there is none. Such a page is to be read again.
   */
  get hiddenPartOfPage(): number {
    return this.#exports.hiddenPartOfPage();
  }

  /** The `href` of a `<link rel="canonical">`. Only the first counts. */
  declareCanonical(url: string): void {
    const trimmed = url.length > longestUrl ? '' : url.trim();
    if (this.canonical === '') this.canonical = trimmed;
  }

  /** The `content` of a `<meta http-equiv="refresh">`. Ignored within `<noscript>`. */
  declareRefresh(content: string): void {
    if (leadsElsewhere(content)) this.#exports.sendOn();
  }

  /** The value of an attribute. Kept if it may be the data that a script shows. */
  keepState(value: string): void {
    if (this.#inertKept >= keptInert || !mayBeState(value)) return;
    const kept = value.slice(0, keptInert - this.#inertKept);
    this.#inertKept += kept.length;
    this.data.push(kept);
  }

  /** How style sheets hide an element with these names, as bits of `hidingOf`. */
  hiddenByName(names: string): number {
    return this.#rules.of(names);
  }

  /** The blocks of the main text, one a line. Cost: O(blocks + nodes). */
  mainText(): string {
    this.#exports.keepMainText();
    return this.#out(this.#exports.join(true, ALL, 0, ALL));
  }

  /**
   * The main text from its heading to the list of other pages that it ends with, and what it says below that (`listedFrom` in
   * assembly/list-below.ts); undefined if it ends with none.
   */
  textAboveList(): string | undefined {
    const { listedFrom, listedTo, keptHeading, join } = this.#exports;
    const end = listedFrom();
    if (end === 0) return undefined;
    const above = this.#out(join(true, ALL, keptHeading(), end));
    const below = this.#out(join(true, ALL, listedTo(), ALL));
    return below === '' ? above : `${above}\n${below}`;
  }

  /** The blocks of all visible text, one a line, up to `limit` code units. */
  visibleText(limit: number = ALL): string {
    return this.#out(this.#exports.join(false, limit, 0, ALL));
  }

  /** The blocks of all visible text that have no link, one a line. */
  unlinkedText(): string {
    return this.#out(this.#exports.joinUnlinked());
  }

  /** The text of the first `<h1>` that has any, else ''. */
  heading(): string {
    const node = this.#exports.firstH1();
    return node === 0 ? '' : this.#textOf(node);
  }

  /**
   * At most `most` headings that have text and may name the page, each cut after `limit` code units: headings of any
   * level outside of `<nav>`, `<aside>`, `<footer>` and forms with something to fill in. The `<h1>`s of the part that calls itself the
   * main one (`calledPart` in assembly/main-part.ts), or else of the page, come first, and in a page without any the first heading in that
   * part: others may belong to a menu, a banner or a dialog. Also the first with so many lines above and below it, each cut likewise. O(nodes).
   */
  namingHeadings(
    most: number,
    limit: number,
    around: number,
  ): { readonly headings: string[]; readonly lines: string } {
    const { nextNaming, isH1, findMainPart, isWithin, firstOf, endOf, lines } = this.#exports;
    const main = findMainPart();
    const found: number[] = [];
    const best: number[] = [];
    let outside = 0;
    let firstInMain = 0;
    for (let node = nextNaming(0); node !== 0 && best.length < most; node = nextNaming(node)) {
      if (found.length <= most) found.push(node);
      const isInMain = main !== 0 && isWithin(node, main) !== 0;
      if (isInMain && firstInMain === 0) firstInMain = node;
      if (isH1(node) === 0) continue;
      if (main === 0 || isInMain) best.push(node);
      else if (outside === 0) outside = node;
    }
    const named = outside === 0 ? firstInMain : outside;
    if (best.length === 0 && named !== 0) best.push(named);
    const nodes = [...best, ...found.filter((node) => !best.includes(node))].slice(0, most);
    if (nodes.length === 0) return { headings: [], lines: '' };
    const [first, end] = [Math.max(firstOf(nodes[0]) - around, 0), endOf(nodes[0]) + around];
    return {
      headings: nodes.map((node) => this.#textOf(node, limit)),
      lines: this.#out(lines(first, end, limit)),
    };
  }

  /** Reads HTML that has been written to `freeAt`. */
  #readUnits(kernel: PageReaderKernel, units: number): void {
    const at = kernel.freeAt.value;
    const end = at + 2 * units;
    const records = kernel.count(LESS, at, end) + 2;
    this.#begin(kernel, units, units + 16, records);
    const isXhtml = /^\s*<\?xml|<!doctype[^>]*xhtml/i.test(this.#asString(at, Math.min(units, headUnits)));
    this.#exports.readHtml(at, end, isXhtml);
    const part = this.hiddenPartOfPage;
    if (part === 0) return;
    this.#begin(kernel, units, units + 16, records, part);
    this.#exports.readHtml(at, end, isXhtml);
  }

  /** @param kernel reserved for the page, which may already be in its memory */
  #begin(kernel: PageReaderKernel, source: number, units: number, records: number, part = 0): void {
    this.#exports = this.#kernel.extend(kernel.bytesFor(source, units, records));
    this.#exports.begin(source, units, records, part);
    this.#sourceUnits = source;
    this.#view();
    this.title = this.noframes = this.canonical = '';
    this.#css = '';
    this.#noscript.length = this.#templates.length = this.#markup.length = 0;
    this.#inertKept = this.#codeKept = this.#codeAt.length = 0;
    this.#isTree = false;
    if (this.#code.length > 0) this.#code = [];
    this.#rules.clear();
    this.#beyond.clear();
    if (this.data.length > 0) this.data = [];
  }

  #view(): void {
    const { buffer } = this.#exports.memory;
    if (this.#units.buffer === buffer) return;
    this.#bytes = Buffer.from(buffer);
    this.#units = new Uint16Array(buffer);
  }

  #textOf(node: number, limit = Number.POSITIVE_INFINITY): string {
    const { textStart, textEnd, copy } = this.#exports;
    const start = textStart(node) >>> 0;
    return this.#out(copy(start, Math.min(textEnd(node) >>> 0, start + limit)));
  }

  /** The output of the last `join` or `copy`, as a string of one byte a code unit if possible. */
  #out(units: number): string {
    const at = this.#exports.outAt.value >>> 0;
    if (this.#exports.isNarrow.value !== 0) return this.#bytes.toString('latin1', at, at + (units >>> 0));
    return this.#asString(at, units >>> 0);
  }

  #asString(at: number, length: number): string {
    if (this.#bytes.buffer !== this.#exports.memory.buffer) this.#view();
    return this.#bytes.toString('utf16le', at, at + 2 * length);
  }

  #imports(): WebAssembly.ModuleImports {
    const stringAt = (at: number, length: number): string => this.#asString(at >>> 0, length >>> 0);
    const write = (text: string, to: number): number => {
      if (this.#bytes.buffer !== this.#exports.memory.buffer) this.#view();
      this.#bytes.write(text, to >>> 0, 'utf16le');
      return text.length;
    };
    return {
      valueOf: (kind: number, at: number, length: number) => values[kind]!(stringAt(at, length)),
      decodeReference: (at: number, length: number, to: number) => {
        const decoded = decodeReference(stringAt(at, length));
        return decoded === undefined ? -1 : write(decoded, to);
      },
      decodeAttribute: (at: number, length: number, to: number) =>
        write(decodeAttribute(stringAt(at, length)), to),
      hiddenByName: (at: number, length: number) => this.#rules.of(stringAt(at, length)),
      declareCanonical: (at: number, length: number) =>
        this.declareCanonical(decodeAttribute(stringAt(at, length))),
      declareRefresh: (at: number, length: number) =>
        this.declareRefresh(decodeAttribute(stringAt(at, length))),
      keepCode: (at: number, length: number) => this.#keepCode(at >>> 0, length >>> 0),
      keepAside: (kind: number, at: number, length: number) => this.#keepAside(kind, at, length),
      beginData: () => {
        this.data.push('');
      },
      partAside: (kind: number) => {
        if (kind === OF_MARKUP) separate(this.#markup, '\n');
        else separate(kind === OF_NOSCRIPT ? this.#noscript : this.#templates, ' ');
      },
      keepState: (at: number, length: number) => {
        const value = this.#inertKept < keptInert ? stringAt(at, length) : '';
        // most values that begin with a reference are markup: decoding them all took a tenth of the time of some sites
        if (beginsAsJson(startOfAttribute(value))) this.keepState(decodeAttribute(value));
      },
      stateAssignment: (at: number, length: number) =>
        stateAssignment(stringAt(at, Math.min(length >>> 0, stateHead))),
      readStyles: () => {
        this.#rules.add(this.#css);
        this.#css = '';
        return this.#rules.any ? 1 : 0;
      },
      openBeyond: (tag: TagId) => {
        this.#beyond.set(tag, 1 + (this.#beyond.get(tag) ?? 0));
      },
      closeBeyond: (tag: TagId) => {
        const open = this.#beyond.get(tag) ?? 0;
        if (open > 0) this.#beyond.set(tag, open - 1);
        return open > 0 ? 1 : 0;
      },
      clearBeyond: () => {
        this.#beyond.clear();
      },
    };
  }

  #keepCode(at: number, length: number): void {
    const kept = Math.min(length, keptCode - this.#codeKept);
    if (kept <= 0) return;
    this.#codeKept += kept + unitsOfScript;
    if (this.#isTree) this.#code.push(this.#asString(at, kept));
    else this.#codeAt.push(at, kept);
  }

  /** Kinds as assembly/aside.ts numbers them. */
  #keepAside(kind: number, at: number, length: number): void {
    const piece = (most = length >>> 0): string => this.#asString(at >>> 0, Math.min(length >>> 0, most));
    if (kind === OF_TITLE) {
      if (this.title.length < keptAside) this.title += piece();
    } else if (kind === OF_STYLE) {
      this.#css += piece();
    } else if (this.#inertKept < keptInert) {
      const kept = piece(keptInert - this.#inertKept);
      if (kept === '') return;
      this.#inertKept += kept.length;
      if (kind === OF_NOSCRIPT) this.#noscript.push(kept);
      else if (kind === OF_NOFRAMES) this.noframes += kept;
      else if (kind === OF_TEMPLATE) this.#templates.push(kept);
      else if (kind === OF_MARKUP) this.#markup.push(kept);
      else this.data[this.data.length - 1] += kept;
    }
  }
}

const OF_TITLE = 0;
const OF_NOSCRIPT = 1;
const OF_STYLE = 2;
const OF_TEMPLATE = 3;
const OF_MARKUP = 4;
const OF_NOFRAMES = 6;

/** Ends a text in pieces with what separates words, as tags do, unless it is empty or ends so. */
function separate(pieces: string[], separator: string): void {
  if (pieces.at(-1)?.endsWith(separator) === false) pieces.push(separator);
}

/** Up to this length, in code units, writing a text in script is faster than a call. */
const longestByScript = 48;

/** Functions that interpret short texts, by the kinds of assembly/known-values.ts. */
const values: Readonly<Record<number, (text: string) => number>> = {
  1: namesMeaning,
  2: hidingOf,
  3: scriptHolds,
  4: (rel) => (saysCanonical(rel) ? 1 : 0),
  6: (directive) => (saysRefresh(directive) ? 1 : 0),
  7: inputBits,
  8: partBits,
};
