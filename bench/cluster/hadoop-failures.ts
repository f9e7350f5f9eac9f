import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from '../measure.ts';
import { neardup } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import { gatherParts } from './engines.ts';
import { type HadoopClient, hadoopMissing, installedHadoop } from './hadoop-client.ts';
import type { SetFile } from './inputs.ts';
import { onMinicluster } from './minicluster.ts';
import { YarnNodes } from './yarn-nodes.ts';

const PARTS = 2;
const threshold = ['--threshold', '0.5'];

/** Seconds after which a task continues without a second attempt. A second attempt begins within some 8 s. */
const ALONE_S = 45;

/** The kinds of failure, as shell code that the first process of each verb, or of some verbs, runs. */
const failures = {
  /** Three failures of each verb, one after the other. A task is tried four times. */
  died: `mkdir $struck/$verb:before 2>/dev/null && exit 9
if mkdir $struck/$verb:partly 2>/dev/null; then run | head -c 500; exit 9; fi
if mkdir $struck/$verb:container 2>/dev/null; then run | head -c 500; kill -9 $PPID; exit 9; fi`,
  /**
   * The first reducer of each job waits for a second attempt to begin and then to end it. A task that is alone in its
   * job gets no second attempt, however slow, since there is none to compare it with. Mappers that wait with all of
   * their input in the pipe count as done for Hadoop and rarely get one.
   */
  slow: `task=$place/\${mapreduce_task_attempt_id%_*}
case $mapreduce_task_attempt_id in
  *_1) mkdir -p $task $struck/$verb:second ;;
  *_r_000000_0)
    seconds=0
    until [ -d $task ] || [ $seconds = ${ALONE_S} ]; do sleep 1; seconds=$((seconds + 1)); done
    [ ! -d $task ] || sleep 300
    ;;
esac`,
  /**
   * Kills the node with all of its containers, once in each of these verbs. The node's number is in the path of its
   * working folder.
   */
  node: `case $verb in collapse | keys | candidates | attach | verify | pairs) strikes=yes ;; *) strikes= ;; esac
if [ -n "$strikes" ] && mkdir $struck/$verb:node 2>/dev/null; then
  node=$(echo $PWD | sed 's|.*/\\(node-[0-9]*\\)/.*|\\1|')
  run | head -c 500
  kill -9 $(cat $place/cluster/$node.pid)
  kill -9 $(pgrep -f $place/cluster/$node/)
  exit 9
fi`,
} as const;

type Failure = keyof typeof failures;

/** Second attempts as soon as a task is slower than others, even if there are few tasks. */
const speculation = {
  'mapreduce.job.speculative.minimum-allowed-tasks': '1',
  'mapreduce.job.speculative.speculative-cap-running-tasks': '1',
  'mapreduce.job.speculative.speculative-cap-total-tasks': '1',
  'mapreduce.job.speculative.retry-after-no-speculate': '1000',
  'mapreduce.job.speculative.retry-after-speculate': '1000',
  'mapreduce.job.speculative.slowtaskthreshold': '0.1',
};

/**
 * Hadoop on this machine. `died`: the process of each verb dies before its output or after some of it, or its
 * container is killed with -9. `slow`: a slow process gets a second attempt. `node`: a node is killed with -9, with
 * its containers. The first two run on a `Minicluster`, the last one on `YarnNodes`. The results are compared with
 * those of `mr run`.
 *
 * @param only some failures: died, slow, node
 * @param wanted results of the first two: pairs, clusters; for a node they are pairs
 */
export async function measureHadoopFailures(
  sets: SetFile,
  folder: string,
  only: readonly string[] = Object.keys(failures),
  wanted: readonly string[] = ['pairs', 'clusters'],
): Promise<void> {
  const missing = hadoopMissing(folder);
  if (missing !== undefined) {
    process.stdout.write(`hadoop-failures: skipped, ${missing}\n`);
    return;
  }
  const rows: string[][] = [];
  const strike = async (client: HadoopClient, failure: Failure, result: string, place: string) => {
    rows.push([failure, result, ...(await struckRun(client, { failure, result, sets, place }))]);
    process.stderr.write(`${rows.at(-1)?.join(' ')}\n`);
  };
  const placeOf = (failure: Failure, result: string): string => join(folder, `hadoop-${failure}-${result}`);
  if (only.some((each) => each !== 'node'))
    await onMinicluster(folder, async (client) => {
      for (const failure of ['died', 'slow'] as const)
        for (const result of only.includes(failure) ? wanted : [])
          await strike(client, failure, result, placeOf(failure, result));
    });
  if (only.includes('node')) {
    const place = placeOf('node', 'pairs');
    const cluster = await YarnNodes.start(await installedHadoop(folder), join(place, 'cluster'));
    try {
      await strike(cluster.client, 'node', 'pairs', place);
    } finally {
      await cluster.stop();
    }
    if (cluster.lost !== Number(rows.at(-1)![2])) process.exitCode = 1;
    process.stdout.write(`nodes lost: ${cluster.lost}\n`);
  }
  printTable(['failure', 'result', 'strikes', 'of', 'outcome'], rows);
}

interface Strike {
  readonly failure: Failure;
  readonly result: string;
  readonly sets: SetFile;
  readonly place: string;
}

async function struckRun(
  client: HadoopClient,
  { failure, result, sets, place }: Strike,
): Promise<[strikes: string, of: string, outcome: string]> {
  const struck = join(place, 'struck');
  mkdirSync(struck, { recursive: true });
  const call = [...threshold, ...(result === 'clusters' ? ['--clusters'] : [])];
  const expected = join(place, 'expected');
  await neardup('mr', 'run', '--local', '--sets', sets.path, ...call, '--out', expected, '--quiet');
  const out = join(place, 'out');
  const more = ['--parts', String(PARTS), '--node', failing(failure, place), ...call];
  await client.stages(out, [...more, sets.path], failure === 'slow' ? speculation : {});
  const got = join(place, 'got');
  await client.get(`${out}/${result}`, got);
  await gatherParts(got, `${got}.txt`);
  const same = await areSame(join(expected, `${result}.txt`), `${got}.txt`);
  const strikes = readdirSync(struck);
  if (!same || strikes.length === 0) process.exitCode = 1;
  return [String(strikes.length), strikes.join(' '), same ? 'the same bytes' : 'OTHER BYTES'];
}

/** A program that replaces `node`. Processes on the driver's machine are left alone. */
function failing(failure: Failure, place: string): string {
  const path = join(place, 'failing');
  const node = `'${process.execPath}'`;
  writeFileSync(
    path,
    `#!/bin/sh
verb=$2 place='${place}' struck='${join(place, 'struck')}'
case $verb in plan | estimate | tally | trailers | sample-keys) exec ${node} "$@" ;; esac
${failures[failure].replaceAll('run |', `${node} "$@" |`)}
exec ${node} "$@"
`,
  );
  chmodSync(path, 0o755);
  return path;
}
