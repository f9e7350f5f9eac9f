import { GramLookup } from '../grams/gram-lookup.ts';
import { halvesOf } from '../grams/halves.ts';
import type { CommonGrams } from './template-counts.ts';

/** The template of all parts of the range of hashes, in their order. */
export function templateOfParts(parts: readonly CommonGrams[]): Template {
  const length = parts.reduce((sum, { grams }) => sum + grams.length, 0);
  const grams = new BigUint64Array(length);
  const [percents, notices] = [new Uint8Array(length), new Uint8Array(length)];
  let at = 0;
  for (const part of parts) {
    grams.set(part.grams, at);
    percents.set(part.percents, at);
    notices.set(part.notices, at);
    at += part.grams.length;
  }
  return new Template(grams, percents, notices);
}

/** Room for the content of a page while it is gathered. */
let scratch = new Uint32Array(0);

/** The grams of a site that do not count, and how common they are. */
export class Template {
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** How many in a hundred of the pages that it was counted on have each gram, rounded down. */
  readonly percents: Uint8Array;
  /** 1 for each gram of a notice, which pages of one name have and lack: see {@link CommonGrams}. */
  readonly notices: Uint8Array;
  readonly hasNotices: boolean;
  readonly #lookup: GramLookup;
  /** Of notices alone: these are few, so that most grams of a page are told apart by the first look. */
  #noticeLookup: GramLookup | undefined;

  /**
   * @param grams ascending and distinct
   * @param percents of as many
   * @param notices of as many; none unless told
   */
  constructor(
    grams: BigUint64Array,
    percents: Uint8Array,
    notices: Uint8Array = new Uint8Array(grams.length),
  ) {
    this.grams = grams;
    this.percents = percents;
    this.notices = notices;
    this.hasNotices = notices.includes(1);
    this.#lookup = new GramLookup(grams);
  }

  /**
   * The grams of a page that are not in the template; the set itself where that is all of them. O(grams), and the
   * logarithm of the template where somebody has searched for grams with equal leading bits.
   *
   * @param grams ascending and distinct
   */
  contentOf(grams: BigUint64Array): BigUint64Array {
    return this.grams.length === 0 ? grams : without(grams, this.#lookup);
  }

  /** The grams of a page that are in no notice; the set itself where that is all of them. O(grams), as for `contentOf`. */
  lastingOf(grams: BigUint64Array): BigUint64Array {
    if (!this.hasNotices) return grams;
    this.#noticeLookup ??= new GramLookup(this.grams.filter((_, i) => this.notices[i] === 1));
    return without(grams, this.#noticeLookup);
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

/** Those of the grams that are not in a list; themselves where that is all of them. */
function without(grams: BigUint64Array, list: GramLookup): BigUint64Array {
  const halves = halvesOf(grams);
  if (scratch.length < halves.length) scratch = new Uint32Array(2 * halves.length);
  const kept = scratch;
  let length = 0;
  for (let k = 0; k < halves.length; k += 2) {
    if (list.placeOf(halves[k], halves[k + 1]) >= 0) continue;
    kept[length++] = halves[k];
    kept[length++] = halves[k + 1];
  }
  return length === halves.length ? grams : new BigUint64Array(kept.buffer.slice(0, 4 * length));
}
