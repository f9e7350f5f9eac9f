import { rename } from 'node:fs/promises';
import { exists, isNotFound } from './files.ts';

/** Folder in which a replacement for the index at `path` is built until it is complete. */
export const draftOf = (path: string): string => `${path}.rebuilding`;
const wholeOf = (path: string): string => `${path}.rebuilt`;

/**
 * Replaces the folder `path` with the complete draft. Resolves to where the old folder was moved, if there was one.
 *
 * The first rename decides: if the process is killed before it, the old index stays; after it, the new one applies,
 * since the next open or rebuild finishes the exchange. If the system refuses to move the old one, the draft is a draft
 * again.
 *
 * REQUIRES: nobody has either open.
 */
export async function exchange(path: string): Promise<string | undefined> {
  await rename(draftOf(path), wholeOf(path));
  try {
    return await finishExchange(path);
  } catch (error) {
    // Such as the mount point of a disk, which cannot be moved. Else every later open would try the same, and fail.
    await rename(wholeOf(path), draftOf(path)).catch(() => undefined);
    throw error;
  }
}

/** Finishes an exchange that a killed process began. Does nothing if there is none. */
export async function finishExchange(path: string): Promise<string | undefined> {
  if (!(await exists(wholeOf(path)))) return undefined;
  const aside = (await exists(path)) ? await freeName(path) : undefined;
  if (aside !== undefined) await rename(path, aside);
  try {
    await rename(wholeOf(path), path);
  } catch (error) {
    // Another process finished it first: the folder moved aside is the new index.
    if (aside !== undefined) await rename(aside, path);
    if (!isNotFound(error)) throw error;
    return undefined;
  }
  return aside;
}

async function freeName(path: string): Promise<string> {
  for (let n = 1; ; n++) {
    const name = `${path}.damaged-${n}`;
    if (!(await exists(name))) return name;
  }
}
