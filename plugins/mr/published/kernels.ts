import { measures, type Similarity } from '../../../src/join/index.ts';
import type { PublishedAlgorithm } from './algorithm.ts';
import { firstShared, type Projection } from './projection.ts';

/** Counts of the pairs of a group. */
interface KernelCounts {
  /** Pairs whose sizes fit. */
  met: number;
  /** Pairs ruled out by a further ordering. */
  prunedByOrderings: number;
  /** Pairs left to a smaller token that both prefixes have. */
  leftToAnother: number;
}

/** Finds the records of a group to compare with one more record. */
interface Kernel {
  /** The earlier records that are candidates of `y`. Drops those too small for all later ones. O(group) and more. */
  candidates(y: Projection): readonly Projection[];
  /** Adds the record to the group. */
  add(y: Projection): void;
  /** Ends the group. */
  clear(): void;
}

/** What makes two records similar. */
interface KernelOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
}

/**
 * The reducer of an algorithm. Records must come in ascending size. Memory: the records of a group that may still be
 * similar to a later one.
 */
export function kernelOf(
  algorithm: PublishedAlgorithm,
  options: KernelOptions,
  counts: KernelCounts,
): Kernel {
  if (algorithm === 'ridpairs-ppjoin') return new IndexedKernel(options, counts);
  return new NestedLoop(
    options,
    counts,
    algorithm === 'mgjoin' ? sharesPrefixes(counts) : positional(options),
  );
}

/** Whether two records of a group are a candidate. */
type PairFilter = (x: Projection, y: Projection) => boolean;

/**
 * Bounds the overlap by the tokens after the one at which the records meet, as if it were the first that they share.
 */
function positional({ similarity, threshold }: KernelOptions): PairFilter {
  const { neededOverlap } = measures[similarity];
  return (x, y) => {
    const [m, n] = [x.ranks.length, y.ranks.length];
    const behind = Math.min(m - x.position - 1, n - y.position - 1);
    return 1 + behind >= neededOverlap(m, n, threshold);
  };
}

/**
 * The filter of MGJoin: the prefixes must share a token under each further ordering, and each pair passes at one token
 * only. The first ordering without a shared token rules the pair out.
 */
function sharesPrefixes(counts: KernelCounts): PairFilter {
  return (x, y) => {
    for (const [k, prefix] of x.further.entries()) {
      const other = y.further[k];
      if (firstShared(prefix, prefix.length, other, other.length) !== 0) continue;
      counts.prunedByOrderings++;
      return false;
    }
    if (isFirstShared(x, y)) return true;
    counts.leftToAnother++;
    return false;
  };
}

/** Whether the token that two records of a group came with is the smallest that their prefixes share. */
export function isFirstShared(x: Projection, y: Projection): boolean {
  return firstShared(x.ranks, x.prefix, y.ranks, y.prefix) === x.ranks[x.position];
}

/** Checks every two records whose sizes fit with a filter. */
class NestedLoop implements Kernel {
  #group: Projection[] = [];
  readonly #options: KernelOptions;
  readonly #counts: KernelCounts;
  readonly #passes: PairFilter;

  constructor(options: KernelOptions, counts: KernelCounts, passes: PairFilter) {
    this.#options = options;
    this.#counts = counts;
    this.#passes = passes;
  }

  candidates(y: Projection): readonly Projection[] {
    const { similarity, threshold } = this.#options;
    const least = measures[similarity].minSize(y.ranks.length, threshold);
    const first = this.#group.findIndex(({ ranks }) => ranks.length >= least);
    this.#group.splice(0, first < 0 ? this.#group.length : first);
    this.#counts.met += this.#group.length;
    return this.#group.filter((x) => this.#passes(x, y));
  }

  add(y: Projection): void {
    this.#group.push(y);
  }

  clear(): void {
    this.#group = [];
  }
}

/** PPJoin in the group (Xiao et al., WWW 2008): an index of all prefix tokens, with the positional filter at each. */
class IndexedKernel implements Kernel {
  #group: Projection[] = [];
  /** By rank: the numbers of the records with the token in their prefixes, and its positions in them. */
  readonly #index = new Map<number, { records: number[]; positions: number[]; begin: number }>();
  readonly #options: KernelOptions;
  readonly #counts: KernelCounts;

  constructor(options: KernelOptions, counts: KernelCounts) {
    this.#options = options;
    this.#counts = counts;
  }

  candidates(y: Projection): readonly Projection[] {
    const { similarity, threshold } = this.#options;
    const { minSize, neededOverlap } = measures[similarity];
    const n = y.ranks.length;
    const least = minSize(n, threshold);
    /** Number of tokens shared so far, by the number of the record; −1 once it is ruled out. */
    const shared = new Map<number, number>();
    for (let j = 0; j < y.prefix; j++) {
      const list = this.#index.get(y.ranks[j]);
      if (list === undefined) continue;
      while (list.begin < list.records.length && this.#group[list.records[list.begin]].ranks.length < least)
        list.begin++;
      for (let entry = list.begin; entry < list.records.length; entry++) {
        const record = list.records[entry];
        const overlap = shared.get(record) ?? 0;
        if (overlap < 0) continue;
        const m = this.#group[record].ranks.length;
        const most = overlap + 1 + Math.min(m - list.positions[entry] - 1, n - j - 1);
        shared.set(record, most < neededOverlap(m, n, threshold) ? -1 : overlap + 1);
      }
    }
    this.#counts.met += shared.size;
    return [...shared].filter(([, overlap]) => overlap > 0).map(([record]) => this.#group[record]);
  }

  add(y: Projection): void {
    const record = this.#group.push(y) - 1;
    for (let j = 0; j < y.prefix; j++) {
      // No other record has this token.
      if (y.ranks[j] === 0) continue;
      const list = this.#index.get(y.ranks[j]);
      if (list === undefined) {
        this.#index.set(y.ranks[j], { records: [record], positions: [j], begin: 0 });
      } else {
        list.records.push(record);
        list.positions.push(j);
      }
    }
  }

  clear(): void {
    this.#group = [];
    this.#index.clear();
  }
}
