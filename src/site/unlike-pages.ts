import { smallestOfUnion } from '../grams/smallest-of-union.ts';
import { mostCounted } from './one-message.ts';
import { setHash } from './set-hash.ts';

/** Smallest grams by which two pages are compared: the standard error of their resemblance is at most .044. */
const smallest = 128;
/** Least resemblance of two versions of one page. */
const leastOfVersion = 2 / 3;
/** The same of two answers to requests for one page. */
export const leastOfAnswer = 0.9;
/** Most pages that others are compared with. */
const mostOriginals = 32;

/** Some pages of a site without names, of which none is a version of another. */
interface UnlikePages {
  /** All of them: at most 4,096. */
  readonly pages: readonly number[];
  /** Which of the first 32 a page with these grams is a version of, from 0; -1 if of none. At most 32 comparisons of 128 grams. */
  versionOf(grams: BigUint64Array): number;
}

/**
 * Finds pages that are no versions of each other, by the resemblance of their smallest grams (Broder 1997). Of more than
 * 4,096 pages, those whose sets have the smallest hashes are looked at, in the order of these, so that the order of the
 * pages does not matter. Memory: two times 4,096 hashes, and 32 KB.
 *
 * @param readGrams a set that lasts until the next is read
 * @param enough stops when so many pages are found
 * @param least resemblance of versions
 */
export function unlikePages(
  pages: Iterable<number>,
  readGrams: (page: number) => BigUint64Array,
  enough: number = Number.POSITIVE_INFINITY,
  least: number = leastOfVersion,
): UnlikePages {
  const originals: BigUint64Array[] = [];
  const versionOf = (grams: BigUint64Array): number => {
    const own = grams.subarray(0, smallest);
    return originals.findIndex((original) => {
      const { shared, drawn } = smallestOfUnion(own, original, smallest);
      return shared >= least * drawn;
    });
  };
  const unlike: number[] = [];
  for (const page of samplePages(pages, readGrams)) {
    const grams = readGrams(page);
    if (versionOf(grams) >= 0) continue;
    if (originals.length < mostOriginals) originals.push(grams.slice(0, smallest));
    unlike.push(page);
    if (unlike.length >= enough) break;
  }
  return { pages: unlike, versionOf };
}

/** The pages whose sets have the smallest hashes, in the order of these. */
function samplePages(pages: Iterable<number>, readGrams: (page: number) => BigUint64Array): number[] {
  let hashes: { readonly page: number; readonly hash: bigint }[] = [];
  const cut = (): void => {
    hashes.sort((x, y) => (x.hash < y.hash ? -1 : x.hash > y.hash ? 1 : 0));
    hashes = hashes.slice(0, mostCounted);
  };
  for (const page of pages) {
    hashes.push({ page, hash: setHash(readGrams(page)) });
    if (hashes.length === 2 * mostCounted) cut();
  }
  cut();
  return hashes.map(({ page }) => page);
}
