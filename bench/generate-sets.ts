import type { ValueSets } from '../src/grams/value-sets.ts';

/** What to generate. */
export interface GeneratedSets {
  readonly records: number;
  /** Average size, or so; sizes lie evenly from half to one and a half of it. */
  readonly tokens: number;
  /** Share of records that are an earlier one with up to a fifth of its tokens replaced. */
  readonly nearDuplicates: number;
  readonly seed: number;
  /** Tokens are the power of an even draw: the larger, the more records the common ones are in. 3 unless told. */
  readonly skew?: number;
  /** Number of tokens that records draw from. Ten times that of records unless told. */
  readonly universe?: number;
  /**
   * Sizes of most records a third of the average, and of few up to twenty times it, by a Pareto distribution, instead of even ones.
   * False unless told.
   */
  readonly longTailed?: boolean;
}

/** Tokens are drawn from this many times the number of records unless told, few common, most rare. */
const UNIVERSE = 10;
const SKEW = 3;
/** Of long-tailed sizes, as parts of the average: the mean of a Pareto distribution of exponent 1.5 is three times its least. */
const [LEAST_SIZE, MOST_SIZE, TAIL] = [1 / 3, 20, 1 / 1.5];

/** Seeded random sets with planted near-duplicates; the same for the same options on every machine. */
export function generateSets({
  records,
  tokens,
  nearDuplicates,
  seed,
  skew = SKEW,
  universe = UNIVERSE * records,
  longTailed = false,
}: GeneratedSets): ValueSets {
  let state = seed;
  // Mulberry32.
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const token = (): number => Math.floor(universe * random() ** skew);
  const part = (): number =>
    longTailed ? Math.min(MOST_SIZE, LEAST_SIZE * (1 - random()) ** -TAIL) : 0.5 + random();
  const offsets = new Uint32Array(records + 1);
  // As 32-bit halves: BigInt in a loop costs 40 to 100 times as much.
  let halves = new Uint32Array(2 * Math.ceil(records * tokens * 1.05) + 4 * tokens);
  const record = new Float64Array(Math.ceil((longTailed ? MOST_SIZE : 2) * tokens));
  for (let i = 0; i < records; i++) {
    let size: number;
    if (i > 0 && random() < nearDuplicates) {
      const original = Math.floor(random() * i);
      size = offsets[original + 1] - offsets[original];
      for (let k = 0; k < size; k++) record[k] = halves[2 * (offsets[original] + k)];
      for (let k = Math.floor(size * random() * 0.2); k > 0; k--)
        record[Math.floor(random() * size)] = token();
    } else {
      size = Math.max(1, Math.round(tokens * part()));
      for (let k = 0; k < size; k++) record[k] = token();
    }
    const sorted = record.subarray(0, size).sort();
    if (2 * (offsets[i] + size) > halves.length) {
      const larger = new Uint32Array(Math.max(2 * halves.length, 2 * (offsets[i] + size)));
      larger.set(halves);
      halves = larger;
    }
    let end = offsets[i];
    for (let k = 0; k < size; k++) if (k === 0 || sorted[k] !== sorted[k - 1]) halves[2 * end++] = sorted[k];
    offsets[i + 1] = end;
  }
  return { offsets, values: new BigUint64Array(halves.buffer, 0, offsets[records]) };
}
