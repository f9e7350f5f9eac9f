import type { Original } from './payload.ts';

/** What the caller decided about a page. */
export interface Fate {
  readonly action: 'keep' | 'drop' | 'aside';
  /** The id of the page where it was decided among other inputs, if an earlier one of these has the id that it has here. */
  readonly id?: string;
  /** For a dropped page: the id of the page that stands for it. */
  readonly representative?: string;
  /** Whether that page is in none of the inputs, so that no record can be a revisit of it. */
  readonly known?: true;
  readonly similarity?: number;
  /** The reason, for programs. */
  readonly code?: string;
}

/** What is done with a record, a line or a page. On disk it is stored as its index in this list. */
export const verdicts = ['keep', 'leave-out', 'revisit', 'aside'] as const;

/** One of {@link verdicts}. */
export type Verdict = (typeof verdicts)[number];

/** What becomes of a record, a line or a page. */
export interface Step {
  readonly verdict: Verdict;
  readonly revisitOf?: Original;
  /** The id of the page, if it is another one than the reader gives it. */
  readonly id?: string;
}

/** A page that is missing from the copy or changed in it, and why. */
export interface ManifestEntry extends Omit<Fate, 'action' | 'id'> {
  readonly id: string;
  readonly url: string;
  readonly action: 'left-out' | 'revisit' | 'aside';
}

/** How many pages are in a copy and how many are not. */
export interface CopyCounts {
  readonly kept: number;
  readonly revisits: number;
  readonly leftOut: number;
  readonly putAside: number;
}
