import { leadsElsewhere } from '../../../src/text/declarations.ts';
import { GONE, INVISIBLE, SIZED, TRANSPARENT, UNSIZED, VISIBLE } from '../../../src/text/element-bits.ts';
import { HidingRules } from '../../../src/text/hiding-rules.ts';
import { BLOCK, ENDS_P, SCOPE, type TagId, tagOf, tagsOf, traitsOf, UNSEEN, VOID } from './tags.ts';

const keptStyles = 1 << 17;
/** Elements deeper than this are read as their ancestor at this depth: real pages stay below 60. */
const maxDepth = 512;

/** What the attributes of an element say, as far as text cares. */
export interface Hints {
  /** How its `hidden` and `style` hide it: bits of `hidingOf`. */
  hiding: number;
  /** `aria-hidden`: seen, but nothing that is read out. */
  unspoken: boolean;
  /** An `<a>` with `href`. */
  link: boolean;
  /** An `<input>` for a password. */
  password: boolean;
  /** An `<input>` that readers fill in. */
  control: boolean;
  /** A part of the page that was sent later. */
  sentLater: boolean;
  /** Its `id` or `role` calls it the main part of the page. */
  calledMain: boolean;
  /** `class`, `id` and `role`, one space between; '' without. */
  names: string;
  /** What a `<script>` holds, by its `type`: see `scriptHolds`. */
  holds: number;
}

/** A script of unknown use, which is run. */
export const CODE = 0;
/** JSON. */
const DATA = 1;
/** A template of markup. */
const MARKUP = 2;

/** What a `<script>` of this `type` holds. */
export function scriptHolds(type: string): number {
  if (/json/i.test(type)) return DATA;
  return /template|html|mustache|markdown/i.test(type) ? MARKUP : CODE;
}

/** How a script that shows the page once it is ready hides it until then. */
const UNTIL_SHOWN = INVISIBLE | TRANSPARENT;
const leastHidden = 200;
const ofPage = tagsOf('h1 main article');
const foreign = tagsOf('svg math');
const a = tagOf('a');
const br = tagOf('br');
const p = tagOf('p');
const title = tagOf('title');
const textarea = tagOf('textarea');
const xmp = tagOf('xmp');
const form = tagOf('form');
/** What holds rows or cells. */
const rowsAndTables = tagsOf('table tbody thead tfoot tr');
const controls = tagsOf('select textarea');
const frame = tagOf('frame');
const noframes = tagOf('noframes');
const noscript = tagOf('noscript');
const style = tagOf('style');
const script = tagOf('script');
const template = tagOf('template');
/** `window.__STATE__ = {`: how frameworks hand over what a page is made of. */
const state = /^\s*(?:window|self|globalThis)(?:\.[\w$]+|\[["'][\w$]+["']\])\s*=\s*(?=[{[])/;
/** So much of a script is looked at for that. */
const stateHead = 200;

/** Length of the assignment that a script begins with, if a value follows that may be JSON; else 0. */
function stateAssignment(source: string, start: number, end: number): number {
  return state.exec(source.slice(start, Math.min(end, start + stateHead)))?.[0].length ?? 0;
}

/** Hidden as a whole they wait for a script that shows the page. */
const whole = tagsOf('html body');
const preformatted = tagsOf('pre listing xmp plaintext');
const tableParts = tagsOf('td th tr tbody thead tfoot table caption');

/** Start tag → the open elements that it ends, and those that stop the search for them. */
const impliedEnds = new Map<TagId, { readonly ends: Set<TagId>; readonly within: Set<TagId> }>();
implyEnds('li', 'li', 'ul ol menu');
implyEnds('dt dd', 'dt dd', 'dl');
implyEnds('td th', 'td th', 'tr table');
implyEnds('tr', 'tr', 'tbody thead tfoot table');
implyEnds('tbody thead tfoot', 'tbody thead tfoot', 'table');
implyEnds('body', 'head', 'html');

function implyEnds(starts: string, ends: string, within: string): void {
  for (const tag of tagsOf(starts)) impliedEnds.set(tag, { ends: tagsOf(ends), within: tagsOf(within) });
}

/** Nobody nests more of them; without a bound, 500 unclosed ones would be searched at every tag. */
const mostInline = 32;
const space = 0x20;
const lineFeed = 0x0a;
const noBreakSpace = 0xa0;
/** Longest text of scripts and templates that is kept, in code units. */
const keptInert = 1 << 20;
/** Longest title that is kept. */
const keptAside = 2000;
/** Longer URLs are none that a page is known by. */
const longestUrl = 2000;
/** Working memory that is kept from page to page: entries of the tables, code units of text. */
const kept = 1 << 16;
const keptUnits = 1 << 21;

/**
 * A page as blocks of text within a tree of block elements, built from start tags, end tags and text.
 *
 * Block b is `units[starts[b] .. ends[b])`, white space collapsed, and lies in node `nodes[b]`. Nodes are
 * numbered in document order: the blocks within node n are `firstBlocks[n] .. endBlocks[n]`. Node 0 is the
 * document. One instance serves page after page (`reset`); its arrays are working memory.
 */
export class Blocks {
  units: Uint16Array = new Uint16Array(1 << 16);
  length = 0;

  count = 0;
  starts: Uint32Array = new Uint32Array(1024);
  ends: Uint32Array = new Uint32Array(1024);
  /** Code units within links, of each block. */
  linked: Uint32Array = new Uint32Array(1024);
  nodes: Uint32Array = new Uint32Array(1024);

  nodeCount = 0;
  parents: Int32Array = new Int32Array(1024);
  tags: Int32Array = new Int32Array(1024);
  firstBlocks: Uint32Array = new Uint32Array(1024);
  endBlocks: Uint32Array = new Uint32Array(1024);
  /** 1 where an element says `aria-hidden`. */
  unspoken: Uint8Array = new Uint8Array(1024);
  /** `class`, `id` and `role` of each node. */
  names: string[] = [];
  /** Nodes of parts of the page that were sent later. */
  readonly sentLater = new Set<number>();
  readonly calledMain = new Set<number>();
  /** Nodes of forms that have something to fill in, or are within a form. */
  readonly formsInUse = new Set<number>();

  title = '';
  noscript = '';
  noframes = '';
  hasFrames = false;
  /** The first canonical URL that the page states, as it stands there; '' without. */
  canonical = '';
  /** The page sends its readers on to another. */
  sendsOn = false;
  /** The page asks for a password. */
  passwordField = false;
  /** Text within `<script>` and `<template>`, in code units. */
  inertLength = 0;
  /** JSON of each script that holds some. */
  data: string[] = [];
  /** Scripts that are run. */
  code: string[] = [];
  /** Markup of scripts that hold templates. */
  markup = '';
  /** Text of `<template>` elements. */
  templates = '';
  #holds = CODE;
  /** Whether text of the open script was seen. */
  #isBegun = false;
  /** Whether the page has a script of any kind. */
  hasScript = false;
  #inertKept = 0;
  #codeKept = 0;

  // The open elements, outermost first.
  readonly #openTags = new Int32Array(maxDepth);
  readonly #openTraits = new Uint8Array(maxDepth);
  readonly #openLinks = new Uint8Array(maxDepth);
  /** Bits of `hidingOf` that the text of each element has from its own style or from around it: UNSIZED, INVISIBLE, TRANSPARENT. */
  readonly #openHiding = new Uint16Array(maxDepth);
  /** Node of a block element, else -1. */
  readonly #openNodes = new Int32Array(maxDepth);
  /** Open elements by the low bits of their tag: a stray end tag is known without a search. */
  readonly #openCounts = new Uint32Array(256);
  #depth = 0;
  /** Elements that were opened deeper than `maxDepth`. */
  #beyond = 0;
  /** How many of each name. */
  readonly #beyondTags = new Map<TagId, number>();
  /** Open elements, deeper than `maxDepth`, of the name of the one there that hides what is in it. */
  #unseenBeyond = 0;
  #unseenTag: TagId = 0;
  #unseenFrom = -1;
  readonly #rules = new HidingRules();
  #css = '';
  #cssRead = 0;
  /** The text here has no size or is not visible. */
  #hiding = 0;
  #preFrom = -1;
  #links = 0;
  #node = 0;
  /** Node of the outermost open form, else -1. */
  #form = -1;

  /** Outermost elements without visibility or opacity, and each `<noscript>`, so far; the one to read as if it were seen, and the one with most of the page. */
  #hiddenParts = 0;
  #shownPart = 0;
  #fullest = { number: 0, ink: 0 };
  /** The open one, and the depth of the one that is read as if it were seen. */
  #hiddenPart: { readonly depth: number; ink: number; isOfPage: boolean } | undefined;
  #shownFrom = -1;

  #blockStart = 0;
  #blockLinked = 0;
  /** What comes before the next character: 0 for nothing, else a space or a line feed. */
  #gap = 0;

  /**
   * Arrays that are replaced as they grow are set twice: V8 compiles what was never set again into the code that reads it, and
   * compiled that anew with each page that was longer than those before.
   */
  constructor() {
    this.#growUnits(this.units.length / 2);
    this.#resizeBlocks(this.starts.length);
    this.#resizeNodes(this.parents.length);
  }

  /** Whether a style sheet of the page hides elements by their names: then those of inline elements are wanted, too. */
  get hidesByName(): boolean {
    return this.#rules.any;
  }

  /** Whether text here is that of a `<script>`, in which `&` is what it is. */
  get isInScript(): boolean {
    return this.#unseenFrom >= 0 && this.#openTags[this.#depth - 1] === script;
  }

  /** Whether text here is that of a drawing or a formula. */
  get isInForeign(): boolean {
    return this.#unseenFrom >= 0 && foreign.has(this.#openTags[this.#unseenFrom]!);
  }

  /** Number of the element that hides the page until a script shows it; 0 where there is none. */
  get hiddenPartOfPage(): number {
    const { number, ink } = this.#fullest;
    return ink >= leastHidden && ink > this.length ? number : 0;
  }

  /** @param part the hidden part to read as if it were seen */
  reset(part = 0): void {
    this.#hiddenParts = 0;
    this.#shownPart = part;
    this.#fullest = { number: 0, ink: 0 };
    this.#hiddenPart = undefined;
    this.#shownFrom = -1;
    if (this.units.length > keptUnits) this.units = new Uint16Array(keptUnits);
    if (this.starts.length > kept) this.#resizeBlocks(kept);
    if (this.parents.length > kept) this.#resizeNodes(kept);
    this.length = this.count = this.nodeCount = this.#depth = this.#links = 0;
    this.#beyond = this.#unseenBeyond = 0;
    this.#beyondTags.clear();
    this.#blockStart = this.#blockLinked = this.#gap = this.#node = 0;
    this.#unseenFrom = this.#preFrom = -1;
    this.#openCounts.fill(0);
    this.names.length = 0;
    this.formsInUse.clear();
    this.sentLater.clear();
    this.calledMain.clear();
    this.#form = -1;
    this.title = this.noscript = this.noframes = this.canonical = this.#css = '';
    this.#cssRead = this.#hiding = 0;
    this.#rules.clear();
    this.passwordField = this.sendsOn = false;
    this.inertLength = this.#inertKept = this.#codeKept = 0;
    this.hasScript = this.hasFrames = false;
    this.markup = this.templates = '';
    if (this.data.length > 0) this.data = [];
    if (this.code.length > 0) this.code = [];
    this.#addNode(0, -1, undefined);
  }

  /** A `<link>` says what the page is to be known by; only the first counts. */
  declareCanonical(url: string): void {
    const trimmed = url.length > longestUrl ? '' : url.trim();
    if (this.canonical === '') this.canonical = trimmed;
  }

  /** A `<meta>` says when the page is to be read again, or another in its place; within `<noscript>` it says nothing. */
  declareRefresh(content: string): void {
    if (this.#unseenFrom < 0 && leadsElsewhere(content)) this.sendsOn = true;
  }

  /** A start tag. `hints` may be left out for an element without attributes. */
  open(tag: TagId, hints?: Hints): void {
    if (this.#unseenBeyond > 0) {
      if (tag === this.#unseenTag) this.#unseenBeyond++;
      return;
    }
    const traits = traitsOf(tag);
    const isBeyond = this.#beyond > 0;
    if ((traits & ENDS_P) !== 0 && !isBeyond && this.#openCounts[p & 255]! > 0) this.#endParagraph();
    if ((traits & VOID) !== 0) {
      if (hints?.password === true) this.passwordField = true;
      if (this.#unseenFrom < 0) {
        if (hints?.control === true) this.#useForm();
        if (tag === frame) this.hasFrames = true;
        this.#breakAt(tag, traits);
      }
      return;
    }
    if (tag === form && this.#isAmongRows) {
      this.#breakAt(tag, traits);
      return;
    }
    if ((traits & BLOCK) !== 0 && !isBeyond) this.#endImplied(tag);
    else if (tag === a && this.#openCounts[a & 255]! > 0) this.#endLink();
    if (this.#depth === maxDepth) {
      this.#openBeyond(tag, traits, hints);
      return;
    }
    const depth = this.#depth++;
    let node = -1;
    if (tag === textarea || tag === xmp) this.#partMarkup();
    if (this.#unseenFrom >= 0) {
      this.#partAside();
      if (tag === script && this.#isRun) this.#beginScript(hints?.holds ?? CODE);
      if (this.#hiddenPart?.depth === this.#unseenFrom && ofPage.has(tag)) this.#hiddenPart.isOfPage = true;
    } else {
      const hiding = hints === undefined || whole.has(tag) ? 0 : this.#hidingOf(hints);
      if (hiding !== 0) this.#hide(depth, hiding);
      if (this.#hiddenPart !== undefined && ofPage.has(tag)) this.#hiddenPart.isOfPage = true;
      const isUnspoken = hints?.unspoken === true && (traits & BLOCK) === 0;
      const isGone = (hiding & GONE) !== 0 || isUnspoken;
      const isShown = tag === noscript && !isGone && this.#isSeen && this.#beginPart(depth);
      if (isGone || ((traits & UNSEEN) !== 0 && !isShown)) {
        if ((traits & BLOCK) !== 0) this.#endBlock();
        this.#unseenFrom = depth;
        if (controls.has(tag)) this.#useForm();
        if (tag === script) this.#beginScript(hints?.holds ?? CODE);
      } else if ((traits & BLOCK) !== 0) {
        this.#endBlock();
        node = this.#addNode(tag, this.#node, hints);
        this.#node = node;
        if (tag === form && this.#form < 0) this.#form = node;
        else if (tag === form) this.formsInUse.add(node);
        if (this.#preFrom < 0 && preformatted.has(tag)) this.#preFrom = depth;
      }
    }
    const link = hints?.link === true ? 1 : 0;
    this.#links += link;
    this.#openTags[depth] = tag;
    this.#openTraits[depth] = traits;
    this.#openLinks[depth] = link;
    this.#openNodes[depth] = node;
    this.#openHiding[depth] = this.#hiding;
    this.#openCounts[tag & 255]!++;
  }

  /** Whether a form here has no content, as parsers leave it empty between the rows of a table. Within another form it is one of its parts. */
  get #isAmongRows(): boolean {
    if (this.#depth === 0 || this.#unseenFrom >= 0 || this.#openCounts[form & 255]! > 0) return false;
    return rowsAndTables.has(this.#openTags[this.#depth - 1]!);
  }

  /** An end tag; one that ends nothing is ignored. */
  close(tag: TagId): void {
    if (this.#unseenBeyond > 0) {
      if (tag === this.#unseenTag && --this.#unseenBeyond === 0) this.#unseenFrom = -1;
      return;
    }
    const openBeyond = this.#beyond > 0 ? (this.#beyondTags.get(tag) ?? 0) : 0;
    if (openBeyond > 0) {
      this.#beyond--;
      this.#beyondTags.set(tag, openBeyond - 1);
      if ((traitsOf(tag) & BLOCK) !== 0) this.#endBlock();
      return;
    }
    if (this.#openCounts[tag & 255] === 0) {
      if (this.#unseenFrom < 0 && (tag === br || tag === p)) this.#breakAt(tag, traitsOf(tag));
      return;
    }
    const isBlock = (traitsOf(tag) & BLOCK) !== 0;
    const isTablePart = isBlock && tableParts.has(tag);
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      if (this.#openTags[depth] === tag) {
        this.#popTo(depth);
        return;
      }
      const traits = this.#openTraits[depth]!;
      if (isBlock ? (traits & SCOPE) !== 0 && !isTablePart : (traits & BLOCK) !== 0) break;
    }
    if (tag === a) this.#endLink();
  }

  /** The text `source[start .. end)`, entities decoded. */
  text(source: string, start: number, end: number): void {
    if (this.#unseenFrom >= 0) {
      this.#keepAside(source, start, end);
      return;
    }
    if (this.#hiding !== 0) {
      const ink = source.slice(start, end).replace(/[\0-\x20\xa0]/g, '').length;
      if (this.#hiddenPart !== undefined) this.#hiddenPart.ink += ink;
      return;
    }
    let n = this.length;
    if (this.units.length < n + 2 * (end - start)) this.#growUnits(n + 2 * (end - start));
    const units = this.units;
    const before = n;
    let gap = this.#gap;
    const blockStart = this.#blockStart;
    const isPre = this.#preFrom >= 0;
    for (let i = start; i < end; i++) {
      const unit = source.charCodeAt(i);
      if (unit > space && unit !== noBreakSpace) {
        if (gap !== 0) {
          if (n > blockStart) units[n++] = gap;
          gap = 0;
        }
        units[n++] = unit;
      } else if (isPre && unit === lineFeed) {
        gap = lineFeed;
      } else if (gap === 0) {
        gap = space;
      }
    }
    this.#gap = gap;
    this.length = n;
    if (this.#links > 0) this.#blockLinked += n - before;
  }

  /** The end of the page. */
  finish(): void {
    this.#popTo(0);
    this.#endBlock();
    this.endBlocks[0] = this.count;
  }

  /** A start tag deeper than `maxDepth`: its element is not kept, but what nobody sees there counts nowhere either. */
  #openBeyond(tag: TagId, traits: number, hints: Hints | undefined): void {
    if ((traits & BLOCK) !== 0) this.#endBlock();
    const hiding = hints === undefined ? 0 : this.#hidingOf(hints);
    const isUnseen = (traits & UNSEEN) !== 0 || (hiding & (GONE | UNSIZED | UNTIL_SHOWN)) !== 0;
    if (this.#unseenFrom >= 0 || !isUnseen) {
      this.#beyond++;
      this.#beyondTags.set(tag, 1 + (this.#beyondTags.get(tag) ?? 0));
      return;
    }
    this.#unseenBeyond = 1;
    this.#unseenTag = tag;
    this.#unseenFrom = maxDepth;
  }

  #keepAside(source: string, start: number, end: number): void {
    const tag = this.#openTags[this.#unseenFrom];
    const within = this.#openTags[this.#depth - 1];
    if (within !== tag && (within === script || within === style)) {
      if (within === script && this.#isRun) this.#keepInert(script, source, start, end);
      return;
    }
    if (this.#hiddenPart?.depth === this.#unseenFrom)
      this.#hiddenPart.ink += source.slice(start, end).replace(/[\0-\x20\xa0]/g, '').length;
    if (tag === style && this.#cssRead < keptStyles) {
      this.#css += source.slice(start, Math.min(end, start + keptStyles - this.#cssRead));
      this.#cssRead += end - start;
    } else if (tag === script || tag === template || tag === noscript || tag === noframes)
      this.#keepInert(tag, source, start, end);
    else if (tag === title) {
      if (this.title.length < keptAside) this.title += source.slice(start, end);
    } else if (within === xmp || (within === textarea && this.#openCounts[form & 255] === 0))
      this.#keepMarkup(source, start, end);
  }

  /** Whether scripts within what nobody sees are run. */
  get #isRun(): boolean {
    const isHidden = this.#unseenFrom < maxDepth && (this.#openTraits[this.#unseenFrom]! & UNSEEN) === 0;
    return isHidden && this.#openCounts[template & 255] === 0;
  }

  /** The value of an attribute, which may hold the data that a script shows. */
  keepState(value: string): void {
    if (this.#inertKept >= keptInert || !/^[[{]/.test(value) || value.length < 200) return;
    const kept = value.slice(0, keptInert - this.#inertKept);
    this.#inertKept += kept.length;
    this.data.push(kept);
  }

  /** Within a template and `<noscript>`, tags separate words. */
  #partAside(): void {
    const around = this.#openTags[this.#unseenFrom];
    if (around === template) this.templates = this.templates.replace(/(?<=[^ ])$/, ' ');
    if (around === noscript) this.noscript = this.noscript.replace(/(?<=[^ ])$/, ' ');
  }

  #beginScript(holds: number): void {
    this.hasScript = true;
    this.#holds = holds;
    this.#isBegun = false;
    if (holds === DATA) this.data.push('');
    if (holds === MARKUP) this.#partMarkup();
  }

  /** Ends of elements that hold markup separate words. */
  #partMarkup(): void {
    if (!/(?:^|\n)$/.test(this.markup)) this.markup += '\n';
  }

  #keepMarkup(source: string, start: number, end: number): void {
    const kept = Math.max(0, keptInert - this.#inertKept);
    const piece = source.slice(start, Math.min(end, start + kept));
    this.#inertKept += piece.length;
    this.markup += piece;
  }

  /** What follows is the state that a framework left for its script. */
  #beginState(): void {
    this.#holds = DATA;
    this.data.push('');
  }

  #keepInert(tag: TagId, source: string, start: number, end: number): void {
    if (tag === script && !this.#isBegun) {
      this.#isBegun = true;
      const assignment = this.#holds === CODE ? stateAssignment(source, start, end) : 0;
      if (assignment > 0) this.#beginState();
      start += assignment;
    }
    if (tag === script && this.#holds === CODE) {
      const kept = Math.min(end - start, keptInert - this.#codeKept);
      if (kept > 0) this.code.push(source.slice(start, start + kept));
      this.#codeKept += kept + 16;
      return;
    }
    if (tag === script || tag === template) this.inertLength += end - start;
    if (this.#inertKept >= keptInert) return;
    const piece = source.slice(start, Math.min(end, start + keptInert - this.#inertKept));
    this.#inertKept += piece.length;
    if (tag === noscript) this.noscript += piece;
    else if (tag === noframes) this.noframes += piece;
    else if (tag === template) this.templates += piece;
    else if (this.#holds === MARKUP) this.markup += piece;
    else this.data[this.data.length - 1] += piece;
  }

  #useForm(): void {
    if (this.#form >= 0) this.formsInUse.add(this.#form);
  }

  #hide(depth: number, own: number): void {
    const around = this.#hiding;
    const isInShown = this.#shownFrom >= 0;
    this.#hiding = inherited(around, isInShown ? own & ~UNTIL_SHOWN : own);
    const isHiddenPart =
      (around & UNTIL_SHOWN) === 0 && (this.#hiding & UNTIL_SHOWN) !== 0 && (own & GONE) === 0;
    if (isInShown || !isHiddenPart) return;
    if (this.#beginPart(depth)) this.#hiding = inherited(around, own & ~UNTIL_SHOWN);
  }

  /** Begins a hidden part; returns whether it is the one that is read as if it were seen. */
  #beginPart(depth: number): boolean {
    this.#hiddenParts++;
    if (this.#hiddenParts === this.#shownPart) this.#shownFrom = depth;
    else this.#hiddenPart = { depth, ink: 0, isOfPage: false };
    return this.#shownFrom === depth;
  }

  /** Nothing around the next element hides it, or is a hidden part that is read as if it were seen. */
  get #isSeen(): boolean {
    return this.#hiding === 0 && this.#hiddenPart === undefined && this.#shownFrom < 0;
  }

  #endHiddenPart(): void {
    const { ink, isOfPage } = this.#hiddenPart!;
    if (isOfPage && ink > this.#fullest.ink) this.#fullest = { number: this.#hiddenParts, ink };
    this.#hiddenPart = undefined;
  }

  #readStyles(): void {
    this.#rules.add(this.#css);
    this.#css = '';
  }

  #hidingOf({ hiding, names }: Hints): number {
    return names !== '' && this.#rules.any ? hiding | this.#rules.of(names) : hiding;
  }

  /** Ends the open `<p>` that only inline elements, and not too many, separate from here. */
  #endParagraph(): void {
    const last = Math.max(0, this.#depth - mostInline);
    for (let depth = this.#depth - 1; depth >= last; depth--) {
      if (this.#openTags[depth] === p) {
        this.#popTo(depth);
        return;
      }
      if ((this.#openTraits[depth]! & (BLOCK | UNSEEN)) !== 0) return;
    }
  }

  #endImplied(tag: TagId): void {
    const rule = impliedEnds.get(tag);
    if (rule === undefined) return;
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      const open = this.#openTags[depth]!;
      if (rule.ends.has(open)) {
        this.#popTo(depth);
        return;
      }
      if (rule.within.has(open)) return;
    }
  }

  /** A link ends at the next link or at its end tag, whatever else is open within it. */
  #endLink(): void {
    for (let depth = this.#depth - 1; depth >= 0; depth--) {
      if (this.#openTags[depth] !== a) continue;
      this.#links -= this.#openLinks[depth]!;
      this.#openLinks[depth] = 0;
      return;
    }
  }

  #popTo(depth: number): void {
    if (this.#beyond > 0) {
      this.#beyond = 0;
      this.#beyondTags.clear();
    }
    while (this.#depth > depth) {
      const top = --this.#depth;
      this.#hiding = top === 0 ? 0 : this.#openHiding[top - 1]!;
      this.#openCounts[this.#openTags[top]! & 255]!--;
      this.#links -= this.#openLinks[top]!;
      const node = this.#openNodes[top]!;
      if (node >= 0) {
        this.#endBlock();
        this.endBlocks[node] = this.count;
        this.#node = this.parents[node]!;
        if (node === this.#form) this.#form = -1;
      }
      if (top === this.#unseenFrom) {
        this.#unseenFrom = -1;
        if (this.#css !== '') this.#readStyles();
      }
      if (top === this.#preFrom) this.#preFrom = -1;
      if (top === this.#hiddenPart?.depth) this.#endHiddenPart();
      if (top === this.#shownFrom) this.#shownFrom = -1;
    }
  }

  /** What an element without content does to the text about it. */
  #breakAt(tag: TagId, traits: number): void {
    if ((traits & BLOCK) !== 0) this.#endBlock();
    else if (tag === br) this.#gap = lineFeed;
  }

  #endBlock(): void {
    const start = this.#blockStart;
    this.#gap = 0;
    if (this.length === start) return;
    if (this.count === this.starts.length) this.#resizeBlocks(2 * this.count);
    const block = this.count++;
    this.starts[block] = start;
    this.ends[block] = this.length;
    this.linked[block] = this.#blockLinked;
    this.nodes[block] = this.#node;
    this.#blockStart = this.length;
    this.#blockLinked = 0;
  }

  #addNode(tag: TagId, parent: number, hints: Hints | undefined): number {
    if (this.nodeCount === this.parents.length) this.#resizeNodes(2 * this.nodeCount);
    const node = this.nodeCount++;
    this.tags[node] = tag;
    this.parents[node] = parent;
    this.firstBlocks[node] = this.count;
    this.unspoken[node] = hints?.unspoken === true ? 1 : 0;
    if (hints?.sentLater === true) this.sentLater.add(node);
    if (hints?.calledMain === true) this.calledMain.add(node);
    this.names.push(hints === undefined ? '' : hints.names);
    return node;
  }

  #growUnits(needed: number): void {
    const larger = new Uint16Array(2 * needed);
    larger.set(this.units.subarray(0, this.length));
    this.units = larger;
  }

  #resizeBlocks(size: number): void {
    this.starts = resized(this.starts, size);
    this.ends = resized(this.ends, size);
    this.linked = resized(this.linked, size);
    this.nodes = resized(this.nodes, size);
  }

  #resizeNodes(size: number): void {
    this.parents = resized(this.parents, size);
    this.tags = resized(this.tags, size);
    this.firstBlocks = resized(this.firstBlocks, size);
    this.endBlocks = resized(this.endBlocks, size);
    this.unspoken = resized(this.unspoken, size);
  }
}

/** What text has from around it and from its own element, which may say that it is seen again. */
function inherited(around: number, own: number): number {
  let bits = around | (own & (UNSIZED | UNTIL_SHOWN));
  if ((own & SIZED) !== 0) bits &= ~UNSIZED;
  if ((own & VISIBLE) !== 0) bits &= ~INVISIBLE;
  return bits;
}

function resized<T extends Uint8Array | Int32Array | Uint32Array>(array: T, size: number): T {
  const copy = new (array.constructor as new (size: number) => T)(size);
  copy.set(array.subarray(0, size));
  return copy;
}
