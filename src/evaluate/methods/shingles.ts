import { type PagePairs, PagePairsBuilder } from '../../cluster/pairs.ts';
import { rankSets, type TokenSets, ValueSetsBuilder } from '../../grams/token-sets.ts';
import { exactJoin } from '../../join/exact-join.ts';
import { joinStatistics } from '../../join/statistics.ts';
import { agreementProbability, calibrate, leastAgreeing } from '../../sketch/calibrate.ts';
import { SHINGLES, shingleSet, taggedShingles } from '../../sketch/shingles.ts';
import type { Collection } from '../collection.ts';
import type { PairMethod } from '../method.ts';
import { Phases } from '../phases.ts';
import { confirmed, unconfirmed } from './candidates.ts';
import { sketchTable } from './sketch-table.ts';

/** Joins of Broder's sketches as sets: as published, with larger sketches, and calibrated. */
export const shingleMethods: readonly PairMethod[] = [
  ...[SHINGLES, 64, 128, 256].map(published),
  ...[SHINGLES, 64, 128].map(calibrated),
];

/**
 * `sp` of the paper: the sketches as sets, joined at the threshold of the pages, nothing confirmed (Xiao et al.,
 * WWW 2008, §7.5). Biased: sketches of pages with resemblance J have Jaccard J / (2 − J).
 */
function published(shingles: number): PairMethod {
  return {
    name: 'sp',
    variant: `sp-${shingles}`,
    confirmed: false,
    parameters: () => `${shingles} shingles of 4 bytes`,
    async find(collection, { threshold, threads }) {
      const phases = new Phases();
      const sketches = phases.take('sketch', sketchTable(collection, shingles));
      const sets = collection.once(`shingle sets: ${shingles}`, () =>
        rankedSketches(collection, sketches, shingleSet),
      );
      const { pairs, candidates } = await joinSketches(
        collection,
        phases.take('rank', sets),
        threshold,
        threads,
      );
      phases.end('join');
      return unconfirmed(collection, {
        pairs,
        estimate: (i) => pairs.overlap[i] / shingles,
        phases,
        sketchBytesPerPage: 4 * shingles,
        lookedAt: candidates,
      });
    },
    model({ threshold }) {
      const agreeing = leastAgreeing(threshold, shingles);
      return (resemblance) => agreementProbability(resemblance, shingles, agreeing);
    },
  };
}

/**
 * Joins the sketches at the Jaccard that two pages at the threshold reach with the wanted probability, then
 * confirms on the full sets: precision 1, recall as asked, at about the cost of `sp`.
 */
function calibrated(shingles: number): PairMethod {
  return {
    name: 'calibrated',
    variant: `calibrated-${shingles}`,
    confirmed: true,
    parameters({ threshold, recall }) {
      const { agreeing } = calibrate(threshold, shingles, recall);
      return `${shingles} shingles of 4 bytes, ${agreeing} of them must agree, for recall ${recall}`;
    },
    async find(collection, options) {
      const phases = new Phases();
      const sketches = phases.take('sketch', sketchTable(collection, shingles));
      const sets = collection.once(`tagged shingle sets: ${shingles}`, () =>
        rankedSketches(collection, sketches, taggedShingles),
      );
      const { setThreshold } = calibrate(options.threshold, shingles, options.recall);
      const { pairs, candidates } = await joinSketches(
        collection,
        phases.take('rank', sets),
        setThreshold,
        options.threads,
      );
      phases.end('join');
      return confirmed(
        collection,
        {
          pairs,
          estimate: (i) => pairs.overlap[i] / shingles,
          phases,
          sketchBytesPerPage: 4 * shingles,
          lookedAt: candidates,
        },
        options,
      );
    },
    model({ threshold, recall }) {
      const { agreeing } = calibrate(threshold, shingles, recall);
      return (resemblance) => agreementProbability(resemblance, shingles, agreeing);
    },
  };
}

/** The sketches of all pages as ranked sets; pages without grams have the empty one. */
function rankedSketches(
  collection: Collection,
  { rows, components }: { rows: Int32Array; components: number },
  asSet: (sketch: Int32Array) => BigUint64Array,
): TokenSets {
  const builder = new ValueSetsBuilder();
  const none = new BigUint64Array(0);
  for (let page = 0; page < collection.pages; page++) {
    const sketch = rows.subarray(page * components, (page + 1) * components);
    builder.append(collection.sizeOf(page) === 0 ? none : asSet(sketch));
  }
  return rankSets(builder.finish());
}

async function joinSketches(
  collection: Collection,
  sets: TokenSets,
  threshold: number,
  threads: number,
): Promise<{ pairs: PagePairs; candidates: number }> {
  const statistics = joinStatistics();
  const found = await exactJoin(sets, { similarity: 'jaccard', threshold, threads, statistics });
  const pairs = new PagePairsBuilder();
  for (let i = 0; i < found.length; i++) {
    pairs.add(sets.records[found.x[i]], sets.records[found.y[i]], found.overlap[i]);
  }
  return { pairs: pairs.finish(collection.pages), candidates: statistics.candidates };
}
