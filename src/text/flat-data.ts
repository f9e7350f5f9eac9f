/**
 * For data whose values refer to each other by their places in one list, as devalue and turbo-stream write it: maps the
 * place of a string to the object that contains it, directly or in a list, with that object's values by key. Empty for
 * other data. O(list).
 */
export function ownersInFlat(list: readonly unknown[]): ReadonlyMap<number, object> {
  const owners = new Map<number, object>();
  for (const each of list) {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) continue;
    const owner: Record<string, unknown> = Object.create(null);
    for (const [key, place] of Object.entries(each)) {
      if (!isPlace(place, list)) continue;
      const value = list[place];
      // turbo-stream has keys in the list, too
      const keyAt = /^_\d{1,9}$/.test(key) ? list[Number(key.slice(1))] : undefined;
      owner[typeof keyAt === 'string' ? keyAt : key] = value;
      if (typeof value === 'string') owners.set(place, owner);
      else if (Array.isArray(value)) {
        // a list that many objects share belongs to the first, so that it is read once
        if (owners.has(place)) continue;
        owners.set(place, owner);
        for (const item of value) if (isPlace(item, list)) owners.set(item, owner);
      }
    }
  }
  return owners;
}

function isPlace(value: unknown, list: readonly unknown[]): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < list.length;
}
