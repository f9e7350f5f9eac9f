import { type Dirent, statSync } from 'node:fs';
import { entriesOf } from '../folder-entries.ts';

const ITEM_NAME = /^\d{9}\.json$/;
const REQUEST_NAME = /^[A-Za-z0-9]{8,15}\.json$/;

/** Key and type of a key-value record that may be a page. */
export const PAGE_RECORD_NAME: RegExp = /^(.+)\.(html?|txt)$/i;

/** A file of a storage that may hold a page. */
export interface StorageFile {
  readonly path: string;
  readonly store: 'dataset' | 'key-value store';
}

/**
 * Whether a folder is a Crawlee storage, by what is in it and not by its name: `datasets`, `key_value_stores` or
 * `request_queues` with a store that holds such files as Crawlee writes. A dataset's own folder is one too.
 */
export async function looksLikeStorage(folder: string, entries: readonly Dirent[]): Promise<boolean> {
  const visible = entries.filter((entry) => !entry.name.startsWith('.'));
  if (visible.some((entry) => ITEM_NAME.test(entry.name))) {
    return visible.every((entry) => entry.isFile() && /^(?:\d{9}|__metadata__)\.json$/.test(entry.name));
  }
  const holds = async (kind: string, file: RegExp): Promise<boolean> => {
    if (!visible.some((entry) => entry.name === kind && entry.isDirectory())) return false;
    for (const store of await storesOf(folder, kind)) {
      if ((await namesIn(store)).some((name) => file.test(name))) return true;
    }
    return false;
  };
  return (
    (await holds('datasets', ITEM_NAME)) ||
    (await holds('request_queues', REQUEST_NAME)) ||
    (await holds('key_value_stores', /^(?:SDK_\w+|INPUT|__metadata__)\.json$/))
  );
}

/** The files of a storage that may hold pages: datasets, then key-value stores, each sorted by store and name. */
export async function storageFiles(folder: string): Promise<StorageFile[]> {
  const items = (await namesIn(folder)).filter((name) => ITEM_NAME.test(name));
  if (items.length > 0) return items.map((name) => ({ path: `${folder}/${name}`, store: 'dataset' }));
  const files: StorageFile[] = [];
  for (const store of await storesOf(folder, 'datasets')) {
    for (const name of await namesIn(store)) {
      if (ITEM_NAME.test(name)) files.push({ path: `${store}/${name}`, store: 'dataset' });
    }
  }
  for (const store of await storesOf(folder, 'key_value_stores')) {
    for (const name of await namesIn(store)) {
      if (!name.startsWith('.')) files.push({ path: `${store}/${name}`, store: 'key-value store' });
    }
  }
  return files;
}

/** Stored bytes of all files that are read. */
export async function storageSizeBytes(folder: string): Promise<number> {
  let sizeBytes = 0;
  for (const { path, store } of await storageFiles(folder)) {
    if (store === 'key-value store' && !PAGE_RECORD_NAME.test(path)) continue;
    sizeBytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return sizeBytes;
}

/** Folders of the stores of one kind, sorted. */
export async function storesOf(folder: string, kind: string): Promise<string[]> {
  return (await entriesOf(`${folder}/${kind}`))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => `${folder}/${kind}/${entry.name}`)
    .sort();
}

async function namesIn(folder: string): Promise<string[]> {
  return (await entriesOf(folder))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}
