import { readFileSync } from 'node:fs';

/** Defined by the bundler, since a bundle has no package.json next to it. */
declare const NEARDUP_VERSION: string | undefined;

/** The version in package.json, which is two folders above the sources and three above the build. */
export const version: string = typeof NEARDUP_VERSION === 'string' ? NEARDUP_VERSION : readVersion();

function readVersion(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')).version;
    } catch {
      // not there: try the next place
    }
  }
  throw new Error('package.json of neardup not found beside its files: reinstall the package');
}
