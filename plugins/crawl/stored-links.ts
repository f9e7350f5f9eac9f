import type { SketchIndex } from '../../src/index.ts';
import type { UnjudgedLinks } from '../../src/url-rules/index.ts';

const NOTE = 'unjudged-links';

/**
 * Stores which pages linked to those that wait in the queue. Without it, each new page of a resumed crawl may have been linked from any
 * other, so that calendars and session ids that had been given up would be followed again. O(links)
 */
export function storeLinks(index: SketchIndex, links: UnjudgedLinks): Promise<void> {
  return index.setNote(NOTE, { links });
}

/** What {@link storeLinks} stored last; nothing if that is not as this version stores it. */
export async function storedLinks(index: SketchIndex): Promise<UnjudgedLinks> {
  const { links } = ((await index.note(NOTE)) ?? {}) as { readonly links?: unknown };
  return Array.isArray(links) && links.every(isOfPage) ? links : [];
}

function isOfPage(links: unknown): boolean {
  const [page, hashes] = Array.isArray(links) ? links : [];
  return typeof page === 'string' && Array.isArray(hashes) && hashes.every(Number.isSafeInteger);
}
