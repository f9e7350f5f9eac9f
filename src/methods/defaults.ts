/** How pairs are found unless told otherwise: exactly as long as the memory allows it, then by sketches on disk. */
export const defaultMethod = 'auto';

/** What gram sets and join may take in memory unless told otherwise: 2 GiB. */
export const defaultMemoryBytes: number = 2 ** 31;

/** Share of the pairs exactly at the threshold that methods with a choice aim at unless told otherwise. */
export const defaultRecall = 0.99;
