/** A parser makes an object of every level, and their memory grows faster than the text. */
const mostLevels = 2 ** 17;
const [quote, backslash] = [0x22, 0x5c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/** Whether lists or objects of a JSON text lie in more than 131,072 others, strings aside. O(bytes). */
export function isNestedTooDeeply(json: Buffer): boolean {
  // seldom so: the search for these costs next to nothing
  if (!json.includes('[[[[[[[[')) return false;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]!;
    if (byte === quote) at = endOfString(json, at);
    else if (closing.has(byte)) level--;
    else if (opening.has(byte) && ++level > mostLevels) return true;
  }
  return false;
}

/** Where the string that begins at `from` ends: at its closing quote, or with the text. */
function endOfString(json: Buffer, from: number): number {
  for (let at = json.indexOf(quote, from + 1); at >= 0; at = json.indexOf(quote, at + 1)) {
    let before = at;
    while (json[before - 1] === backslash) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
}
