import {
  type BinaryStore,
  present,
  readValue,
  readValues,
  type ScanOptions,
  scanEntries,
} from './disk/binary-store.ts';
import { damagedIndex } from './errors.ts';
import { type DecisionRecord, decodeDecision, decodeNumber } from './layout/codec.ts';
import { decisionKey, decisionRange, pageOf, userKey } from './layout/keys.ts';

/** A stored page: its number and its decision. */
export interface StoredPage {
  readonly page: number;
  readonly record: DecisionRecord;
}

/** Number of the page with this key, if it was decided and not removed. */
export async function pageOfKey(store: BinaryStore, key: string): Promise<number | undefined> {
  const stored = await readValue(store, userKey(key));
  return stored === undefined ? undefined : decodeNumber(stored, { table: 'keys', key });
}

/** Numbers of the pages with these keys. */
export async function pagesOfKeys(
  store: BinaryStore,
  keys: readonly string[],
): Promise<(number | undefined)[]> {
  const stored = await readValues(store, keys.map(userKey));
  return stored.map((value, i) =>
    value === undefined ? undefined : decodeNumber(value, { table: 'keys', key: keys[i] }),
  );
}

/** Decisions of pages; undefined for removed ones. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
export async function recordsOf(
  store: BinaryStore,
  pages: readonly number[],
): Promise<(DecisionRecord | undefined)[]> {
  const stored = await readValues(store, pages.map(decisionKey));
  return stored.map((value, i) => {
    const place = { table: 'decisions', page: pages[i] } as const;
    return decodeDecision(present(value, place), place);
  });
}

/** All decisions, in the order of their commits, as they stand when the iteration begins, or in a snapshot. */
export async function* storedRecords(
  store: BinaryStore,
  fromPage = 0,
  options: ScanOptions = {},
): AsyncGenerator<StoredPage> {
  for await (const entries of scanEntries(store, decisionRange(fromPage), options)) {
    for (const [key, value] of entries) {
      const page = pageOf(key);
      const record = decodeDecision(value, { table: 'decisions', page });
      if (record !== undefined) yield { page, record };
    }
  }
}

/** Decisions of pages that are not removed. A table that leads to a removed page is damaged. */
export async function standingRecords(
  store: BinaryStore,
  pages: readonly number[],
): Promise<DecisionRecord[]> {
  const records = await recordsOf(store, pages);
  return records.map((record, i) => standing(record, pages[i]));
}

/** The decision of a page that must not be removed. @throws IndexError NEARDUP_INDEX_DAMAGED if it is removed */
export function standing(record: DecisionRecord | undefined, page: number): DecisionRecord {
  if (record !== undefined) return record;
  throw damagedIndex({ code: 'unexpected', reason: 'removed', page });
}
