import { SUPER_SHINGLES, superShingleProbability, superShingles } from '../sketch/super-shingles.ts';
import { gatherPairs, unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import { pairsEqualInAColumn } from './equal-columns.ts';
import type { Method } from './method.ts';
import { Phases } from './phases.ts';
import { type SketchTable, shareOfAgreeing, sketchTable } from './sketch-table.ts';

/** Components of a super-shingle. */
const COMPONENTS = 14;

/** Super-shingles, one or two of them in common, nothing confirmed (Broder et al. 1997; Henzinger, SIGIR 2006: two). */
export const superShingleMethods: readonly Method[] = [1, 2].map(sharing);

function sharing(least: number): Method {
  return {
    name: 'super-shingles',
    variant: `super-shingles-${least}`,
    confirmed: false,
    parameters: () => `${SUPER_SHINGLES} super-shingles of ${COMPONENTS} minima, ${least} in common`,
    async find(collection) {
      const phases = new Phases();
      const sketches = phases.take('sketch', sketchTable(collection, SUPER_SHINGLES * COMPONENTS));
      const table = phases.take(
        'sketch',
        collection.once('super-shingles', () => superShingleTable(collection, sketches)),
      );
      const { copies } = collection.contents().value;
      const pairs = gatherPairs(collection, (emit) => {
        pairsEqualInAColumn(
          table,
          SUPER_SHINGLES,
          (page) => copies[page] === 0,
          (a, b) => {
            if (sharedColumns(table, a, b) >= least) emit(a, b);
          },
        );
      });
      phases.end('join');
      return unconfirmed(collection, {
        pairs,
        estimate: (i) => shareOfAgreeing(sketches, pairs.a[i], pairs.b[i]),
        phases,
        sketchBytesPerPage: 8 * SUPER_SHINGLES + 4 * sketches.components,
      });
    },
    model: () => (resemblance) => superShingleProbability(resemblance, SUPER_SHINGLES, COMPONENTS, least),
    promisesCurve: true,
  };
}

/** The low halves of the super-shingles of every page: two unequal ones share theirs once in 2³² pairs. */
function superShingleTable(collection: Collection, { rows, components }: SketchTable): Uint32Array {
  const table = new Uint32Array(collection.pages * SUPER_SHINGLES);
  for (let page = 0; page < collection.pages; page++) {
    const hashes = superShingles(rows.subarray(page * components, (page + 1) * components));
    const halves = new Uint32Array(hashes.buffer);
    for (let k = 0; k < SUPER_SHINGLES; k++) table[page * SUPER_SHINGLES + k] = halves[2 * k];
  }
  return table;
}

function sharedColumns(table: Uint32Array, a: number, b: number): number {
  let shared = 0;
  for (let k = 0; k < SUPER_SHINGLES; k++) {
    if (table[a * SUPER_SHINGLES + k] === table[b * SUPER_SHINGLES + k]) shared++;
  }
  return shared;
}
