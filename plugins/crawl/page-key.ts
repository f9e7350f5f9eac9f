/** Whose page it is: its crawler's name, where that has one, and the key that it has there. */
interface PageKey {
  readonly crawler?: string;
  readonly key: string;
}

const NUL = '\0';

/** The key of a page in the index: `KEY`, and `CRAWLER NUL KEY` where the crawler has a name. */
export function indexKey({ crawler = '', key }: PageKey): string {
  return crawler === '' && !key.includes(NUL) ? key : crawler + NUL + key;
}

/** What {@link indexKey} made a key of. */
export function pageKeyOf(key: string): Required<PageKey> {
  const end = key.indexOf(NUL);
  return end < 0 ? { crawler: '', key } : { crawler: key.slice(0, end), key: key.slice(end + 1) };
}
