import { pairsOfCopies } from '../cluster/copies.ts';
import { rankSets, type TokenSets } from '../grams/token-sets.ts';
import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { agreementProbability, calibrate, leastAgreeing } from '../sketch/calibrate.ts';
import { groupedShingles, SHINGLES, shingleSet } from '../sketch/shingles.ts';
import { bytesOfConfirmed, unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import { confirmDistinct } from './confirm.ts';
import { joinRanked } from './join-ranked.ts';
import type { Method } from './method.ts';
import { Phases } from './phases.ts';
import { agreeingOf, sketchTable } from './sketch-table.ts';

/** Joins of Broder's sketches as sets: as published, with larger sketches, and calibrated. */
export const shingleMethods: readonly Method[] = [
  ...[SHINGLES, 64, 128, 256].map(published),
  ...[SHINGLES, 64, 128].map(calibrated),
];

/**
 * `sp` of the paper: the sketches as sets, joined at the threshold of the pages, nothing confirmed (Xiao et al.,
 * WWW 2008, §7.5). Biased: sketches of pages with resemblance J have Jaccard J / (2 − J).
 */
function published(shingles: number): Method {
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
      const { pairs, candidates } = await joinRanked(phases.take('rank', sets), {
        similarity: 'jaccard',
        threshold,
        threads,
      });
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
 * The pairs whose sketches agree in as many shingles as two pages at the threshold do with the wanted probability,
 * confirmed on the full sets: precision 1, recall as asked, at about the cost of `sp`.
 *
 * Joined are not the shingles but groups of them, which loses no such pair (`groupedShingles`): on character 4-grams,
 * where any two pages have shingles in common, a fifth to a hundredth of the candidates. Equal sets are joined once.
 */
function calibrated(shingles: number): Method {
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
      const firstOf = phases.take('rank', collection.firstEqual());
      const { agreeing } = calibrate(options.threshold, shingles, options.recall);
      const { groups, least } = chooseGroups(shingles, agreeing);
      const sets = collection.once(`grouped shingle sets: ${shingles} in ${groups}`, () =>
        rankedSketches(collection, sketches, (sketch) => groupedShingles(sketch, groups), firstOf),
      );
      const joined = await joinRanked(phases.take('rank', sets), {
        similarity: 'jaccard',
        // One part in 10⁹ lower, so that no rounding stands above a tie.
        threshold: (least / (2 * groups - least)) * (1 - 1e-9),
        threads: options.threads,
      });
      phases.end('join');
      const { pairs: found } = joined;
      const areCandidates = (i: number): boolean => agreeingOf(sketches, found.a[i], found.b[i]) >= agreeing;
      const firsts = confirmDistinct(collection.sets, found, options.threshold, areCandidates);
      const sizeOf = (page: number): number => collection.sizeOf(page);
      const pairs = pairsOfCopies(firsts, firstOf, sizeOf, (size) => size > 0);
      phases.end('confirm');
      return {
        pairs,
        // pairs that follow from others count as looked at
        candidates: joined.candidates + pairs.length - firsts.length,
        milliseconds: phases.milliseconds,
        bytesPerPage: bytesOfConfirmed(collection, 4 * shingles),
      };
    },
    model({ threshold, recall }) {
      const { agreeing } = calibrate(threshold, shingles, recall);
      return (resemblance) => agreementProbability(resemblance, shingles, agreeing);
    },
  };
}

/**
 * Groups of as many shingles as can be, so that sketches that agree in `agreeing` shingles still agree in two groups.
 *
 * One group alone proposes far too much: 13 million pairs of 22,200 MEDLINE records at 0.8, where 4 of 16 groups
 * propose 22,608, of which 17,962 agree in 20 of 32 shingles. Where sketches may differ in about half of their
 * shingles or more, each is a group of its own.
 */
function chooseGroups(shingles: number, agreeing: number): { groups: number; least: number } {
  const differing = shingles - agreeing;
  let groups = shingles;
  for (let each = 2; Math.floor(shingles / each) >= differing + 2; each++) {
    groups = Math.floor(shingles / each);
  }
  return { groups, least: groups - differing };
}

/** The sketches of all pages as ranked sets; pages without grams, and those for which an earlier one stands, have the empty one. */
function rankedSketches(
  collection: Collection,
  { rows, components }: { rows: Int32Array; components: number },
  asSet: (sketch: Int32Array) => BigUint64Array,
  firstOf?: Uint32Array,
): TokenSets {
  const builder = new ValueSetsBuilder();
  const none = new BigUint64Array(0);
  for (let page = 0; page < collection.pages; page++) {
    const sketch = rows.subarray(page * components, (page + 1) * components);
    const isLeftOut = collection.sizeOf(page) === 0 || (firstOf !== undefined && firstOf[page] !== page);
    builder.append(isLeftOut ? none : asSet(sketch));
  }
  return rankSets(builder.finish());
}
