import { readFile } from 'node:fs/promises';

/** The browser's part of a report as one script, as `scripts/build.js` makes it of the modules in `browser`. */
export async function browserScript(): Promise<string> {
  // when the sources are run directly (tests), the compiled script is in dist
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/plugins/report/' : './';
  return readFile(new URL(`${folder}browser/main.js`, import.meta.url), 'utf8');
}
