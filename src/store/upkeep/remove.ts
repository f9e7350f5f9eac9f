import { shown, wrongType } from '../../argument-checks.ts';
import { fetchedTime } from '../../text/fetched-time.ts';
import { type BinaryStore, scanEntries } from '../disk/binary-store.ts';
import { type DecisionRecord, decodeNumber } from '../layout/codec.ts';
import { hostOf } from '../layout/host.ts';
import { textOfUserKey, userKeyRange } from '../layout/keys.ts';
import { storedRecords } from '../pages.ts';
import { urlOf } from '../verdicts.ts';

/** Which pages to forget: by a prefix of their keys, by the exact host of their URLs, or by age. */
export type RemovalCondition =
  | { readonly keyPrefix: string }
  | { readonly host: string }
  /** By the time the page was fetched, if `at` is a date; otherwise by the time it was stored. */
  | { readonly before: Date };

/** Most pages removed by one batch; some 20 entries each. */
const REMOVED_PAGES = 256;

/** Numbers of the pages that meet a condition, as they stand when the iteration begins, 256 at a time. */
export async function* pagesToRemove(
  store: BinaryStore,
  condition: RemovalCondition,
): AsyncGenerator<number[]> {
  let pages: number[] = [];
  const numbers =
    'keyPrefix' in condition ? byKeyPrefix(store, condition.keyPrefix) : byDecision(store, condition);
  for await (const page of numbers) {
    pages.push(page);
    if (pages.length < REMOVED_PAGES) continue;
    yield pages;
    pages = [];
  }
  if (pages.length > 0) yield pages;
}

/** Refuses anything but exactly one condition. @throws TypeError */
export function checkCondition(condition: RemovalCondition): void {
  const given = Object.entries(condition ?? {}).filter(([, value]) => value !== undefined);
  const [[name, value] = ['nothing', undefined]] = given;
  const isValid =
    given.length === 1 &&
    (name === 'before'
      ? value instanceof Date && !Number.isNaN(value.getTime())
      : (name === 'keyPrefix' || name === 'host') && typeof value === 'string');
  if (isValid) return;
  const got = given.map(([key, found]) => `${key} ${shown(found)}`).join(', ') || 'nothing';
  const expected = 'one of keyPrefix (a string), host (a string) and before (a valid Date)';
  throw wrongType('removeWhere', expected, condition, got);
}

async function* byKeyPrefix(store: BinaryStore, prefix: string): AsyncGenerator<number> {
  for await (const entries of scanEntries(store, userKeyRange(prefix))) {
    for (const [key, value] of entries) {
      yield decodeNumber(value, { table: 'keys', key: textOfUserKey(key) });
    }
  }
}

async function* byDecision(
  store: BinaryStore,
  condition: { readonly host: string } | { readonly before: Date },
): AsyncGenerator<number> {
  const isMeant =
    'host' in condition
      ? (record: DecisionRecord) => hostOf(urlOf(record)) === condition.host
      : (record: DecisionRecord) => timeOf(record) < condition.before.getTime();
  for await (const { page, record } of storedRecords(store)) if (isMeant(record)) yield page;
}

/** Milliseconds since 1970. */
function timeOf({ at, storedAt }: DecisionRecord): number {
  const fetchedAt = at === undefined ? Number.NaN : fetchedTime(at);
  return Number.isNaN(fetchedAt) ? storedAt : fetchedAt;
}
