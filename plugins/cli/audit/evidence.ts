import { createHash } from 'node:crypto';
import type { PageGrams } from '../../../src/flow/index.ts';
import { overlapOfSorted } from '../../../src/join/index.ts';
import { pageKey } from '../../report/page-key.ts';

/** A dropped page and its representative. */
interface RemovedPage {
  readonly id: string;
  readonly representative: string;
  /** Whether the representative is a known page. It may have the same id as a new one. */
  readonly known?: true;
}

/** Evidence for a removal, measured on the gram sets of both pages. */
export interface Evidence {
  /** Numbers of grams of the page and of its representative, and of grams that both have. */
  readonly sizes: readonly [page: number, representative: number];
  readonly overlap: number;
  /** SHA-256 of both texts as they are compared: of their grams, ascending, 8 bytes each, little-endian. */
  readonly digests: readonly [page: string, representative: string];
}

/** The measured evidence by `pageKey`, and the keys of those requested pages that were found. */
interface Measured {
  readonly evidence: ReadonlyMap<string, Evidence>;
  readonly met: ReadonlySet<string>;
}

interface HeldPage {
  readonly grams: BigUint64Array;
  readonly digest: string;
  /** Number of removals that wait for this page. */
  waiting: number;
  /** Number of the pass over all pages in which it was read. */
  readonly round: number;
}

/**
 * Measures every removal on the gram sets of its two pages. Each call of `pages` must return all pages again: it is
 * called once if representatives come first and fit into `memoryBytes`, otherwise as often as needed. The result
 * leaves out removals with a missing page.
 */
export async function measureRemovals(
  removals: readonly RemovedPage[],
  pages: () => AsyncIterable<PageGrams>,
  memoryBytes: number,
): Promise<Measured> {
  const representativeOf = new Map(
    removals.map(({ id, ...rest }) => [pageKey({ id }), representativeKey(rest)]),
  );
  const waiting = new Map<string, number>();
  for (const representative of representativeOf.values()) {
    waiting.set(representative, (waiting.get(representative) ?? 0) + 1);
  }
  const evidence = new Map<string, Evidence>();
  const met = new Set<string>();
  const held = new Map<string, HeldPage>();
  let heldBytes = 0;
  let isMoving = true;
  // reads the pages all the same, so that damage in the input is reported
  if (removals.length === 0) for await (const _ of pages());
  for (let round = 0; isMoving && evidence.size < representativeOf.size; round++) {
    isMoving = false;
    for await (const { facts, grams } of pages()) {
      const id = pageKey(facts);
      const left = waiting.get(id) ?? 0;
      if (left > 0 && !held.has(id) && (held.size === 0 || heldBytes < memoryBytes)) {
        held.set(id, { grams, digest: digestOf(grams), waiting: left, round });
        heldBytes += grams.byteLength;
        isMoving = true;
      }
      const representative = representativeOf.get(id);
      if (representative !== undefined || left > 0) met.add(id);
      const other = representative === undefined ? undefined : held.get(representative);
      if (representative === undefined || other === undefined || evidence.has(id)) continue;
      evidence.set(id, {
        sizes: [grams.length, other.grams.length],
        overlap: overlapOfSorted(grams, other.grams),
        digests: [digestOf(grams), other.digest],
      });
      isMoving = true;
      other.waiting--;
      waiting.set(representative, other.waiting);
      if (other.waiting > 0) continue;
      held.delete(representative);
      heldBytes -= other.grams.byteLength;
    }
    for (const [id, { grams, round: since }] of held) {
      // all pages have been read since then: those for which it waits do not exist, so it makes room
      if (since === round) continue;
      held.delete(id);
      heldBytes -= grams.byteLength;
      waiting.set(id, 0);
      isMoving = true;
    }
  }
  return { evidence, met };
}

/** The key of a removal's representative in `met`. */
export function representativeKey({
  representative,
  known,
}: Pick<RemovedPage, 'representative' | 'known'>): string {
  return pageKey({ id: representative, known });
}

/** SHA-256 of a gram set, in base16. */
export function digestOf(grams: BigUint64Array): string {
  const { buffer, byteOffset, byteLength } = grams;
  return createHash('sha256')
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest('hex');
}
