import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Folder of the real data sets, which are not part of the repository: `NEARDUP_DATA`, else `../shared/data`. */
export const dataRoot: string = resolve(process.env.NEARDUP_DATA ?? '../shared/data');

/** Path of a real data set, or `undefined` where it is missing. */
export function realData(name: string): string | undefined {
  const path = resolve(dataRoot, name);
  return existsSync(path) ? path : undefined;
}

/** Title suffix and skip condition for a test that needs `name`: `test.skipIf(missing(name))(…)`. */
export function missing(name: string): string | false {
  return realData(name) === undefined && `real data ${name} is not at ${dataRoot} (set NEARDUP_DATA)`;
}
