import { type Dirent, readFileSync, statSync } from 'node:fs';
import { entriesOf } from '../folder-entries.ts';

const ITEM_NAME = /^\d{9}\.json$/;
const REQUEST_NAME = /^[A-Za-z0-9]{8,15}\.json$/;

/** Key and type of a key-value record that may be a page, where Crawlee 3 for JavaScript wrote it. */
const PAGE_RECORD_NAME = /^(.+)\.(html?|txt)$/i;
/** End of the name of a file that describes the record beside it. Crawlee for Python and Crawlee 4 write them, Crawlee 3 if told to. */
const DESCRIPTION_END = '.__metadata__.json';
/** Most bytes of such a file; Crawlee's have a hundred. */
const MOST_DESCRIPTION_BYTES = 1 << 16;

/** A file of a storage that may hold a page. */
export interface StorageFile {
  readonly path: string;
  readonly store: 'dataset' | 'key-value store';
  /** The file that has the key and the type of a record. Default: its name has them. */
  readonly description?: string;
}

/** Key and type of a key-value record. */
export interface RecordType {
  readonly key: string;
  readonly contentType: string;
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
    const names = new Set(await namesIn(store));
    for (const name of names) {
      if (name.startsWith('.') || name.endsWith(DESCRIPTION_END)) continue;
      const isDescribed = names.has(name + DESCRIPTION_END);
      const path = `${store}/${name}`;
      files.push({
        ...{ path, store: 'key-value store' },
        ...(isDescribed && { description: path + DESCRIPTION_END }),
      });
    }
  }
  return files;
}

/** Stored bytes of all files that are read. */
export async function storageSizeBytes(folder: string): Promise<number> {
  let sizeBytes = 0;
  for (const file of await storageFiles(folder)) {
    const type = file.store === 'dataset' ? undefined : recordType(file);
    if (file.store === 'key-value store' && (type === undefined || !isPage(type))) continue;
    sizeBytes += statSync(file.path, { throwIfNoEntry: false })?.size ?? 0;
  }
  return sizeBytes;
}

/** Key and type of a key-value record, as its description or its name says; undefined if neither does. */
export function recordType({ path, description }: StorageFile): RecordType | undefined {
  const described = description === undefined ? undefined : describedType(description);
  if (described !== undefined) return described;
  const [, key, extension] = PAGE_RECORD_NAME.exec(path.slice(path.lastIndexOf('/') + 1)) ?? [];
  if (key === undefined) return undefined;
  return { key, contentType: extension!.toLowerCase() === 'txt' ? 'text/plain' : 'text/html' };
}

/** Whether a record of this type is a page. */
export function isPage({ contentType }: RecordType): boolean {
  return /^(?:text\/(?:html|plain)|application\/xhtml\+xml)\b/i.test(contentType);
}

function describedType(path: string): RecordType | undefined {
  try {
    if (statSync(path).size > MOST_DESCRIPTION_BYTES) return undefined;
    const described = Object(JSON.parse(readFileSync(path, 'utf8')));
    const { key, contentType = described.content_type } = described;
    return typeof key === 'string' && typeof contentType === 'string' ? { key, contentType } : undefined;
  } catch {
    return undefined;
  }
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
