import { addToGroup } from '../add-to-group.ts';
import { PairSorter, type SortedPairs } from '../cluster/sorted-pairs.ts';
import { ascending, numbersWhere, radixSort } from '../grams/counting-sort.ts';
import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { overlapOfSorted, overlapReaching } from '../grams/jaccard.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { measures, type Similarity } from '../join/similarity.ts';

/** Leaders of one group of pages: those after them that are similar to none of them are compared with all pages. */
const mostLeaders = 16;
const pairBytes = 4 << 20;

/** When two pages are similar, and from how many pages on there are followers. */
interface FollowerOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  /** So many similar pages are compared with all pages, and with each other. */
  readonly mostCompared: number;
  readonly folder: WorkFolder;
}

/** Which pages may follow which. */
export interface Following {
  readonly sets: Pick<GramSets, 'length' | 'sizeOf' | 'read'>;
  /** A number of 32 bits that similar pages are likely to have in common; equal pages always have. Asked only for pages with grams. */
  keyOf(page: number): number;
  /** What pages must have in common, too, to follow one another; undefined for a page that neither leads nor follows. */
  groupOf(page: number): string | undefined;
  /** Pages of a group, the best to keep first. */
  inOrder(pages: Uint32Array): Uint32Array;
  /** Whether a page may follow another to which it is similar. */
  mayFollow(page: number, leader: number): boolean;
}

/**
 * Pages that are compared with one page each, their leader (Hartigan, Clustering Algorithms, 1975, chapter 3): it is similar to them,
 * better to keep, and has more followers than are compared with all pages.
 *
 * Memory: a byte a page, up to 40 while they are sought, and the gram sets of 16 leaders.
 */
export class Followers {
  readonly #sets: Following['sets'];
  readonly #options: FollowerOptions;
  readonly #isIn: Uint8Array;
  /** The leader of each, and the number of grams that both have. */
  readonly #leaders: StoredColumn;
  readonly #overlaps: StoredColumn;
  #length = 0;

  private constructor(sets: Following['sets'], options: FollowerOptions) {
    this.#sets = sets;
    this.#options = options;
    this.#isIn = new Uint8Array(sets.length);
    this.#leaders = options.folder.column('u32');
    this.#overlaps = options.folder.column('u32');
  }

  /** Those among pages; undefined if there is none. O(pages), and the grams of pages with a key that many have. */
  static among(following: Following, options: FollowerOptions): Followers | undefined {
    const { sets } = following;
    const { mostCompared } = options;
    if (sets.length <= mostCompared) return undefined;
    const followers = new Followers(sets, options);
    for (const pages of pagesOfOneKey(following, mostCompared)) {
      const groups = new Map<string, number[]>();
      for (const page of pages) {
        const name = following.groupOf(page);
        if (name === undefined) continue;
        addToGroup(groups, name, page);
      }
      for (const group of groups.values())
        if (group.length > mostCompared) followers.#gather(Uint32Array.from(group), following);
    }
    return followers.#length > 0 ? followers : undefined;
  }

  has(page: number): boolean {
    return this.#isIn[page] === 1;
  }

  leaderOf(page: number): number {
    return this.#leaders.at(page);
  }

  /** All, ascending, with the page that each is compared with. */
  *each(): Generator<{ readonly page: number; readonly leader: number }> {
    for (const [page, isIn] of this.#isIn.entries())
      if (isIn === 1) yield { page, leader: this.leaderOf(page) };
  }

  /** The pair of each with its leader, and its similarity. */
  pairs(): SortedPairs {
    const { folder, similarity } = this.#options;
    const { value } = measures[similarity];
    const pairs = new PairSorter({ folder, memoryBytes: pairBytes, columns: 1 });
    for (const { page, leader } of this.each()) {
      const overlap = this.#overlaps.at(page);
      pairs.add(page, leader, overlap, value(overlap, this.#sets.sizeOf(page), this.#sets.sizeOf(leader)));
    }
    return pairs.finish();
  }

  #gather(group: Uint32Array, { inOrder, mayFollow }: Following): void {
    const { similarity, threshold, mostCompared } = this.#options;
    const read = gramReader(this.#sets);
    const leaders: { readonly page: number; readonly grams: BigUint64Array; similar: number }[] = [];
    for (const page of inOrder(group)) {
      const grams = read(page);
      let overlap: number | undefined;
      const leader = leaders.find(({ grams: others }) => {
        overlap = overlapIfSimilar(grams, others, similarity, threshold);
        return overlap !== undefined;
      });
      if (leader === undefined || overlap === undefined) {
        if (leaders.length < mostLeaders) leaders.push({ page, grams: grams.slice(), similar: 1 });
      } else if (leader.similar < mostCompared) leader.similar++;
      else if (mayFollow(page, leader.page)) this.#add(page, leader.page, overlap);
    }
  }

  #add(page: number, leader: number, overlap: number): void {
    this.#isIn[page] = 1;
    this.#leaders.set(page, leader);
    this.#overlaps.set(page, overlap);
    this.#length++;
  }
}

/** The overlap of two similar sets; undefined for others, most of which are given up early by their resemblance. */
export function overlapIfSimilar(
  x: BigUint64Array,
  y: BigUint64Array,
  similarity: Similarity,
  threshold: number,
): number | undefined {
  if (similarity === 'jaccard') return overlapReaching(x, y, threshold);
  const needed = measures[similarity].neededOverlap(x.length, y.length, threshold);
  const overlap = needed > Math.min(x.length, y.length) ? 0 : overlapOfSorted(x, y);
  return overlap >= needed ? overlap : undefined;
}

/** The pages of each key that more than `most` pages with grams have, ascending. */
function* pagesOfOneKey({ sets, keyOf }: Following, most: number): Generator<Uint32Array> {
  const pages = numbersWhere(sets.length, (page) => sets.sizeOf(page) > 0);
  const keys = pages.map(keyOf);
  const order = radixSort(ascending(pages.length), keys);
  for (let from = 0, to = 0; from < order.length; from = to) {
    const key = keys[order[from]];
    do to++;
    while (to < order.length && keys[order[to]] === key);
    if (to - from > most) yield order.subarray(from, to).map((i) => pages[i]);
  }
}
