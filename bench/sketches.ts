import { bottomK } from '../src/sketch/bottom-k.ts';
import { resemblanceError } from '../src/sketch/estimate.ts';
import { minHash } from '../src/sketch/minhash.ts';
import { onePermutation, onePermutationError } from '../src/sketch/one-permutation.ts';
import { pairSketches } from '../src/sketch/pairing.ts';
import { SHINGLES } from '../src/sketch/shingles.ts';
import { simHash } from '../src/sketch/simhash.ts';
import { nearPairs } from '../src/sketch/simhash-tables.ts';
import { superShingles } from '../src/sketch/super-shingles.ts';
import { minimaInScript } from '../test/sketch/minima-in-script.ts';
import { randomSet, seededRandom } from '../test/sketch/sets.ts';
import { printTable, shown, timeInTurn } from './measure.ts';

const rounds = 9;
const gramsPerRound = 1_000_000;
const batchPages = 100_000;

/** Cost of every sketch beside MinHash in plain script, for sets of three sizes, and of the two batch forms. */
export async function run(): Promise<void> {
  for (const size of [50, 500, 5000]) await sketchSets(size);
  await batches();
}

async function sketchSets(size: number): Promise<void> {
  const random = seededRandom(size);
  const sets = Array.from({ length: gramsPerRound / size }, () => randomSet(random, size));
  const weights = Float64Array.from({ length: size }, () => 1 + random());
  const multipliers = Int32Array.from({ length: 128 }, () => random() * 2 ** 32);
  const inScript = (grams: BigUint64Array) => minimaInScript(new Int32Array(grams.buffer), multipliers, 128);
  // The hypergeometric error of bottom-k lies a little below the binomial one.
  const union = (2 * size) / 1.8;
  const errors: Record<string, number> = {
    'one permutation, 128 bins': onePermutationError(0.8, union, 128),
    'Broder sketch, 32 shingles': resemblanceError(0.8, 32),
    'bottom-128': resemblanceError(0.8, 128) * Math.sqrt(Math.max(0, (union - 128) / (union - 1))),
    'MinHash 128, script': resemblanceError(0.8, 128),
    'MinHash 128, SIMD': resemblanceError(0.8, 128),
  };
  const work: Record<string, (grams: BigUint64Array) => unknown> = {
    'MinHash 128, script': inScript,
    'MinHash 128, SIMD': (grams) => minHash(grams),
    'Broder sketch, 32 shingles': (grams) => minHash(grams, SHINGLES),
    'super-shingles, 6 of 14': (grams) => superShingles(minHash(grams, 84)),
    'one permutation, 128 bins': (grams) => onePermutation(grams),
    'bottom-128': (grams) => bottomK(grams),
    SimHash: (grams) => simHash(grams),
    'SimHash, weighted': (grams) => simHash(grams, weights),
  };
  const times = await timeInTurn(
    Object.fromEntries(Object.entries(work).map(([name, sketch]) => [name, () => sets.forEach(sketch)])),
    rounds,
  );
  process.stdout.write(`\n${sets.length} sets of ${size} random grams, ${rounds} rounds in turn\n`);
  printTable(
    ['sketch', 'µs a set', '× MinHash in script', 'standard error at J = 0.8'],
    Object.entries(times).map(([name, { median }]) => [
      name,
      ((median * 1000) / sets.length).toFixed(2),
      (median / times['MinHash 128, script'].median).toFixed(3),
      errors[name]?.toFixed(3) ?? '',
    ]),
  );
}

/** All near pairs among pages every fifth of which repeats the one before with two of its grams changed. */
async function batches(): Promise<void> {
  const random = seededRandom(1);
  let previous = randomSet(random, 100);
  const sets = Array.from({ length: batchPages }, (_, page) => {
    const grams = randomSet(random, page % 5 === 0 ? 2 : 100);
    previous = page % 5 === 0 ? BigUint64Array.from([...previous.subarray(2), ...grams]).sort() : grams;
    return previous;
  });
  const sketches = sets.map((grams) => minHash(grams, 32));
  const fingerprints = sets.map((grams) => simHash(grams));
  const found: Record<string, number> = {};
  const counted = (name: string, pairs: (emit: () => void) => unknown) => () => {
    found[name] = 0;
    pairs(() => found[name]++);
  };
  const pairing = 'Broder pairing, 26 of 32 shingles';
  const tables = 'SimHash tables, within 3 bits';
  const times = await timeInTurn(
    {
      [pairing]: counted(pairing, (emit) => pairSketches(sketches, emit, { minShared: 26 })),
      [tables]: counted(tables, (emit) => nearPairs(fingerprints, 3, emit)),
    },
    3,
  );
  process.stdout.write(
    `\n${batchPages} pages, every fifth repeats the one before with 2 of its 100 grams changed\n`,
  );
  printTable(
    ['batch form', 'ms, median (range)', 'pairs'],
    Object.entries(times).map(([name, time]) => [name, shown(time), found[name]]),
  );
}
