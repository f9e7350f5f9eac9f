import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';

/** What is in a folder; nothing when it is missing or cannot be listed. */
export async function entriesOf(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(() => []);
}
