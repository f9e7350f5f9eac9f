import { closeSync, existsSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TokenSets } from '../../src/grams/token-sets.ts';
import { realData } from '../../test/data.ts';
import { type GeneratedSets, generateSets } from '../generate-sets.ts';
import { rankedSetsFile, readRankedSets } from '../join-sets.ts';

/** Sets to join, one per line. */
export interface SetFile {
  readonly name: string;
  readonly path: string;
  /** Thresholds for `overlap`: about .5, .8 and .95 of a set of the median size. */
  readonly counts: readonly number[];
}

interface Recipe {
  readonly counts: readonly number[];
  /** The file of the set; undefined if its data is missing. A generated set is written to `path`. */
  make(path: string): string | undefined | Promise<string | undefined>;
}

const CHUNK_CHARACTERS = 1 << 20;

/** The sets on which the stages are compared with `neardup join`. */
const recipes: Readonly<Record<string, Recipe>> = {
  reuters: { counts: [50, 100, 200], make: (path) => gramsOf('reuters-words', path) },
  openlayers: { counts: [200, 400, 800], make: (path) => gramsOf('openlayers-words', path) },
  'openlayers-part': { counts: [200, 400, 800], make: (path) => gramsOf('openlayers-words', path, 4) },
  retail: { counts: [5, 8, 12], make: () => realData('sets-fimi/retail.csv') },
  kosarak: { counts: [6, 10, 20], make: () => realData('sets-fimi/kosarak-part.dat') },
  'one-token': { counts: [12, 20, 30], make: (path) => generated(path, 20_000, { tokens: 30 }, '9999999') },
  'generated-300': { counts: [10, 16, 20], make: (path) => generated(path, 300) },
  'generated-2k': { counts: [10, 16, 20], make: (path) => generated(path, 2000) },
  'generated-100k': { counts: [10, 16, 20], make: (path) => generated(path, 100_000) },
  'generated-200k': { counts: [10, 16, 20], make: (path) => generated(path, 200_000) },
  'generated-400k': { counts: [10, 16, 20], make: (path) => generated(path, 400_000) },
  'generated-1m': { counts: [10, 16, 20], make: (path) => generated(path, 1_000_000) },
  // not used for the rates of the estimate: other seeds, sizes and frequencies
  'held-out-long': { counts: [30, 48, 57], make: (path) => generated(path, 1_000_000, heldOutLong) },
  'held-out-tailed': { counts: [10, 16, 20], make: (path) => generated(path, 1_000_000, heldOutTailed) },
};

/**
 * The file of a set, generated in `folder` if it is missing. Undefined, with a printed note, if its data is missing.
 */
export async function setFile(name: string, folder: string): Promise<SetFile | undefined> {
  const { counts, make } = recipes[name];
  const own = join(folder, `${name}.txt`);
  const path = existsSync(own) ? own : await make(own);
  if (path === undefined) process.stdout.write(`${name}: skipped, its data is missing (NEARDUP_DATA)\n`);
  return path === undefined ? undefined : { name, path, counts };
}

/** Numbered word 4-grams of texts, of one text in `every`. */
async function gramsOf(ranked: string, path: string, every = 1): Promise<string | undefined> {
  const file = await rankedSetsFile(ranked);
  if (file === undefined) return undefined;
  const { size, offsets, tokens }: TokenSets = readRankedSets(file);
  const lineOf = (x: number): string => tokens.subarray(offsets[x], offsets[x + 1]).join(' ');
  writeLines(path, Math.ceil(size / every), (number) => lineOf(every * number));
  return path;
}

const heldOutLong = { tokens: 60, nearDuplicates: 0.1, seed: 11, skew: 2 };
const heldOutTailed = { tokens: 30, nearDuplicates: 0.5, seed: 13, skew: 4, longTailed: true };

/** Generates sets with near-duplicates. `everywhere` is a token that all of them have. */
function generated(
  path: string,
  records: number,
  kind: Partial<GeneratedSets> = {},
  everywhere?: string,
): string {
  const { offsets, values } = generateSets({ records, tokens: 20, nearDuplicates: 0.3, seed: 7, ...kind });
  const more = everywhere === undefined ? '' : ` ${everywhere}`;
  writeLines(path, records, (x) => values.subarray(offsets[x], offsets[x + 1]).join(' ') + more);
  return path;
}

function writeLines(path: string, count: number, lineOf: (number: number) => string): void {
  const file = openSync(path, 'w');
  let waiting = '';
  for (let number = 0; number < count; number++) {
    waiting += `${lineOf(number)}\n`;
    if (waiting.length < CHUNK_CHARACTERS) continue;
    writeSync(file, waiting);
    waiting = '';
  }
  writeSync(file, waiting);
  closeSync(file);
}
