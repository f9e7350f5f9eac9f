import { minHash } from '../sketch/minhash.ts';
import type { Collection } from './collection.ts';

/** The MinHash sketches of all pages, row after row; pages without grams have rows of no meaning. */
export interface SketchTable {
  readonly components: number;
  /** Int32Array(pages · components) */
  readonly rows: Int32Array;
}

/** Makes the sketches of a collection, those of equal sets once, or takes those made before. */
export function sketchTable(
  collection: Collection,
  components: number,
): { readonly value: SketchTable; readonly milliseconds: number } {
  return collection.once(`sketch: ${components} minima`, () => {
    const rows = new Int32Array(collection.pages * components);
    const { value: firstOf } = collection.firstEqual();
    for (let page = 0; page < collection.pages; page++) {
      const first = firstOf[page];
      const at = page * components;
      if (first < page) rows.copyWithin(at, first * components, (first + 1) * components);
      else if (collection.sizeOf(page) > 0) rows.set(minHash(collection.gramsOf(page), components), at);
    }
    return { components, rows };
  });
}

/** Number of components in which two pages agree. */
export function agreeingOf({ components, rows }: SketchTable, a: number, b: number): number {
  let equal = 0;
  for (let k = 0; k < components; k++) if (rows[a * components + k] === rows[b * components + k]) equal++;
  return equal;
}

/** Share of the components in which two pages agree: an estimate of their resemblance. */
export function shareOfAgreeing(table: SketchTable, a: number, b: number): number {
  return agreeingOf(table, a, b) / table.components;
}
