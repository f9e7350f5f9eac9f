/**
 * Edit distance (insert, delete, replace one element) of `a[aBegin .. aEnd]` and `b[bBegin .. bEnd]`, or
 * `delta + 1` where it is above `delta`.
 *
 * Only the band of width 2·delta + 1 around the diagonal is filled (Ukkonen 1985): O(delta · length). `row` is
 * scratch, Int32Array of at least the length of b plus 1.
 */
export function editDistanceWithin(
  a: Uint32Array,
  aBegin: number,
  aEnd: number,
  b: Uint32Array,
  bBegin: number,
  bEnd: number,
  delta: number,
  row: Int32Array,
): number {
  const m = aEnd - aBegin;
  const n = bEnd - bBegin;
  const beyond = delta + 1;
  if (Math.abs(m - n) > delta) return beyond;

  // row[j] is the distance of the first i elements of a and the first j of b.
  for (let j = 0; j <= n; j++) row[j] = Math.min(j, beyond);
  for (let i = 1; i <= m; i++) {
    const first = Math.max(1, i - delta);
    const last = Math.min(n, i + delta);
    let diagonal = row[first - 1];
    row[first - 1] = first === 1 ? Math.min(i, beyond) : beyond;
    let least = row[first - 1];
    for (let j = first; j <= last; j++) {
      const above = row[j];
      if (a[aBegin + i - 1] === b[bBegin + j - 1]) row[j] = diagonal;
      else row[j] = Math.min(beyond, 1 + Math.min(diagonal, above, row[j - 1]));
      diagonal = above;
      least = Math.min(least, row[j]);
    }
    if (least === beyond) return beyond;
  }
  return row[n];
}
