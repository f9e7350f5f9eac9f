import type { EmbeddedClusters } from '../embedded.ts';

/** What the report says about two pages of a cluster. */
export interface PairFacts {
  /** Undefined if the pair is not in the report: below the threshold, or left out. */
  readonly similarity: number | undefined;
  /** Number of grams in both, if recorded. */
  readonly overlap: number | undefined;
  readonly estimated: boolean;
}

/** Returns a function that looks up pairs of pages. It makes its table at the first call. */
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
    // a cluster of copies has the similarity to its representative, even if that pair is not among the pairs
    const cluster = starts.indexOf(a);
    const similarity = kinds[cluster] === 'copies' ? similarities[b] : undefined;
    return { similarity, overlap: undefined, estimated: false };
  };
}
