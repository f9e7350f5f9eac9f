import { open, readdir, realpath, stat } from 'node:fs/promises';
import { codingOf, headBytes, inflatedHead } from './bytes/coding.ts';
import type { StoredFile } from './bytes/open-file.ts';
import { countSkipped, InputError, type ReadStats } from './damage.ts';
import { expandGlob, isGlob } from './glob.ts';
import { type Content, sniffContent } from './sniff.ts';
import { looksLikeStorage, storageSizeBytes } from './storage/storage-folders.ts';

/** What a source is read as: one of the dumps, a file that is one page, or a folder that is a Crawlee storage. */
export type Kind = 'warc' | 'arc' | 'jsonl' | 'page' | 'wacz' | 'parquet' | 'storage';

/** One file, or one storage folder, to read. */
export interface Source extends StoredFile {
  readonly kind: Kind;
}

/**
 * The files behind files, folders, globs and `-`, in the order given, folders and globs sorted by code units and
 * each file once. All are looked at before the first is read: throws an `InputError` for one that is missing,
 * unreadable or of no supported type. Of a folder's files, those that cannot be read are given to `onUnreadable`,
 * and those that are neither page nor dump are counted as skipped: one of them must not cost the others.
 */
export async function findSources(
  inputs: readonly string[],
  stats: ReadStats,
  onUnreadable: (file: string, reason: string) => void,
): Promise<Source[]> {
  if (inputs.length === 0) throw new InputError('expected files, folders or globs to read, got none');
  const sources = new Map<string, Source>();
  const add = async (source: Source | undefined): Promise<void> => {
    if (source === undefined) return;
    const key = source.path === '-' ? '-' : await realpath(source.path);
    if (!sources.has(key)) sources.set(key, source);
  };
  for (const input of inputs) {
    if (input === '-') {
      await add({ name: '-', path: '-', sizeBytes: 0, coding: 'none', kind: 'jsonl' });
    } else if ((await kindOfPath(input)) === 'missing' && isGlob(input)) {
      const paths = await expandGlob(input);
      if (paths.length === 0) throw new InputError(`${input}: no file matches this pattern`);
      for (const path of paths) await add(await classify(path));
    } else if ((await kindOfPath(input)) === 'folder') {
      const { files, storages } = await lookUnder(input.replace(/[/\\]+$/, '') || '/');
      for (const path of files) {
        await add(
          storages.has(path) ? await storageSource(path) : await classifyInFolder(path, stats, onUnreadable),
        );
      }
    } else {
      await add(await classify(input));
    }
  }
  return [...sources.values()];
}

/** A file's name, size and coding, and its first bytes; throws an `InputError` when it cannot be read. */
export async function sourceOf(path: string): Promise<Omit<Source, 'kind'> & { readonly head: Buffer }> {
  const { head, sizeBytes } = await readHead(path);
  const name = nameOf(path);
  return { name, path, sizeBytes, coding: codingOf(head, name), head };
}

async function classifyInFolder(
  path: string,
  stats: ReadStats,
  onUnreadable: (file: string, reason: string) => void,
): Promise<Source | undefined> {
  try {
    return await classify(path, stats);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const name = nameOf(path);
    // the message of an InputError begins with the file's name
    onUnreadable(name, error.message.replace(`${name}: `, ''));
    return undefined;
  }
}

/** What a file is, by its content, or by its name where the content does not show it. */
async function classify(path: string, folderStats?: ReadStats): Promise<Source | undefined> {
  const { head, ...file } = await sourceOf(path);
  const container = containerOf(head, file.name);
  if (container !== undefined) return { ...file, coding: 'none', kind: container };
  const content = sniffContent(file.coding === 'none' ? head : await inflatedHead(head, file.coding));
  const kind = kindOf(content, file.name, folderStats !== undefined);
  if (kind !== undefined) return { ...file, kind };
  const unsupported = unsupportedFormat(head);
  if (unsupported !== undefined && (folderStats === undefined || dumpName.test(file.name))) {
    throw new InputError(`${file.name}: ${unsupported}`);
  }
  if (folderStats === undefined) {
    throw new InputError(
      `${file.name}: expected WARC, ARC, WACZ, JSONL, Parquet, HTML or text; this is none of them`,
    );
  }
  countSkipped(
    folderStats,
    `file ${/\.[^./]{1,20}$/.exec(file.name)?.[0].toLowerCase() ?? 'without an extension'}`,
  );
  return undefined;
}

const coded = '(?:\\.(?:gz|zst))?';
const pageName = new RegExp(`\\.(?:html?|xhtml|txt|md)${coded}$`, 'i');
const jsonlName = new RegExp(`\\.(?:jsonl|ndjson)${coded}$`, 'i');
const jsonName = new RegExp(`\\.(?:jsonl|ndjson|json)${coded}$`, 'i');
const warcName = new RegExp(`\\.(?:warc|wet)(?:\\.wet)?${coded}(?:\\.open)?$`, 'i');
const arcName = new RegExp(`\\.arc${coded}$`, 'i');
const dumpName = /\.(?:warc|wet|arc|wacz|parquet|jsonl)(?:\.\w+)?$/i;

function kindOf(content: Content, name: string, inFolder: boolean): Kind | undefined {
  if (content === 'warc') return 'warc';
  if (content === 'jsonl' && (!inFolder || jsonName.test(name))) return 'jsonl';
  if (content === 'arc') return 'arc';
  if (warcName.test(name)) return 'warc';
  if (arcName.test(name)) return 'arc';
  if (jsonlName.test(name)) return 'jsonl';
  if (pageName.test(name)) return 'page';
  return content === 'html' && !inFolder ? 'page' : undefined;
}

/** Kinds that are told by their first bytes, or by their names where those are damaged, and read at any place. */
function containerOf(head: Buffer, name: string): 'wacz' | 'parquet' | undefined {
  const magic = head.toString('latin1', 0, 4);
  if (magic === 'PK\x03\x04') return isWacz(head, name) ? 'wacz' : undefined;
  if (magic === 'PAR1' || magic === 'PARE') return 'parquet';
  if (head.length === 0 || sniffContent(head) !== 'unknown') return undefined;
  if (/\.wacz$/i.test(name)) return 'wacz';
  return /\.parquet$/i.test(name) ? 'parquet' : undefined;
}

/** A ZIP file that is called WACZ, or that begins with the files that only a WACZ has. */
function isWacz(head: Buffer, name: string): boolean {
  if (/\.wacz$/i.test(name)) return true;
  return /PK\x03\x04[\s\S]{26}(?:archive\/[^/]{1,200}\.warc|indexes\/index\.|pages\/pages\.jsonl|datapackage\.json)/.test(
    head.toString('latin1'),
  );
}

function unsupportedFormat(head: Buffer): string | undefined {
  const magic = head.toString('latin1', 0, 6);
  if (magic.startsWith('PK')) {
    return 'a ZIP file that is no WACZ is not supported; unzip it and give the folder';
  }
  const packers = { BZh: 'bzip2', '\x04\x22\x4d\x18': 'lz4', '\xfd7zXZ': 'xz' };
  for (const [begin, packer] of Object.entries(packers)) {
    if (magic.startsWith(begin))
      return `${packer} is not supported; decompress it, or pack it with gzip or zstd`;
  }
  return undefined;
}

async function readHead(path: string): Promise<{ head: Buffer; sizeBytes: number }> {
  try {
    const handle = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return { head: buffer.subarray(0, bytesRead), sizeBytes: (await handle.stat()).size };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function kindOfPath(path: string): Promise<'missing' | 'folder' | 'file'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw unreadable(path, error);
  }
}

/** Files below a folder, sorted by code units; a folder that is a Crawlee storage stands for all that is in it. */
async function lookUnder(folder: string): Promise<{ files: string[]; storages: Set<string> }> {
  const files: string[] = [];
  const storages = new Set<string>();
  const walk = async (path: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
      throw unreadable(path, error);
    });
    if (await looksLikeStorage(path, entries)) {
      storages.add(path);
      files.push(path);
      return;
    }
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const below = path.endsWith('/') ? path + entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) await walk(below);
      // a linked folder could lead back to itself: only linked files are read
      else if (entry.isFile() || (entry.isSymbolicLink() && (await kindOfPath(below)) === 'file'))
        files.push(below);
    }
  };
  await walk(folder);
  return { files: files.sort(), storages };
}

async function storageSource(path: string): Promise<Source> {
  const sizeBytes = await storageSizeBytes(path);
  return { name: nameOf(path), path, sizeBytes, coding: 'none', kind: 'storage' };
}

function unreadable(path: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new InputError(`${path}: no such file or folder`, { cause: error });
  if (code === 'EACCES') return new InputError(`${path}: no permission to read it`, { cause: error });
  return new InputError(`${path}: cannot be read (${message})`, { cause: error });
}

function nameOf(path: string): string {
  return (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).replace(/^(?:\.\/+)+(?=.)/, '');
}
