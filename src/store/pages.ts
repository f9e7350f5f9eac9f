import { BINARY, type BinaryStore, present, readValues, scanEntries } from './disk/binary-store.ts';
import { IndexError } from './errors.ts';
import { type DecisionRecord, decodeJson, decodeNumber, type Tombstone } from './layout/codec.ts';
import { decisionKey, decisionRange, pageOf, userKey } from './layout/keys.ts';

/** Number of the page with this key, when it was decided and not removed. */
export async function pageOfKey(store: BinaryStore, key: string): Promise<number | undefined> {
  const stored = await store.get<Buffer, Buffer>(userKey(key), BINARY);
  return stored === undefined ? undefined : decodeNumber(stored, `page number of ${key}`);
}

/** Numbers of the pages with these keys. */
export async function pagesOfKeys(
  store: BinaryStore,
  keys: readonly string[],
): Promise<(number | undefined)[]> {
  const stored = await store.getMany<Buffer, Buffer>(keys.map(userKey), BINARY);
  return stored.map((value, i) =>
    value === undefined ? undefined : decodeNumber(value, `page number of ${keys[i]}`),
  );
}

/** Decisions of pages; none of a removed one. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
export async function recordsOf(
  store: BinaryStore,
  pages: readonly number[],
): Promise<(DecisionRecord | undefined)[]> {
  const stored = await readValues(store, pages.map(decisionKey));
  return stored.map((value, i) => {
    const what = `decision of page ${pages[i]}`;
    return decodeDecision(present(value, what), what);
  });
}

/** All decisions, in the order of their commits, as they stand when the walk begins. */
export async function* storedRecords(
  store: BinaryStore,
): AsyncGenerator<{ readonly page: number; readonly record: DecisionRecord }> {
  for await (const entries of scanEntries(store, decisionRange())) {
    for (const [key, value] of entries) {
      const page = pageOf(key);
      const record = decodeDecision(value, `decision of page ${page}`);
      if (record !== undefined) yield { page, record };
    }
  }
}

/** Decision of a page that is not removed: tables that lead to a removed one are damaged. */
export async function recordOf(store: BinaryStore, page: number): Promise<DecisionRecord> {
  const [record] = await recordsOf(store, [page]);
  return standing(record, page);
}

/** @throws IndexError NEARDUP_INDEX_DAMAGED when the page is removed */
export function standing(record: DecisionRecord | undefined, page: number): DecisionRecord {
  if (record !== undefined) return record;
  throw new IndexError(
    'NEARDUP_INDEX_DAMAGED',
    `the index is damaged: page ${page} is removed and still found`,
  );
}

/** A stored decision, or nothing where a tombstone is stored. */
export function decodeDecision(value: Buffer, what: string): DecisionRecord | undefined {
  const record = decodeJson<DecisionRecord | Tombstone>(value, what);
  return record.outcome === 'removed' ? undefined : record;
}
