import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle, type Ran, ran } from '../processes.ts';

/** Interval of the heartbeats of nodes and jobs. Waiting for a container takes as long. A tenth of the default. */
export const HEARTBEAT_MS = 100;

/** The option of Java that Hadoop's own code needs. */
export const opened = '--add-opens=java.base/java.lang=ALL-UNNAMED';

/** Folder of Hadoop's jars, whether or not they are installed. */
function homeOf(folder: string): string {
  return resolve(process.env.NEARDUP_HADOOP ?? join(folder, 'hadoop-jars'));
}

/** Why Hadoop cannot be used or installed here; undefined if it can. */
export function hadoopMissing(folder: string): string | undefined {
  const isThere = (program: string): boolean =>
    spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0;
  if (!isThere('java')) return 'no java here';
  const home = homeOf(folder);
  if (!isInstalled(home) && !isThere('mvn')) return `no Hadoop in ${home}, and no mvn to get it by`;
  return undefined;
}

/** The folder of Hadoop's jars, `$NEARDUP_HADOOP` or one in `folder`. Installs them from Maven if they are missing. */
export async function installedHadoop(folder: string): Promise<string> {
  const home = homeOf(folder);
  if (!isInstalled(home)) await ran('sh', [resolve('bench/cluster/hadoop/install.sh'), home]);
  return home;
}

function isInstalled(home: string): boolean {
  const lib = join(home, 'lib');
  return existsSync(lib) && readdirSync(lib).some((name) => name.startsWith('hadoop-minicluster-'));
}

type Properties = Readonly<Record<string, string>>;

/** Writes the configuration files for jobs with small and short processes. */
export function writeConfiguration(
  home: string,
  conf: string,
  { core, yarn }: { readonly core: Properties; readonly yarn: Properties },
): void {
  const short = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';
  const files = {
    ...{ core, yarn },
    mapred: {
      'mapreduce.framework.name': 'yarn',
      'mapreduce.application.classpath': `${join(home, 'lib')}/*`,
      'yarn.app.mapreduce.am.command-opts': `-Xmx400m ${short} ${opened}`,
      'mapred.child.java.opts': `-Xmx256m ${short}`,
      'yarn.app.mapreduce.am.resource.mb': '512',
      'mapreduce.map.memory.mb': '512',
      'mapreduce.reduce.memory.mb': '512',
      // several nodes run on one machine
      'mapreduce.shuffle.port': '0',
      'mapreduce.client.completion.pollinterval': '200',
      'yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms': String(HEARTBEAT_MS),
    },
  };
  for (const [name, properties] of Object.entries(files)) {
    const lines = Object.entries(properties).map(
      ([key, value]) => `<property><name>${key}</name><value>${value}</value></property>`,
    );
    writeFileSync(join(conf, `${name}-site.xml`), `<configuration>\n${lines.join('\n')}\n</configuration>\n`);
  }
}

/** Starts jobs on a cluster. */
export class HadoopClient {
  readonly #home: string;
  readonly #env: Properties;

  /** @param home folder of Hadoop's jars @param conf folder of the configuration that says where the cluster is */
  constructor(home: string, conf: string) {
    this.#home = home;
    this.#env = { PATH: `${join(home, 'bin')}:${process.env.PATH}`, HADOOP_CONF_DIR: conf };
  }

  /**
   * Runs the driver of the stages.
   *
   * @param call its options and inputs, which follow the cluster's own
   * @param properties of all jobs
   */
  stages(out: string, call: readonly string[], properties: Properties = {}): Promise<Ran> {
    const driver = resolve('plugins/mr/hadoop/neardup-hadoop.sh');
    const streaming = join(this.#home, 'streaming.jar');
    const ofJobs = Object.entries(properties).map(([name, value]) => `-D ${name}=${value}`);
    return ran('sh', [driver, '--bundle', bundle, '--streaming', streaming, '--out', out, ...call], {
      ...this.#env,
      HADOOP_JOB_OPTIONS: ofJobs.join(' '),
    });
  }

  /** Copies a folder of the cluster to this machine. */
  async get(from: string, to: string): Promise<void> {
    await ran(join(this.#home, 'bin/hadoop'), ['fs', '-get', from, to], this.#env);
  }
}
