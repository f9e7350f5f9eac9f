import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

type Rename = typeof files.rename;

/** Until the end of the test every `rename` goes to `replacement`, which is given the true one. */
export function replaceRename(
  replacement: (rename: Rename, ...paths: Parameters<Rename>) => Promise<void>,
): void {
  const { rename } = files;
  const set = (to: Rename): void => {
    files.rename = to;
    syncBuiltinESMExports();
  };
  set((from, to) => replacement(rename, from, to));
  onTestFinished(() => set(rename));
}
