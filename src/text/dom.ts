import { saysCanonical, saysRefresh } from './declarations.ts';
import { CONTROL, GONE, HOLDS_SHIFT, LINKED, MEANING_SHIFT, SENT_LATER, UNSPOKEN } from './element-bits.ts';
import { hidingOf } from './hiding.ts';
import { inputBits } from './inputs.ts';
import { namesMeaning, partBits } from './names.ts';
import type { PageReader } from './page-reader.ts';
import { leastState, scriptHolds } from './script-types.ts';
import { type TagId, tagOf, traitsOf } from './tags.ts';
import { BLOCK, VOID, WHOLE } from './traits.ts';

const a = tagOf('a');
const dialog = tagOf('dialog');
const input = tagOf('input');
const link = tagOf('link');
const meta = tagOf('meta');
const script = tagOf('script');

/**
 * A node of a parsed page as htmlparser2's domhandler builds it (cheerio's `$.root()[0]`), reduced to the properties
 * that are read. Typed by structure, because cheerio's versions do not agree on a type.
 */
export interface DomNode {
  /** `text`, `tag`, `script`, `style`, `root` or `cdata`; all others are ignored. */
  readonly type: string;
  /** Name of an element. */
  readonly name?: string;
  /** Text of a text node. */
  readonly data?: string;
  readonly attribs?: { readonly [name: string]: string };
  readonly children?: readonly DomNode[];
}

/**
 * Reads a parsed page into `reader`, with the same results as `readHtml`. Does not change the tree; no recursion.
 *
 * Attributes are read by iteration, not as properties of `attribs`: pages have many shapes of it, and V8 compiled this
 * again for each new shape of a `<link>`, six times in a crawl of 600 pages.
 */
export function readDom(root: DomNode, reader: PageReader): void {
  readTree(root, reader, 0);
  const part = reader.hiddenPartOfPage;
  if (part !== 0) readTree(root, reader, part);
}

function readTree(root: DomNode, reader: PageReader, part: number): void {
  reader.begin(part);
  // for each open node: its children, the position of the next one, and its tag if that must be closed
  const lists = [root.children ?? none];
  const positions: number[] = [0];
  const tags: (TagId | undefined)[] = [isElement(root) ? closedTag(tagIdOf(root)) : undefined];
  for (let top = 0; top >= 0; ) {
    const children = lists[top]!;
    const position = positions[top]++;
    if (position >= children.length) {
      const tag = tags[top];
      if (tag !== undefined) reader.close(tag);
      top--;
      continue;
    }
    const node = children[position]!;
    if (node.type === 'text') {
      reader.text(node.data ?? '');
      continue;
    }
    const opened = isElement(node);
    if (!opened && node.type !== 'cdata' && node.type !== 'root') continue;
    let closed: TagId | undefined;
    if (opened) {
      const tag = tagIdOf(node);
      if (tag === link) readLink(node, reader);
      else if (tag === meta) readMeta(node, reader);
      reader.open(tag, bitsOf(node, tag, reader));
      closed = closedTag(tag);
    }
    top++;
    lists[top] = node.children ?? none;
    positions[top] = 0;
    tags[top] = closed;
  }
  reader.finish();
}

const none: readonly DomNode[] = [];

/** The tag to close an element with; `undefined` for void elements. */
function closedTag(tag: TagId): TagId | undefined {
  return (traitsOf(tag) & VOID) === 0 ? tag : undefined;
}

/** Iterates over the attributes as `bitsOf` does. */
function readLink({ attribs }: DomNode, reader: PageReader): void {
  let rel = '';
  let href = '';
  for (const name in attribs) {
    if (name === 'rel') rel = attribs[name]!;
    else if (name === 'href') href = attribs[name]!;
  }
  if (saysCanonical(rel)) reader.declareCanonical(href);
}

function readMeta({ attribs }: DomNode, reader: PageReader): void {
  let directive = '';
  let content = '';
  for (const name in attribs) {
    if (name === 'http-equiv') directive = attribs[name]!;
    else if (name === 'content') content = attribs[name]!;
  }
  if (saysRefresh(directive)) reader.declareRefresh(content);
}

function isElement(node: DomNode): boolean {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

/** Numbers of the element names met so far. Pages use a few dozen. */
const known = new Map<string, TagId>();
const keptNames = 4096;
/** V8 copies slices up to this length; a longer one would keep its whole page alive. */
const copiedLength = 12;
const longestKept = 120;

function tagIdOf(node: DomNode): TagId {
  const name = node.name ?? '';
  let tag = known.get(name);
  if (tag === undefined) {
    tag = tagOf(name);
    if (name.length <= copiedLength) {
      if (known.size >= keptNames) known.clear();
      known.set(name, tag);
    }
  }
  return tag;
}

/** Iterates over the attributes: most elements have one or two, in objects of many shapes. */
function bitsOf({ attribs }: DomNode, tag: TagId, reader: PageReader): number {
  const isBlock = (traitsOf(tag) & BLOCK) !== 0;
  const { hidesByName } = reader;
  let bits = 0;
  let names = '';
  if (tag === a && attribs?.id === undefined && attribs?.name === undefined) bits |= LINKED;
  else if (tag === input && attribs?.type === undefined) bits |= CONTROL;
  // a window that readers do not see until they, or a script, open it
  if (attribs?.popover !== undefined || (tag === dialog && attribs?.open === undefined)) bits |= GONE;
  for (const name in attribs) {
    const value = attribs[name]!;
    if (value.length >= leastState) reader.keepState(value);
    const isName = name === 'class' || name === 'id' || name === 'role';
    if (isName ? !isBlock && !hidesByName : !counts(name, tag)) continue;
    if (isName && isBlock && name !== 'class') bits |= partBits(value);
    if (isName) names = names === '' ? value : `${names} ${value}`;
    else if (name === 'href') bits |= LINKED;
    else if (name === 'hidden') bits |= isSegment(attribs!.id) ? SENT_LATER : GONE;
    else if (name === 'style') bits |= hidingOf(value);
    else if (name === 'aria-hidden') bits |= value === 'true' ? UNSPOKEN : 0;
    else if (tag === script) bits |= scriptHolds(value) << HOLDS_SHIFT;
    else bits |= inputBits(value);
  }
  if (names === '') return bits;
  if (hidesByName) bits |= reader.hiddenByName(names);
  return isBlock && (traitsOf(tag) & WHOLE) === 0 ? bits | (meaningOf(names) << MEANING_SHIFT) : bits;
}

/** Whether an element with this id is a part of the page that React sent later: see `isSegment` in assembly/open-tag.ts. */
function isSegment(id: string | undefined): boolean {
  return id !== undefined && /S:[\da-fA-F]+$/.test(id);
}

/** Meanings of the names met so far. */
const meanings = new Map<string, number>();

function meaningOf(names: string): number {
  let meaning = meanings.get(names);
  if (meaning === undefined) {
    meaning = namesMeaning(names);
    if (names.length <= longestKept) {
      if (meanings.size >= keptNames) meanings.clear();
      // a slice would keep its whole page alive
      meanings.set(Buffer.from(names, 'utf16le').toString('utf16le'), meaning);
    }
  }
  return meaning;
}

/** Whether an attribute other than `class`, `id` and `role` says anything about the text of such an element. */
function counts(name: string, tag: TagId): boolean {
  switch (name) {
    case 'href':
      return tag === a;
    case 'type':
      return tag === script || tag === input;
    case 'hidden':
    case 'style':
    case 'aria-hidden':
      return true;
    default:
      return false;
  }
}
