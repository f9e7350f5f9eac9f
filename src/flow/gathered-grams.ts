import { samplingDraw } from '../evaluate/sample.ts';
import { type Collection, CollectionBuilder, type GramFrequencies } from '../methods/collection.ts';
import type { PageGrams } from './page-grams.ts';

/** The pages kept of a stream: the collection they make, and their ids in its order. */
interface Gathered {
  readonly collection: Collection;
  readonly ids: readonly string[];
  /** Pages in the stream: more than the collection has when not all of them fitted. */
  readonly pagesRead: number;
}

interface KeptPage {
  /** Place in the stream. */
  readonly number: number;
  readonly id: string;
  readonly grams: BigUint64Array;
  readonly frequencies?: GramFrequencies;
}

/** What a kept page costs beside its grams. */
const BYTES_PER_PAGE = 400;

/**
 * Gathers gram sets in `mostBytes`; where they need more, a uniform sample of the pages.
 *
 * Every page draws a number in [0, 1) by its place in the stream, and the pages below a limit stay; the limit is
 * halved whenever the pages kept grow too large, so that all pages have the same chance in the end. At the end
 * the sets are copied into one, page by page: at most twice `mostBytes` for that moment.
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
