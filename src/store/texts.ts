import { type BinaryStore, readValue } from './disk/binary-store.ts';
import { decodeText } from './layout/codec.ts';
import { textKey } from './layout/keys.ts';
import { pageOfKey } from './pages.ts';

/** The text that is stored with a page; undefined where there is none. @throws IndexError NEARDUP_INDEX_DAMAGED */
export async function readText(store: BinaryStore, key: string): Promise<string | undefined> {
  const page = await pageOfKey(store, key);
  const value = page === undefined ? undefined : await readValue(store, textKey(page));
  return value === undefined ? undefined : decodeText(value, { table: 'texts', page: page! });
}
