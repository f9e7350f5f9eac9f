/** Names of elements that documents begin with. */
const BEGINNINGS =
  /^<(?:!doctype\s+html|html|head|body|title|meta|link|script|style|iframe|h1|div|font|table|br|p|a|b)(?:[\s>/]|$)/i;

/** Whether bytes begin like an HTML document (after the WHATWG's MIME Sniffing, section 7.1, and a byte order mark). */
export function looksLikeHtml(bytes: Buffer): boolean {
  const text = bytes
    .toString('latin1', 0, 1024)
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '');
  return BEGINNINGS.test(behindComments(behindXmlDeclaration(text.trimStart())));
}

function behindXmlDeclaration(text: string): string {
  const end = /^<\?xml/i.test(text) ? text.indexOf('>') : -1;
  return end < 0 ? text : text.slice(end + 1).trimStart();
}

/** One after the other: a pattern of all comments at once takes 2ⁿ for n of them where no document follows. */
function behindComments(text: string): string {
  let rest = text;
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4);
    if (end < 0) return '';
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}
