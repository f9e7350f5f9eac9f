import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { saysCanonical, saysRefresh } from '../../../src/text/declarations.ts';
import { GONE } from '../../../src/text/element-bits.ts';
import { hidingOf } from '../../../src/text/hiding.ts';
import { partBits } from '../../../src/text/names.ts';
import { type Blocks, CODE, type Hints, scriptHolds } from './blocks.ts';
import { decodeAttribute, decodeEntity } from './entities.ts';
import { BLOCK, type TagId, tagId, tagOf, traitsOf, UNSEEN } from './tags.ts';

const a = tagOf('a');
const dialog = tagOf('dialog');
const input = tagOf('input');
const link = tagOf('link');
const meta = tagOf('meta');
const script = tagOf('script');

const OTHER = 0;
const CLASS = 1;
const ID = 2;
const ROLE = 3;
const STYLE = 4;
const HREF = 5;
const HIDDEN = 6;
const ARIA_HIDDEN = 7;
const TYPE = 8;
const REL = 9;
const HTTP_EQUIV = 10;
const CONTENT = 11;
const NAME = 12;
const OPEN = 13;
const POPOVER = 14;
const attributes = new Map([
  ['class', CLASS],
  ['id', ID],
  ['role', ROLE],
  ['style', STYLE],
  ['href', HREF],
  ['hidden', HIDDEN],
  ['aria-hidden', ARIA_HIDDEN],
  ['type', TYPE],
  ['rel', REL],
  ['http-equiv', HTTP_EQUIV],
  ['content', CONTENT],
  ['name', NAME],
  ['open', OPEN],
  ['popover', POPOVER],
]);
const longestAttribute = 11;
const cdata = '<![CDATA[';

/**
 * Reads HTML into `blocks` by the Tokenizer of htmlparser2: the definition of what assembly/html.ts does, but for `<![CDATA[`. In HTML
 * this is a comment up to the next `>`, and the Tokenizer begins anew behind it.
 */
export function readHtml(html: string, blocks: Blocks): void {
  const head = html.slice(0, 1024);
  const isXhtml = /^\s*<\?xml|<!doctype[^>]*xhtml/i.test(head);
  for (let rest: string | undefined = html; rest !== undefined; ) {
    reader.begin(rest, blocks, isXhtml);
    rest = restAfterComment(rest);
  }
  reader.release();
}

/** What comes behind a comment that the Tokenizer takes for CDATA; `undefined` if it has read the page to its end. */
function restAfterComment(html: string): string | undefined {
  tokenizer.reset();
  try {
    tokenizer.write(html);
    tokenizer.end();
    return undefined;
  } catch (ended) {
    if (!(ended instanceof EndOfComment)) throw ended;
    // a page that begins with a tag which does not end is read otherwise than one that goes on with it
    return `<!>${html.slice(ended.at)}`;
  }
}

class EndOfComment {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }
}

/**
 * Turns htmlparser2's tokens into calls of `Blocks`.
 *
 * The tokenizer is driven without the Parser on top: no strings for the names of elements and attributes,
 * no attribute objects (the Parser with a text callback only takes 1.6 × the time of the bare tokenizer).
 */
class Reader implements TokenizerCallbacks {
  #html = '';
  #blocks!: Blocks;
  /** Self-closing tags are what they say. */
  #isXhtml = false;
  #tag: TagId = 0;
  #isBlock = false;
  #attribute = OTHER;
  #valueStart = 0;
  #valueEnd = 0;
  #hasHints = false;
  /** `href` of a `<link>`, `content` of a `<meta>`. */
  #value = '';
  #id = '';
  #isCanonical = false;
  #isRefresh = false;
  /** Bit n: the tag has had attribute n, of which only the first counts. */
  #attributesMet = 0;
  readonly #hints: Hints = {
    hiding: 0,
    unspoken: false,
    link: false,
    password: false,
    control: false,
    sentLater: false,
    calledMain: false,
    names: '',
    holds: CODE,
  };
  /** The first `&` at or after the last text's start: each is searched for once. */
  #nextAmpersand = -1;

  begin(html: string, blocks: Blocks, isXhtml: boolean): void {
    this.#html = html;
    this.#blocks = blocks;
    this.#isXhtml = isXhtml;
    this.#nextAmpersand = -1;
  }

  release(): void {
    this.#html = '';
  }

  onopentagname(start: number, end: number): void {
    const tag = tagId(this.#html, start, end);
    this.#tag = tag;
    this.#isBlock = (traitsOf(tag) & BLOCK) !== 0;
    this.#hasHints = false;
    this.#attributesMet = 0;
    this.#isCanonical = this.#isRefresh = false;
    this.#value = this.#id = '';
  }

  onattribname(start: number, end: number): void {
    this.#attribute = OTHER;
    this.#valueStart = this.#valueEnd = 0;
    if (end - start > longestAttribute) return;
    const name = this.#html.slice(start, end);
    this.#attribute = attributes.get(name) ?? attributes.get(name.toLowerCase()) ?? OTHER;
  }

  onattribdata(start: number, end: number): void {
    this.#valueStart = start;
    this.#valueEnd = end;
  }

  onattribend(): void {
    const attribute = this.#attribute;
    this.#blocks.keepState(decodeAttribute(this.#html.slice(this.#valueStart, this.#valueEnd)));
    if (attribute === OTHER || (this.#attributesMet & (1 << attribute)) !== 0) return;
    this.#attributesMet |= 1 << attribute;
    if (this.#tag === link || this.#tag === meta) this.#readDeclaration(attribute);
    if (attribute === ID) this.#id = decodeAttribute(this.#html.slice(this.#valueStart, this.#valueEnd));
    if (attribute <= ROLE && !this.#isBlock && !this.#blocks.hidesByName) return;
    if (
      attribute >= REL ||
      (attribute === HREF && this.#tag !== a) ||
      (attribute === TYPE && this.#tag !== input && this.#tag !== script)
    )
      return;
    const hints = this.#useHints();
    if (attribute === HREF) {
      hints.link = true;
      return;
    }
    if (attribute === HIDDEN) return;
    const value = decodeAttribute(this.#html.slice(this.#valueStart, this.#valueEnd));
    if ((attribute === ID || attribute === ROLE) && partBits(value) !== 0) hints.calledMain = true;
    if (attribute === STYLE) hints.hiding |= hidingOf(value);
    else if (attribute === ARIA_HIDDEN) hints.unspoken = value === 'true';
    else if (attribute === TYPE && this.#tag === script) hints.holds = scriptHolds(value);
    else if (attribute === TYPE) {
      hints.password = value.toLowerCase() === 'password';
      hints.control = !['hidden', 'submit', 'button', 'image', 'reset'].includes(value.toLowerCase());
    } else hints.names = hints.names === '' ? value : `${hints.names} ${value}`;
  }

  /** What the tag at hand says, which is nothing when it is first asked for. */
  #useHints(): Hints {
    const hints = this.#hints;
    if (this.#hasHints) return hints;
    this.#hasHints = true;
    hints.hiding = 0;
    hints.unspoken = hints.link = hints.password = hints.control = false;
    hints.sentLater = hints.calledMain = false;
    hints.names = '';
    hints.holds = CODE;
    return hints;
  }

  /** An attribute of a `<link>` or a `<meta>`. */
  #readDeclaration(attribute: number): void {
    const [says, value] = this.#tag === link ? [REL, HREF] : [HTTP_EQUIV, CONTENT];
    if (attribute !== says && attribute !== value) return;
    const text = decodeAttribute(this.#html.slice(this.#valueStart, this.#valueEnd));
    if (attribute === REL) this.#isCanonical = saysCanonical(text);
    else if (attribute === HTTP_EQUIV) this.#isRefresh = saysRefresh(text);
    else this.#value = text;
  }

  onopentagend(): void {
    if (this.#isCanonical) this.#blocks.declareCanonical(this.#value);
    if (this.#isRefresh) this.#blocks.declareRefresh(this.#value);
    if (this.#tag === a && (this.#attributesMet & ((1 << NAME) | (1 << ID))) === 0)
      this.#useHints().link = true;
    if (this.#tag === input && (this.#attributesMet & (1 << TYPE)) === 0) this.#useHints().control = true;
    // React moves the parts of a page that it sends later to their places
    const isHidden = (this.#attributesMet & (1 << HIDDEN)) !== 0;
    const isSegment = isHidden && /S:[\da-fA-F]+$/.test(this.#id);
    if (isSegment) this.#useHints().sentLater = true;
    const isPopover = (this.#attributesMet & (1 << POPOVER)) !== 0;
    const isClosed = this.#tag === dialog && (this.#attributesMet & (1 << OPEN)) === 0;
    if ((isHidden && !isSegment) || isPopover || isClosed) this.#useHints().hiding |= GONE;
    this.#blocks.open(this.#tag, this.#hasHints ? this.#hints : undefined);
  }

  onselfclosingtag(): void {
    const tag = this.#tag;
    this.onopentagend();
    if (this.#isXhtml || (traitsOf(tag) & UNSEEN) !== 0) this.#blocks.close(tag);
  }

  onclosetag(start: number, end: number): void {
    this.#blocks.close(tagId(this.#html, start, end));
  }

  ontext(start: number, end: number): void {
    // of a page that ends within a tag the Tokenizer gives all of it once more
    if (start < 0) return;
    const html = this.#html;
    let from = start;
    for (;;) {
      if (this.#nextAmpersand < from) {
        this.#nextAmpersand = html.indexOf('&', from);
        if (this.#nextAmpersand < 0) this.#nextAmpersand = html.length;
      }
      const at = this.#nextAmpersand;
      if (at >= end || this.#blocks.isInScript) break;
      const entity = decodeEntity(html, at, end);
      if (entity === undefined) {
        this.#blocks.text(html, from, at + 1);
        from = at + 1;
      } else {
        this.#blocks.text(html, from, at);
        this.#blocks.text(entity.text, 0, entity.text.length);
        from = at + entity.length;
      }
    }
    if (from < end) this.#blocks.text(html, from, end);
  }

  oncdata(start: number, end: number, endOffset: number): void {
    if (this.#isXhtml) this.#blocks.text(this.#html, start, end - endOffset);
    else this.#endComment(start);
  }

  /** What the Tokenizer tells of CDATA that does not end. */
  oncomment(start: number): void {
    if (!this.#isXhtml && this.#html.startsWith(cdata, start - 2)) this.#endComment(start - 2 + cdata.length);
  }

  #endComment(start: number): void {
    if (this.#blocks.isInForeign) return;
    const greater = this.#html.indexOf('>', start);
    throw new EndOfComment(greater < 0 ? this.#html.length : greater + 1);
  }

  onend(): void {
    this.#blocks.finish();
  }

  onattribentity(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  ontextentity(): void {}
}

const reader = new Reader();
// Entities in attributes do not matter, and those in text are decoded above, only where there is a `&`.
const tokenizer = new Tokenizer({ decodeEntities: false, recognizeSelfClosing: true }, reader);
