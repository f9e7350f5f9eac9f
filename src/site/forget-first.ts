/** Lets go of the first entry of a map that has grown beyond `most`: to be called after each that is added. */
export function forgetFirst(map: Map<string, unknown>, most: number): void {
  if (map.size <= most) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
