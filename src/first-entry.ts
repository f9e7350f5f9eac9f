/** Removes the first entry of a map or set that has grown beyond `most`. Call it after each entry that is added. */
export function forgetFirst<Key>(entries: Map<Key, unknown> | Set<Key>, most: number): void {
  if (entries.size <= most) return;
  for (const key of entries.keys()) {
    entries.delete(key);
    return;
  }
}

/** Puts an entry last in a map, and removes the first one if there are then more than `most`. */
export function putLast<Key, Value>(entries: Map<Key, Value>, key: Key, value: Value, most: number): void {
  entries.delete(key);
  entries.set(key, value);
  forgetFirst(entries, most);
}
