import { ascending } from '../grams/counting-sort.ts';
import { GramLookup } from '../grams/gram-lookup.ts';
import { halvesOf } from '../grams/halves.ts';
import { InvertedLists } from '../grams/inverted-lists.ts';
import type { ValueSets } from '../grams/value-sets.ts';

/** Grams on so many things that a site writes about are its template. */
export const fewestIdentities = 4;

/**
 * The grams that stand on at least four identities of a site: its template.
 *
 * Identities are counted, not pages: a text that stands on forty versions of a page, or at forty addresses, is no
 * template. O(grams) time, some 20 bytes a gram while it works.
 *
 * @param sets gram sets of pages of the site
 * @param identities of the same pages, as numbers from 0; −1 for a page without, which does not count
 */
export function siteTemplate(sets: ValueSets, identities: Int32Array): Template {
  return templateOfParts([commonGrams(sets, identities)]);
}

/** Grams that are on enough identities, ascending, and how many in a hundred of the sets have each. */
export interface CommonGrams {
  readonly grams: BigUint64Array;
  readonly percents: Uint8Array;
}

/** The grams of a template, of sets that hold all or one part of the range of hashes: see {@link siteTemplate}. */
export function commonGrams(sets: ValueSets, identities: Int32Array): CommonGrams {
  const { offsets, values } = sets;
  const pages = offsets.length - 1;
  const { postings, begins } = new InvertedLists([sets], [ascending(pages)]).lists();
  /** Where in its page the next gram stands: lists come in ascending order of the grams. */
  const next = offsets.slice(0, pages);
  const seen = new Int32Array(fewestIdentities);
  const template: bigint[] = [];
  const percents: number[] = [];
  for (let gram = 0; gram + 1 < begins.length; gram++) {
    let distinct = 0;
    let at = 0;
    for (let k = begins[gram]; k < begins[gram + 1]; k++) {
      const page = postings[k];
      at = next[page]++;
      const identity = identities[page];
      if (identity < 0 || distinct === fewestIdentities) continue;
      let i = 0;
      while (i < distinct && seen[i] !== identity) i++;
      if (i === distinct) seen[distinct++] = identity;
    }
    if (distinct < fewestIdentities) continue;
    template.push(values[at]);
    percents.push(Math.floor((100 * (begins[gram + 1] - begins[gram])) / pages));
  }
  return { grams: BigUint64Array.from(template), percents: Uint8Array.from(percents) };
}

/** The template of all parts of the range of hashes, in their order. */
export function templateOfParts(parts: readonly CommonGrams[]): Template {
  const length = parts.reduce((sum, { grams }) => sum + grams.length, 0);
  const grams = new BigUint64Array(length);
  const percents = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    grams.set(part.grams, at);
    percents.set(part.percents, at);
    at += part.grams.length;
  }
  return new Template(grams, percents);
}

/** Room for the content of a page while it is gathered. */
let scratch = new Uint32Array(0);

/** The grams of a site that do not count, and how common they are. */
export class Template {
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** How many in a hundred of the pages that it was counted on have each gram, rounded down. */
  readonly percents: Uint8Array;
  readonly #lookup: GramLookup;

  /**
   * @param grams ascending and distinct
   * @param percents of as many
   */
  constructor(grams: BigUint64Array, percents: Uint8Array) {
    this.grams = grams;
    this.percents = percents;
    this.#lookup = new GramLookup(grams);
  }

  /**
   * The grams of a page that are not in the template; the set itself where that is all of them. O(grams), and the
   * logarithm of the template where somebody has searched for grams with equal leading bits.
   *
   * @param grams ascending and distinct
   */
  contentOf(grams: BigUint64Array): BigUint64Array {
    if (this.grams.length === 0) return grams;
    const halves = halvesOf(grams);
    if (scratch.length < halves.length) scratch = new Uint32Array(2 * halves.length);
    const content = scratch;
    let kept = 0;
    for (let k = 0; k < halves.length; k += 2) {
      if (this.#lookup.placeOf(halves[k], halves[k + 1]) >= 0) continue;
      content[kept++] = halves[k];
      content[kept++] = halves[k + 1];
    }
    return kept === halves.length ? grams : new BigUint64Array(content.buffer.slice(0, 4 * kept));
  }

  /** For each gram of a sequence, how many in a hundred pages have it; undefined for one that is not of the template. */
  percentsIn(sequence: BigUint64Array): (number | undefined)[] {
    const halves = halvesOf(sequence);
    return Array.from(sequence, (_, i) => {
      const place = this.#lookup.placeOf(halves[2 * i], halves[2 * i + 1]);
      return place < 0 ? undefined : this.percents[place];
    });
  }
}
