import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bundle, type Ran, ran } from '../processes.ts';

/** Beyond it the cluster does not come up. */
const START_MS = 300_000;
/** Of nodes and jobs: what waits for a container waits for as long. A tenth of the default. */
const HEARTBEAT_MS = 100;

/**
 * Does work on a cluster of YARN and HDFS on this machine, of jars from Maven in `$NEARDUP_HADOOP` or `folder`; where there are none and
 * none can be had, does nothing and returns the reason.
 */
export async function onMinicluster(
  folder: string,
  work: (cluster: Minicluster) => Promise<void>,
): Promise<string | undefined> {
  const home = resolve(process.env.NEARDUP_HADOOP ?? join(folder, 'hadoop-jars'));
  const missing = hadoopMissing(home);
  if (missing !== undefined) return missing;
  if (!isInstalled(home)) await ran('sh', [resolve('bench/cluster/hadoop/install.sh'), home]);
  const cluster = await Minicluster.start(home, join(folder, 'cluster'));
  try {
    await work(cluster);
  } finally {
    await cluster.stop();
  }
  return undefined;
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

/** YARN with two node managers, and HDFS with one data node, in one process of Java. */
export class Minicluster {
  readonly #home: string;
  readonly #process: ChildProcess;
  readonly #env: Readonly<Record<string, string>>;

  private constructor(home: string, child: ChildProcess, env: Readonly<Record<string, string>>) {
    this.#home = home;
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
        ...['-D', `yarn.resourcemanager.nodemanagers.heartbeat-interval-ms=${HEARTBEAT_MS}`],
      ],
      // what it says goes to its own folder, too
      { cwd: place, stdio: 'ignore' },
    );
    const startedAt = performance.now();
    while (!existsSync(details) || readFileSync(details, 'utf8').trim() === '') {
      if (child.exitCode !== null || performance.now() - startedAt > START_MS) {
        child.kill('SIGKILL');
        throw new Error(`the Hadoop cluster did not come up in ${START_MS / 1000} s`);
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
      'yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms': String(HEARTBEAT_MS),
    });
    return new Minicluster(home, child, {
      PATH: `${join(home, 'bin')}:${process.env.PATH}`,
      HADOOP_CONF_DIR: join(place, 'conf'),
    });
  }

  /** Runs the driver of the stages; the options and inputs are behind those of the cluster. */
  stages(out: string, call: readonly string[]): Promise<Ran> {
    const driver = resolve('plugins/mr/hadoop/neardup-hadoop.sh');
    const streaming = join(this.#home, 'streaming.jar');
    return ran(
      'sh',
      [driver, '--bundle', bundle, '--streaming', streaming, '--out', out, ...call],
      this.#env,
    );
  }

  /** Copies a folder of the cluster to this machine. */
  async get(from: string, to: string): Promise<void> {
    await ran(join(this.#home, 'bin/hadoop'), ['fs', '-get', from, to], this.#env);
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
