import {
  type LeastOfWall,
  neededForWall,
  neededOfMessage,
  type TextAtPattern,
} from '../../../src/flow/index.ts';
import { digits, escaped, lineOf, padded, tags } from '../lines/format.ts';
import type { VerbCall } from '../verbs/verb.ts';

/**
 * The kinds of groups of pages that count as having one text: pages with one message; pages of one host and name with
 * one message; those of the latter that say hardly more than the message; and the pages of a cluster. A page of several
 * walls belongs to that of the last kind.
 */
export const wallKinds = ['message', 'namesakes', 'brief', 'cluster'] as const;

/** One of {@link wallKinds}. */
export type WallKind = (typeof wallKinds)[number];

/** The kinds that can be walls also by patterns of URLs, and without any other page of the host. */
export const isMessage: readonly boolean[] = wallKinds.map((kind) => kind === 'message' || kind === 'brief');

/** What is needed for a wall. @param key of the text @param hasOthers whether one of its pages has no message */
export function leastOfWall(key: string, hasOthers: boolean): LeastOfWall {
  if (key[0] === equalMessage) return neededOfMessage(Number(key.slice(2)));
  return neededForWall[isMessage[Number(key[0])] ? 'message' : hasOthers ? 'no message' : 'text'];
}

/** The kind whose pages share only that text. `alikeMessages` says how many have a name in common. */
export const equalMessage = String(wallKinds.indexOf('message'));
/** In place of a group of a page that is in none. */
export const noGroup = '';
/** In place of whether a page names its URL, where it does not, and its text says all words of it (`PageFacts.saysUrl`). */
export const saidInText = 't';
/** In place of the names of a page whose text is no message. */
export const noMessage = '-';
/** In place of the names of a message without a name that is no sentence. */
export const noName = '.';
/** Number of digits of a key of 48 bits. */
const PATTERN_DIGITS = 15;

/** A count for each kind. */
export const noneOfKinds = (): number[] => wallKinds.map(() => 0);

/** What pages share at a pattern of their URLs. */
export type SharedAtPattern = Pick<TextAtPattern, 'key' | 'pages' | 'unlike'>;

/** The key of lines about a host. */
export function keyOfHost(host: string): string {
  return `:${escaped(host)}`;
}

/** The key of lines about a pattern: differs from that of any host. */
export function keyOfPattern(key: number): string {
  return `*${padded(key, PATTERN_DIGITS)}`;
}

/** Writes how many pages share a text or a name at the patterns of their URLs, and under how many values. */
export async function writeShared(
  { output }: VerbCall,
  kind: WallKind,
  at: Iterable<SharedAtPattern>,
): Promise<void> {
  for (const each of at) {
    output.line(sharedLine(kind, each));
    if (output.isFull) await output.drained();
  }
}

/** How many pages share a text or a name at one pattern. */
export function sharedLine(kind: WallKind, { key, pages, unlike }: SharedAtPattern): string {
  const counts = [pages, unlike].map(countField);
  return lineOf(keyOfPattern(key), tags.sharedAt, String(wallKinds.indexOf(kind)), ...counts);
}

/** A count as a field that sorts by its size. */
export function countField(count: number): string {
  return padded(count, digits.count);
}
