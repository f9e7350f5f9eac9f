import { GramLookup } from '../grams/gram-lookup.ts';
import { halvesOf } from '../grams/halves.ts';

/** Grams on at least this many of the things that a site writes about are its template. */
export const fewestIdentities = 4;
/**
 * Template is a notice if, for at least this many things, some pages have it and other pages of the same thing do not.
 */
export const fewestChanged = 4;

/** Grams that are on enough identities. */
export interface CommonGrams {
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** Percentage of the sets that have each gram, rounded down. */
  readonly percents: Uint8Array;
  /**
   * 1 for each gram of a notice: at least four identities have pages with it and pages without it, as with a banner
   * that only one version of a site has.
   */
  readonly notices: Uint8Array;
  /** On how many identities each gram is. */
  readonly identities: Uint32Array;
  /** For each gram a hash of the identities that it is on: equal if these are the same. */
  readonly carriers: Uint32Array;
}

/** The template that the parts of the range of hashes make up, given in order. */
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

/** Buffer in which the content of a page is gathered. */
let scratch = new Uint32Array(0);

/** The grams of a site that do not count, and how common they are. */
export class Template {
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** Percentage of the counted pages that have each gram, rounded down. */
  readonly percents: Uint8Array;
  /** 1 for each gram of a notice, which only some pages of a name have: see {@link CommonGrams}. */
  readonly notices: Uint8Array;
  readonly hasNotices: boolean;
  readonly #lookup: GramLookup;
  /** The notices alone. They are few, so that most grams of a page are ruled out by the first probe. */
  #noticeLookup: GramLookup | undefined;

  /**
   * @param grams ascending and distinct
   * @param percents one for each gram
   * @param notices one for each gram. Default: none is a notice
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
   * The grams of a page that are not in the template; the set itself if that is all of them. O(grams), times the
   * logarithm of the template if somebody has crafted grams with equal leading bits.
   *
   * @param grams ascending and distinct
   */
  contentOf(grams: BigUint64Array): BigUint64Array {
    return this.grams.length === 0 ? grams : without(grams, this.#lookup);
  }

  /** The grams of a page that are in no notice; the set itself if that is all of them. O(grams), as for `contentOf`. */
  lastingOf(grams: BigUint64Array): BigUint64Array {
    if (!this.hasNotices) return grams;
    this.#noticeLookup ??= new GramLookup(this.grams.filter((_, i) => this.notices[i] === 1));
    return without(grams, this.#noticeLookup);
  }

  /** For each gram of a sequence, the percentage of pages that have it; undefined if it is not template. */
  percentsIn(sequence: BigUint64Array): (number | undefined)[] {
    const halves = halvesOf(sequence);
    return Array.from(sequence, (_, i) => {
      const place = this.#lookup.placeOf(halves[2 * i], halves[2 * i + 1]);
      return place < 0 ? undefined : this.percents[place];
    });
  }
}

/** The grams that are not in a list; the set itself if that is all of them. */
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
