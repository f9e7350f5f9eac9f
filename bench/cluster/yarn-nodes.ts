import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, isListening } from './failures.ts';
import { HadoopClient, HEARTBEAT_MS, opened, writeConfiguration } from './hadoop-client.ts';

/** Time after which a silent node counts as lost, in milliseconds. */
const EXPIRY_MS = '20000';
/** Number of nodes at a time. */
const NODES = 2;

/**
 * YARN whose resource manager and two nodes are processes of their own, so that a node can be killed. Another node
 * then starts. Its files are on this machine's file system.
 */
export class YarnNodes {
  readonly client: HadoopClient;
  readonly #manager: ChildProcess;
  /** The nodes' processes. The files of a node and its containers are in `place/node-N`, N from 1. */
  readonly #nodes: ChildProcess[] = [];
  readonly #startNode: (number: number) => ChildProcess;

  private constructor(
    client: HadoopClient,
    manager: ChildProcess,
    startNode: (number: number) => ChildProcess,
  ) {
    this.client = client;
    this.#manager = manager;
    this.#startNode = startNode;
    for (let node = 1; node <= NODES; node++) this.#addNode();
  }

  /**
   * @param home folder of Hadoop's jars @param place new folder for its files; the ids of the nodes' processes are in
   * `node-N.pid`
   */
  static async start(home: string, place: string): Promise<YarnNodes> {
    const addresses: Record<string, string> = {};
    for (const name of ['address', 'scheduler.address', 'resource-tracker.address', 'admin.address']) {
      addresses[`yarn.resourcemanager.${name}`] = `127.0.0.1:${await freePort()}`;
    }
    const yarn = {
      ...addresses,
      'yarn.resourcemanager.webapp.address': '127.0.0.1:0',
      'yarn.resourcemanager.scheduler.class':
        'org.apache.hadoop.yarn.server.resourcemanager.scheduler.fifo.FifoScheduler',
      'yarn.resourcemanager.nodemanagers.heartbeat-interval-ms': String(HEARTBEAT_MS),
      'yarn.nm.liveness-monitor.expiry-interval-ms': EXPIRY_MS,
      'yarn.client.nodemanager-connect.max-wait-ms': '5000',
      'yarn.scheduler.minimum-allocation-mb': '512',
    };
    const core = {
      'fs.defaultFS': 'file:///',
      'hadoop.tmp.dir': join(place, 'tmp'),
      'yarn.app.mapreduce.am.staging-dir': join(place, 'staging'),
    };
    const configured = (name: string, more: Readonly<Record<string, string>>): string => {
      const conf = join(place, name, 'conf');
      mkdirSync(conf, { recursive: true });
      writeConfiguration(home, conf, { core, yarn: { ...yarn, ...more } });
      return conf;
    };
    const start = (conf: string, program: string): ChildProcess =>
      spawn(
        'java',
        [
          ...[opened, '-XX:TieredStopAtLevel=1', '-Xmx300m', '-cp'],
          ...[
            `${conf}:${join(home, 'conf')}:${join(home, 'lib')}/*`,
            `org.apache.hadoop.yarn.server.${program}`,
          ],
        ],
        { cwd: place, stdio: 'ignore' },
      );
    const conf = configured('manager', {});
    const manager = start(conf, 'resourcemanager.ResourceManager');
    const port = Number(addresses['yarn.resourcemanager.address'].split(':')[1]);
    while (!(await isListening('127.0.0.1', port))) {
      if (manager.exitCode !== null) throw new Error('the resource manager of YARN did not come up');
      await sleep(200);
    }
    const startNode = (number: number): ChildProcess => {
      const name = `node-${number}`;
      const node = start(
        configured(name, {
          'yarn.nodemanager.address': '127.0.0.1:0',
          'yarn.nodemanager.localizer.address': '127.0.0.1:0',
          'yarn.nodemanager.webapp.address': '127.0.0.1:0',
          'yarn.nodemanager.local-dirs': join(place, name, 'local'),
          'yarn.nodemanager.log-dirs': join(place, name, 'logs'),
          'yarn.nodemanager.resource.memory-mb': '2048',
          'yarn.nodemanager.aux-services': 'mapreduce_shuffle',
          'yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage': '99.0',
        }),
        'nodemanager.NodeManager',
      );
      writeFileSync(join(place, `${name}.pid`), String(node.pid));
      return node;
    };
    return new YarnNodes(new HadoopClient(home, conf), manager, startNode);
  }

  /** How many nodes have been killed. */
  get lost(): number {
    return this.#nodes.filter(({ signalCode }) => signalCode === 'SIGKILL').length;
  }

  #addNode(): void {
    const node = this.#startNode(this.#nodes.length + 1);
    this.#nodes.push(node);
    node.once('exit', (_, signal) => {
      if (signal === 'SIGKILL') this.#addNode();
    });
  }

  async stop(): Promise<void> {
    for (const child of [...this.#nodes, this.#manager]) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      // nodes end their containers first
      child.kill();
      await ended;
    }
  }
}
