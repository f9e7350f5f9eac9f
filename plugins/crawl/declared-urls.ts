import type { DomNode } from '../../src/index.ts';

/** What a page says of its URLs, made absolute. */
export interface DeclaredUrls {
  /** `rel=canonical`: the URL that the page wants to be known by. */
  readonly canonical?: string;
  /** `rel=alternate hreflang`: the same in other languages. */
  readonly translations?: readonly string[];
}

/** A page's head is no longer, as far as it is read. */
const MOST_HEAD = 1 << 16;
const MOST_LINKS = 256;
const MOST_LINK = 2048;
const MOST_TRANSLATIONS = 64;

/** The attributes of a link element, by their names. */
type Attributes = Readonly<Record<string, string | undefined>>;

/** What the head of a page says of its URLs; undefined where that is nothing. O(head). @param url where the page is */
export function declaredUrls(
  url: string,
  { body, dom }: { readonly body?: string | Uint8Array; readonly dom?: DomNode },
): DeclaredUrls | undefined {
  let canonical: string | undefined;
  const translations: string[] = [];
  for (const { rel = '', href, hreflang } of dom === undefined ? linksInText(body ?? '') : linksInTree(dom)) {
    const kinds = rel.toLowerCase().split(/\s+/);
    const target = href === undefined ? undefined : absolute(href.trim(), url);
    if (target === undefined) continue;
    if (kinds.includes('canonical')) canonical ??= target;
    else if (kinds.includes('alternate') && hreflang && translations.length < MOST_TRANSLATIONS) {
      translations.push(target);
    }
  }
  if (canonical === undefined && translations.length === 0) return undefined;
  return { ...(canonical !== undefined && { canonical }), ...(translations.length > 0 && { translations }) };
}

/** A URL without its fragment; undefined where it is none of the web. @param base what it is relative to */
export function absolute(href: string, base?: string): string | undefined {
  if (href === '' || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
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
