import { type SketchedSet, sketchSet } from './sketched.ts';

/** A page to be added as it is. */
export interface LoadedPage {
  readonly key: string;
  readonly url: string;
  /** Ascending and distinct 64-bit hashes. */
  readonly grams: BigUint64Array;
  /** When the page was fetched. */
  readonly at?: string;
}

/** What became of the pages of a load. */
export interface LoadCounts {
  /** New, or replaced by another gram set. */
  readonly added: number;
  /** There already with the same gram set. */
  readonly replayed: number;
}

/** A page with its sketches, ready to be written. */
export interface SketchedPage {
  readonly page: LoadedPage;
  readonly set: SketchedSet;
}

const CHUNK_PAGES = 1024;
const CHUNK_BYTES = 8 << 20;

/**
 * Cuts a stream of pages into chunks of at most 1,024 pages and about 8 MiB of grams, and hands them to `load`:
 * while one is written the next one is sketched.
 */
export async function bulkLoad(
  pages: AsyncIterable<LoadedPage> | Iterable<LoadedPage>,
  load: (chunk: ReadonlyMap<string, SketchedPage>) => Promise<LoadCounts>,
): Promise<LoadCounts> {
  let added = 0;
  let replayed = 0;
  let chunk = new Map<string, SketchedPage>();
  let bytes = 0;
  let loading: Promise<LoadCounts> | undefined;

  async function loaded(): Promise<void> {
    const counts = await loading;
    loading = undefined;
    added += counts?.added ?? 0;
    replayed += counts?.replayed ?? 0;
  }

  async function flush(): Promise<void> {
    await loaded();
    loading = load(chunk);
    // Awaited at the next flush; until then a failure is not unheard of.
    loading.catch(() => undefined);
    chunk = new Map();
    bytes = 0;
  }

  for await (const page of pages) {
    // One chunk writes each key once.
    if (chunk.has(page.key)) await flush();
    chunk.set(page.key, { page, set: sketchSet(page.grams) });
    bytes += page.grams.byteLength;
    if (chunk.size >= CHUNK_PAGES || bytes >= CHUNK_BYTES) await flush();
  }
  if (chunk.size > 0) await flush();
  await loaded();
  return { added, replayed };
}
