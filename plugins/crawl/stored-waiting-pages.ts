import type { SketchIndex } from '../../src/index.ts';
import type { WaitingPage } from './walled-pages.ts';

/**
 * Each page has a note of its own, by its key: it is written before the page counts as done, so that a process that is killed loses
 * none. To write all pages at once would cost as much for each page as there are pages.
 */
const PREFIX = 'walled-page ';

type StoredPage = Omit<WaitingPage, 'key'>;

/** Stores a page that waits for a wall to go; one that is undefined is stored no longer. O(|page|) */
export function keepWaitingPage(
  index: SketchIndex,
  key: string,
  page: WaitingPage | undefined,
): Promise<void> {
  if (page === undefined) return index.deleteNote(PREFIX + key);
  const { key: _, ...stored } = page;
  return index.setNote(PREFIX + key, stored satisfies StoredPage);
}

/** The pages that were stored, without those that are not as this version stores them. Memory: all of them. */
export async function waitingPagesIn(index: SketchIndex): Promise<WaitingPage[]> {
  const pages: WaitingPage[] = [];
  for (const [name, note] of await index.notes(PREFIX)) {
    if (isStoredPage(note)) pages.push({ ...note, key: name.slice(PREFIX.length) });
  }
  return pages;
}

function isStoredPage(note: Partial<StoredPage>): note is StoredPage {
  const { url, request, kind, text, returns, runs } = note;
  return (
    [url, request, kind, text ?? ''].every((value) => typeof value === 'string') &&
    [returns, runs].every((value) => Number.isSafeInteger(value))
  );
}
