import type { IndexCounts } from '../../../src/index.ts';
import type { PageVerdict, ProvisionalPage } from '../../../src/store/index.ts';
import type { ReturnedRequest } from '../decider.ts';
import type { ComparablePage } from '../read-page.ts';
import type { ClaimFacts } from '../verdict.ts';

/** Raised with every change that an earlier version would not understand. */
export const PROTOCOL_VERSION = 1;

/** What a process says first. */
export interface Hello {
  readonly version: number;
  /** Its name. */
  readonly process: string;
  /** How it compares pages: as the owner does. */
  readonly comparison: object;
}

/** A page to be claimed; its grams, 8 bytes each, go with it. */
export interface ClaimMessage {
  /** By which it is committed or released. */
  readonly claim: number;
  readonly page: Omit<ComparablePage, 'content'> & {
    readonly content: Omit<ComparablePage['content'], 'grams' | 'sketches'>;
  };
  readonly provisional?: ProvisionalPage;
}

/** How far the index is, told with each answer to a claim or commit. */
export interface Progress {
  readonly counts: IndexCounts;
  readonly provisional: number;
}

/** The answer to a claim. */
export interface ClaimAnswer extends Progress {
  readonly verdict: (PageVerdict & ClaimFacts) | 'wall';
}

/** The answer to a commit. */
export interface CommitAnswer extends Progress {
  readonly isStored: boolean;
}

/** What the owner asks of a process: to make a request that is of its own, or that of a process which is gone. */
export interface ReturnMessage {
  readonly returned: ReturnedRequest;
}

/** Grams as bytes: a view of the same memory. */
export function bytesOfGrams({ buffer, byteOffset, byteLength }: BigUint64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Bytes as grams: a copy, since bytes that came may lie anywhere. @throws RangeError where they are no grams */
export function gramsOfBytes(bytes: Uint8Array): BigUint64Array {
  return new BigUint64Array(new Uint8Array(bytes).buffer);
}
