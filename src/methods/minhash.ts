import { type Bands, bandHashes, chooseBands, collisionProbability } from '../sketch/bands.ts';
import { COMPONENTS } from '../sketch/minhash.ts';
import { confirmed, gatherPairs, unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import { pairsEqualInAColumn } from './equal-columns.ts';
import type { Method, MethodOptions, RecallModel } from './method.ts';
import { Phases } from './phases.ts';
import { type SketchTable, shareOfAgreeing, sketchTable } from './sketch-table.ts';

/** MinHash with LSH bands: pages that agree on all rows of a band, taken as they are or confirmed. */
export const minHashMethods: readonly Method[] = [
  {
    ...banded('minhash-unconfirmed', false),
    find: async (collection, options) => unconfirmed(collection, candidates(collection, options)),
  },
  {
    ...banded('minhash-confirmed', true),
    find: async (collection, options) => confirmed(collection, candidates(collection, options), options),
  },
];

/** What MinHash with LSH bands is and promises, wherever its sketches are. */
export function banded(variant: string, isConfirmed: boolean): Omit<Method, 'find'> {
  return {
    name: 'minhash',
    variant,
    confirmed: isConfirmed,
    parameters(options: MethodOptions): string {
      const { bands, rows } = bandsFor(options);
      return `${COMPONENTS} components, ${bands} bands of ${rows}, for recall ${options.recall}`;
    },
    model(options: MethodOptions): RecallModel {
      const { bands, rows } = bandsFor(options);
      return (resemblance) => collisionProbability(resemblance, bands, rows);
    },
    promisesCurve: !isConfirmed,
  };
}

function bandsFor({ threshold, recall }: MethodOptions): Bands {
  return chooseBands(threshold, recall);
}

function candidates(collection: Collection, options: MethodOptions): Parameters<typeof unconfirmed>[1] {
  const phases = new Phases();
  const sketches = phases.take('sketch', sketchTable(collection, COMPONENTS));
  const bands = bandsFor(options);
  const { firsts, copies } = collection.contents().value;
  const hashes = bandTable(sketches, bands, collection.pages, firsts);
  const pairs = gatherPairs(collection, (emit) =>
    pairsEqualInAColumn(hashes, bands.bands, (page) => copies[page] === 0, emit),
  );
  phases.end('join');
  return {
    pairs,
    estimate: (i) => shareOfAgreeing(sketches, pairs.a[i], pairs.b[i]),
    phases,
    sketchBytesPerPage: 4 * COMPONENTS,
  };
}

/** The hash of every band of every page, row after row; of pages that are not the first of a content 0. */
function bandTable(
  { rows, components }: SketchTable,
  bands: Bands,
  pages: number,
  firsts: Uint32Array,
): Uint32Array {
  const table = new Uint32Array(pages * bands.bands);
  for (const page of firsts) {
    const sketch = rows.subarray(page * components, (page + 1) * components);
    table.set(bandHashes(sketch, bands), page * bands.bands);
  }
  return table;
}
