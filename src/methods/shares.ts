/** What the join of sketches takes beside the gram sets of a page, with 128 components: its bands, and what tells copies. */
export const sketchJoinBytesPerPage = 200;

/**
 * Room on disk that the sketches of a page take, with 128 components: some 750 bytes (3,819 pages of docs-rspec, 5,000 equal ones), and as much
 * again while LevelDB moves them.
 */
export const sketchIndexBytesPerPage = 1500;

/** What of the memory of a search its pairs may take before they are written: an eighth. */
export function shareOfPairs(memoryBytes: number): number {
  return memoryBytes / 8;
}
