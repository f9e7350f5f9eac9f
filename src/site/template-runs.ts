import { type GramSpec, gramSequence, splitUnits } from '../grams/grams.ts';
import type { Template } from './template.ts';

/** Units of a text that are covered only by grams of its site's template. */
export interface TemplateRun {
  /** Units from `from` to before `to`. */
  readonly from: number;
  readonly to: number;
  /** Least percentage of the site's pages that have a gram of the run, rounded down. */
  readonly percent: number;
}

/** Percentages at which a run ends, so that text of few pages and text of most pages are in different runs. */
const classes = [10, 50];

/** The parts of a text that do not count. */
export interface TemplateRuns {
  /** Number of units of the text: words, or what else its grams are made of. */
  readonly units: number;
  readonly runs: readonly TemplateRun[];
}

/** The parts of a text that do not count, as runs. O(bytes of the text · q). */
export function templateRuns(text: string, { unit, q }: GramSpec, template: Template): TemplateRuns {
  const units = splitUnits(text, unit);
  const { count } = units;
  /** Least percentage of the grams that cover each unit; −1 if one of them is not template. */
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
  return { units: count, runs };
}

/** A run of a text, normalised as its grams are. */
export interface TemplatePassage {
  readonly text: string;
  /** For a passage that does not count: least percentage of the site's pages that have it. */
  readonly percent?: number;
}

/** A text, cut into passages that count and passages that do not. */
export function templatePassages(text: string, gram: GramSpec, template: Template): TemplatePassage[] {
  const { bytes, starts, count, gap } = splitUnits(text, gram.unit);
  const whole = bytes.slice();
  const begins = starts.slice();
  const decoder = new TextDecoder();
  const passages: TemplatePassage[] = [];
  let at = 0;
  const add = (to: number, percent?: number): void => {
    if (to === at) return;
    const cut = decoder.decode(whole.subarray(begins[at], begins[to] - gap));
    passages.push(percent === undefined ? { text: cut } : { text: cut, percent });
    at = to;
  };
  for (const { from, to, percent } of templateRuns(text, gram, template).runs) {
    add(from);
    add(to, percent);
  }
  add(count);
  return passages;
}

function classOf(percent: number): number {
  return percent < 0 ? -1 : classes.filter((bound) => percent >= bound).length;
}
