/** Identifies a page: the key that it has in its crawler, and the crawler's name if it has one. */
interface PageKey {
  readonly crawler?: string;
  readonly key: string;
}

const NUL = '\0';

/** The key of a page in the index: `KEY`, or `CRAWLER NUL KEY` if the crawler has a name. */
export function indexKey({ crawler = '', key }: PageKey): string {
  return crawler === '' && !key.includes(NUL) ? key : crawler + NUL + key;
}

/** Undoes {@link indexKey}. */
export function pageKeyOf(key: string): Required<PageKey> {
  const end = key.indexOf(NUL);
  return end < 0 ? { crawler: '', key } : { crawler: key.slice(0, end), key: key.slice(end + 1) };
}
