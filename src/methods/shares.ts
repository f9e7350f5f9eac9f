/** What the join of sketches takes beside the gram sets of a page, with 128 components: its bands, and what tells copies. */
export const sketchJoinBytesPerPage = 200;

/** What of the memory of a search its pairs may take before they are written: an eighth. */
export function shareOfPairs(memoryBytes: number): number {
  return memoryBytes / 8;
}
