import { hash64 } from '../grams/hash.ts';
import { Turns } from '../grams/turns.ts';
import { gramsOfBlocks } from './block-grams.ts';
import { BYTES_A_COUNTED_GRAM, IdentityCounts } from './identity-counts.ts';
import { setHash } from './set-hash.ts';
import { FilterRoom, SpreadFilter } from './spread-filter.ts';
import { type CommonGrams, fewestIdentities, type Template, templateOfParts } from './template.ts';

/**
 * Most identities of a site on which its template is counted: those with the smallest hashes, so that order does not
 * matter. On a larger site the sample may miss what only a few identities have in common, such as inherited members.
 */
export const mostIdentities = 1 << 14;
/**
 * Fewest pages counted for each identity. Versions of one thing have nearly the same grams, so that a few that differ
 * are enough. If a site has few identities, more pages of each are counted, to see what only one version has.
 */
const fewestPagesOfIdentity = 4;
const mostPagesOfIdentity = 32;
const mostPages = 8192;

/** Default memory for counting grams, in bytes: 760,000 distinct ones, and a filter of 16 MB. */
export const mostCountBytes: number = 48 << 20;

/** Reads the gram set of a page, by its number. The set is valid until the next one is read. */
export type ReadGrams = (page: number) => BigUint64Array | Promise<BigUint64Array>;

/** The pages of each identity of a site, ascending. Iterated more than once. */
export interface PagesOfIdentities extends Iterable<Iterable<number>> {
  /** How many identities. */
  readonly length: number;
  /** Share of them on which everyday words may be (`NameLetters`). Default: 0. */
  readonly everyday?: number;
}

/** Hash by which identities of a site are sampled. */
export function identityHash(identity: string): bigint {
  return hash64(Buffer.from(identity));
}

/**
 * The template of one site.
 *
 * Memory: up to 65,536 page numbers, the template itself, and `countBytes`.
 *
 * @param identities those with the smallest `identityHash`, in that order: `mostIdentities`, or all if the site has
 *   fewer
 * @param pages number of the site's pages
 * @param countBytes memory for counting grams, a third of it for their filter. With less, grams are read more often;
 *   the template is the same
 */
export function templateOfSite(
  identities: PagesOfIdentities,
  pages: number,
  readGrams: ReadGrams,
  countBytes: number = mostCountBytes,
): Promise<Template> {
  return templateWithin(new FilterRoom(countBytes / 3), identities, pages, readGrams, (2 * countBytes) / 3);
}

/** {@link templateOfSite}, with room that the filters of all sites use one after the other. */
export async function templateWithin(
  room: FilterRoom,
  identities: PagesOfIdentities,
  pages: number,
  readGrams: ReadGrams,
  countBytes: number,
): Promise<Template> {
  const { length, everyday = 0 } = identities;
  if (length < fewestIdentities) return templateOfParts([]);
  const most = Math.floor(mostPages / length);
  const mostOfEach = Math.min(mostPagesOfIdentity, Math.max(fewestPagesOfIdentity, most));
  const filter = new SpreadFilter(pages, fewestIdentities, room);
  /** For each identity, the pages that are counted. */
  const counted: number[][] = [];
  const turns = new Turns();
  for (const ofIdentity of identities) {
    if (turns.isDue) await turns.take();
    const number = counted.length;
    counted.push(await somePages(ofIdentity, mostOfEach, readGrams, (grams) => filter.add(number, grams)));
  }
  const mostGrams = Math.floor(countBytes / BYTES_A_COUNTED_GRAM);
  const common: CommonGrams[] = [];
  let counts = new IdentityCounts(0n, mostGrams);
  for (;;) {
    for (const [identity, pages] of counted.entries()) {
      if (turns.isDue) await turns.take();
      for (const page of pages) {
        const read = readGrams(page);
        const grams = read instanceof BigUint64Array ? read : await read;
        counts.add(identity, filter.pass(counts.inRange(grams)));
      }
    }
    common.push(counts.common());
    if (counts.to === undefined) {
      const least = Math.ceil(everyday * length);
      return templateOfParts(least > fewestIdentities ? gramsOfBlocks(common, least) : common);
    }
    counts = new IdentityCounts(counts.to, mostGrams, counts.nextTo);
  }
}

/**
 * Some pages with distinct gram sets: those whose sets have the smallest hashes, so that order does not matter. Calls
 * `show` with each set that may be one of them.
 */
async function somePages(
  pages: Iterable<number>,
  most: number,
  readGrams: ReadGrams,
  show: (grams: BigUint64Array) => void,
): Promise<number[]> {
  const found: { readonly hash: bigint; readonly page: number }[] = [];
  for (const page of pages) {
    const read = readGrams(page);
    // awaiting a set that is already there took a third of the time of this stage
    const grams = read instanceof BigUint64Array ? read : await read;
    if (grams.length === 0) continue;
    const hash = setHash(grams);
    let at = found.length;
    while (at > 0 && found[at - 1].hash > hash) at--;
    if (at > 0 && found[at - 1].hash === hash) continue;
    if (at === most) continue;
    show(grams);
    found.splice(at, 0, { hash, page });
    if (found.length > most) found.pop();
  }
  return found.map(({ page }) => page);
}
