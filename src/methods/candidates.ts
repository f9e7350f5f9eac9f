import { type PagePairs, PagePairsBuilder } from '../cluster/pairs.ts';
import type { Collection } from './collection.ts';
import { confirmPairs } from './confirm.ts';
import type { MethodOptions, NamedPairs } from './method.ts';
import type { Phases } from './phases.ts';

/** The pairs that a method's sketches propose. */
export interface Candidates {
  /** Pairs of first pages, as in `NamedPairs`. Overlaps are the method's own: of sketches, or 0. */
  readonly pairs: PagePairs;
  /** The resemblance that the sketches alone estimate of pair i. */
  estimate(i: number): number;
  readonly phases: Phases;
  readonly sketchBytesPerPage: number;
  /** Pairs of pages looked at to propose these; missing: those that these stand for. */
  readonly lookedAt?: number;
}

/** Confirms candidates on the full gram sets, which a method that confirms has to keep. */
export function confirmed(
  collection: Collection,
  { pairs, phases, sketchBytesPerPage, lookedAt = collection.contents().value.countOf(pairs) }: Candidates,
  { threshold }: MethodOptions,
): NamedPairs {
  const confirmedPairs = confirmPairs(collection, pairs, threshold);
  phases.end('confirm');
  return {
    pairs: confirmedPairs,
    candidates: lookedAt,
    milliseconds: phases.milliseconds,
    bytesPerPage: bytesOfConfirmed(collection, sketchBytesPerPage),
  };
}

/** What a method that confirms keeps of a page, on average: its sketch and its grams. */
export function bytesOfConfirmed({ gramsPerPage }: Collection, sketchBytesPerPage: number): number {
  return sketchBytesPerPage + 8 * gramsPerPage;
}

/** Takes candidates for pairs as they are, with what the sketches estimate. */
export function unconfirmed(
  collection: Collection,
  {
    pairs,
    estimate,
    phases,
    sketchBytesPerPage,
    lookedAt = collection.contents().value.countOf(pairs),
  }: Candidates,
): NamedPairs {
  const estimated = new Float64Array(pairs.length);
  const overlap = new Uint32Array(pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    const [a, b] = [pairs.a[i], pairs.b[i]];
    estimated[i] = estimate(i);
    overlap[i] = overlapOf(estimated[i], collection.sizeOf(a), collection.sizeOf(b));
  }
  phases.end('estimate');
  return {
    pairs: { ...pairs, overlap },
    estimated,
    candidates: lookedAt,
    milliseconds: phases.milliseconds,
    bytesPerPage: sketchBytesPerPage,
  };
}

/** Candidates of different contents that come one by one, in any order, and each repeated content with itself, as pairs without an overlap. */
export function gatherPairs(
  collection: Collection,
  produce: (emit: (a: number, b: number) => void) => void,
): PagePairs {
  const pairs = new PagePairsBuilder();
  produce((a, b) => pairs.add(a, b, 0));
  for (const page of collection.contents().value.repeated) pairs.add(page, page, 0);
  return pairs.finish(collection.pages);
}

/** The overlap, a whole number, that comes nearest to a resemblance of two sets. */
function overlapOf(resemblance: number, sizeX: number, sizeY: number): number {
  const overlap = Math.round((resemblance / (1 + resemblance)) * (sizeX + sizeY));
  return Math.min(overlap, sizeX, sizeY);
}
