import { type Blocks, CODE, type Hints, saysCanonical, scriptHolds } from './blocks.ts';
import { GONE, hidingOf } from './hiding.ts';
import { type TagId, tagOf, traitsOf, VOID } from './tags.ts';

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

/** Reads a parsed page into `blocks`, which ends as `readHtml` leaves it. Changes nothing; no recursion. */
export function readDom(root: DomNode, blocks: Blocks): void {
  const parents: DomNode[] = [root];
  const positions: number[] = [0];
  while (parents.length > 0) {
    const top = parents.length - 1;
    const parent = parents[top]!;
    const node = parent.children?.[positions[top]!++];
    if (node === undefined) {
      parents.pop();
      positions.pop();
      if (parent !== root || isElement(parent)) end(parent, blocks);
      continue;
    }
    if (node.type === 'text') {
      const text = node.data ?? '';
      blocks.text(text, 0, text.length);
    } else if (isElement(node)) {
      const { rel = '', href = '' } = node.name === 'link' ? (node.attribs ?? {}) : {};
      if (saysCanonical(rel)) blocks.declareCanonical(href);
      blocks.open(tagIdOf(node), hintsOf(node));
      parents.push(node);
      positions.push(0);
    } else if (node.type === 'cdata' || node.type === 'root') {
      parents.push(node);
      positions.push(0);
    }
  }
  blocks.finish();
}

function isElement(node: DomNode): boolean {
  return node.type === 'tag' || node.type === 'script' || node.type === 'style';
}

function end(node: DomNode, blocks: Blocks): void {
  if (!isElement(node)) return;
  const tag = tagIdOf(node);
  if ((traitsOf(tag) & VOID) === 0) blocks.close(tag);
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

function hintsOf(node: DomNode): Hints | undefined {
  const attribs = node.attribs;
  if (attribs === undefined) return undefined;
  return {
    hiding:
      (attribs.hidden === undefined ? 0 : GONE) | (attribs.style === undefined ? 0 : hidingOf(attribs.style)),
    unspoken: attribs['aria-hidden'] === 'true',
    link: node.name === 'a' && attribs.href !== undefined,
    password: node.name === 'input' && attribs.type?.toLowerCase() === 'password',
    names: [attribs.class, attribs.id, attribs.role].filter(Boolean).join(' '),
    holds: node.name === 'script' ? scriptHolds(attribs.type ?? '') : CODE,
  };
}
