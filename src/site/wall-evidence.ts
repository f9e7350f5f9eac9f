/** One text under so many unlike URLs is a wall, if what else speaks for one is there. */
export const fewestUrls = 3;
/** Of the pages of a wall at most this share names what its URL does; of the other pages of its site at least that one. */
const mostNamed = 1 / 4;
const fewestOthersNamed = 1 / 2;
/** So many other pages say what is usual on a site. */
const fewestOthers = 3;

/** How many of some pages name what their URL does. */
export interface Named {
  /** Pages whose URL has a word. */
  readonly worded: number;
  readonly named: number;
}

/** Of no pages. */
export const none: Named = { worded: 0, named: 0 };

/**
 * Whether enough URLs share no word with most others.
 *
 * @param words of each URL (`urlWords`), one space between two; equal ones count once, empty ones not at all
 * @param fewest so many are enough
 */
export function areUnlike(words: Iterable<string>, fewest = fewestUrls): boolean {
  const distinct = new Set(words);
  distinct.delete('');
  if (distinct.size < fewest) return false;
  const mostAllowed = Math.max(1, distinct.size / 2);
  const urlsOfWord = new Map<string, number>();
  for (const url of distinct) {
    for (const word of url.split(' ')) {
      const urls = (urlsOfWord.get(word) ?? 0) + 1;
      if (urls > mostAllowed) return false;
      urlsOfWord.set(word, urls);
    }
  }
  return true;
}

/**
 * Whether a text stands in the place of others: its pages do not name what their URLs do, and those of the site beside them
 * do.
 *
 * @param own of the pages with the text
 * @param all of all pages of the site, these among them
 */
export function standsForOthers(own: Named, all: Named): boolean {
  if (own.worded === 0 || own.named > mostNamed * own.worded) return false;
  const others = all.worded - own.worded;
  return others >= fewestOthers && all.named - own.named >= fewestOthersNamed * others;
}
