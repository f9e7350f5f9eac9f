import { rename } from 'node:fs/promises';
import { exists, isNotFound } from './files.ts';

/** Folder in which an index is made that is to take the place of the one at `path`, until it is whole. */
export const draftOf = (path: string): string => `${path}.rebuilding`;
const wholeOf = (path: string): string => `${path}.rebuilt`;

/**
 * Puts the whole draft in the place of the folder `path` and resolves to where that one went, when there was one.
 *
 * The first renaming decides: killed before it the old index stands, after it the new one, since the next open
 * or rebuild finishes the exchange.
 *
 * REQUIRES: nobody has either open.
 */
export async function exchange(path: string): Promise<string | undefined> {
  await rename(draftOf(path), wholeOf(path));
  return finishExchange(path);
}

/** Ends an exchange that a killed process began; nothing to do without one. */
export async function finishExchange(path: string): Promise<string | undefined> {
  if (!(await exists(wholeOf(path)))) return undefined;
  const aside = (await exists(path)) ? await freeName(path) : undefined;
  if (aside !== undefined) await rename(path, aside);
  try {
    await rename(wholeOf(path), path);
  } catch (error) {
    // Another process was faster: what was moved aside is the new one.
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
