/** A parser makes an object of every level, and their memory grows faster than the text. */
const mostLevels = 2 ** 17;

/** Whether lists or objects of a JSON text lie in more than 131,072 others, strings aside. O(characters). */
export function isNestedTooDeeply(json: string): boolean {
  // nearly every text: the search for brackets costs much less than parsing
  if (!hasMore(json, mostLevels, '[', '{')) return false;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    const character = json[at]!;
    if (character === '"') at = endOfString(json, at);
    else if (character === ']' || character === '}') level--;
    else if ((character === '[' || character === '{') && ++level > mostLevels) return true;
  }
  return false;
}

/** Whether some characters occur more than `most` times in a text. */
function hasMore(text: string, most: number, ...characters: readonly string[]): boolean {
  if (text.length <= most) return false;
  let left = most;
  for (const character of characters) {
    for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) {
      if (left-- === 0) return true;
    }
  }
  return false;
}

/** Where the string that begins at `from` ends: at its closing quote, or with the text. */
function endOfString(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json[before - 1] === '\\') before--;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
}
