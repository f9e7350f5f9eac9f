import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { wrongType } from '../../src/argument-checks.ts';
import { type Coding, codingOf, headOfData, STORED_HEAD_BYTES } from './bytes/coding.ts';
import { damagedSpot } from './damage.ts';
import { lookUnder } from './folder-look.ts';
import type { FileFormat, FolderFormat } from './format.ts';
import { formatOf, isPlain } from './formats.ts';
import { expandGlob, isGlob } from './glob.ts';
import { InputError } from './input-error.ts';
import { jsonl } from './jsonl/format.ts';
import { nameOf } from './name-of.ts';
import { ownFormatOf, ownResults } from './own-results.ts';
import { type Reading, reportSpot, type StoredSource } from './reading.ts';
import { type Refusal, refused, unreadable } from './refusal.ts';
import { countSkipped } from './stats.ts';
import { isStream, openStream } from './streams.ts';
import { convertibleOf, packerOf } from './unread-formats.ts';

/** One file to read, or one folder that is a dump. */
export interface Source extends StoredSource {
  readonly format: FileFormat | FolderFormat;
}

/**
 * The sources behind files, folders, globs and `-`, in the given order; folders and globs are sorted by code units, and each file
 * comes once. All are looked at before the first is read: throws an `InputError` for one that is missing, unreadable or of no
 * supported format. Inside a folder, files that cannot be read are reported as damaged spots, and files that are neither page nor
 * dump are counted as skipped, since one of them must not cost the others. Links that lead out of the folder are not
 * followed but reported; a link that is itself an input is followed.
 */
export async function findSources(
  inputs: readonly string[],
  reading: Pick<Reading, 'stats' | 'onDamage'>,
): Promise<Source[]> {
  // each character of a string would be an input, and `/` the whole file system
  if (!Array.isArray(inputs)) {
    throw wrongType('inputs', 'an array of files, folders or globs to read', inputs);
  }
  for (const [i, input] of inputs.entries()) {
    if (typeof input !== 'string') throw wrongType(`inputs, at ${i}`, 'a path', input);
  }
  if (inputs.length === 0) {
    throw new InputError(
      'NEARDUP_INPUT_NONE',
      undefined,
      'expected files, folders or globs to read; got none',
    );
  }
  const sources = new Map<string, Source | undefined>();
  for (const input of inputs) {
    // streams are read last, since that may mean waiting
    if (await isStream(input)) {
      sources.set(input, undefined);
      continue;
    }
    for await (const { source, realPath } of sourcesBehind(input, reading)) {
      if (!sources.has(realPath)) sources.set(realPath, source);
    }
  }
  const found: Source[] = [];
  for (const [input, source] of sources) found.push(source ?? (await streamSource(input)));
  return found;
}

/** The format of an input that was named, not met in a folder. One that is empty and shows none is JSONL without a line: it has no page. */
function namedFormatOf(name: string, head: Buffer): FileFormat | undefined {
  return formatOf({ name, head, inFolder: false }) ?? (head.length === 0 ? jsonl : undefined);
}

/** Standard input (`-`) or a pipe. @throws InputError for a format that cannot be read from front to back */
async function streamSource(path: string): Promise<Source> {
  const { head, ...stream } = await streamedFile(path);
  try {
    return { ...stream, format: await streamFormat(path, head, stream.coding) };
  } catch (error) {
    await letGo(stream.stream!);
    throw error;
  }
}

/** Gives up a stream: what is not read would keep this process waiting for whoever writes it. */
async function letGo(bytes: AsyncIterable<unknown>): Promise<void> {
  const chunks = bytes[Symbol.asyncIterator]();
  // the first bytes are there; what has not begun cannot be ended
  await chunks.next();
  await chunks.return?.();
}

/** The format of a stream by its first bytes as they are stored. @throws InputError as {@link streamSource} */
async function streamFormat(path: string, stored: Buffer, coding: Coding): Promise<FileFormat> {
  const head = await headOfData(stored, coding);
  const feature = packerOf(stored) ?? convertibleOf(head, path);
  // standard input that shows no other format is JSONL, or damaged JSONL
  const mayBeJsonl = path === '-' && feature === undefined;
  const format = namedFormatOf(path, head) ?? (mayBeJsonl ? jsonl : undefined);
  if (format?.seeks) {
    throw refused({ path, damage: { code: 'unsupported', feature: 'stream', value: format.title } });
  }
  if (format !== undefined) return format;
  throw refused({ path, damage: feature === undefined ? undefined : { code: 'unsupported', feature } });
}

/** A stream as a file that is read once, and its first bytes. */
async function streamedFile(path: string): Promise<StoredFile> {
  try {
    const coding = (head: Buffer): Coding => codingOf(head, path, isPlain);
    const { head, bytes } = await openStream(
      path,
      async (begin) => (await headOfData(begin, coding(begin))).length > 0,
    );
    return { name: nameOf(path), path, sizeBytes: 0, coding: coding(head), head, stream: bytes };
  } catch (error) {
    throw refused(unreadable(path, error));
  }
}

/** A source, and its path with no link in it. */
interface PlacedSource {
  readonly source: Source;
  readonly realPath: string;
}

async function* sourcesBehind(
  input: string,
  reading: Pick<Reading, 'stats' | 'onDamage'>,
): AsyncGenerator<PlacedSource> {
  const matches = await matchesOf(input);
  if (matches !== undefined) {
    for (const path of matches) if (await leadsSomewhere(path, reading)) yield await namedSource(path);
  } else if ((await kindOfPath(input)) === 'folder') {
    for (const { path, realPath, format } of await lookUnder(input.replace(/[/\\]+$/, '') || '/', reading)) {
      const source =
        format === undefined ? await sourceInFolder(path, reading) : await folderSource(path, format);
      if (source !== undefined) yield { source, realPath };
    }
  } else yield await namedSource(input);
}

/**
 * The files that match an input, sorted by code units; undefined if it is no glob, or is itself the path of a file or folder.
 *
 * @throws InputError if no file matches it
 */
export async function matchesOf(input: string): Promise<readonly string[] | undefined> {
  if (!isGlob(input) || (await kindOfPath(input)) !== 'missing') return undefined;
  const paths = await expandGlob(input);
  if (paths.length > 0) return paths;
  throw new InputError('NEARDUP_INPUT_MISSING', input, 'no file matches this pattern');
}

/** A stored file and its first bytes. @throws InputError if it cannot be read */
export async function storedFile(path: string): Promise<StoredFile> {
  if (typeof path !== 'string') throw wrongType('file', 'a path', path);
  if (await isStream(path)) return await streamedFile(path);
  const file = readStart(path);
  if ('damage' in file) throw refused(file);
  return file;
}

interface StoredFile extends StoredSource {
  /** The first bytes, as they are stored: enough of them to examine their data. */
  readonly head: Buffer;
}

async function namedSource(path: string): Promise<PlacedSource> {
  const source = await lookAt(path, false);
  if ('damage' in source) throw refused(source);
  return { source, realPath: await realpath(path) };
}

/** Whether a match of a glob exists. A broken link is reported as damage, as in a folder. */
async function leadsSomewhere(path: string, reading: Pick<Reading, 'stats' | 'onDamage'>): Promise<boolean> {
  try {
    await realpath(path);
    return true;
  } catch (error) {
    const { damage } = unreadable(path, error);
    if (damage !== undefined) reportSpot(damagedSpot(nameOf(path), damage), reading);
    return false;
  }
}

async function sourceInFolder(
  path: string,
  reading: Pick<Reading, 'stats' | 'onDamage'>,
): Promise<Source | undefined> {
  const found = await lookAt(path, true);
  if (!('damage' in found)) return found;
  const { damage, ownFormat } = found;
  const name = nameOf(path);
  // the folder of --out may be within: what this run has begun to write there is no more a file of the user's than what it has written
  if (ownFormat !== undefined || name.endsWith('.unfinished')) countSkipped(reading.stats, ownResults);
  else if (damage !== undefined) reportSpot(damagedSpot(name, damage), reading);
  else {
    const extension = /\.[^./]{1,20}$/.exec(name)?.[0].toLowerCase();
    countSkipped(reading.stats, `file ${extension ?? 'without an extension'}`);
  }
  return undefined;
}

async function folderSource(path: string, format: FolderFormat): Promise<Source> {
  return { name: nameOf(path), path, sizeBytes: await format.sizeBytes(path), coding: 'none', format };
}

/** The format of a file, by its content, or by its name if the content does not show it. */
async function lookAt(path: string, inFolder: boolean): Promise<Source | Refusal> {
  const file = readStart(path);
  if ('damage' in file) return file;
  const { head: stored, ...source } = file;
  const head = await headOfData(stored, source.coding);
  const ownFormat = ownFormatOf(head);
  if (ownFormat !== undefined) return { path, ownFormat, damage: undefined };
  const format = inFolder
    ? formatOf({ name: source.name, head, inFolder })
    : namedFormatOf(source.name, head);
  if (format?.seeks && source.coding !== 'none') {
    return { path, damage: { code: 'unsupported', feature: 'compressed', value: format.title } };
  }
  if (format !== undefined) return { ...source, format };
  const feature = packerOf(stored) ?? (inFolder ? undefined : convertibleOf(head, source.name));
  if (feature === undefined || (inFolder && !isNamedLikeOurs(source.name)))
    return { path, damage: undefined };
  return { path, damage: { code: 'unsupported', feature } };
}

/** Synchronous: in a folder of pages, asynchronous steps took as long as all other work on a page. */
function readStart(path: string): StoredFile | Refusal {
  try {
    const file = openSync(path, 'r');
    try {
      const { size } = fstatSync(file);
      // a file that states size 0 may still have bytes
      const head = Buffer.allocUnsafe(size > 0 ? Math.min(size, STORED_HEAD_BYTES) : STORED_HEAD_BYTES);
      const name = nameOf(path);
      const read = head.subarray(0, readSync(file, head, 0, head.length, 0));
      return { name, path, sizeBytes: size, coding: codingOf(read, name, isPlain), head: read };
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return unreadable(path, error);
  }
}

/** Whether a file has the name of a packed page or dump: `crawl.warc.bz2`. */
function isNamedLikeOurs(name: string): boolean {
  const unpacked = name.replace(/\.\w+$/, '');
  return formatOf({ name: unpacked, head: Buffer.alloc(0), inFolder: true }) !== undefined;
}

async function kindOfPath(path: string): Promise<'missing' | 'folder' | 'file'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    throw refused(unreadable(path, error));
  }
}
