import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundle, neardup, ran } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import type { SetFile } from './inputs.ts';

/** So many partitions, and processes at a time. */
const PARTS = 2;

/** One set on an engine, against `neardup join`; where the engine is missing, says so. */
export async function engineIdentity(
  engine: 'spark' | 'hadoop',
  sets: SetFile,
  folder: string,
): Promise<void> {
  const { missing, run } = engine === 'spark' ? spark() : hadoop();
  if (missing !== undefined) {
    process.stdout.write(`${engine}: skipped, ${missing}\n`);
    return;
  }
  const [expected, out, got] = ['join.txt', `${engine}-out`, `${engine}.txt`].map((name) =>
    join(folder, name),
  );
  await neardup('join', sets.path, '--out', expected, '--quiet');
  const { elapsedMs, cpuMs } = await run(sets.path, out);
  await gatherParts(join(out, 'pairs'), got);
  const same = await areSame(expected, got);
  if (!same) process.exitCode = 1;
  const took = `${(elapsedMs / 1000).toFixed(0)} s, ${(cpuMs / 1000).toFixed(0)} s of CPU`;
  process.stdout.write(
    `${engine}, ${sets.name}: ${same ? 'the same bytes' : 'OTHER BYTES'} as join, ${took}\n`,
  );
}

/** Writes the part files that an engine has left in a folder into one, in their order. */
export async function gatherParts(folder: string, into: string): Promise<void> {
  writeFileSync(into, '');
  const parts = readdirSync(folder).filter((each) => each.startsWith('part-'));
  for (const name of parts.sort()) await appendFile(into, await readFile(join(folder, name)));
}

interface Engine {
  /** Why it cannot be run here. */
  readonly missing?: string;
  run(sets: string, out: string): ReturnType<typeof ran>;
}

/** Two executors in processes of their own, for `spark-submit --master`. */
export const sparkMaster = 'local-cluster[2,1,1024]';
/** The driver of the stages, for `spark-submit`. */
export const sparkDriver: string = resolve('plugins/mr/spark/neardup_spark.py');

/** A program of Spark: `SPARK_HOME` must be the folder of pyspark, or the program in the path. */
export function sparkProgram(name: 'spark-submit' | 'spark-class'): string {
  const home = process.env.SPARK_HOME;
  return home === undefined ? name : join(home, 'bin', name);
}

/** Why Spark cannot be run here; undefined where it can. */
export function sparkMissing(): string | undefined {
  if (spawnSync(sparkProgram('spark-submit'), ['--version'], { stdio: 'ignore' }).status === 0)
    return undefined;
  return 'no spark-submit here: pip install pyspark==4.0.1, SPARK_HOME=…/site-packages/pyspark';
}

function spark(): Engine {
  const missing = sparkMissing();
  return {
    ...(missing !== undefined && { missing }),
    run: (sets, out) =>
      ran(sparkProgram('spark-submit'), [
        ...['--master', sparkMaster, '--conf', 'spark.ui.enabled=false', sparkDriver],
        ...['--bundle', bundle, '--parts', String(PARTS), '--out', `file://${out}`, sets],
      ]),
  };
}

/** `hadoop` in the path, and `HADOOP_STREAMING`, the jar of Hadoop Streaming. */
function hadoop(): Engine {
  const found = spawnSync('hadoop', ['version'], { stdio: 'ignore' }).status === 0;
  const jar = process.env.HADOOP_STREAMING;
  const script = resolve('plugins/mr/hadoop/neardup-hadoop.sh');
  return {
    ...(!(found && jar !== undefined && existsSync(jar)) && {
      missing:
        'no hadoop here, or HADOOP_STREAMING does not name its streaming jar (bench/cluster/hadoop/install.sh)',
    }),
    run: (sets, out) =>
      ran('sh', [
        ...[script, '--bundle', bundle, '--streaming', jar ?? '', '--parts', String(PARTS)],
        ...['--out', out, sets],
      ]),
  };
}
