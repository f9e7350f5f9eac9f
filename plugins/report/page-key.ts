const KNOWN = '\0known';

/** Tells the pages of a report apart: a page of `--against` may have the id of a new one. */
export function pageKey({
  id,
  known,
}: {
  readonly id: string;
  readonly known?: boolean | undefined;
}): string {
  return known ? id + KNOWN : id;
}

/** Whether a key is that of a page of `--against`. */
export function isKnownKey(key: string): boolean {
  return key.endsWith(KNOWN);
}
