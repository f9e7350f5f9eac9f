import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rankSets, rankTwo, type TokenSets } from '../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import type { Join } from '../../src/join/join.ts';
import { allPairs } from '../../src/join/published/all-pairs.ts';
import { mgjoin } from '../../src/join/published/mgjoin.ts';
import { naive } from '../../src/join/published/naive.ts';
import { ppjoin, ppjoinPlus } from '../../src/join/published/ppjoin.ts';
import type { Similarity } from '../../src/join/similarity.ts';
import { missing, realData } from '../data.ts';
import { inFull } from '../repetition.ts';

const joins: Readonly<Record<string, Join>> = {
  allPairs,
  ppjoin,
  ppjoinPlus,
  mgjoin,
  'mgjoin with 3 orderings': (input, similarity, t, emit, statistics) =>
    mgjoin(input, similarity, t, emit, statistics, 3),
};

/** Number of pairs and a sum over them that no other set of pairs is likely to have. */
function fingerprint(join: Join, sets: Parameters<Join>[0], similarity: Similarity, t: number): string {
  let pairs = 0;
  let sum = 0;
  join(sets, similarity, t, (x, y, overlap) => {
    pairs++;
    sum = (sum + Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b) + overlap) >>> 0;
  });
  return `${pairs} pairs, sum ${sum}`;
}

function readRecords(name: string): number[][] {
  return readFileSync(realData(name)!, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/[ ,]+/).map(Number));
}

describe.each(['retail.csv', 'T10I4D100K.dat', 'kosarak-part.dat'])('%s', (file) => {
  const name = `sets-fimi/${file}`;
  const reason = missing(name);
  const all = reason === false ? readRecords(name) : [];
  const title = reason === false ? '' : ` (skipped: ${reason})`;

  test.skipIf(reason)(`every algorithm finds the pairs of naive in every 120th record${title}`, () => {
    const records = all.filter((_, i) => i % 120 === 0);
    const sets = rankSets(valueSetsFromIntegers(records));
    const half = records.length >> 1;
    const two = rankTwo(
      valueSetsFromIntegers(records.slice(0, half)),
      valueSetsFromIntegers(records.slice(half)),
    );
    const cases: [Similarity, number][] = [
      ['jaccard', 0.5],
      ['jaccard', 2 / 3],
      ['cosine', 0.55],
      ['dice', 0.8],
      ['overlap', 4],
    ];
    for (const [similarity, t] of cases) {
      for (const input of [sets, two]) {
        const expected = fingerprint(naive, input, similarity, t);
        for (const [algorithm, join] of Object.entries(joins)) {
          expect(fingerprint(join, input, similarity, t), `${algorithm} ${similarity} ${t}`).toBe(expected);
        }
      }
    }
  });

  if (!inFull && file !== 'retail.csv') return;
  test.skipIf(reason)(`all algorithms find the same pairs in all records${title}`, () => {
    const sets: TokenSets = rankSets(valueSetsFromIntegers(all));
    const expected = fingerprint(ppjoin, sets, 'jaccard', 0.9);
    for (const [algorithm, join] of Object.entries(joins)) {
      expect(fingerprint(join, sets, 'jaccard', 0.9), algorithm).toBe(expected);
    }
  });
});
