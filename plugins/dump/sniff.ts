import { beginsLikeArc } from './archive/arc-format.ts';

/** What the first bytes of decompressed data are. */
export type Content = 'warc' | 'arc' | 'jsonl' | 'html' | 'unknown';

/** Whether bytes begin like an HTML document (after the WHATWG's MIME Sniffing, section 7.1, and a byte order mark). */
export function looksLikeHtml(bytes: Buffer): boolean {
  const text = bytes
    .toString('latin1', 0, 1024)
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?(?:-->|$)\s*)*<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|iframe|h1|div|font|table|br|p|a|b)(?:[\s>/]|$)/i.test(
    text,
  );
}

/** Tells the kinds of dump apart by their first bytes. */
export function sniffContent(bytes: Buffer): Content {
  const text = bytes
    .toString('latin1', 0, 64)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  if (/^WARC\/[01]\.\d/.test(text)) return 'warc';
  if (text.startsWith('filedesc:') || beginsLikeArc(bytes)) return 'arc';
  if (text.startsWith('{') && beginsWithJsonLine(bytes)) return 'jsonl';
  return looksLikeHtml(bytes) ? 'html' : 'unknown';
}

/** Whether the first line is a JSON object, as far as it is at hand: an object printed over many lines is not. */
function beginsWithJsonLine(bytes: Buffer): boolean {
  const text = bytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  const lineEnd = text.indexOf('\n');
  if (lineEnd < 0) return /^\{\s*"/.test(text);
  try {
    return typeof JSON.parse(text.slice(0, lineEnd)) === 'object';
  } catch {
    return false;
  }
}
