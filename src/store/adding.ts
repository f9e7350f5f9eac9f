import { setImmediate } from 'node:timers/promises';
import { checkSeries } from '../argument-checks.ts';
import { checkClaimedPage } from './call-checks.ts';
import { sketchSet } from './layout/entries.ts';
import type { IndexLayout } from './layout/parameters.ts';
import { type ClaimedPage, describedPage, recordOfPage } from './verdicts.ts';
import type { DecidedPage } from './writer.ts';

/** What became of the pages of an `addAll`. */
export interface AddCounts {
  /** New, or replaced because the gram set differs. */
  readonly added: number;
  /** Already stored with the same gram set. */
  readonly replayed: number;
}

/** Several batches a chunk, so that each batch but the first is built while another is written. */
const CHUNK_PAGES = 512;
const CHUNK_BYTES = 2 << 20;

/** Number of pages sketched before the chunk being stored gets a turn. */
const STRETCH_PAGES = 16;

/**
 * Cuts a stream of pages into chunks of at most 512 pages and about 2 MiB of grams, and passes them to `store`, which
 * returns how many were new. The next chunk is sketched while one is being written.
 */
export async function addInChunks(
  pages: AsyncIterable<ClaimedPage> | Iterable<ClaimedPage>,
  layout: IndexLayout,
  store: (chunk: readonly DecidedPage[]) => Promise<number>,
): Promise<AddCounts> {
  let total = 0;
  let added = 0;
  let chunk = new Map<string, DecidedPage>();
  let bytes = 0;
  let storing: Promise<number> | undefined;

  async function stored(): Promise<void> {
    added += (await storing) ?? 0;
    storing = undefined;
  }

  async function flush(): Promise<void> {
    await stored();
    total += chunk.size;
    storing = store([...chunk.values()]);
    // Awaited at the next flush; until then a failure must not count as unhandled.
    storing.catch(() => undefined);
    chunk = new Map();
    bytes = 0;
  }

  checkSeries('addAll', 'pages to iterate over', pages);
  for await (const page of pages) {
    checkClaimedPage('addAll', page);
    // A chunk writes each key once.
    if (chunk.has(page.key)) await flush();
    chunk.set(page.key, addedPage(page, layout));
    bytes += page.grams.byteLength;
    if (chunk.size >= CHUNK_PAGES || bytes >= CHUNK_BYTES) await flush();
    // A synchronous source gives the event loop no turn, and the last chunk's write could not begin.
    else if (storing !== undefined && chunk.size % STRETCH_PAGES === 0) await setImmediate();
  }
  if (chunk.size > 0) await flush();
  await stored();
  return { added, replayed: total - added };
}

/** A page to be stored without being compared with others. */
export function addedPage(page: ClaimedPage, layout: IndexLayout): DecidedPage {
  const set = sketchSet(page.grams, page.url, layout);
  const described = describedPage(page);
  const { text } = described;
  return {
    record: { ...recordOfPage(described, set), added: true },
    set,
    ...(text !== undefined && { text }),
  };
}
