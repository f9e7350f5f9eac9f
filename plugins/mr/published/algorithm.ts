/**
 * Joins of sets on MapReduce as published, for comparison: whole records are sent with each of their prefix tokens, and
 * pairs are confirmed where they meet.
 *
 * `ridpairs-improved` and `ridpairs-ppjoin` are the basic and the indexed kernel of Vernica, Carey & Li (SIGMOD 2010);
 * `mgjoin` is the parallel MGJoin of Rong et al. (TKDE 2013), which gave the other two these names.
 */
export const publishedAlgorithms = ['mgjoin', 'ridpairs-ppjoin', 'ridpairs-improved'] as const;

/** One of {@link publishedAlgorithms}. */
export type PublishedAlgorithm = (typeof publishedAlgorithms)[number];

/** Default number of global orderings of `mgjoin`: that of the paper's figures. */
export const defaultOrderings = 3;
