// The part of a page that calls itself the main one.

import { nodeCount } from './blocks';
import { ARTICLE, MAIN } from './tags';
import {
  endOf,
  firstOf,
  isCalledMain,
  isSentLater,
  isWithin,
  lengthOf,
  tagOf,
  textEnd,
  textStart,
} from './tree';
import { THIN_PROSE } from './worth';

/** The page's only `<main>` with text; 0 where there is none, or several. */
export let mainPart: u32 = 0;
/**
 * The same, or in a page without `<main>` the only part with text that an `id` or a `role` calls so, the innermost if they are nested. It may
 * hold a sidebar, too: it says where the text is not, and no more.
 */
export let calledPart: u32 = 0;
/** The same; in a page that calls no part so, its only `<article>`: a footer beside that is not the text, however much it says. */
let textPart: u32 = 0;

/**
 * Looks for the part of the page that calls itself the main one, and returns it: see `calledPart`. 0 also where a part that was sent
 * later says more than `<main>`, as its place may be in there. O(nodes).
 */
export function findMainPart(): u32 {
  let mains: u32 = 0;
  let called: u32 = 0;
  let isOne = true;
  let sentLater: u32 = 0;
  let articles: u32 = 0;
  let article: u32 = 0;
  mainPart = 0;
  for (let n: u32 = 1; n < nodeCount; n++) {
    if (firstOf(n) === endOf(n)) continue;
    if (isSentLater(n)) sentLater = max(sentLater, textEnd(n) - textStart(n));
    if (tagOf(n) === MAIN) {
      mains++;
      mainPart = n;
    } else if (isCalledMain(n)) {
      if (called !== 0 && !isWithin(n, called)) isOne = false;
      called = n;
    } else if (tagOf(n) === ARTICLE && (article === 0 || !isWithin(n, article))) {
      articles++;
      article = n;
    }
  }
  if (mains !== 1 || sentLater > textEnd(mainPart) - textStart(mainPart)) mainPart = 0;
  calledPart = mains > 0 ? mainPart : isOne ? called : 0;
  textPart = mains === 0 && called === 0 && articles === 1 ? article : calledPart;
  return calledPart;
}

/** Whether n stands beside the part that calls itself the main one, or beside the page's only `<article>`. */
export function isBesideText(n: u32): bool {
  return textPart !== 0 && !isWithin(n, textPart) && !isWithin(textPart, n);
}

/** Whether n holds all text of the part that calls itself the main one, and that is more than a breadcrumb. */
export function isAllOfMain(n: u32): bool {
  return mainPart !== 0 && isWithin(mainPart, n) && lengthOf(mainPart) >= <f64>THIN_PROSE;
}
