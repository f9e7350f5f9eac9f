import type { DomNode } from '../../src/index.ts';

/** Most bytes or nodes of a page that are searched, most characters of a tag, and most sources. */
const MOST_BYTES = 1 << 17;
const MOST_NODES = 1 << 14;
const MOST_TAG = 1024;
const MOST_SOURCES = 256;

/** A tag that brings something beside text, and its attributes; ends at a `<` so that no character is read twice. */
const TAGS = '(?:img|video|audio|source|iframe|embed|object|a)';
const TAG = new RegExp(`<${TAGS}\\s([^<>]*)`, 'gi');
const TAG_NAME = new RegExp(`^${TAGS}$`, 'i');
const SOURCES = '(?:data-)?(?:src|srcset|data|href)';
const SOURCE = new RegExp(`(?:^|\\s)${SOURCES}\\s*=\\s*["']?([^"'\\s]+)`, 'i');
const SOURCE_NAME = new RegExp(`^${SOURCES}$`, 'i');
/** The end of a link to a file. */
const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|csv|zip|gz|epub|jpe?g|png|gif|webp|avif|svg|tiff?|mp[34]|ogg|webm|wav)$/i;

/**
 * What a page brings beside its text: the URLs, as they stand, of pictures, sounds, videos, frames and linked files. Of large
 * pages only the beginning is searched. O(bytes)
 */
export function sourcesIn(body: string | Uint8Array): string[] {
  const html =
    typeof body === 'string'
      ? body.slice(0, MOST_BYTES)
      : Buffer.from(body.buffer, body.byteOffset, Math.min(body.byteLength, MOST_BYTES)).toString('latin1');
  const sources: string[] = [];
  for (const [tag, attributes = ''] of html.matchAll(TAG)) {
    const source = SOURCE.exec(attributes.slice(0, MOST_TAG))?.[1];
    if (source === undefined || (/^<a\s/i.test(tag) && !FILE.test(source))) continue;
    sources.push(source);
    if (sources.length === MOST_SOURCES) break;
  }
  return sources;
}

/** The same of a parsed page. Of pages with many nodes only the beginning is searched. O(nodes) */
export function sourcesOf(root: DomNode): string[] {
  const sources: string[] = [];
  const open = [(root.children ?? []).values()];
  for (let searched = 0; open.length > 0 && searched < MOST_NODES && sources.length < MOST_SOURCES; ) {
    const { value: node } = open.at(-1)!.next();
    if (node === undefined) {
      open.pop();
      continue;
    }
    searched++;
    const source = sourceOf(node);
    if (source !== undefined) sources.push(source);
    if (node.children !== undefined) open.push(node.children.values());
  }
  return sources;
}

function sourceOf({ name = '', attribs = {} }: DomNode): string | undefined {
  if (!TAG_NAME.test(name)) return undefined;
  const attribute = Object.keys(attribs).find((each) => SOURCE_NAME.test(each) && attribs[each] !== '');
  const source = attribute && attribs[attribute]?.trim().split(/\s/, 1)[0];
  return source && (name !== 'a' || FILE.test(source)) ? source : undefined;
}
