import { gramSequence } from '../grams/grams.ts';
import type { Units } from '../text/words.ts';
import type { Template } from './template.ts';

/** Units of a text that no gram covers but grams of its site's template. */
export interface TemplateRun {
  /** Units from `from` up to `to`, which is not among them. */
  readonly from: number;
  readonly to: number;
  /** How many in a hundred pages of the site have each gram here, at least; rounded down. */
  readonly percent: number;
}

/** A run ends where text that few pages have meets text that most have. */
const classes = [10, 50];

/**
 * What of a text does not count, run by run. O(units · q).
 *
 * @param units of the text, as its grams are made of
 */
export function templateRuns(units: Units, q: number, template: Template): TemplateRun[] {
  const { count } = units;
  /** Least share of the grams over each unit; −1 where one is not of the template. */
  const least = new Int8Array(count).fill(100);
  for (const [i, percent] of template.percentsIn(gramSequence(units, q)).entries()) {
    for (let k = i; k < Math.min(count, i + q); k++) least[k] = Math.min(least[k], percent ?? -1);
  }
  const runs: TemplateRun[] = [];
  for (let from = 0; from < count; ) {
    let to = from;
    let percent = least[from];
    while (to < count && classOf(least[to]) === classOf(least[from]))
      percent = Math.min(percent, least[to++]);
    if (percent >= 0) runs.push({ from, to, percent });
    from = to;
  }
  return runs;
}

function classOf(percent: number): number {
  return percent < 0 ? -1 : classes.filter((bound) => percent >= bound).length;
}
