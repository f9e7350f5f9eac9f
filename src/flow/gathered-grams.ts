import { samplingDraw } from '../evaluate/sample.ts';
import { type Collection, CollectionBuilder, type GramFrequencies } from '../methods/collection.ts';
import type { PageGrams } from './page-grams.ts';

/** The pages kept from a stream: their gram sets as one collection, and their ids in its order. */
interface Gathered {
  readonly collection: Collection;
  readonly ids: readonly string[];
  /** Number of pages in the stream: more than in the collection if not all of them fitted. */
  readonly pagesRead: number;
}

interface KeptPage {
  /** Position in the stream. */
  readonly number: number;
  readonly id: string;
  readonly grams: BigUint64Array;
  readonly frequencies?: GramFrequencies;
}

/** Bytes of a kept page without its grams. */
const BYTES_PER_PAGE = 400;

/**
 * Gathers gram sets in `mostBytes`. If they need more, keeps a uniform sample of the pages.
 *
 * Every page draws a number in [0, 1) by its position in the stream, and pages below a limit are kept. The limit is halved whenever
 * the kept pages grow too large, so that all pages have the same chance. At the end the sets are copied into one collection, page
 * by page, which takes at most twice `mostBytes` for a moment.
 */
export async function gatherGrams(
  pages: AsyncIterable<PageGrams>,
  mostBytes: number,
  onRead?: (pages: number) => void,
): Promise<Gathered> {
  let kept: KeptPage[] = [];
  let keptBytes = 0;
  let limit = 1;
  let pagesRead = 0;
  for await (const { facts, grams, frequencies } of pages) {
    const number = pagesRead++;
    onRead?.(pagesRead);
    if (samplingDraw(number) >= limit) continue;
    const page = { number, id: facts.id, grams, ...(frequencies && { frequencies }) };
    kept.push(page);
    keptBytes += sizeOf(page);
    while (keptBytes > mostBytes && kept.length > 1) {
      limit /= 2;
      kept = kept.filter((other) => samplingDraw(other.number) < limit);
      keptBytes = kept.reduce((sum, other) => sum + sizeOf(other), 0);
    }
  }
  return { collection: collect(kept), ids: kept.map(({ id }) => id), pagesRead };
}

function sizeOf({ grams, frequencies }: KeptPage): number {
  return BYTES_PER_PAGE + grams.byteLength + (frequencies?.counts.byteLength ?? 0);
}

function collect(pages: readonly KeptPage[]): Collection {
  const builder = new CollectionBuilder();
  for (const { grams, frequencies } of pages) builder.add(grams, frequencies);
  return builder.finish();
}
