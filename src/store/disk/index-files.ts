import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DamageFacts } from '../damage.ts';
import { damagedIndex, type IndexError } from '../errors.ts';
import { fileSize, isNotFound } from './files.ts';
import { logDamage } from './log-file.ts';

/** The socket through which other processes reach the one that has the index open (`plugins/crawl/shared`). */
export const SOCKET_FILE = 'OWNER';

/** Names of the files that LevelDB and the index create. */
export const INDEX_FILE =
  /^(NEARDUP(\.new(-[0-9a-f]{8})?)?|REACHED|OWNER|CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(ldb|log|sst|dbtmp))$/;

/** The note next to LevelDB's files. `files` are their sizes after a clean close; missing while the index is open. */
export interface Note {
  readonly sequence: number;
  readonly files?: Readonly<Record<string, number>>;
}

/** Name of the note's file. */
export const NOTE = 'NEARDUP';
/** Names of its drafts; earlier versions had one without a number. */
const DRAFT = /^NEARDUP\.new(-[0-9a-f]{8})?$/;
const MINUTE = 60_000;

/** True when the folder has no index yet. @throws IndexError NEARDUP_INDEX_DAMAGED when files are missing or cut */
export async function assertWhole(
  path: string,
  folder: string,
  files: Readonly<Record<string, number>>,
  note: Note | undefined,
): Promise<boolean> {
  for (const [name, size] of Object.entries(note?.files ?? {})) {
    const found = files[name];
    if (found === undefined) throw damagedFile(folder, { file: name, reason: 'absent' });
    if (found !== size) throw damagedFile(folder, { file: name, reason: 'length', found, expected: size });
  }
  if (files.CURRENT !== undefined) {
    await assertLogs(path, folder, files);
    return false;
  }
  // A process killed while it creates the folder leaves only a manifest.
  const hasData = Object.keys(files).some((name) => !name.startsWith('MANIFEST-'));
  if (note !== undefined || hasData) throw damagedFile(folder, { file: 'CURRENT', reason: 'absent' });
  return true;
}

/** LevelDB silently drops what it cannot read of its logs and of the manifest that CURRENT names. */
async function assertLogs(
  path: string,
  folder: string,
  files: Readonly<Record<string, number>>,
): Promise<void> {
  const manifest = (await readFile(join(path, 'CURRENT'), 'latin1')).trimEnd();
  if (!/^MANIFEST-\d+$/.test(manifest) || files[manifest] === undefined) {
    throw damagedFile(folder, { file: 'CURRENT', reason: 'dangling', detail: manifest });
  }
  for (const name of Object.keys(files)) {
    if (name !== manifest && !name.endsWith('.log')) continue;
    const damage = await logDamage(join(path, name));
    if (damage !== undefined) throw damagedFile(folder, { file: name, ...damage });
  }
}

/** Sizes of the files that hold LevelDB's data. Never opens LOCK: closing it would unlock the folder. */
export async function dataFiles(path: string): Promise<Record<string, number>> {
  const names = await readdir(path);
  const data = names.filter((name) => /^(CURRENT|MANIFEST-\d+|\d+\.(log|ldb|sst))$/.test(name)).sort();
  const sizes = await Promise.all(data.map((name) => fileSize(join(path, name))));
  const there = data.map((name, i) => [name, sizes[i]] as const).filter(([, size]) => size !== undefined);
  return Object.fromEntries(there) as Record<string, number>;
}

/** The note in a folder, if there is one. @throws IndexError NEARDUP_INDEX_DAMAGED when it is not readable */
export async function readNote(path: string, folder: string): Promise<Note | undefined> {
  let text: string;
  try {
    text = await readFile(join(path, NOTE), 'utf8');
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as Note;
  } catch (error) {
    throw damagedFile(folder, { file: NOTE, reason: 'unreadable' }, error);
  }
}

/**
 * Replaces the note atomically, so that a crash leaves either the old or the new one. Before LevelDB's lock is taken another process may do so
 * at the same time; so each writes a draft of its own.
 */
export async function replaceNote(path: string, note: Note): Promise<void> {
  const draft = join(path, `${NOTE}.new-${randomBytes(4).toString('hex')}`);
  await writeFile(draft, `${JSON.stringify(note)}\n`, { flush: true, mode: 0o600 } as object);
  await rename(draft, join(path, NOTE));
}

/** Removes drafts of the note that killed processes left behind: those of which nothing has come for a minute. */
export async function removeDrafts(path: string): Promise<void> {
  const drafts = (await readdir(path)).filter((name) => DRAFT.test(name));
  for (const draft of drafts) {
    const { mtimeMs } = (await stat(join(path, draft)).catch(() => undefined)) ?? { mtimeMs: Infinity };
    if (mtimeMs < Date.now() - MINUTE) await rm(join(path, draft), { force: true });
  }
}

function damagedFile(folder: string, damage: Omit<DamageFacts, 'code'>, cause?: unknown): IndexError {
  return damagedIndex({ code: 'file', ...damage }, folder, cause);
}
