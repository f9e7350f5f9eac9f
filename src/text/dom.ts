import { type Blocks, CODE, type Hints, saysCanonical, saysRefresh, scriptHolds } from './blocks.ts';
import { GONE, hidingOf } from './hiding.ts';
import { BLOCK, type TagId, tagOf, traitsOf, VOID } from './tags.ts';

const a = tagOf('a');
const input = tagOf('input');
const link = tagOf('link');
const meta = tagOf('meta');
const script = tagOf('script');

/**
 * A node of a parsed page, as htmlparser2's domhandler makes them (cheerio's `$.root()[0]`): the part of it
 * that is read. Typed by structure, because cheerio's versions do not agree on a type.
 */
export interface DomNode {
  /** `text`, `tag`, `script`, `style`, `root`, …; all others are ignored. */
  readonly type: string;
  /** Name of an element. */
  readonly name?: string;
  /** Text of a text node. */
  readonly data?: string;
  readonly attribs?: { readonly [name: string]: string };
  readonly children?: readonly DomNode[];
}

/**
 * Reads a parsed page into `blocks`, which ends as `readHtml` leaves it. Changes nothing; no recursion.
 *
 * What V8 compiles of it is to last: a property of `attribs`, of which each page has other forms, had this compiled anew
 * with every form of a `<link>`, six times in a crawl of 600 pages.
 */
export function readDom(root: DomNode, blocks: Blocks): void {
  // of each open node: its children, the next one, and its tag where that is to be closed
  const lists = [root.children ?? none];
  const positions: number[] = [0];
  const tags: (TagId | undefined)[] = [isElement(root) ? closedTag(tagIdOf(root)) : undefined];
  for (let top = 0; top >= 0; ) {
    const children = lists[top]!;
    const position = positions[top]++;
    if (position >= children.length) {
      const tag = tags[top];
      if (tag !== undefined) blocks.close(tag);
      top--;
      continue;
    }
    const node = children[position]!;
    if (node.type === 'text') {
      const text = node.data ?? '';
      blocks.text(text, 0, text.length);
      continue;
    }
    const opened = isElement(node);
    if (!opened && node.type !== 'cdata' && node.type !== 'root') continue;
    let closed: TagId | undefined;
    if (opened) {
      const tag = tagIdOf(node);
      if (tag === link) readLink(node, blocks);
      else if (tag === meta) readMeta(node, blocks);
      blocks.open(tag, hintsOf(node, tag, blocks.hidesByName));
      closed = closedTag(tag);
    }
    top++;
    lists[top] = node.children ?? none;
    positions[top] = 0;
    tags[top] = closed;
  }
  blocks.finish();
}

const none: readonly DomNode[] = [];

/** The tag that an element ends by; void ones have no end. */
function closedTag(tag: TagId): TagId | undefined {
  return (traitsOf(tag) & VOID) === 0 ? tag : undefined;
}

/** Attributes are gone through as they come, as in `hintsOf`. */
function readLink({ attribs }: DomNode, blocks: Blocks): void {
  let rel = '';
  let href = '';
  for (const name in attribs) {
    if (name === 'rel') rel = attribs[name]!;
    else if (name === 'href') href = attribs[name]!;
  }
  if (saysCanonical(rel)) blocks.declareCanonical(href);
}

function readMeta({ attribs }: DomNode, blocks: Blocks): void {
  let directive = '';
  let content = '';
  for (const name in attribs) {
    if (name === 'http-equiv') directive = attribs[name]!;
    else if (name === 'content') content = attribs[name]!;
  }
  if (saysRefresh(directive)) blocks.declareRefresh(content);
}

function isElement(node: DomNode): boolean {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

/** Numbers of names that were met; pages use some tens. */
const known = new Map<string, TagId>();
const keptNames = 4096;
/** V8 copies slices up to this length; a longer one would keep its whole page alive. */
const copiedLength = 12;

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

/** Of one element after the other: `Blocks` keeps none. */
const hints: Hints = { hiding: 0, unspoken: false, link: false, password: false, names: '', holds: CODE };

/** Attributes are gone through as they come: most elements have one or two, in objects of many forms. */
function hintsOf({ attribs }: DomNode, tag: TagId, hidesByName: boolean): Hints | undefined {
  const wantsNames = hidesByName || (traitsOf(tag) & BLOCK) !== 0;
  let hasHints = false;
  for (const name in attribs) {
    const isName = name === 'class' || name === 'id' || name === 'role';
    if (isName ? !wantsNames : !counts(name, tag)) continue;
    if (!hasHints) {
      hasHints = true;
      hints.hiding = 0;
      hints.unspoken = hints.link = hints.password = false;
      hints.names = '';
      hints.holds = CODE;
    }
    const value = attribs[name]!;
    if (isName) hints.names = hints.names === '' ? value : `${hints.names} ${value}`;
    else if (name === 'href') hints.link = true;
    else if (name === 'hidden') hints.hiding |= GONE;
    else if (name === 'style') hints.hiding |= hidingOf(value);
    else if (name === 'aria-hidden') hints.unspoken = value === 'true';
    else if (tag === script) hints.holds = scriptHolds(value);
    else hints.password = value.toLowerCase() === 'password';
  }
  return hasHints ? hints : undefined;
}

/** Whether an attribute that is no name says anything of the text in such an element. */
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
