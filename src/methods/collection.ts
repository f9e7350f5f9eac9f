import { pairsOfCopies } from '../cluster/copies.ts';
import type { PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import { ascending, numbersWhere } from '../grams/counting-sort.ts';
import { firstEqual, firstEqualSets } from '../grams/equal-sets.ts';
import { rankSets, type TokenSets } from '../grams/token-sets.ts';
import { type ValueSets, ValueSetsBuilder } from '../grams/value-sets.ts';
import { Contents } from './contents.ts';

/** How often grams and words occur in a page. */
export interface GramFrequencies {
  /** `counts[i]`: how often the i-th gram occurs; of a multiset once. */
  readonly counts: Uint32Array;
  /** `textProfile` of its words. */
  readonly profile: bigint;
}

/** What else is known of the pages of a collection; methods that need it do with less where it is missing. */
interface CollectionExtras {
  /** How often the gram `sets.values[i]` occurs in its page. Missing: once each. */
  readonly counts?: Uint32Array;
  /** `textProfile` of the words of each page. Missing: grams stand in for words. */
  readonly profiles?: BigUint64Array;
}

/**
 * The gram sets of the pages that methods are compared on, and the sketches made of them so far.
 *
 * A sketch that several methods or thresholds use is made once; each of them is charged the time it took.
 */
export class Collection {
  readonly sets: ValueSets;
  readonly counts: Uint32Array | undefined;
  readonly profiles: BigUint64Array | undefined;
  /** Number of pages. */
  readonly pages: number;
  readonly #made = new Map<string, { value: unknown; milliseconds: number }>();

  constructor(sets: ValueSets, { counts, profiles }: CollectionExtras = {}) {
    this.sets = sets;
    this.counts = counts;
    this.profiles = profiles;
    this.pages = sets.offsets.length - 1;
  }

  /** Number of grams of a page. */
  sizeOf(page: number): number {
    return this.sets.offsets[page + 1] - this.sets.offsets[page];
  }

  /** The gram set of a page, ascending. */
  gramsOf(page: number): BigUint64Array {
    return this.sets.values.subarray(this.sets.offsets[page], this.sets.offsets[page + 1]);
  }

  /** How often things occur in a page, where that is known. */
  frequenciesOf(page: number): GramFrequencies | undefined {
    if (this.counts === undefined || this.profiles === undefined) return undefined;
    const counts = this.counts.subarray(this.sets.offsets[page], this.sets.offsets[page + 1]);
    return { counts, profile: this.profiles[page] };
  }

  /** Grams of a page on average. */
  get gramsPerPage(): number {
    return this.pages === 0 ? 0 : this.sets.values.length / this.pages;
  }

  /** The sets as joins take them, each of them once: of equal ones that of the first page. */
  rankedOnce(): { readonly value: TokenSets; readonly milliseconds: number } {
    const { value: firstOf, milliseconds: finding } = this.firstEqual();
    const { value, milliseconds: ranking } = this.once('ranked once', () =>
      rankSets(this.sets, undefined, firstsOf(firstOf)),
    );
    return { value, milliseconds: finding + ranking };
  }

  /** For each page the first one with its set: itself, unless an earlier one has it. */
  firstEqual(): { readonly value: Uint32Array; readonly milliseconds: number } {
    return this.once('first equal', () => firstEqualSets(this.sets));
  }

  /** The contents of the pages: their gram sets, with frequencies where these are known. */
  contents(): { readonly value: Contents; readonly milliseconds: number } {
    const { value: firstOf, milliseconds: finding } = this.firstEqual();
    const { value, milliseconds } = this.once(
      'contents',
      () => new Contents(this.#firstsWithFrequencies(firstOf), (page) => this.sizeOf(page)),
    );
    return { value, milliseconds: finding + milliseconds };
  }

  /**
   * The pairs of contents, as `NamedPairs` has them, that follow from pairs of gram sets, each set the first page that has it.
   *
   * @param isPair whether two equal sets of that many grams are a pair
   */
  pairsOfContents(ofSets: PagePairsBuilder, isPair: (size: number) => boolean): PagePairs {
    const { value: firstOf } = this.firstEqual();
    const { value: contents } = this.contents();
    const sizeOf = (page: number): number => this.sizeOf(page);
    const setOf = firstOf.map((first, page) => (contents.copies[page] > 0 ? first : page));
    const pairs = pairsOfCopies(ofSets, setOf, sizeOf, isPair);
    return contents.withItself(pairs, sizeOf, (page) => isPair(sizeOf(page)));
  }

  /** Of pages with equal gram sets, for each the first one with the same frequencies. */
  #firstsWithFrequencies(firstOf: Uint32Array): Uint32Array {
    const { counts, profiles, sets } = this;
    if (counts === undefined && profiles === undefined) return firstOf;
    const sizes = new Uint32Array(this.pages);
    for (const first of firstOf) sizes[first]++;
    const shared = numbersWhere(this.pages, (page) => sizes[firstOf[page]] > 1);
    const equal = firstEqual(shared.length, (record) => {
      const page = shared[record];
      const head = BigUint64Array.of(BigInt(firstOf[page]), profiles?.[page] ?? 0n);
      const ofPage = counts?.subarray(sets.offsets[page], sets.offsets[page + 1]) ?? new Uint32Array(0);
      return Buffer.concat(
        [head, ofPage].map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
      );
    });
    const firsts = ascending(this.pages);
    for (let i = 0; i < shared.length; i++) firsts[shared[i]] = shared[equal[i]];
    return firsts;
  }

  /** Number of distinct grams. */
  get universe(): number {
    const ranked = this.#made.get('ranked once')?.value as TokenSets | undefined;
    return ranked?.universe ?? countDistinct(this.sets.values);
  }

  /** What `make` returns, from the first call with this name, and the time that call took. */
  once<T>(name: string, make: () => T): { readonly value: T; readonly milliseconds: number } {
    const earlier = this.#made.get(name);
    if (earlier) return earlier as { value: T; milliseconds: number };
    const startedAt = performance.now();
    const value = make();
    const made = { value, milliseconds: performance.now() - startedAt };
    this.#made.set(name, made);
    return made;
  }
}

/** The pages that stand for themselves, ascending. */
function firstsOf(firstOf: Uint32Array): Uint32Array {
  return firstOf.filter((first, page) => first === page);
}

/** Collects the pages of a collection, in input order. */
export class CollectionBuilder {
  readonly #sets = new ValueSetsBuilder();
  readonly #frequencies: GramFrequencies[] = [];
  #pages = 0;

  /** @param grams ascending and distinct */
  add(grams: BigUint64Array, frequencies?: GramFrequencies): void {
    this.#sets.append(grams);
    if (frequencies) this.#frequencies.push(frequencies);
    this.#pages++;
  }

  /** The collection; it knows frequencies when every page came with its own. */
  finish(): Collection {
    const sets = this.#sets.finish();
    if (this.#pages === 0 || this.#frequencies.length < this.#pages) return new Collection(sets);
    const counts = new Uint32Array(sets.values.length);
    for (const [page, { counts: ofPage }] of this.#frequencies.entries())
      counts.set(ofPage, sets.offsets[page]);
    return new Collection(sets, {
      counts,
      profiles: BigUint64Array.from(this.#frequencies, ({ profile }) => profile),
    });
  }
}

/** Parts of the value range that are sorted one after the other, so that their copies stay small. */
const PARTS = 16;

function countDistinct(values: BigUint64Array): number {
  const highs = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const partOf = (i: number): number => Math.floor(highs[2 * i + 1] / 2 ** 28);
  const sizes = new Uint32Array(PARTS);
  for (let i = 0; i < values.length; i++) sizes[partOf(i)]++;
  let distinct = 0;
  for (let part = 0; part < PARTS; part++) {
    const sorted = new BigUint64Array(sizes[part]);
    for (let i = 0, k = 0; i < values.length; i++) if (partOf(i) === part) sorted[k++] = values[i];
    sorted.sort();
    for (let k = 0; k < sorted.length; k++) if (k === 0 || sorted[k] !== sorted[k - 1]) distinct++;
  }
  return distinct;
}
