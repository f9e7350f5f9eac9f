import type { DecisionRecord } from './codec.ts';

/** An indexed page that is similar to the one asked about. */
export interface Match {
  readonly key: string;
  readonly url: string;
  /** Exact Jaccard of the gram sets, at least the threshold. */
  readonly similarity: number;
  /** Grams that both have. */
  readonly overlap: number;
  /** Number of grams of the indexed page. */
  readonly size: number;
}

/** What was decided about a page, and stays decided. */
export interface Decision {
  readonly key: string;
  readonly url: string;
  /** `unclassifiable` pages have no gram, and are similar to nothing. */
  readonly outcome: 'unique' | 'duplicate' | 'unclassifiable';
  /** The unique page that a duplicate is similar to. */
  readonly of?: { readonly key: string; readonly url: string };
  readonly similarity?: number;
  readonly overlap?: number;
  /** Number of grams. */
  readonly size: number;
  /** When the page was fetched, as the caller gave it. */
  readonly at?: string;
  /** What the caller had to say of the page. */
  readonly note?: string;
}

/** A verdict, and the right to store it. */
export interface Claim {
  /** `replayed`: the same key with the same gram set was decided before, and that is what this says. */
  readonly verdict: Decision & { readonly replayed: boolean };
  /**
   * Stores the verdict, and a unique page's sketches, in one atomic batch. After a replay there is nothing to
   * store. Resolves to false, and stores nothing, when the claim was released, or superseded by a later claim
   * of its key: so a handler that timed out cannot commit late.
   */
  commit(): Promise<boolean>;
  /** Gives the page up: the next one like it is unique. Does nothing once `commit` was called. */
  release(): void;
}

/** A page to be decided. */
export interface ClaimedPage {
  /** Tells pages apart: a retry has the same one. */
  readonly key: string;
  readonly url: string;
  /** Ascending and distinct 64-bit hashes. */
  readonly grams: BigUint64Array;
  /** When the page was fetched. */
  readonly at?: string;
  /** Kept with the decision and given back with it, such as why a page is given no grams. */
  readonly note?: string;
}

/** Numbers of decided pages. */
export interface IndexCounts {
  readonly decided: number;
  readonly unique: number;
  readonly duplicates: number;
  readonly unclassifiable: number;
}

/** A stored decision as callers see it. */
export function decisionOf({ fingerprint: _, ...decision }: DecisionRecord): Decision {
  return decision;
}

/** A claim of a page that was decided before: nothing is left to do. */
export function replay(decision: Decision): Claim {
  return {
    verdict: { ...decision, replayed: true },
    commit: () => Promise.resolve(true),
    release: () => undefined,
  };
}
