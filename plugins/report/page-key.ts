/**
 * A key for a page of a run. A page of `--against` may have the id of a new page. The key is the id itself, except
 * for known pages and for ids with a NUL, so that no id is the key of another page.
 */
export function pageKey({
  id,
  known,
}: {
  readonly id: string;
  readonly known?: boolean | undefined;
}): string {
  if (known) return id + KNOWN;
  return id.includes('\0') ? id + NEW : id;
}

const KNOWN = '\0known';
const NEW = '\0new';

/** Whether a key is that of a page of `--against`. */
export function isKnownKey(key: string): boolean {
  return key.endsWith(KNOWN);
}
