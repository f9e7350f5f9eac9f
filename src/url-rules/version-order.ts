/** Of other values, those with the nearest lower and the nearest higher version than `value`, if it has a number. O(values). */
export function nearestVersions<Other extends { readonly value: string }>(
  value: string,
  others: readonly Other[],
): { readonly earlier: Other | undefined; readonly later: Other | undefined } {
  let [earlier, later]: (Other | undefined)[] = [];
  if (hasNumber(value)) {
    for (const other of others) {
      if (!hasNumber(other.value)) continue;
      const order = compareVersions(other.value, value);
      if (order < 0 && (earlier === undefined || compareVersions(other.value, earlier.value) > 0))
        earlier = other;
      if (order > 0 && (later === undefined || compareVersions(other.value, later.value) < 0)) later = other;
    }
  }
  return { earlier, later };
}

/**
 * Negative if `a` is an earlier version than `b`: by their numbers in order, whatever is between them. Sites change how they write
 * versions: `rel-0.13`, then `1.0`. A version is earlier than itself with a further number. O(length).
 */
export function compareVersions(a: string, b: string): number {
  let i = nextDigit(a, 0);
  let j = nextDigit(b, 0);
  while (i < a.length && j < b.length) {
    let [x, y] = [0, 0];
    while (isDigit(a, i)) x = 10 * x + Number(a[i++]);
    while (isDigit(b, j)) y = 10 * y + Number(b[j++]);
    if (x !== y) return x < y ? -1 : 1;
    i = nextDigit(a, i);
    j = nextDigit(b, j);
  }
  return Number(i < a.length) - Number(j < b.length);
}

function hasNumber(value: string): boolean {
  return nextDigit(value, 0) < value.length;
}

function nextDigit(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isDigit(text, at)) at++;
  return at;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
