/** Most characters of the cookies that a redirect is followed with; browsers send at least as many. */
const MOST_CHARACTERS = 4096;

/**
 * The Cookie header for the next hop of a redirect to the same host: that of the hop before, with what its answer set. A crawl
 * keeps no cookies, since a site may count by them what a reader has read. But a site may set one and redirect until it comes
 * back. Attributes are not looked at, as no cookie outlives its redirect. O(characters)
 *
 * @param before Cookie header of the hop before, '' if it had none
 * @param set its Set-Cookie headers
 */
export function cookiesOfNextHop(before: string, set: readonly string[]): string {
  const cookies = new Map<string, string>();
  for (const each of [...before.split('; '), ...set.map((header) => header.split(';', 1)[0].trim())]) {
    const end = each.indexOf('=');
    if (end > 0) cookies.set(each.slice(0, end), each);
  }
  let header = '';
  for (const cookie of cookies.values()) {
    const longer = header === '' ? cookie : `${header}; ${cookie}`;
    if (longer.length <= MOST_CHARACTERS) header = longer;
  }
  return header;
}
