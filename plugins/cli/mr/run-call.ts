import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { findSources, matchesOf } from '../../dump/sources.ts';
import { newStats } from '../../dump/stats.ts';
import { digestOf } from '../../mr/local/stage-files.ts';
import { wrongCall } from '../errors.ts';
import {
  oneOf,
  option,
  parseCall,
  reading,
  readMemory,
  readThreads,
  sizeBytes,
  wholeNumberBetween,
} from '../options.ts';
import { shaping } from '../shaping.ts';
import { version } from '../version.ts';
import { deciding, decidingWays, proposing, readDeciding } from './deciding.ts';
import { readKeyMethod } from './verbs/options.ts';

/** Input bytes of a partition, and the bytes below which one is enough: starting more processes would take longer. */
const PART_BYTES = 2 ** 27;
const LEAST_BYTES = 2 ** 24;
const mostParts = 1000;

/** A call of `neardup mr run`. */
export type RunCall = Awaited<ReturnType<typeof readRunCall>>;

const runOptions = {
  ...deciding,
  ...proposing,
  ...reading,
  local: { type: 'boolean' },
  sets: { type: 'string' },
  algorithm: { type: 'string' },
  orderings: { type: 'string' },
  out: { type: 'string' },
  parts: { type: 'string' },
  memory: { type: 'string' },
  resume: { type: 'boolean' },
  force: { type: 'boolean' },
  temp: { type: 'string' },
  shards: { type: 'boolean' },
  clusters: { type: 'boolean' },
  decide: { type: 'string' },
} as const;

/** Reads the arguments of `neardup mr run`. @throws UsageError if they are wrong */
export async function readRunCall(args: string[]) {
  const { values, positionals } = parseCall(args, runOptions);
  if (values.local !== true) throw wrongCall('mr run', '--local: for Spark there is a driver of its own');
  if (values.sets === undefined && positionals.length === 0)
    throw wrongCall('mr run', 'dumps, or --sets SETS');
  if (values.sets !== undefined && positionals.length > 0)
    throw wrongCall('mr run', 'dumps, or --sets SETS alone', `--sets beside ${positionals[0]}`);
  if (values.out === undefined) throw wrongCall('mr run', '--out DIR');
  const keyMethod = readKeyMethod(values);
  const clusters = values.clusters ?? false;
  if (values.sets !== undefined) checkOfSets(values, clusters);
  else if (clusters)
    throw wrongCall('--clusters', '--sets: of dumps clusters are written in any case', 'dumps');
  if (clusters && keyMethod.algorithm !== undefined) throw wrongCall('--clusters', 'no --algorithm with it');
  const decideBy = option(values, 'decide', oneOf(decidingWays), decidingWays[0]);
  const { gram, options, proposedBy } = readDeciding(values, keyMethod);
  const { similarity, threshold } = options;
  // as given: pages without an id are named after the paths
  const paths = values.sets === undefined ? await expanded(positionals) : [values.sets];
  if (paths.includes('-')) throw wrongCall('mr run', 'files and folders, which several processes read', '-');
  const states = (await Promise.all(paths.map((path) => filesBehind(path)))).flat();
  await checkOnce(paths);
  const bytes = states.reduce((sum, [, size]) => sum + size, 0);
  const threads = readThreads(values);
  const enough = bytes < LEAST_BYTES ? 1 : threads * Math.ceil(bytes / threads / PART_BYTES);
  const parts = option(values, 'parts', wholeNumberBetween(1, mostParts), Math.min(mostParts, enough));
  const workerBytes = Math.floor(readMemory(values) / threads);
  const shaped = [...Object.keys(shaping), 'field'].flatMap((name) => {
    const value = values[name as keyof typeof shaping];
    return value === undefined ? [] : value === true ? [`--${name}`] : [`--${name}`, String(value)];
  });
  return {
    ...{ paths, shaped, similarity, threshold, ...keyMethod, out: values.out, threads, parts, workerBytes },
    ...{
      inputs: positionals,
      field: values.field,
      temporaryBytes: option(values, 'temp', sizeBytes, undefined),
      gram,
      proposedBy,
      allowEmpty: values['allow-empty'] ?? false,
      force: values.force ?? false,
      shards: values.shards ?? false,
      clusters,
      decideBy,
      policy: options.cluster,
    },
    /** For pages; undefined for plain sets. */
    options: values.sets === undefined ? options : undefined,
    ...{ resume: values.resume ?? false, json: values.json ?? false, quiet: values.quiet ?? false },
    /** Digest of everything that decides what stages write. */
    digest: digestOf(
      ...[version, paths, states, shaped, similarity, threshold, keyMethod],
      ...[options.siteModel, values.sets === undefined, parts, workerBytes],
      ...(clusters ? [options.cluster] : []),
      ...(decideBy === 'stages' ? [decideBy, options.identity, options.keep, options.cluster] : []),
    ),
  };
}

/** Throws if an option was given that is about pages. */
function checkOfSets(values: Readonly<Record<string, unknown>>, clusters: boolean): void {
  if (values.shards) throw wrongCall('--shards', 'dumps, which have decisions', '--sets');
  if (values.decide !== undefined) throw wrongCall('--decide', 'dumps', '--sets');
  const ofPages = [...Object.keys(shaping), ...Object.keys(reading), 'site-model', 'identity', 'keep'];
  const given = ofPages.find((name) => values[name] !== undefined);
  if (given !== undefined) throw wrongCall(`--${given}`, 'dumps', '--sets');
  if (values.cluster !== undefined && !clusters) throw wrongCall('--cluster', '--clusters with it');
}

/** Path, size and time of an input; of a folder those of each file to read below it, since its own say nothing of them. */
async function filesBehind(input: string): Promise<(readonly [path: string, size: number, time: number])[]> {
  const stats = await stat(input);
  if (!stats.isDirectory()) return [[resolve(input), stats.size, stats.mtimeMs]];
  const sources = await findSources([input], { stats: newStats(), onDamage: () => {} });
  return Promise.all(
    sources.map(
      async ({ path, sizeBytes }) => [resolve(path), sizeBytes, (await stat(path)).mtimeMs] as const,
    ),
  );
}

/** Inputs, with the files that match a glob in its place. */
async function expanded(inputs: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const input of inputs) paths.push(...((await matchesOf(input)) ?? [input]));
  return paths;
}

/** Throws if an input is, or contains, another one: `dedup` reads a file once, but here each input is read by itself. */
async function checkOnce(paths: readonly string[]): Promise<void> {
  const places = await Promise.all(paths.map(async (path) => ({ path, real: (await realpath(path)) + sep })));
  places.sort((a, b) => (a.real < b.real ? -1 : 1));
  for (const [i, { path, real }] of places.entries()) {
    // behind a folder come all that are in it
    if (i > 0 && real.startsWith(places[i - 1].real))
      throw wrongCall('mr run', 'each input once', `${path}, which ${places[i - 1].path} is or contains`);
  }
}
