import { existsSync } from 'node:fs';

/**
 * URL of the compiled module at `path` from `plugins`, for other threads, which `here` beside it asks for; `undefined` in a
 * program that was bundled into one file.
 */
export function readerModule(here: string | undefined, path: string): string | undefined {
  if (!here?.startsWith('file:')) return undefined;
  // When the sources run as they are (tests), the compiled files lie in dist.
  const file = here.endsWith('.ts')
    ? new URL(`../../../dist/plugins/${path}`, here)
    : new URL(path.replace(/^.*\//, './'), here);
  return existsSync(file) ? file.href : undefined;
}
