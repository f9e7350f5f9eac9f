import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printTable } from '../measure.ts';
import { bundle, neardup, ran } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import { gatherParts } from './engines.ts';
import type { SetFile } from './inputs.ts';

const PARTS = 2;
/** Beyond it the cluster does not come up. */
const START_MS = 300_000;
const threshold = ['--threshold', '0.5'];

/**
 * A cluster of YARN and HDFS on this machine, of jars from Maven in `$NEARDUP_HADOOP` or `folder`: the container of each verb, or of
 * `only` some, is killed -9 once, after some of its output; the result beside that of `mr run`: pairs and clusters, or what is `wanted`.
 */
export async function measureHadoopFailures(
  sets: SetFile,
  folder: string,
  only?: readonly string[],
  wanted: readonly string[] = ['pairs', 'clusters'],
): Promise<void> {
  const home = resolve(process.env.NEARDUP_HADOOP ?? join(folder, 'hadoop-jars'));
  const missing = hadoopMissing(home);
  if (missing !== undefined) {
    process.stdout.write(`hadoop-failures: skipped, ${missing}\n`);
    return;
  }
  if (!isInstalled(home)) await ran('sh', [resolve('bench/cluster/hadoop/install.sh'), home]);
  const cluster = await Minicluster.start(home, join(folder, 'cluster'));
  const rows: string[][] = [];
  try {
    for (const result of wanted) {
      const place = join(folder, `hadoop-${result}`);
      mkdirSync(join(place, 'killed'), { recursive: true });
      const call = [...threshold, ...(result === 'clusters' ? ['--clusters'] : [])];
      const expected = join(place, 'expected');
      await neardup('mr', 'run', '--local', '--sets', sets.path, ...call, '--out', expected, '--quiet');
      const out = `/neardup-${result}`;
      await cluster.run('sh', [
        ...[resolve('plugins/mr/hadoop/neardup-hadoop.sh'), '--bundle', bundle, '--out', out],
        ...['--streaming', join(home, 'streaming.jar'), '--parts', String(PARTS)],
        ...['--node', killing(place, only), ...call, sets.path],
      ]);
      const got = join(place, 'got');
      await cluster.run(join(home, 'bin/hadoop'), ['fs', '-get', `${out}/${result}`, got]);
      await gatherParts(got, `${got}.txt`);
      const same = await areSame(join(expected, `${result}.txt`), `${got}.txt`);
      const killed = readdirSync(join(place, 'killed'));
      if (!same || killed.length === 0) process.exitCode = 1;
      rows.push([result, String(killed.length), killed.join(' '), same ? 'the same bytes' : 'OTHER BYTES']);
    }
  } finally {
    await cluster.stop();
  }
  printTable(['result', 'containers killed', 'of the verbs', 'outcome'], rows);
}

function isInstalled(home: string): boolean {
  const lib = join(home, 'lib');
  return existsSync(lib) && readdirSync(lib).some((name) => name.startsWith('hadoop-minicluster-'));
}

/** Why there is no Hadoop here and none can be had; undefined where there is. */
function hadoopMissing(home: string): string | undefined {
  const isThere = (program: string): boolean =>
    spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;
  if (!isThere('java')) return 'no java here';
  if (!isInstalled(home) && !isThere('mvn')) return `no Hadoop in ${home}, and no mvn to get it by`;
  return undefined;
}

/** A program in the place of `node`: kills the container that it runs in, once for each verb. */
function killing(place: string, only?: readonly string[]): string {
  const path = join(place, 'killing');
  const node = `'${process.execPath}'`;
  const isAsked =
    only === undefined ? '' : `case $verb in ${only.join(' | ')}) ;; *) exec ${node} "$@" ;; esac\n`;
  writeFileSync(
    path,
    `#!/bin/sh
verb=$2
case $verb in plan | tally | trailers) exec ${node} "$@" ;; esac
${isAsked}if mkdir '${join(place, 'killed')}'/"$verb" 2>/dev/null; then
  ${node} "$@" | head -c 500
  kill -9 $PPID
  exit 9
fi
exec ${node} "$@"
`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** YARN with two node managers, and HDFS with one data node, in one process of Java. */
class Minicluster {
  readonly #process: ChildProcess;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(child: ChildProcess, env: Readonly<Record<string, string>>) {
    this.#process = child;
    this.#env = env;
  }

  /** @param home with Hadoop's jars; @param place for its files: made anew */
  static async start(home: string, place: string): Promise<Minicluster> {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(join(place, 'conf'), { recursive: true });
    const details = join(place, 'details.json');
    const opened = '--add-opens=java.base/java.lang=ALL-UNNAMED';
    const child = spawn(
      'java',
      [
        ...[opened, '-XX:TieredStopAtLevel=1', '-cp', `${join(home, 'conf')}:${join(home, 'lib')}/*`],
        ...['org.apache.hadoop.mapreduce.MiniHadoopClusterManager', '-format'],
        ...['-nodemanagers', '2', '-datanodes', '1', '-writeDetails', details],
        ...['-D', 'yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage=99.0'],
      ],
      // what it says goes to its own folder, too
      { cwd: place, stdio: 'ignore' },
    );
    const startedAt = performance.now();
    while (!existsSync(details) || readFileSync(details, 'utf8').trim() === '') {
      if (child.exitCode !== null || performance.now() - startedAt > START_MS) {
        child.kill('SIGKILL');
        throw new Error(`hadoop-failures: the cluster did not come up in ${START_MS / 1000} s`);
      }
      await sleep(500);
    }
    const ports = JSON.parse(readFileSync(details, 'utf8')) as Readonly<Record<string, string>>;
    const write = (name: string, properties: Readonly<Record<string, string>>): void =>
      writeFileSync(join(place, 'conf', `${name}-site.xml`), configuration(properties));
    // the configuration that it writes itself says "local", and port 0
    write('core', { 'fs.defaultFS': `hdfs://localhost:${ports.namenode_port}` });
    write('yarn', { 'yarn.resourcemanager.address': `localhost:${ports.resourcemanager_port}` });
    write('mapred', {
      'mapreduce.framework.name': 'yarn',
      'mapreduce.application.classpath': `${join(home, 'lib')}/*`,
      'yarn.app.mapreduce.am.command-opts': `-Xmx400m -XX:TieredStopAtLevel=1 ${opened}`,
      'mapred.child.java.opts': '-Xmx256m -XX:TieredStopAtLevel=1',
      'yarn.app.mapreduce.am.resource.mb': '512',
      'mapreduce.map.memory.mb': '512',
      'mapreduce.reduce.memory.mb': '512',
      'mapreduce.client.completion.pollinterval': '500',
    });
    return new Minicluster(child, {
      PATH: `${join(home, 'bin')}:${process.env.PATH}`,
      HADOOP_CONF_DIR: join(place, 'conf'),
    });
  }

  /** Runs a program that finds the cluster. */
  async run(program: string, args: readonly string[]): Promise<void> {
    await ran(program, args, this.#env);
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}

function configuration(properties: Readonly<Record<string, string>>): string {
  const lines = Object.entries(properties).map(
    ([name, value]) => `<property><name>${name}</name><value>${value}</value></property>`,
  );
  return `<configuration>\n${lines.join('\n')}\n</configuration>\n`;
}
