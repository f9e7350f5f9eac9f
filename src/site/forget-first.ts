/** Removes the first entry of a map or set that has grown beyond `most`. Call it after each entry that is added. */
export function forgetFirst<Key>(entries: Map<Key, unknown> | Set<Key>, most: number): void {
  if (entries.size <= most) return;
  for (const key of entries.keys()) {
    entries.delete(key);
    return;
  }
}
