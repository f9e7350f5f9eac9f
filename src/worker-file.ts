import { existsSync } from 'node:fs';

/**
 * The compiled file of a worker thread by its path from `src`; `undefined` where there is none, as in a program that was
 * bundled into one file: then the work stays on the thread that has it.
 */
export function workerFile(path: string): URL | undefined {
  // A bundle in CommonJS has no URL.
  const here: string | undefined = import.meta.url;
  if (!here?.startsWith('file:')) return undefined;
  // When the sources run as they are (tests), the compiled files lie in dist.
  const file = new URL(here.endsWith('.ts') ? `../dist/src/${path}` : path, here);
  return existsSync(file) ? file : undefined;
}
