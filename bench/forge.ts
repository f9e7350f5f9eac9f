import { formatSimilarity } from '../src/grams/format-similarity.ts';
import { gramSet } from '../src/grams/grams.ts';
import { jaccard, overlapOfSorted } from '../src/grams/jaccard.ts';
import {
  log2Chance,
  log2Pairs,
  log2TrialsForHalf,
  log2WordsForRun,
  neededHits,
} from '../test/grams/forging/cost.ts';
import { expectedHits, fewestBits, searchHits, type Variation } from '../test/grams/forging/search.ts';
import { forgeWords } from '../test/grams/forging/xxh64-forger.ts';
import { utf16Words, xxh64GramSet } from '../test/grams/forging/xxh64-grams.ts';
import { seededRandom } from '../test/sketch/sets.ts';
import { printTable } from './measure.ts';

const q = 4;
/** Words of a victim with 165 word 4-grams. */
const victimWords = 168;
/** Grams that are tried, half of them each way: one compression each. */
const trials = 1 << 30;
const budget = 60;
const threshold = 0.5;
const sizes = [10, 20, 50, 100, 165, 1000, 10_000];

/**
 * Forging a page with the gram hashes of another: what solving XXH64's last lane did to the hash before BLAKE3 and does now, a
 * search of 2³⁰ compressions for grams of the victim, and what the search would have to be for success.
 */
export async function run(): Promise<void> {
  const random = seededRandom(10);
  const victim = Array.from({ length: victimWords }, () => Math.floor(random() * 1e9).toString(36)).join(' ');
  solveLanes(victim, random);
  search(gramSet(victim));
  cost();
}

function solveLanes(victim: string, random: () => number): void {
  const wanted = xxh64GramSet(utf16Words(victim), q);
  const startedAt = performance.now();
  const forged = forgeWords(wanted, q, random).join(' ');
  const elapsedMs = performance.now() - startedAt;
  const similarity = (x: BigUint64Array, y: BigUint64Array): string =>
    formatSimilarity(jaccard(overlapOfSorted(x, y), x.length, y.length), 0, 4);
  process.stdout.write(
    `${wanted.length} lanes solved in ${(elapsedMs / 1000).toFixed(1)} s. Similarity to the victim:\n`,
  );
  printTable(
    ['hash', 'similarity'],
    [
      ['XXH64 of UTF-16 (before)', similarity(xxh64GramSet(utf16Words(forged), q), wanted)],
      ['BLAKE3 (now)', similarity(gramSet(forged), gramSet(victim))],
    ],
  );
}

function search(victim: BigUint64Array): void {
  const startedAt = performance.now();
  const ways: Variation[] = ['random words', 'counting'];
  const shared = ways.map((way) => searchHits(victim, trials / ways.length, way, 1));
  const elapsedMs = performance.now() - startedAt;
  process.stdout.write(
    `\n${trials} grams tried against ${victim.length} of the victim in ${(elapsedMs / 1000).toFixed(0)} s (${((1e6 * elapsedMs) / trials).toFixed(0)} ns each).\nGrams that share their first bits with one of the victim's, and how many chance gives:\n`,
  );
  const rows: (string | number)[][] = [];
  for (let bits = fewestBits; bits <= 64; bits += 4) {
    const expected = expectedHits(victim, trials / ways.length, bits);
    rows.push([
      bits,
      ...shared.map((hits) => hits[bits]),
      expected < 0.01 ? expected.toExponential(0) : expected.toFixed(2),
    ]);
  }
  printTable(['bits', ...ways, 'by chance, each'], rows);
}

function cost(): void {
  process.stdout.write(
    `\nWhat a forger needs for similarity ${threshold} to a victim of N distinct grams:\n`,
  );
  printTable(
    [
      'N',
      'hits needed',
      `hits in 2^${budget} trials`,
      `log2 chance with 2^${budget}`,
      'log2 trials for an even chance',
    ],
    sizes.map((grams) => [
      grams,
      neededHits(grams, threshold),
      (grams * 2 ** (budget - 64)).toFixed(1),
      log2Chance(grams, threshold, budget).toFixed(1),
      log2TrialsForHalf(grams, threshold).toFixed(2),
    ]),
  );
  const qs = [1, 2, 3, 4, 5, 6, 7, 8];
  process.stdout.write('\nlog2 of the words of which a run of so many hits exists at all, by q:\n');
  printTable(
    ['N', ...qs.map(String)],
    sizes.map((grams) => [String(grams), ...qs.map((q) => log2WordsForRun(grams, q, threshold).toFixed(1))]),
  );
  process.stdout.write(
    `\nlog2 of the adjacent pairs of hits among all q-grams over 2^(${budget}/q) words:\n`,
  );
  printTable(
    ['N', ...qs.map(String)],
    sizes.map((grams) => [String(grams), ...qs.map((q) => log2Pairs(grams, q, budget).toFixed(1))]),
  );
}
