import { type PagePairs, pairsWhere } from '../cluster/pairs.ts';
import { rankSets, recordsWhere } from '../grams/token-sets.ts';
import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { type BottomK, bottomK, bottomKResemblance } from '../sketch/bottom-k.ts';
import { unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import { hypergeometricTail } from './hypergeometric.ts';
import { joinRanked } from './join-ranked.ts';
import type { Method } from './method.ts';
import { Phases } from './phases.ts';

/** Bottom-k sketches: the pairs whose estimate reaches the threshold, nothing confirmed. */
export const bottomKMethods: readonly Method[] = [32, 128].map(estimating);

function estimating(k: number): Method {
  return {
    name: 'bottom-k',
    variant: `bottom-k-${k}`,
    confirmed: false,
    parameters: () => `the ${k} smallest gram hashes`,
    async find(collection, { threshold, threads }) {
      const phases = new Phases();
      const { value: contents } = collection.contents();
      const sketches = phases.take(
        'sketch',
        collection.once(`sketch: ${k} smallest`, () => bottomKs(collection, k)),
      );
      const sets = phases.take(
        'rank',
        collection.once(`ranked ${k} smallest`, () =>
          recordsWhere(rankSketches(sketches), (page) => contents.copies[page] > 0),
        ),
      );
      // Of an estimate t at least t · k grams are in both sketches, of k each at most: as sets these have t / (2 − t).
      const joined = await joinRanked(sets, {
        similarity: 'jaccard',
        // One part in 10⁹ lower, so that no rounding stands above a tie.
        threshold: (threshold / (2 - threshold)) * (1 - 1e-9),
        threads,
      });
      const alike = contents.withItself(joined.pairs.finish(collection.pages), () => k);
      const estimate = ({ a, b }: PagePairs, i: number): number => estimateOf(sketches, a[i], b[i]);
      const pairs = pairsWhere(alike, (i) => estimate(alike, i) >= threshold);
      phases.end('join');
      return unconfirmed(collection, {
        pairs,
        estimate: (i) => estimate(pairs, i),
        phases,
        sketchBytesPerPage:
          sketches.reduce((sum, s) => sum + 8 * s.smallest.length, 0) / Math.max(1, collection.pages),
        // pairs that follow from others count as looked at
        lookedAt: joined.candidates + contents.countOf(alike) - joined.pairs.length,
      });
    },
    model:
      ({ threshold }) =>
      (resemblance, sizeX, sizeY) => {
        // Sketches that hold their whole sets are exact.
        if (sizeX <= k && sizeY <= k) return resemblance >= threshold ? 1 : 0;
        const overlap = Math.round((resemblance / (1 + resemblance)) * (sizeX + sizeY));
        return hypergeometricTail(sizeX + sizeY - overlap, overlap, k, leastOf(threshold, k));
      },
  };
}

function bottomKs(collection: Collection, k: number): BottomK[] {
  const { firstOf } = collection.contents().value;
  const sketches: BottomK[] = [];
  for (const [page, first] of firstOf.entries()) {
    sketches.push(first < page ? sketches[first] : bottomK(collection.gramsOf(page), k));
  }
  return sketches;
}

function rankSketches(sketches: readonly BottomK[]) {
  const builder = new ValueSetsBuilder();
  for (const { smallest } of sketches) builder.append(smallest);
  return rankSets(builder.finish());
}

function estimateOf(sketches: readonly BottomK[], x: number, y: number): number {
  return bottomKResemblance(sketches[x], sketches[y]).value;
}

/** Fewest of k drawn grams in common with which the estimate reaches the threshold. */
function leastOf(threshold: number, k: number): number {
  let least = 1;
  while (least / k < threshold) least++;
  return least;
}
