// What the head of a page says about its address.

/** Whether the `rel` of a `<link>` says that it leads to the canonical URL of the page (RFC 6596). */
export function saysCanonical(rel: string): boolean {
  return /(?:^|\s)canonical(?:\s|$)/i.test(rel);
}

/** Whether the `http-equiv` of a `<meta>` says that its `content` leads to another page. */
export function saysRefresh(directive: string): boolean {
  return directive.trim().toLowerCase() === 'refresh';
}

/** A page that waits longer, in seconds, shows something first. */
const longestWait = 10;

/** Whether the `content` of `<meta http-equiv="refresh">` leads to another page soon (HTML Standard, 4.2.5.3). */
export function leadsElsewhere(content: string): boolean {
  const [, seconds] = /^(\d+)(?:\.\d*)?[\s;,]+(?:url\s*=\s*)?["']?[^\s"']/i.exec(content.trim()) ?? [];
  return seconds !== undefined && Number(seconds) <= longestWait;
}
