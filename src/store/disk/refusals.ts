import { basename, dirname } from 'node:path';
import { IndexError } from '../errors.ts';

/** Why a system refuses, by its code, and by its words, which are all that LevelDB tells. */
const REFUSALS = [
  ['EROFS', /Read-only file system/],
  ['EACCES', /Permission denied/],
  ['EPERM', /Operation not permitted/],
  ['ENOSPC', /No space left/],
  ['EDQUOT', /quota exceeded/i],
  ['EFBIG', /File too large/],
  ['EBUSY', /resource busy/i],
] as const;

type Refusal = (typeof REFUSALS)[number][0];

/** LevelDB writes into the folder of an index at every open. */
const EVEN_TO_READ = 'LevelDB keeps its lock and its log there even while an index is only read';

/** What was expected and got, and what to do, for an index in a folder. */
const WORDS: Readonly<Record<Refusal, readonly [expected: string, got: string, wayOut: string]>> = {
  EROFS: [
    `a disk that can be written to, as ${EVEN_TO_READ}`,
    'a read-only one',
    'copy the folder to one that can be written to, and open the copy',
  ],
  EACCES: permission('no permission'),
  EPERM: permission('an operation that the system does not permit'),
  ENOSPC: room('none'),
  EDQUOT: room('none within the quota of this user'),
  EFBIG: room('a file that may not grow any more'),
  EBUSY: [
    'a folder that can be moved aside once the new index is complete',
    'one that is in use, such as the mount point of a disk',
    'nothing was changed; make the index in a folder within it, or in another',
  ],
};

function permission(got: string): readonly [string, string, string] {
  const expected = `a folder that this user may read and write, as ${EVEN_TO_READ}`;
  return [expected, got, 'see to its permissions, or copy it to a folder of your own, and open the copy'];
}

function room(got: string): readonly [string, string, string] {
  return ['room on its disk', got, 'make room there, or copy the folder to another disk, and open the copy'];
}

/** What the system says about a folder that cannot be made, by its code. */
const NOT_MADE: Readonly<Record<string, string>> = {
  EROFS: 'its disk is read-only',
  EACCES: 'no permission',
  EPERM: 'the system does not permit it',
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'the quota of this user is used up',
  EEXIST: 'a file has that name',
  ENOTDIR: 'a part of this path is no folder',
  ENOENT: 'no folder can be made there',
  ENAMETOOLONG: 'its name is too long',
};

/**
 * The index error for an error of the system or of LevelDB that refuses to read or write the files of an index. Returns
 * any other error unchanged.
 *
 * @param folder of the index; by default that of the file that LevelDB names
 */
export function asRefusal(error: unknown, folder?: string): unknown {
  if (!(error instanceof Error) || error instanceof IndexError) return error;
  const cause = error.cause instanceof Error ? error.cause : error;
  const { code, path, syscall, message } = cause as NodeJS.ErrnoException;
  if (
    (syscall === 'mkdir' || code === 'ENAMETOOLONG') &&
    code !== undefined &&
    Object.hasOwn(NOT_MADE, code)
  ) {
    const [expected, place] =
      syscall === 'mkdir' ? ['a folder that can be made', path] : ['a folder', folder ?? path];
    return refused(
      `the index in ${folder ?? path}: expected ${expected}; got ${place} (${NOT_MADE[code]}): name another`,
      cause,
    );
  }
  const ofLevel = code === 'LEVEL_IO_ERROR';
  const refusal = REFUSALS.find(([known, words]) => (ofLevel ? words.test(message) : code === known))?.[0];
  if (refusal === undefined) return error;
  const [, levelFile, levelWords] = /IO error: (?:lock )?(.+): ([^:]+)$/.exec(message) ?? [];
  const file = ofLevel ? levelFile : path;
  const words = ofLevel ? levelWords : /^\w+: ([^,]+)/.exec(message)?.[1];
  const [expected, got, wayOut] = WORDS[refusal];
  const where = folder ?? (file === undefined ? 'its folder' : dirname(file));
  const said = [...(file === undefined ? [] : [basename(file)]), words ?? refusal].join(': ');
  return refused(`the index in ${where}: expected ${expected}; got ${got} (${said}): ${wayOut}`, cause);
}

/** What `task` returns. @throws IndexError NEARDUP_INDEX_REFUSED where the system refuses the files of the index */
export async function withRefusals<T>(folder: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw asRefusal(error, folder);
  }
}

function refused(message: string, cause: Error): IndexError {
  return new IndexError('NEARDUP_INDEX_REFUSED', message, { cause });
}
