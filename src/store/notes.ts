import { wrongType } from '../argument-checks.ts';
import { type BinaryStore, readValue } from './disk/binary-store.ts';
import { decodeJson, encodeJson } from './layout/codec.ts';
import type { Change } from './layout/entries.ts';
import { hexOfKey, noteKey } from './layout/keys.ts';

/** The entry that stores a note under a name. */
export function noteEntry(name: string, note: object): Required<Change> {
  if (Object(note) !== note) throw wrongType('setNote', 'an object that JSON can hold', note);
  return { key: noteKey(name), value: encodeJson(note) };
}

/** The note under a name; undefined where there is none. @throws IndexError NEARDUP_INDEX_DAMAGED */
export async function readNote(store: BinaryStore, name: string): Promise<object | undefined> {
  const key = noteKey(name);
  const value = await readValue(store, key);
  return value === undefined
    ? undefined
    : decodeJson<object>(value, { table: 'hosts', entry: hexOfKey(key) });
}
