import type { IndexCounts } from '../../../src/index.ts';
import type { PageVerdict, ProvisionalPage } from '../../../src/store/index.ts';
import type { ComparablePage } from '../read-page.ts';
import type { ReturnedRequest } from '../requests.ts';
import type { ClaimFacts } from '../verdict.ts';

/** Increased with every change that an earlier version would not understand. */
export const PROTOCOL_VERSION = 6;

/** The first message of a process. */
export interface Hello {
  readonly version: number;
  /** Its name. */
  readonly process: string;
  /** How the process compares pages. Must be the same as for the owner. */
  readonly comparison: object;
}

/** A page to be claimed. Its grams, 8 bytes each, are sent as the bytes of the frame. */
export interface ClaimMessage {
  /** Number by which the claim is committed or released. */
  readonly claim: number;
  readonly page: Omit<ComparablePage, 'content'> & {
    readonly content: Omit<ComparablePage['content'], 'grams' | 'sketches'>;
  };
  readonly provisional?: ProvisionalPage;
}

/** State of the index, sent with each answer to a claim or commit. */
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

/** Sent by the owner to a process: a request to make, either the process's own or that of a process which is gone. */
export interface ReturnMessage {
  readonly returned: ReturnedRequest;
}

/**
 * The grams in the bytes of a frame: a copy, since received bytes may be unaligned.
 *
 * @throws RangeError if the bytes are not grams
 */
export function gramsOfBytes(bytes: Uint8Array): BigUint64Array {
  return new BigUint64Array(new Uint8Array(bytes).buffer);
}
