import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printTable } from '../measure.ts';
import { bundle, neardup } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import { gatherParts, sparkDriver, sparkMaster, sparkMissing, sparkProgram } from './engines.ts';
import type { SetFile } from './inputs.ts';

const PARTS = 2;
/** A run that takes longer counts as hanging. */
const RUN_MS = 3_600_000;
/** If a process of a stage has not ended by then, a second attempt is started in addition to it. */
const SLOW_S = 20;

/** A failure caused during a run. */
interface Failure {
  readonly name: string;
  /**
   * Shell: `once NAME` is true the first time in each stage, `above PROGRAM` is the nearest such process above this
   * one, `run` runs the verb.
   */
  readonly body: string;
  /** Options for Spark. */
  readonly options?: readonly string[];
  /** Whether nodes are processes of their own, each with an address of its own. */
  readonly nodes?: boolean;
  /** Whether it occurs in each stage. */
  readonly everywhere?: boolean;
  /** Whether Spark is to start second attempts in addition to first ones. */
  readonly second?: boolean;
  /** The error that must appear if Spark cannot recover. */
  readonly error?: RegExp;
}

const failures: readonly Failure[] = [
  {
    name: 'process dies before its output, each stage',
    body: 'once died && exit 9\nrun',
    everywhere: true,
  },
  {
    name: 'process dies after some of its output, each stage',
    body: `once died && { run | head -c 300; exit 9; }\nrun`,
    everywhere: true,
  },
  {
    name: 'executor killed -9 after some output, each stage',
    body: `once died && { run | head -c 300; kill -9 $(above CoarseGrainedExecutorBackend); sleep 9; }\nrun`,
    everywhere: true,
  },
  {
    name: 'slow process, a second one beside it, each stage',
    body: `once slow && sleep ${SLOW_S}\nrun`,
    // a second attempt never runs at the address of the first one
    ...{ nodes: true, everywhere: true, second: true },
    options: [
      ...['spark.speculation=true', 'spark.speculation.interval=200ms', 'spark.speculation.quantile=0.5'],
      ...['spark.speculation.multiplier=1.5', 'spark.speculation.minTaskRuntime=100ms'],
      'spark.speculation.efficiency.enabled=false',
    ],
  },
  {
    name: 'node killed -9 with its executor, each stage',
    body: `once died && {
  run | head -c 300
  worker=$(above deploy.worker.Worker) executor=$(above CoarseGrainedExecutorBackend)
  kill -9 "$worker" "$executor"; sleep 9; }
run`,
    ...{ nodes: true, everywhere: true },
  },
  {
    name: 'process of verify dies after some output, always',
    body: `[ "$verb" = verify ] && { run | head -c 300; echo 'neardup: mr verify: out of luck' >&2; exit 9; }\nrun`,
    error: /^neardup: stage verify: .*out of luck/m,
  },
];

/**
 * Checks Spark's results when processes, executors or nodes die, or processes are run twice. They must have the bytes
 * of `neardup join`, or there must be one error that names the stage. Linux only, since the processes to kill are
 * found in /proc.
 */
export async function measureFailures(
  sets: SetFile,
  folder: string,
  only?: readonly string[],
): Promise<void> {
  const missing = sparkMissing();
  if (missing !== undefined) {
    process.stdout.write(`failures: skipped, ${missing}\n`);
    return;
  }
  const expected = join(folder, 'expected.txt');
  await neardup('join', sets.path, '--out', expected, '--quiet');
  const rows: string[][] = [];
  for (const failure of failures.filter(({ name }) => only?.some((each) => name.includes(each)) ?? true)) {
    const place = join(folder, 'failure');
    mkdirSync(place);
    const struck = await strike(failure, sets, place);
    const { died, second } = attempts(join(place, 'events'));
    const times = readdirSync(join(place, 'flags')).length;
    const wanted = failure.everywhere ? stagesIn(join(place, 'out/stages')) : 1;
    const isStruck = failure.error !== undefined || (times === wanted && (second > 0 || !failure.second));
    const outcome = isStruck ? await outcomeOf(failure, struck, expected, place) : undefined;
    if (outcome === undefined) process.exitCode = 1;
    rows.push([
      failure.name,
      String(times),
      died,
      String(second),
      outcome ?? (isStruck ? 'OTHER' : 'NOT STRUCK'),
    ]);
    process.stderr.write(
      `${rows.at(-1)?.join('; ')}\n${outcome === undefined ? struck.said.slice(-3000) : ''}`,
    );
    rmSync(place, { recursive: true });
  }
  printTable(['what fails', 'times', 'attempts that failed', 'second attempts', 'outcome'], rows);
}

/** Number of finished stages. */
function stagesIn(folder: string): number {
  return readdirSync(folder).filter((name) => name.endsWith('.told')).length;
}

/** How a run ended, and its output. */
interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** The outcome in words; undefined if it is not the expected one. */
async function outcomeOf(
  { error }: Failure,
  { code, said }: Ended,
  expected: string,
  place: string,
): Promise<string | undefined> {
  const pairs = join(place, 'out/pairs');
  if (error !== undefined) {
    const [line] = error.exec(said) ?? [];
    return code !== 0 && line !== undefined && !existsSync(pairs) ? line : undefined;
  }
  if (code !== 0) return undefined;
  const got = join(place, 'got.txt');
  await gatherParts(pairs, got);
  return (await areSame(expected, got)) ? 'the same bytes' : undefined;
}

async function strike(failure: Failure, sets: SetFile, place: string): Promise<Ended> {
  for (const name of ['flags', 'events', 'work']) mkdirSync(join(place, name));
  const cluster = failure.nodes ? await Cluster.start(2, place) : undefined;
  const options = [
    ...['spark.ui.enabled=false', `spark.local.dir=${join(place, 'local')}`],
    ...['spark.eventLog.enabled=true', `spark.eventLog.dir=file://${join(place, 'events')}`],
    ...['spark.eventLog.rolling.enabled=false', 'spark.eventLog.compress=false'],
    ...(failure.options ?? []),
  ];
  const call = [
    ...['--master', cluster?.url ?? sparkMaster],
    ...options.flatMap((option) => ['--conf', option]),
    ...[sparkDriver, '--bundle', bundle, '--parts', String(PARTS), '--node', program(failure, place)],
    ...['--out', `file://${join(place, 'out')}`, sets.path],
  ];
  try {
    const child = spawn(sparkProgram('spark-submit'), call, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SPARK_WORKER_DIR: join(place, 'work') },
      timeout: RUN_MS,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const [code] = await once(child, 'close');
    return { code, said };
  } finally {
    await cluster?.stop();
  }
}

/** A program that replaces `node` and causes the failure once in each stage. */
function program({ body }: Failure, place: string): string {
  const path = join(place, 'node');
  const node = `'${process.execPath}'`;
  writeFileSync(
    path,
    `#!/bin/sh
verb=$2
case $verb in plan | estimate) exec ${node} "$@" ;; esac
stage=$verb
[ "$verb" = select ] && stage=$verb-$4
once() { mkdir '${join(place, 'flags')}'/"$1-$stage" 2>/dev/null; }
above() {
  p=$$
  while [ "$p" -gt 1 ]; do
    p=$(sed 's/.*) . //; s/ .*//' /proc/$p/stat)
    tr '\\0' ' ' </proc/$p/cmdline | grep -q "$1" && echo "$p" && return
  done
}
${body.replaceAll('run', `${node} "$@"`)}
`,
  );
  chmodSync(path, 0o755);
  return path;
}

/** Facts about task attempts from Spark's log: how the unsuccessful ones ended, and how many were second attempts. */
function attempts(events: string): { readonly died: string; readonly second: number } {
  const reasons = new Map<string, number>();
  let second = 0;
  for (const name of readdirSync(events)) {
    for (const line of readFileSync(join(events, name), 'utf8').split('\n')) {
      if (!line.startsWith('{"Event":"SparkListenerTaskEnd"')) continue;
      const event = JSON.parse(line) as {
        readonly 'Task End Reason': { readonly Reason: string };
        readonly 'Task Info': { readonly Speculative: boolean };
      };
      const { Reason: reason } = event['Task End Reason'];
      if (event['Task Info'].Speculative) second++;
      if (reason !== 'Success') reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  }
  return { died: [...reasons].map(([reason, count]) => `${count} ${reason}`).join(', ') || '0', second };
}

/**
 * Spark's own cluster: a master and nodes, each in a process. If a node is killed, another one starts at a new
 * address.
 */
class Cluster {
  readonly url: string;
  readonly #processes: ChildProcess[] = [];
  readonly #place: string;
  #nodes = 0;

  private constructor(url: string, place: string) {
    this.url = url;
    this.#place = place;
  }

  static async start(nodes: number, place: string): Promise<Cluster> {
    const port = await freePort();
    const host = hostOf(0);
    const cluster = new Cluster(`spark://${host}:${port}`, place);
    cluster.#start('master.Master', 0, '--port', String(port));
    while (!(await isListening(host, port))) await sleep(200);
    for (let node = 0; node < nodes; node++) cluster.#startNode();
    return cluster;
  }

  #startNode(): void {
    const work = ['--cores', '1', '--memory', '1024m', '--work-dir', join(this.#place, 'work')];
    const node = this.#start('worker.Worker', ++this.#nodes, ...work, this.url);
    node.once('exit', (_, signal) => {
      if (signal === 'SIGKILL') this.#startNode();
    });
  }

  #start(program: string, number: number, ...args: readonly string[]): ChildProcess {
    const at = ['--host', hostOf(number), '--webui-port', '0'];
    const child = spawn(sparkProgram('spark-class'), [`org.apache.spark.deploy.${program}`, ...at, ...args], {
      stdio: 'ignore',
    });
    this.#processes.push(child);
    return child;
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
  }
}

function hostOf(number: number): string {
  return `127.0.0.${1 + number}`;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('expected a port');
  return address.port;
}

export async function isListening(host: string, port: number): Promise<boolean> {
  const socket = connect(port, host);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
