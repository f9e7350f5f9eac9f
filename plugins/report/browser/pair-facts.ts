import type { EmbeddedClusters } from '../embedded.ts';

/** What is known of two pages of a cluster. */
export interface PairFacts {
  /** Undefined when the pair is not in the report: below the threshold, or left out. */
  readonly similarity: number | undefined;
  /** Grams in both, where recorded. */
  readonly overlap: number | undefined;
  readonly estimated: boolean;
}

/** Looks up pairs of pages; the table is made at the first call. */
export function pairFacts(clusters: EmbeddedClusters): (x: number, y: number) => PairFacts {
  const { pairs, ids, kinds, starts, similarities } = clusters;
  let places: Map<number, number> | undefined;
  return (x, y) => {
    const [a, b] = x < y ? [x, y] : [y, x];
    places ??= new Map(pairs.a.map((first, i) => [first * ids.length + pairs.b[i]!, i]));
    const place = places.get(a * ids.length + b);
    if (place !== undefined) {
      return {
        similarity: pairs.similarity[place]!,
        overlap: pairs.overlap[place]!,
        estimated: pairs.estimated,
      };
    }
    // a cluster of copies states the similarity to its representative, whether that is among the pairs or not
    const cluster = starts.indexOf(a);
    const similarity = kinds[cluster] === 'copies' ? similarities[b] : undefined;
    return { similarity, overlap: undefined, estimated: false };
  };
}
