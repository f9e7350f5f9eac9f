import { open, readdir, realpath, stat } from 'node:fs/promises';
import { ByteReader } from './bytes.ts';
import { countSkipped, InputError, type ReadStats } from './damage.ts';
import { expandGlob, isGlob } from './glob.ts';
import { defaultLimits } from './limits.ts';
import { type Coding, decompressed } from './open-file.ts';
import { type Content, sniffContent } from './sniff.ts';

/** What a file is read as: one of the dumps, or a file that is one page. */
export type Kind = 'warc' | 'jsonl' | 'page';

/** One file to read. */
export interface Source {
  /** The path as the user gave it or its folder led to it, with `/` between its parts; `-` is standard input. */
  readonly name: string;
  readonly path: string;
  /** Stored bytes; 0 for standard input. */
  readonly sizeBytes: number;
  readonly coding: Coding;
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
      for (const path of await filesUnder(input.replace(/[/\\]+$/, '') || '/')) {
        await add(await classifyInFolder(path, stats, onUnreadable));
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
  const content = sniffContent(file.coding === 'none' ? head : await inflatedHead(head, file.coding));
  const kind = kindOf(content, file.name, folderStats !== undefined);
  if (kind !== undefined) return { ...file, kind };
  const unsupported = content === 'arc' ? arcAdvice : unsupportedFormat(head, file.name);
  if (unsupported !== undefined && (folderStats === undefined || dumpName.test(file.name))) {
    throw new InputError(`${file.name}: ${unsupported}`);
  }
  if (folderStats === undefined) {
    throw new InputError(
      `${file.name}: expected WARC, JSONL or HTML, plain, gzip or zstd; this is none of them`,
    );
  }
  countSkipped(
    folderStats,
    `file ${/\.[^./]{1,20}$/.exec(file.name)?.[0].toLowerCase() ?? 'without an extension'}`,
  );
  return undefined;
}

const headBytes = 64 * 1024;
const coded = '(?:\\.(?:gz|zst))?';
const pageName = new RegExp(`\\.(?:html?|xhtml|txt|md)${coded}$`, 'i');
const jsonlName = new RegExp(`\\.(?:jsonl|ndjson)${coded}$`, 'i');
const jsonName = new RegExp(`\\.(?:jsonl|ndjson|json)${coded}$`, 'i');
const warcName = new RegExp(`\\.(?:warc|wet)(?:\\.wet)?${coded}(?:\\.open)?$`, 'i');
const dumpName = /\.(?:warc|wet|arc|wacz|parquet|jsonl)(?:\.\w+)?$/i;
const arcAdvice = 'ARC is not supported; turn it into WARC first (`warcio recompress` does)';

function kindOf(content: Content, name: string, inFolder: boolean): Kind | undefined {
  if (content === 'warc') return 'warc';
  if (content === 'jsonl' && (!inFolder || jsonName.test(name))) return 'jsonl';
  if (content === 'arc') return undefined;
  if (warcName.test(name)) return 'warc';
  if (jsonlName.test(name)) return 'jsonl';
  if (pageName.test(name)) return 'page';
  return content === 'html' && !inFolder ? 'page' : undefined;
}

function unsupportedFormat(head: Buffer, name: string): string | undefined {
  const magic = head.toString('latin1', 0, 6);
  if (magic.startsWith('PK')) {
    const what = /\.wacz$/i.test(name) ? 'WACZ' : 'a ZIP file';
    return `${what} is not supported; unzip it and give the .warc.gz files in its archive folder`;
  }
  if (magic.startsWith('PAR1'))
    return 'Parquet is not supported; export its rows as JSONL with a text or html field';
  const packers = { BZh: 'bzip2', '\x04\x22\x4d\x18': 'lz4', '\xfd7zXZ': 'xz' };
  for (const [begin, packer] of Object.entries(packers)) {
    if (magic.startsWith(begin))
      return `${packer} is not supported; decompress it, or pack it with gzip or zstd`;
  }
  return undefined;
}

function codingOf(head: Buffer, name: string): Coding {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.length >= 4) {
    const magic = head.readUInt32LE(0);
    if (magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5) return 'zstd';
  }
  // damage may have hit the first bytes; what is not even text was compressed
  const binary = head.subarray(0, 512).some((byte) => byte < 9);
  const looksPlain = sniffContent(head) !== 'unknown';
  if (looksPlain || (!binary && !/\.(?:gz|zst)(?:\.open)?$/i.test(name))) return 'none';
  if (/\.gz(?:\.open)?$/i.test(name)) return 'gzip';
  return /\.zst$/i.test(name) ? 'zstd' : 'none';
}

async function inflatedHead(head: Buffer, coding: Coding): Promise<Buffer> {
  const context = { limits: defaultLimits, damage: () => {}, sinceRecord: 0 };
  const pieces = (async function* () {
    yield { bytes: head, stored: 0 };
  })();
  const reader = new ByteReader(decompressed(pieces, coding, context));
  try {
    do await reader.fill(4096);
    while (reader.available === 0 && (await reader.nextSection()));
    return Buffer.from(reader.buffer.subarray(reader.start, Math.min(reader.end, reader.start + headBytes)));
  } finally {
    await reader.close();
  }
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

async function filesUnder(folder: string): Promise<string[]> {
  const files: string[] = [];
  const walk = async (path: string): Promise<void> => {
    const entries = await readdir(path, { withFileTypes: true }).catch((error) => {
      throw unreadable(path, error);
    });
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
  return files.sort();
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
