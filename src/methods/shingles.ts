import { numbersWhere } from '../grams/counting-sort.ts';
import { rankSets, recordsWhere, type TokenSets } from '../grams/token-sets.ts';
import { ValueSetsBuilder } from '../grams/value-sets.ts';
import { exactJoin } from '../join/exact-join.ts';
import { joinStatistics } from '../join/statistics.ts';
import { agreementProbability, calibrate, leastAgreeing } from '../sketch/calibrate.ts';
import { groupedShingles, SHINGLES, shingleSet } from '../sketch/shingles.ts';
import { bytesOfConfirmed, unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import { confirmDistinct } from './confirm.ts';
import { joinRanked } from './join-ranked.ts';
import type { Method } from './method.ts';
import { Phases } from './phases.ts';
import { agreeingOf, type SketchTable, sketchTable } from './sketch-table.ts';

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
      const { value: contents } = collection.contents();
      const sets = collection.once(`shingle sets: ${shingles}`, () => {
        const pages = numbersWhere(collection.pages, (page) => collection.sizeOf(page) > 0);
        return recordsWhere(rankedSketches(sketches, shingleSet, pages), (page) => contents.copies[page] > 0);
      });
      const ranked = phases.take('rank', sets);
      const joined = await joinRanked(ranked, { similarity: 'jaccard', threshold, threads });
      const pairs = contents.withItself(joined.pairs.finish(collection.pages), () => shingles);
      phases.end('join');
      return unconfirmed(collection, {
        pairs,
        estimate: (i) => pairs.overlap[i] / shingles,
        phases,
        sketchBytesPerPage: 4 * shingles,
        // pairs that follow from others count as looked at
        lookedAt: joined.candidates + contents.countOf(pairs) - joined.pairs.length,
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
      const ranked = collection.once(`grouped shingle sets: ${shingles} in ${groups}`, () =>
        rankedSketches(
          sketches,
          (sketch) => groupedShingles(sketch, groups),
          likeBesideLike(collection, sketches, firstOf),
        ),
      );
      const sets = phases.take('rank', ranked);
      const statistics = joinStatistics();
      const found = await exactJoin(sets, {
        similarity: 'jaccard',
        // One part in 10⁹ lower, so that no rounding stands above a tie.
        threshold: (least / (2 * groups - least)) * (1 - 1e-9),
        threads: options.threads,
        statistics,
      });
      phases.end('join');
      // Where each shingle is a group, the join has counted them.
      const areCandidates =
        groups === shingles
          ? (i: number): boolean => found.overlap[i] >= agreeing
          : (_: number, a: number, b: number): boolean => agreeingOf(sketches, a, b) >= agreeing;
      const { threshold } = options;
      const firsts = confirmDistinct(collection.sets, found, sets.records, threshold, areCandidates);
      const pairs = collection.pairsOfContents(firsts, (size) => size > 0);
      phases.end('confirm');
      return {
        pairs,
        // pairs that follow from others count as looked at
        candidates: statistics.candidates + collection.contents().value.countOf(pairs) - firsts.length,
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

/** The sketches of some pages as ranked sets: those of one size in the order of these pages. */
function rankedSketches(
  { rows, components }: SketchTable,
  asSet: (sketch: Int32Array) => BigUint64Array,
  pages: Uint32Array,
): TokenSets {
  const builder = new ValueSetsBuilder();
  for (const page of pages) builder.append(asSet(rows.subarray(page * components, (page + 1) * components)));
  const ranked = rankSets(builder.finish());
  return { ...ranked, records: ranked.records.map((record) => pages[record]) };
}

/**
 * The pages that have grams, of equal ones the first, by their first shingle: pages that are alike mostly have the same, and
 * whoever goes through pairs of them finds what it reads in the cache (a third less time to confirm pairs of openlayers pages).
 */
function likeBesideLike(
  collection: Collection,
  { rows, components }: SketchTable,
  firstOf: Uint32Array,
): Uint32Array {
  const pages = firstOf.filter((first, page) => first === page && collection.sizeOf(page) > 0);
  return pages.sort((a, b) => rows[a * components] - rows[b * components] || a - b);
}
