import { wrongType } from '../argument-checks.ts';
import type { ReportDamage } from './damage.ts';
import { type BinaryStore, readValue, scanEntries } from './disk/binary-store.ts';
import { readable } from './errors.ts';
import { decodeJson, encodeJson } from './layout/codec.ts';
import type { Change } from './layout/entries.ts';
import { hexOfKey, type Key, nameOfNote, noteKey, noteRange } from './layout/keys.ts';

/** The entry that stores a note under a name. */
export function noteEntry(name: string, note: object): Required<Change> {
  if (Object(note) !== note) throw wrongType('setNote', 'an object that JSON can hold', note);
  return { key: noteKey(name), value: encodeJson(note) };
}

/** The change that deletes a note. */
export function withoutNote(name: string): Change {
  return { key: noteKey(name) };
}

/** The note under a name; undefined where there is none. @throws IndexError NEARDUP_INDEX_DAMAGED */
export async function readNote(store: BinaryStore, name: string): Promise<object | undefined> {
  const key = noteKey(name);
  const value = await readValue(store, key);
  return value === undefined ? undefined : decodeNote(key, value);
}

/** The readable notes whose names begin with `prefix`, by name. @param report receives damage of the others */
export async function readNotes(
  store: BinaryStore,
  prefix: string,
  report: ReportDamage,
): Promise<Map<string, object>> {
  const notes = new Map<string, object>();
  for await (const entries of scanEntries(store, noteRange(prefix))) {
    for (const [key, value] of entries) {
      const note = readable(() => decodeNote(key, value), report);
      if (note !== undefined) notes.set(nameOfNote(key), note);
    }
  }
  return notes;
}

function decodeNote(key: Key, value: Buffer): object {
  return decodeJson<object>(value, { table: 'hosts', entry: hexOfKey(key) });
}
