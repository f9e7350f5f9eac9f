import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  HadoopClient,
  HEARTBEAT_MS,
  hadoopMissing,
  installedHadoop,
  opened,
  writeConfiguration,
} from './hadoop-client.ts';

/** If the cluster has not started by then, it does not start. */
const START_MS = 300_000;
/**
 * Does work on a cluster of YARN and HDFS on this machine, from Maven's jars in `$NEARDUP_HADOOP` or `folder`. If
 * they are missing and cannot be installed, does nothing and returns the reason.
 */
export async function onMinicluster(
  folder: string,
  work: (client: HadoopClient) => Promise<void>,
): Promise<string | undefined> {
  const missing = hadoopMissing(folder);
  if (missing !== undefined) return missing;
  const home = await installedHadoop(folder);
  const cluster = await Minicluster.start(home, join(folder, 'cluster'));
  try {
    await work(cluster.client);
  } finally {
    await cluster.stop();
  }
  return undefined;
}

/** YARN with two node managers and HDFS with one data node, in one Java process. */
export class Minicluster {
  readonly client: HadoopClient;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, client: HadoopClient) {
    this.#process = child;
    this.client = client;
  }

  /** @param home folder of Hadoop's jars @param place folder for its files, which is created anew */
  static async start(home: string, place: string): Promise<Minicluster> {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(join(place, 'conf'), { recursive: true });
    const details = join(place, 'details.json');
    const child = spawn(
      'java',
      [
        ...[opened, '-XX:TieredStopAtLevel=1', '-cp', `${join(home, 'conf')}:${join(home, 'lib')}/*`],
        ...['org.apache.hadoop.mapreduce.MiniHadoopClusterManager', '-format'],
        ...['-nodemanagers', '2', '-datanodes', '1', '-writeDetails', details],
        ...['-D', 'yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage=99.0'],
        ...['-D', `yarn.resourcemanager.nodemanagers.heartbeat-interval-ms=${HEARTBEAT_MS}`],
      ],
      // its logs go to its own folder, too
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
    // the configuration that it writes itself says "local" and port 0
    writeConfiguration(home, join(place, 'conf'), {
      core: { 'fs.defaultFS': `hdfs://localhost:${ports.namenode_port}` },
      yarn: { 'yarn.resourcemanager.address': `localhost:${ports.resourcemanager_port}` },
    });
    return new Minicluster(child, new HadoopClient(home, join(place, 'conf')));
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
  }
}
