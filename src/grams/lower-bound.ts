/** First place in `ascending[low .. high]` whose number is at least `wanted`, or `high`. O(log(high − low)). */
export function lowerBound(ascending: Uint32Array, low: number, high: number, wanted: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
