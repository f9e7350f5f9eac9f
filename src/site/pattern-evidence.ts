import type { TextAtPattern } from './url-patterns.ts';
import { fewestValues, mostChance, mostNamedOfPattern } from './wall-evidence.ts';

/** If more of the other pages of a pattern hide their titles, these are names there although no page says them. */
const mostHiding = 1 / 8;

/** If more of the other pages share texts or names, as in a mail archive, a value does not determine the page. */
const mostShared = 1 / 2;

/** A site has fewer walls than this: of more texts with three values, some are copies. */
const mostWalls = 32;

/** Number of other pages of a pattern that show whether each has a text of its own. */
const fewestOfPattern = 8;

/** Counts of the pages whose URLs fit a pattern. */
export interface PatternCounts {
  readonly pages: number;
  /** Number of those that hide their titles (`Naming`). Default: 0. */
  readonly hiding?: number;
  /** Pages with a text or a name that has unlike URLs of the pattern. */
  readonly shared: number;
  /** Number of texts or names with unlike URLs of the pattern. */
  readonly copied: number;
  /** Number of those with `fewestValues` or more: each of them may be a wall by chance. */
  readonly tested: number;
}

/**
 * Whether a text replaces other pages whose URLs, such as `viewtopic.php?t=17`, have no words, or none that pages
 * contain. At least three values of the differing part have the text, and hardly any two values share another text, so
 * that the value determines the page. If it does not, as with a session id, many values share texts, and equal texts
 * are copies. If more of the texts with two values have a third than a site has walls, further values say little, as their numbers follow a
 * power law: so it is with topics that are copied once for each reply, and with repeated events. The more texts have as many values as a wall
 * needs, the less likely by chance each must be (Bonferroni), since a site has few walls, and copies of many pages. Where pages with the text
 * hide titles of their own, few of the other pages may hide theirs.
 *
 * @param own of the pages with the text
 * @param all counts of all pages of the pattern, including these
 * @param isFirst whether the text was chosen for having this many values while more pages are to come
 */
export function standsForOtherValues(
  own: Omit<TextAtPattern, 'key'>,
  all: PatternCounts,
  isFirst = false,
): boolean {
  if (own.unlike < fewestValues || own.named > mostNamedOfPattern * own.pages) return false;
  const others = all.pages - own.pages;
  if (others < fewestOfPattern) return false;
  if (own.haveTitles && (all.hiding ?? 0) - (own.hiding ?? 0) > mostHiding * others) return false;
  // Laplace's rule of succession; the first page has the text in any case
  const shared = (all.shared - own.pages + 1) / (others + 2);
  if (shared > mostShared) return false;
  const further = Math.max(shared, (all.tested - 1) / (all.copied - 1 + mostWalls)) ** (own.unlike - 2);
  const third = Math.max(0, all.tested - mostWalls) / all.copied;
  const repeated = third ** (Math.log(own.unlike / 2) / Math.log(3 / 2));
  const ofEach = mostChance / Math.max(1, all.tested);
  return (
    shared * Math.max(further, repeated) <=
    (isFirst ? Math.min(ofEach, chanceOfFirst(own.unlike, others)) : ofEach)
  );
}

/**
 * The probability allowed for one text, so that the first of many texts to reach this many values does so by chance
 * with at most `mostChance`: pages come in any order.
 */
function chanceOfFirst(values: number, texts: number): number {
  let orders = 1;
  for (let i = 2; i <= values; i++) orders *= i;
  return mostChance * Math.min(1, orders / texts);
}
