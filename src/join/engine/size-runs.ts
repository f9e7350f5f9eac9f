/**
 * The sizes that occur among records `first` .. `end`, which are in ascending size, each with its first record: size,
 * record, size, record, … O(sizes that occur · log records), since the end of each run is found by searching.
 */
export function sizeRuns(sizes: Uint32Array, first: number, end: number): number[] {
  const runs: number[] = [];
  for (let x = first; x < end; ) {
    const size = sizes[x];
    runs.push(size, x);
    let step = 1;
    for (; x + step < end && sizes[x + step] === size; step *= 2) x += step;
    let beyond = Math.min(end, x + step);
    for (x++; x < beyond; ) {
      const middle = (x + beyond) >>> 1;
      if (sizes[middle] === size) x = middle + 1;
      else beyond = middle;
    }
  }
  return runs;
}
