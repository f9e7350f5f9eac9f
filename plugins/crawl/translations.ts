import { webUrl } from '../../src/flow/index.ts';
import type { DomNode } from '../../src/index.ts';

/** A page's head is no longer, as far as it is read. */
const MOST_HEAD = 1 << 16;
const MOST_LINKS = 256;
const MOST_LINK = 2048;
const MOST_TRANSLATIONS = 64;

/** The attributes of a link element, by their names. */
type Attributes = Readonly<Record<string, string | undefined>>;

/** URLs of what a page names its translations (`rel=alternate hreflang` in its head), absolute. O(head). @param url where the page is */
export function translationsOf(
  url: string,
  { body, dom }: { readonly body?: string | Uint8Array; readonly dom?: DomNode },
): string[] {
  const translations = new Set<string>();
  for (const { rel = '', href, hreflang } of dom === undefined ? linksInText(body ?? '') : linksInTree(dom)) {
    if (!hreflang || href === undefined || !/(?:^|\s)alternate(?:\s|$)/i.test(rel)) continue;
    const target = webUrl(href.trim(), url);
    if (target !== undefined && translations.size < MOST_TRANSLATIONS) translations.add(target);
  }
  return [...translations];
}

function* linksInText(body: string | Uint8Array): Generator<Attributes> {
  // what is looked for is ASCII
  const text =
    typeof body === 'string'
      ? body.slice(0, MOST_HEAD)
      : Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MOST_HEAD)).toString('latin1');
  const end = text.search(/<body[\s>]|<\/head\b/i);
  const head = end < 0 ? text : text.slice(0, end);
  const opening = /<link\s/gi;
  for (let links = 0; links < MOST_LINKS && opening.test(head); links++) {
    const from = opening.lastIndex;
    const close = head.slice(from, from + MOST_LINK).indexOf('>');
    if (close >= 0) yield attributesIn(head.slice(from, from + close));
  }
}

function attributesIn(text: string): Attributes {
  const attributes: Record<string, string> = {};
  for (const [, name, double, single, bare] of text.matchAll(
    /(?<![a-z])([a-z]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi,
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
