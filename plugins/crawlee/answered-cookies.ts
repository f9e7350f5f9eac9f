/** Most characters of the cookies that a request is repeated with; browsers send at least as many. */
const MOST_CHARACTERS = 4096;

/**
 * The Cookie header for the next hop of a redirect to the same host, or for the next attempt behind a wall: that of the request
 * before, with what its answer set. `neardup crawl` keeps no other cookies, since a site may count by them what a reader has read. But
 * a site may set one and redirect, or answer with a wall, until it comes back. Attributes are not looked at, as no cookie outlives its
 * page. O(characters)
 *
 * @param before Cookie header of the request before, '' if it had none
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
