import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle, neardup, ran } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import type { SetFile } from './inputs.ts';
import { onMinicluster } from './minicluster.ts';

/** Number of partitions, and of processes at a time. */
const PARTS = 2;

/**
 * Compares the pairs of one set, found by an engine, with those of `neardup join`. Prints a note if the engine is
 * missing.
 */
export async function engineIdentity(
  engine: 'spark' | 'hadoop',
  sets: SetFile,
  folder: string,
): Promise<void> {
  const [expected, pairs, got] = ['join.txt', `${engine}-pairs`, `${engine}.txt`].map((name) =>
    join(folder, name),
  );
  await neardup('join', sets.path, '--out', expected, '--quiet');
  const missing = await pairsOn[engine](sets, folder, pairs);
  if (missing !== undefined) {
    process.stdout.write(`${engine}: skipped, ${missing}\n`);
    return;
  }
  await gatherParts(pairs, got);
  const same = await areSame(expected, got);
  if (!same) process.exitCode = 1;
  const count = readFileSync(got).filter((byte) => byte === 10).length;
  process.stdout.write(
    `${engine}, ${sets.name}: ${same ? 'the same bytes' : 'OTHER BYTES'} as join, ${count} pairs\n`,
  );
  for (const path of [expected, pairs, got, join(folder, 'spark-out')])
    rmSync(path, { recursive: true, force: true });
}

/** Concatenates the part files that an engine has left in a folder, in order. */
export async function gatherParts(folder: string, into: string): Promise<void> {
  writeFileSync(into, '');
  const parts = readdirSync(folder).filter((each) => each.startsWith('part-'));
  for (const name of parts.sort()) await appendFile(into, await readFile(join(folder, name)));
}

/** `--master` of `spark-submit`: two executors in processes of their own. */
export const sparkMaster = 'local-cluster[2,1,1024]';
/** The driver of the stages, for `spark-submit`. */
export const sparkDriver: string = resolve('plugins/mr/spark/neardup_spark.py');

/** A program of Spark. Either `SPARK_HOME` is the folder of pyspark, or the program is in the path. */
export function sparkProgram(name: 'spark-submit' | 'spark-class'): string {
  const home = process.env.SPARK_HOME;
  return home === undefined ? name : join(home, 'bin', name);
}

/** Why Spark cannot be run here; undefined if it can. */
export function sparkMissing(): string | undefined {
  if (spawnSync(sparkProgram('spark-submit'), ['--version'], { stdio: 'ignore' }).status === 0)
    return undefined;
  return 'no spark-submit here: pip install pyspark==4.0.1, SPARK_HOME=…/site-packages/pyspark';
}

const OVERHEAD_LINES = 300_000;

/** Measures the time that Spark takes to pass lines to processes, in addition to reading them (`overhead.py`). */
export async function measureOverhead(folder: string): Promise<void> {
  const missing = sparkMissing();
  if (missing !== undefined) {
    process.stdout.write(`overhead: skipped, ${missing}\n`);
    return;
  }
  const { stdout } = await ran(sparkProgram('spark-submit'), [
    ...['--master', 'local[2,4]', '--conf', 'spark.ui.enabled=false'],
    ...['--conf', `spark.local.dir=${join(folder, 'spark-local')}`],
    ...[resolve('bench/cluster/overhead.py'), folder, String(OVERHEAD_LINES), bundle],
  ]);
  process.stdout.write(stdout);
}

/** Puts the part files of the pairs of sets into the folder `pairs`. Returns the reason if the engine is missing. */
const pairsOn: Readonly<
  Record<'spark' | 'hadoop', (sets: SetFile, folder: string, pairs: string) => Promise<string | undefined>>
> = {
  async spark(sets, folder, pairs) {
    const missing = sparkMissing();
    if (missing !== undefined) return missing;
    const out = join(folder, 'spark-out');
    await ran(sparkProgram('spark-submit'), [
      ...['--master', sparkMaster, '--conf', 'spark.ui.enabled=false'],
      ...['--conf', `spark.local.dir=${join(folder, 'spark-local')}`, sparkDriver],
      ...['--bundle', bundle, '--parts', String(PARTS), '--out', `file://${out}`, sets.path],
    ]);
    renameSync(join(out, 'pairs'), pairs);
    return undefined;
  },
  hadoop: (sets, folder, pairs) =>
    onMinicluster(folder, async (cluster) => {
      await cluster.stages('/neardup', ['--parts', String(PARTS), sets.path]);
      await cluster.get('/neardup/pairs', pairs);
    }),
};
