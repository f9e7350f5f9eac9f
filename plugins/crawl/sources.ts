/** Most bytes of a page that are searched, most characters of a tag, and most sources. */
const MOST_BYTES = 1 << 17;
const MOST_TAG = 1024;
const MOST_SOURCES = 256;

/** A tag that brings something beside text, and its attributes; ends at a `<` so that no character is read twice. */
const TAG = /<(?:img|video|audio|source|iframe|embed|object|a)\s([^<>]*)/gi;
const SOURCE = /(?:^|\s)(?:data-)?(?:src|srcset|data|href)\s*=\s*["']?([^"'\s]+)/i;
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
