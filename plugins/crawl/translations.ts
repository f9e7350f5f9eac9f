import { webUrl } from '../../src/flow/index.ts';
import type { DomNode } from '../../src/index.ts';

/** Most characters of a head that are read. The first attempt reads USUAL_HEAD, since most heads end within that. */
const MOST_HEAD = 1 << 16;
const USUAL_HEAD = 1 << 12;
const MOST_LINKS = 256;
const MOST_LINK = 2048;
const MOST_TRANSLATIONS = 64;

/** The attributes of a link element, by name. */
type Attributes = Readonly<Record<string, string | undefined>>;

/**
 * Absolute URLs of the translations that a page names (`rel=alternate hreflang` in its head). O(head).
 *
 * @param url where the page is
 */
export function translationsOf(
  url: string,
  { body, dom }: { readonly body?: string | Uint8Array; readonly dom?: DomNode },
): string[] {
  const translations = new Set<string>();
  for (const { rel = '', href, hreflang } of dom === undefined ? linksInText(body ?? '') : linksInTree(dom)) {
    if (!hreflang || href === undefined || !/(?:^|\s)alternate(?:\s|$)/i.test(rel)) continue;
    // in a tree nothing else limits it, and it is remembered
    if (href.length > MOST_LINK) continue;
    const target = webUrl(href.trim(), url);
    if (target !== undefined && translations.size < MOST_TRANSLATIONS) translations.add(target);
  }
  return [...translations];
}

function* linksInText(body: string | Uint8Array): Generator<Attributes> {
  const head = headOf(body, USUAL_HEAD) ?? headOf(body, MOST_HEAD) ?? startOf(body, MOST_HEAD);
  // most pages name no translation
  if (!/hreflang/i.test(head)) return;
  const opening = /<link\s/gi;
  for (let links = 0; links < MOST_LINKS && opening.test(head); links++) {
    const from = opening.lastIndex;
    const close = head.slice(from, from + MOST_LINK).indexOf('>');
    if (close >= 0) yield attributesIn(head.slice(from, from + close));
  }
}

/** The page up to the end of its head; undefined if the head does not end within the first `most` characters. */
function headOf(body: string | Uint8Array, most: number): string | undefined {
  const start = startOf(body, most);
  const end = start.search(/<body[\s>]|<\/head\b/i);
  return end < 0 ? undefined : start.slice(0, end);
}

/** The start of a body. Latin-1 will do: only ASCII is searched for. */
function startOf(body: string | Uint8Array, most: number): string {
  if (typeof body === 'string') return body.slice(0, most);
  return Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, most)).toString('latin1');
}

function attributesIn(text: string): Attributes {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single, bare] of text.matchAll(
    /(?<![\w:-])([a-z]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi,
  )) {
    attributes[name.toLowerCase()] ??= (double ?? single ?? bare).replaceAll('&amp;', '&');
  }
  return attributes;
}

function* linksInTree(root: DomNode): Generator<Attributes> {
  const html = elementsIn(root, 'html');
  for (const head of html.flatMap((element) => elementsIn(element, 'head'))) {
    for (const link of elementsIn(head, 'link')) yield link.attribs ?? {};
  }
}

function elementsIn({ children = [] }: DomNode, name: string): readonly DomNode[] {
  return children.filter((child) => child.name === name);
}
