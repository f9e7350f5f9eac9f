/** Removes the first entry of a map that has grown beyond `most`. Call it after each entry that is added. */
export function forgetFirst<Key>(map: Map<Key, unknown>, most: number): void {
  if (map.size <= most) return;
  for (const key of map.keys()) {
    map.delete(key);
    return;
  }
}
