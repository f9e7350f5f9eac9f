import { createHash } from 'node:crypto';
import type { ArchiveRecord } from '../archive/archive-record.ts';
import { toBase32 } from '../archive/digests.ts';
import { parseHttpHead } from '../archive/http.ts';

/** A record that a revisit refers to. */
export interface Original {
  readonly recordId: string;
  readonly url: string;
  readonly date: string;
  /** `sha1:` and so on: that of the payload of both. */
  readonly payloadDigest: string;
}

/** What two records have to have in common for one to be a revisit of the other. */
export interface Payload {
  readonly key: string;
  readonly original: Original;
}

/** A longer HTTP header is none that a revisit repeats. */
export const MOST_HEAD_BYTES: number = 64 * 1024;

/** The payload of a sound response that is at hand as a whole; `undefined` for all else. */
export function payloadOf({ type, headers, block, blockLength, damage }: ArchiveRecord): Payload | undefined {
  const recordId = headers.get('warc-record-id');
  if (headers.has('warc-truncated') || headers.has('warc-segment-number')) return undefined;
  if (type !== 'response' || damage !== undefined || block.length !== blockLength) return undefined;
  const head = parseHttpHead(block, MOST_HEAD_BYTES);
  if (head === undefined || head.isLong || recordId === undefined) return undefined;
  const digest = createHash('sha1').update(block.subarray(head.length)).digest();
  const stated = headers.get('warc-payload-digest');
  return {
    key: `${blockLength - head.length}:${digest.toString('hex')}`,
    original: {
      recordId,
      url: headers.get('warc-target-uri') ?? '',
      date: headers.get('warc-date') ?? '',
      payloadDigest: stated ?? `sha1:${toBase32(digest)}`,
    },
  };
}
