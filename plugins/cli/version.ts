import { readFileSync } from 'node:fs';

/** The version in package.json: two folders up from the sources, three from the build. */
export const version: string = readVersion();

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
