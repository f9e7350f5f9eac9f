import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that LevelDB and the index make, and nothing else does. */
const indexFile = /^(NEARDUP(\.new)?|CURRENT|LOCK|LOG(\.old)?|MANIFEST-\d+|\d+\.(ldb|log|sst|dbtmp))$/;

/**
 * Deletes the index in a folder, and only ever an index.
 *
 * @throws Error when the folder holds anything else: `directory` may have been mistyped.
 */
export async function purgeIndex(directory: string): Promise<void> {
  const names = await readdir(directory);
  const foreign = names.find((name) => !indexFile.test(name));
  if (foreign !== undefined) {
    throw new Error(
      `nearDuplicates: purge would delete ${directory}, but it holds ${foreign}, which is no part of an index. ` +
        'Name a folder that is empty or holds nothing but an index.',
    );
  }
  await Promise.all(names.map((name) => rm(join(directory, name))));
}
