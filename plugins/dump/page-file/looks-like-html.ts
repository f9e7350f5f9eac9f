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
