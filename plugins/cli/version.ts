import { readFileSync } from 'node:fs';

/** Put in by whoever makes one file of it all, beside which no package.json lies. */
declare const NEARDUP_VERSION: string | undefined;

/** The version in package.json: two folders up from the sources, three from the build. */
export const version: string = typeof NEARDUP_VERSION === 'string' ? NEARDUP_VERSION : readVersion();

function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).version;
    } catch {
      // not there: the next place
    }
  }
  throw new Error('package.json of neardup not found beside its files: reinstall the package');
}
