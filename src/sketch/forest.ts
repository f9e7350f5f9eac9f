/** How a MinHash sketch is laid out in trees: tree i holds components `i · rows` to `(i + 1) · rows − 1`. */
export interface ForestShape {
  readonly trees: number;
  /** Components of a tree, the depth that it can be searched to. */
  readonly rows: number;
  /** Bytes of a label: two for the first component, one for each that follows. */
  readonly labelBytes: number;
}

/** How a forest is searched: for pages that agree in the first `depth` components of at least one of `trees` trees. */
export interface ForestPlan {
  readonly trees: number;
  readonly depth: number;
  /** Probability that a pair exactly at the threshold is found. */
  readonly recall: number;
  /** Whether `recall` is at least the recall asked for. If not, the plan is the one that comes closest. */
  readonly promised: boolean;
}

/** Cost of one prefix scan in LevelDB, and of one candidate whose sketch is read; only their ratio counts. */
const PROBE_MICROSECONDS = 40;
const CANDIDATE_MICROSECONDS = 12;

/**
 * Assumed share of the pages that have something in common with a page. Few of them have much in common: their
 * resemblance has the density `4(1 − J)³`. For documentation in 41 versions (docs-openlayers), this predicts the right
 * number of candidates at depths 1 and 6, and one that is three times too low at depth 3.
 */
const RELATED_SHARE = 0.05;

/** Points at which the density is integrated. */
const STEPS = 20;

/**
 * The layout of sketches of `components` components: 16 trees, or 8 if there are fewer than 64 components. With 7 rows
 * a tree is as selective as any threshold can use. Components left over are used only for estimates.
 */
export function forestShape(components: number): ForestShape {
  const trees = components < 64 ? 8 : 16;
  const rows = Math.min(7, Math.floor(components / trees));
  return { trees, rows, labelBytes: rows + 1 };
}

/**
 * Labels of a sketch in all trees, one after the other: Uint8Array(trees · labelBytes).
 *
 * Only some mixed bits of each component are kept (b-bit minwise hashing, Li & König, WWW 2010): 16 of the first, so
 * that a scan of depth 1 does not meet 1/256 of all pages by accident, and 8 of each that follows.
 */
export function forestLabels(sketch: Int32Array, { trees, rows, labelBytes }: ForestShape): Uint8Array {
  const labels = new Uint8Array(trees * labelBytes);
  for (let tree = 0, i = 0, at = 0; tree < trees; tree++) {
    labels[at++] = mix(sketch[i]) >>> 8;
    for (let row = 0; row < rows; row++) labels[at++] = mix(sketch[i++]);
  }
  return labels;
}

/** Bytes of a label that hold its first `depth` components. */
export function labelPrefixBytes(depth: number): number {
  return depth + 1;
}

/**
 * Probability that two sets of resemblance `resemblance` share a prefix of `depth` components in at least one of
 * `trees` trees: `1 − (1 − p₁ ⋯ p_depth)^trees` (Bawa, Condie & Ganesan, "LSH Forest", WWW 2005, §4), where a
 * component's kept bits agree with probability `p = J + (1 − J) / 2^bits`.
 */
export function forestProbability(resemblance: number, depth: number, trees: number): number {
  const other = 1 - resemblance;
  const prefix = (resemblance + other / 65536) * (resemblance + other / 256) ** (depth - 1);
  return 1 - (1 - prefix) ** trees;
}

/**
 * The cheapest way to search a forest of `pages` pages that finds a pair at `threshold` with probability `recall`. A
 * deeper search has fewer candidates but needs more trees. If no plan reaches the recall, it is the one with the
 * highest recall, all trees at depth 1, and `promised` is false.
 *
 * @param threshold (0, 1]
 * @param recall (0, 1)
 */
export function planSearch(shape: ForestShape, threshold: number, recall: number, pages: number): ForestPlan {
  let best: ForestPlan | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (let depth = 1; depth <= shape.rows; depth++) {
    const trees = treesNeeded(shape.trees, threshold, depth, recall);
    if (trees === undefined) break;
    const cost = searchCost(depth, trees, pages);
    if (cost >= lowest) continue;
    lowest = cost;
    best = { trees, depth, recall: forestProbability(threshold, depth, trees), promised: true };
  }
  if (best !== undefined) return best;
  const { trees } = shape;
  return { trees, depth: 1, recall: forestProbability(threshold, 1, trees), promised: false };
}

/** The fewest trees that reach the recall at a depth. */
function treesNeeded(trees: number, threshold: number, depth: number, recall: number): number | undefined {
  for (let needed = 1; needed <= trees; needed++) {
    if (forestProbability(threshold, depth, needed) >= recall) return needed;
  }
  return undefined;
}

/** Expected microseconds of a search: probes, pages met by accident, and related pages. */
function searchCost(depth: number, trees: number, pages: number): number {
  const accidents = forestProbability(0, depth, trees);
  let related = 0;
  for (let step = 0; step < STEPS; step++) {
    const resemblance = (step + 0.5) / STEPS;
    related += (4 * (1 - resemblance) ** 3 * forestProbability(resemblance, depth, trees)) / STEPS;
  }
  const candidates = pages * (accidents + RELATED_SHARE * related);
  return trees * PROBE_MICROSECONDS + candidates * CANDIDATE_MICROSECONDS;
}

/** 32 bits that all depend on every bit of `value` (MurmurHash3's finaliser). */
function mix(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return second ^ (second >>> 16);
}
