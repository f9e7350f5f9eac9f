import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { Page } from '../../../src/index.ts';
import { type DumpDamage, damagedSpot, unreadable } from '../damage.ts';
import { isNestedTooDeeply } from '../jsonl/nesting.ts';
import { parseRecord } from '../jsonl/parse-record.ts';
import { oneLine } from '../one-line.ts';
import { filePage } from '../page-file/page-file.ts';
import { OpenSource, type Reading, reportSpot } from '../reading.ts';
import { recordPage, stringOf } from '../record-page.ts';
import { countSkipped } from '../stats.ts';
import {
  isPage,
  type RecordType,
  recordType,
  type StorageFile,
  storageFiles,
  storesOf,
} from './storage-folders.ts';

/**
 * The pages of a Crawlee storage folder: items of datasets with `html` or `text` (or the field the user named), and
 * `.html` and `.txt` records of key-value stores.
 *
 * A page without a URL gets the one its request was loaded from, where its `requestId`, `uniqueKey` or `id`, or
 * its key, leads to a request in the storage. Ids are the item's own, else the file's name. Items without such a
 * field, records of other types and Crawlee's own state are counted as skipped; what is no JSON object (Crawlee
 * writes in place, so a killed crawl leaves torn files) is named as damaged.
 */
export async function* storagePages(source: OpenSource): AsyncGenerator<Page> {
  const { reading } = source;
  const requests = new Requests(source.path, reading);
  for (const file of await storageFiles(source.path)) {
    reading.signal?.throwIfAborted();
    const name = source.name + file.path.slice(source.path.length);
    const page =
      file.store === 'dataset'
        ? await itemPage(file, name, requests, reading)
        : await keyValuePage(file, name, requests, reading);
    if (typeof page === 'string') countSkipped(reading.stats, page);
    else if (page !== undefined) yield page;
  }
}

/** The page of a dataset's item, the reason why it has none, or nothing when it was named as damaged. */
async function itemPage(
  { path }: StorageFile,
  name: string,
  requests: Requests,
  reading: Reading,
): Promise<Page | string | undefined> {
  const record = readObject(path, name, reading);
  if (record === undefined) return undefined;
  const page = recordPage(record, reading, () => name);
  if (page === undefined) {
    return `dataset item without ${reading.field === undefined ? 'html or text' : oneLine(reading.field)}`;
  }
  if (page.url !== '') return page;
  const uniqueKey = stringOf(record, 'uniqueKey') ?? stringOf(record, 'unique_key');
  const ids = [
    stringOf(record, 'requestId'),
    ...(uniqueKey === undefined ? [] : requestIds(uniqueKey)),
    stringOf(record, 'id'),
  ];
  for (const id of ids) {
    const url = id === undefined ? undefined : await requests.loadedUrl(id);
    if (url !== undefined) return { ...page, url };
  }
  return page;
}

/** The page of a record, the reason why it has none, or nothing when it was named as damaged. */
async function keyValuePage(
  record: StorageFile,
  name: string,
  requests: Requests,
  reading: Reading,
): Promise<Page | string | undefined> {
  const { path } = record;
  const fileName = path.slice(path.lastIndexOf('/') + 1);
  if (/^(?:SDK_|ERROR_SNAPSHOT_|INPUT\.|__metadata__\.)/.test(fileName)) return 'Crawlee state';
  const type = recordType(record);
  if (type === undefined || !isPage(type)) return `key-value record ${typeName(type, fileName)}`;
  const sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const file = new OpenSource({ name, path, sizeBytes, coding: 'none' }, reading);
  try {
    const { value } = await filePage(file).next();
    const page: Page = value;
    const { key, contentType } = type;
    const url = /^https?:/i.test(key) ? key : await requests.loadedUrl(key);
    return { ...page, contentType, url: url ?? '' };
  } catch (error) {
    reportSpot(damagedSpot(name, unreadable(error)), reading);
    return undefined;
  } finally {
    await file.close();
  }
}

/** The type of a record that is no page, in a few characters. */
function typeName(type: RecordType | undefined, fileName: string): string {
  const [named] = /^[\w.+/-]{1,40}/.exec(type?.contentType ?? '') ?? /\.\w{1,10}$/.exec(fileName) ?? [];
  return named ?? 'without a type';
}

/** The requests of a storage, looked up one by one: a queue may hold millions. */
class Requests {
  #queues: Promise<string[]> | undefined;
  readonly #folder: string;
  readonly #reading: Reading;

  constructor(folder: string, reading: Reading) {
    this.#folder = folder;
    this.#reading = reading;
  }

  /** Where the request with this id was loaded from, after redirects; `undefined` when there is none. */
  async loadedUrl(id: string): Promise<string | undefined> {
    // an id becomes a file's name: nothing else may be in it
    if (!/^[A-Za-z0-9]{1,40}$/.test(id)) return undefined;
    this.#queues ??= storesOf(this.#folder, 'request_queues');
    for (const queue of await this.#queues) {
      const text = readText(`${queue}/${id}.json`, this.#reading.limits.maxLineBytes);
      if (typeof text !== 'string') continue;
      const stored = parsedObject(text);
      const request = parsedObject(stringOf(stored ?? {}, 'json') ?? '') ?? stored ?? {};
      const asked = stringOf(request, 'url');
      const url = stringOf(request, 'loadedUrl') ?? stringOf(request, 'loaded_url') ?? asked;
      if (url !== undefined && asked !== undefined && asked !== url)
        this.#reading.onRedirect({ url: asked, target: url });
      if (url !== undefined) return url;
    }
    return undefined;
  }
}

/** The ids that Crawlee for JavaScript and for Python give the request with this unique key. */
function requestIds(uniqueKey: string): string[] {
  const digest = createHash('sha256').update(uniqueKey).digest();
  return [digest.toString('base64').replace(/[+/=]/g, ''), digest.toString('hex')].map((id) =>
    id.slice(0, 15),
  );
}

/** The object in a JSON file; named as damaged, and `undefined`, when there is none. */
function readObject(path: string, name: string, reading: Reading): Record<string, unknown> | undefined {
  const { maxLineBytes } = reading.limits;
  const text = readText(path, maxLineBytes, reading.onBytes);
  const record = typeof text === 'string' ? parsedObject(text) : undefined;
  if (record === undefined) reportSpot(damagedSpot(name, itemDamage(text, maxLineBytes)), reading);
  return record;
}

/** Why the text of an item is no record. */
function itemDamage(text: string | false | undefined, maxBytes: number): DumpDamage {
  if (text === undefined) return { code: 'unreadable' };
  if (text === false) return { code: 'too-long', what: 'the item', most: maxBytes };
  if (text.trim() === '') return { code: 'empty', expected: 'a JSON object' };
  return { code: 'not-json', what: 'item' };
}

/**
 * A file's text; `undefined` when it cannot be read, false when it is longer than `maxBytes`. Without waiting: items are small, and the
 * steps of each took as long as all that is done with a page.
 */
function readText(
  path: string,
  maxBytes: number,
  onBytes?: (count: number) => void,
): string | false | undefined {
  try {
    if (statSync(path).size > maxBytes) return false;
    const bytes = readFileSync(path);
    onBytes?.(bytes.length);
    return bytes.toString('utf8').replace(/^\ufeff/, '');
  } catch {
    return undefined;
  }
}

function parsedObject(text: string): Record<string, unknown> | undefined {
  if (isNestedTooDeeply(text)) return undefined;
  try {
    const value = parseRecord(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
