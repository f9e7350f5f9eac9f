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
  writeFileSync(got, '');
  const pairs = join(out, 'pairs');
  for (const name of readdirSync(pairs)
    .filter((each) => each.startsWith('part-'))
    .sort())
    await appendFile(got, await readFile(join(pairs, name)));
  const same = await areSame(expected, got);
  if (!same) process.exitCode = 1;
  const took = `${(elapsedMs / 1000).toFixed(0)} s, ${(cpuMs / 1000).toFixed(0)} s of CPU`;
  process.stdout.write(
    `${engine}, ${sets.name}: ${same ? 'the same bytes' : 'OTHER BYTES'} as join, ${took}\n`,
  );
}

interface Engine {
  /** Why it cannot be run here. */
  readonly missing?: string;
  run(sets: string, out: string): ReturnType<typeof ran>;
}

/** Two executors in processes of their own: `SPARK_HOME` must be the folder of pyspark, or spark-submit in the path. */
function spark(): Engine {
  const home = process.env.SPARK_HOME;
  const submit = home === undefined ? 'spark-submit' : join(home, 'bin/spark-submit');
  const found = spawnSync(submit, ['--version'], { stdio: 'ignore' }).status === 0;
  const driver = resolve('plugins/mr/spark/neardup_spark.py');
  return {
    ...(!found && {
      missing: 'no spark-submit here: pip install pyspark==4.0.1, SPARK_HOME=…/site-packages/pyspark',
    }),
    run: (sets, out) =>
      ran(submit, [
        ...['--master', 'local-cluster[2,1,1024]', '--conf', 'spark.ui.enabled=false', driver],
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
